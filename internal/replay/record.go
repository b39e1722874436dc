// Package replay is the record of a shift, and its two forms: the link, which
// people paste into postmortems, and the file. A record holds what was done and
// not what came of it: the reader computes the shift again and compares the
// digest.
//
// Records come from anyone. Whatever of one cannot be is refused whole, with a
// reason, and nothing is allocated before its size has been checked.
package replay

import (
	"errors"
	"fmt"

	"oncall/internal/scenario"
	"oncall/internal/world"
)

// Format is the newest format of a record that this program reads, and the one
// that it writes.
const Format = 1

// The limits of a record.
const (
	ActionsMax   = 2000
	NotesMax     = 40
	NoteBytesMax = 200
	OpeningMax   = 64
	LinkBytesMax = 16 << 10  // the record of a link
	FileBytesMax = 256 << 10 // a record file
)

// shape is how a world's actions stand in a record. It belongs to the format,
// and is there for worlds whose model this program does not have.
type shape struct {
	world    string
	stepsMax int
	targets  bool // whether actions name a target
}

var shapes = [...]shape{
	{world: scenario.WorldService, stepsMax: 1440}, // steps of a minute
	{world: "cdn", stepsMax: 8640, targets: true},  // steps of 10 s
}

var errNoTargets = errors.New("the world has no targets")

func shapeOf(worldID string) (shape, *Refusal) {
	for _, s := range shapes {
		if s.world == worldID {
			return s, nil
		}
	}
	return shape{}, refuse(UnknownWorld, "world", worldID)
}

// Note is what the author of a postmortem wrote beside the timeline.
type Note struct {
	Step int
	Text string // plain text, to be shown as text
}

// Record is what is needed to compute a shift again, and to tell whether it
// came out the same.
type Record struct {
	Format       int
	Model        int    // version of the world's model
	World        string // id
	Scenario     string // id; empty where the record carries a custom scenario
	ScenarioHash uint32
	Seed         uint32
	Opening      []world.Setting // where it differs from the scenario's, by control and target
	Actions      []world.Action  // in order of step
	Notes        []Note          // in order of step
	Steps        int             // how far it was played
	Digest       Digest          // of the rows of steps 0 to Steps

	// Custom is the scenario that the record carries, without id and briefing;
	// nil where Scenario names one, and where it is of another model.
	Custom *scenario.Scenario
}

// NewRecord returns the record of a shift of the scenario at step 0, but for
// seed and digest. A scenario without an id is carried whole.
func NewRecord(sc *scenario.Scenario) *Record {
	r := &Record{
		Format:       Format,
		Model:        sc.Model(),
		World:        sc.World,
		Scenario:     sc.ID,
		ScenarioHash: sc.Hash(),
	}
	if sc.ID == "" {
		r.Custom = sc
	}
	return r
}

// Resolve returns the scenario that the record plays: the one it carries, or
// the one that find knows by its id (find returns nil for none). The record is
// checked against it. Where the Refusal's reason is ScenarioChanged, and only
// then, the scenario is returned beside it: that shift can be shown, and not be
// verified.
func (r *Record) Resolve(find func(id string) *scenario.Scenario) (*scenario.Scenario, error) {
	sc := r.Custom
	if sc == nil {
		if err := r.checkModel(); err != nil {
			return nil, err
		}
		sc = find(r.Scenario)
	}
	if sc == nil || sc.World != r.World {
		return nil, refuse(UnknownScenario, "scenario", r.Scenario, "world", r.World)
	}
	err := r.Check(sc)
	var refusal *Refusal
	if err == nil || errors.As(err, &refusal) && refusal.Reason == ScenarioChanged {
		return sc, err
	}
	return nil, err
}

// Check reports, as a Refusal, the first thing of the record that the scenario
// does not allow. ScenarioChanged comes last: everything else is then in order.
func (r *Record) Check(sc *scenario.Scenario) error {
	if err := r.checkModel(); err != nil {
		return err
	}
	if r.World != sc.World {
		return refuse(UnknownScenario, "scenario", r.Scenario, "world", r.World)
	}
	if err := r.checkOrder(); err != nil {
		return err
	}
	if r.Steps > sc.Steps() {
		return refuse(TooManySteps, "steps", itoa(r.Steps), "limit", itoa(sc.Steps()))
	}
	controls := sc.Controls()
	for i, s := range r.Opening {
		if err := world.CheckOpening(controls, s); err != nil {
			return badSetting(i, err)
		}
	}
	for i, a := range r.Actions {
		s := world.Setting{Control: a.Control, Target: a.Target, Value: a.Value}
		if err := world.Check(controls, s); err != nil {
			return badAction(i, a.Step, err)
		}
	}
	if r.ScenarioHash != sc.Hash() {
		return refuse(ScenarioChanged, "scenario", r.Scenario)
	}
	return nil
}

// checkModel refuses a record whose world this program does not compute, or
// computes by another model.
func (r *Record) checkModel() error {
	known := scenario.ModelOf(r.World)
	if known == 0 {
		return refuse(UnknownWorld, "world", r.World)
	}
	if r.Model != known {
		return refuse(OtherModel, "world", r.World, "model", itoa(r.Model), "known", itoa(known))
	}
	return nil
}

// checkOrder refuses what no scenario could allow.
func (r *Record) checkOrder() error {
	sh, refusal := shapeOf(r.World)
	if refusal != nil {
		return refusal
	}
	if err := r.checkCounts(sh); err != nil {
		return err
	}
	for i, s := range r.Opening {
		if i > 0 && !before(r.Opening[i-1], s) {
			return badSetting(i, errors.New("settings stand in order of control and target, one for each"))
		}
		if s.Target != 0 && !sh.targets {
			return badSetting(i, errNoTargets)
		}
	}
	last := 1
	for i, a := range r.Actions {
		if a.Target != 0 && !sh.targets {
			return badAction(i, a.Step, errNoTargets)
		}
		if a.Step < last || a.Step > r.Steps {
			return badAction(i, a.Step, fmt.Errorf("its step must lie between %d and %d", last, r.Steps))
		}
		last = a.Step
	}
	last = 0
	for i, n := range r.Notes {
		err := CheckNote(n.Text)
		if n.Step < last || n.Step > r.Steps {
			err = fmt.Errorf("its step must lie between %d and %d", last, r.Steps)
		}
		if err != nil {
			return badNote(i, n.Step, err)
		}
		last = n.Step
	}
	return nil
}

func (r *Record) checkCounts(sh shape) error {
	switch {
	case r.Steps > sh.stepsMax:
		return refuse(TooManySteps, "steps", itoa(r.Steps), "limit", itoa(sh.stepsMax))
	case len(r.Opening) > OpeningMax:
		return tooMany(TooManySettings, len(r.Opening), OpeningMax)
	case len(r.Actions) > ActionsMax:
		return tooMany(TooManyActions, len(r.Actions), ActionsMax)
	case len(r.Notes) > NotesMax:
		return tooMany(TooManyNotes, len(r.Notes), NotesMax)
	}
	return nil
}

// before reports whether a stands before b in a record's opening.
func before(a, b world.Setting) bool {
	return a.Control < b.Control || a.Control == b.Control && a.Target < b.Target
}

// CheckNote reports whether a text can be that of a note: 1 to NoteBytesMax
// bytes of UTF-8 in one line, without control characters.
func CheckNote(text string) error {
	if text == "" {
		return errors.New("text: must not be empty")
	}
	return scenario.CheckText("text", text, NoteBytesMax)
}

func badAction(i, step int, err error) *Refusal {
	return refuse(BadAction, "number", itoa(i+1), "step", itoa(step), "detail", err.Error())
}

func badSetting(i int, err error) *Refusal {
	return refuse(BadSetting, "number", itoa(i+1), "detail", err.Error())
}

func badNote(i, step int, err error) *Refusal {
	return refuse(BadNote, "number", itoa(i+1), "step", itoa(step), "detail", err.Error())
}

func tooMany(reason string, count, limit int) *Refusal {
	return refuse(reason, "count", itoa(count), "limit", itoa(limit))
}
