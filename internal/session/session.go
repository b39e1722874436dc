// Package session is what one page plays: it opens shifts and records, steps,
// seeks and exports, and describes all of it as data. The page talks to it
// through internal/bridge; nothing here knows JavaScript.
package session

import (
	"encoding/base64"
	"errors"
	"fmt"

	"oncall/internal/debrief"
	"oncall/internal/ownform"
	"oncall/internal/replay"
	"oncall/internal/runbook"
	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/shift"
	"oncall/internal/sweep"
	"oncall/internal/world"
)

// Session is what one page plays: the shipped scenarios and the shift that is
// open. It answers in values that encode to JSON.
type Session struct {
	shipped []*scenario.Scenario
	shift   *shift.Shift
	record  *replay.Record // what a replay was opened from; nil while playing
	ghost   *shift.Shift   // what a take-over left, or nil
	verdict error          // why the replay is not verified, or nil
	frame   []float64

	policyRuns policyRuns
	beside     beside
	plan       *sweep.Plan
}

// Options are what the page passes to a call.
type Options = interface {
	// Decode stores them in what into points to, by the rules of encoding/json.
	Decode(into any) error
}

var errNothingOpen = errors.New("no shift is open")

// Load reads the packed scenarios of the site and describes them.
func (s *Session) Load(packed []byte) (any, error) {
	shipped, err := scenario.Unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("scenarios: %w", err)
	}
	s.shipped = shipped
	described := make([]describedScenario, len(shipped))
	for i, sc := range shipped {
		described[i] = describe(sc)
	}
	return map[string]any{
		"model": service.ModelVersion, "scenarios": described,
		"limits": map[string]int{"notes": replay.NotesMax, "noteBytes": replay.NoteBytesMax},
	}, nil
}

func unknownScenario(id string) error {
	return &replay.Refusal{Reason: replay.UnknownScenario, Args: map[string]string{"scenario": id, "world": scenario.WorldService}}
}

// find returns the shipped scenario with an id, or nil.
func (s *Session) find(id string) *scenario.Scenario {
	for _, sc := range s.shipped {
		if sc.ID == id {
			return sc
		}
	}
	return nil
}

// request is what Open is asked for: one of scenario, own, link, file and takeover.
type request struct {
	Scenario string       `json:"scenario"`
	Own      *ownform.Own `json:"own"`
	Seed     uint32       `json:"seed"`
	Opening  []struct {
		Control string `json:"control"`
		Target  string `json:"target"`
		Value   int    `json:"value"`
	} `json:"opening"`
	Link     string `json:"link"`
	File     []byte `json:"file"`   // base64 in JSON
	Resume   bool   `json:"resume"` // go on playing what the link or file recorded
	TakeOver *int   `json:"takeover"`
}

// Open opens a shift to play, a record to replay or to resume, or takes over the
// replay that is open. What was open stays open where it fails.
func (s *Session) Open(options Options) (any, error) {
	var r request
	if err := options.Decode(&r); err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	switch {
	case r.TakeOver != nil:
		if s.shift == nil {
			return nil, errNothingOpen
		}
		taken, err := s.shift.TakeOver(*r.TakeOver)
		if err != nil {
			return nil, err
		}
		s.ghost, s.shift, s.record = s.shift, taken, nil
	case r.Link != "" || len(r.File) > 0:
		if err := s.openRecord(r); err != nil {
			return nil, err
		}
	default:
		sc, err := s.asked(r)
		if err != nil {
			return nil, err
		}
		var opening []world.Setting
		controls := sc.Controls()
		for _, o := range r.Opening {
			c, ok := world.FindControl(controls, o.Control)
			if !ok {
				return nil, fmt.Errorf("there is no control %q", o.Control)
			}
			target, err := c.TargetIndex(o.Target)
			if err != nil {
				return nil, err
			}
			opening = append(opening, world.Setting{Control: c.Code, Target: target, Value: o.Value})
		}
		played, err := shift.New(sc, r.Seed, opening)
		if err != nil {
			return nil, err
		}
		s.shift, s.record, s.ghost = played, nil, nil
	}
	s.plan = nil
	return s.describeShift()
}

func (s *Session) openRecord(r request) error {
	var record *replay.Record
	var checkpoints []replay.Checkpoint
	var err error
	if r.Link != "" {
		record, err = replay.ParseLink(r.Link)
	} else {
		record, checkpoints, err = replay.DecodeFile(r.File)
	}
	if err != nil {
		return err
	}
	played, err := shift.FromRecord(record, s.find)
	if err != nil {
		return err
	}
	s.shift, s.record, s.ghost = played, record, nil
	s.verdict = played.Verify(record, checkpoints)
	if r.Resume {
		s.record = nil
	}
	return nil
}

// Act logs what the player does; it takes effect with the next step.
func (s *Session) Act(control, target string, value int) error {
	if s.shift == nil || s.record != nil {
		return errNothingOpen
	}
	c, ok := world.FindControl(s.shift.Controls(), control)
	if !ok {
		return fmt.Errorf("there is no control %q", control)
	}
	index, err := c.TargetIndex(target)
	if err != nil {
		return err
	}
	return s.shift.Act(c.Code, index, value)
}

// Step computes the next step and returns its frame, or nil where the shift has
// ended or is a replay.
func (s *Session) Step() []float64 {
	if s.shift == nil || s.record != nil || !s.shift.Next() {
		return nil
	}
	return s.at(s.shift.Step())
}

// Seek returns the frame of a computed step, or nil where it is not computed.
func (s *Session) Seek(step int) []float64 {
	if s.shift == nil || step < 0 || step > s.shift.Step() {
		return nil
	}
	return s.at(step)
}

// at returns a step's frame: readings, settings, extras. It is valid until the
// next call.
func (s *Session) at(step int) []float64 {
	s.frame = append(s.frame[:0], s.shift.Row(step)...)
	for _, v := range s.shift.Settings(step) {
		s.frame = append(s.frame, float64(v))
	}
	s.frame = append(s.frame, s.shift.Extra(step)...)
	return s.frame
}

// Export returns what the page shows or carries away of the open shift: feed,
// debrief, link, file, CSV, Markdown, layout of the stage, charts,
// what alert rules make of it. The forms of own services need no shift.
func (s *Session) Export(kind string, options Options) (any, error) {
	switch kind {
	case "own_fields":
		return ownform.Describe(), nil
	case "own_form":
		return s.ownForm(options)
	}
	if s.shift == nil {
		return nil, errNothingOpen
	}
	switch kind {
	case "feed":
		return s.feed(options)
	case "digest":
		return map[string]string{"digest": s.shift.Digest().String()}, nil
	case "debrief":
		return s.debrief(options)
	case "link":
		return s.link(options)
	case "file":
		notes, err := notesOf(options)
		if err != nil {
			return nil, err
		}
		data, err := s.shift.Record(notes).EncodeFile(s.shift.Checkpoints())
		return map[string]string{"base64": base64.StdEncoding.EncodeToString(data)}, err
	case "csv":
		return string(debrief.AppendCSV(nil, s.shift)), nil
	case "markdown":
		return s.markdown(options)
	case "layout":
		return s.layout(options)
	case "chart":
		return s.timeline(options)
	case "chart_layout":
		return chartLayout(options)
	case "sparkline":
		return s.sparkline(options)
	case "compare":
		return s.compare(options)
	case "policies":
		return s.policies(options)
	case "policy_chart":
		return s.policyChart(options)
	case "explain":
		return s.explain(options)
	case "explain_list":
		return s.explainList(), nil
	case "pager":
		return s.pager(options)
	case "sweep_plan":
		return s.planSweep(options)
	case "sweep_shift":
		return s.sweptShift(options)
	}
	return nil, fmt.Errorf("there is no export %q", kind)
}

// notesOf returns the notes that a record is to carry.
func notesOf(options Options) ([]replay.Note, error) {
	var o struct {
		Notes []note `json:"notes"`
	}
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return recordNotes(o.Notes), nil
}

func recordNotes(notes []note) []replay.Note {
	kept := make([]replay.Note, len(notes))
	for i, n := range notes {
		kept[i] = replay.Note{Step: n.Step, Text: n.Text}
	}
	return kept
}

// markdown tells the open shift as a postmortem does, in the texts of the page.
func (s *Session) markdown(options Options) (any, error) {
	var o struct {
		Link  string            `json:"link"`
		Texts map[string]string `json:"texts"`
		Notes []note            `json:"notes"`
	}
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("markdown: %w", err)
	}
	return debrief.Report{Shift: s.shift, Notes: recordNotes(o.Notes), Link: o.Link, Texts: o.Texts}.Markdown(), nil
}

// debriefed is a debrief with the one of the shift that nobody played.
type debriefed struct {
	*debrief.Debrief
	Nobody *debrief.Debrief `json:"nobody"`
	Ghost  *debrief.Debrief `json:"ghost"` // of the shift that was taken over
	// Runbook is what the given runbook makes of the seed.
	Runbook *debrief.Debrief `json:"runbook"`
}

func (s *Session) debrief(options Options) (any, error) {
	var o struct {
		Runbook *runbook.Runbook `json:"runbook"`
	}
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("debrief: %w", err)
	}
	if err := s.follow(o.Runbook); err != nil {
		return nil, fmt.Errorf("debrief: %w", err)
	}
	d := debriefed{Debrief: debrief.Of(s.shift), Nobody: debrief.Of(s.shift.Nobody())}
	if s.ghost != nil {
		d.Ghost = debrief.Of(s.ghost)
	}
	if played := s.followed(); played != nil {
		d.Runbook = debrief.Of(played)
	}
	return d, nil
}
