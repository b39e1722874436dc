package session

import (
	"encoding/base64"
	"errors"
	"fmt"

	"oncall/internal/debrief"
	"oncall/internal/runbook"
	"oncall/internal/search"
	"oncall/internal/shift"
	"oncall/internal/sweep"
	"oncall/internal/world"
)

// The ways in which a sweep can play the open shift's scenario.
const (
	playYou     = "you"     // the actions of the open shift
	playNobody  = "nobody"  // the opening, left alone
	playRunbook = "runbook" // the given rules
)

var errNothingPlanned = errors.New("no sweep is planned")

// beside keeps the shift that a runbook plays beside the open one: charts and
// figures are asked for one after the other.
type beside struct {
	of    *shift.Shift
	shift *shift.Shift
}

// program checks a runbook against the open shift's scenario.
func (s *Session) program(rules *runbook.Runbook) (*runbook.Program, error) {
	if rules == nil {
		return nil, errors.New("the runbook is missing")
	}
	return runbook.Compile(rules, s.shift.Scenario())
}

// follow plays a runbook on the open shift's seed, so that they can be shown
// beside each other. Without a runbook nothing stands there.
func (s *Session) follow(rules *runbook.Runbook) error {
	s.beside = beside{of: s.shift}
	if rules == nil {
		return nil
	}
	program, err := s.program(rules)
	if err != nil {
		return err
	}
	played, err := runbook.Play(s.shift.Scenario(), s.shift.Seed(), s.shift.Opening(), program)
	if err != nil {
		return err
	}
	s.beside.shift = played
	return nil
}

// followed returns the shift that follow played, or nil.
func (s *Session) followed() *shift.Shift {
	if s.beside.of != s.shift {
		return nil
	}
	return s.beside.shift
}

// planned describes a sweep that is ready.
type planned struct {
	Columns []column `json:"columns"`
}

type column struct {
	Code string     `json:"code"`
	Unit world.Unit `json:"unit"`
}

// planSweep makes the open shift's scenario and opening ready to be played on
// other seeds.
func (s *Session) planSweep(options Options) (any, error) {
	var o struct {
		Play    string           `json:"play"`
		Runbook *runbook.Runbook `json:"runbook"`
	}
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("sweep: %w", err)
	}
	setup := sweep.Setup{Scenario: s.shift.Scenario(), Opening: s.shift.Opening()}
	switch o.Play {
	case playYou:
		setup.Actions = s.shift.Actions()
	case playNobody:
	case playRunbook:
		program, err := s.program(o.Runbook)
		if err != nil {
			return nil, fmt.Errorf("sweep: %w", err)
		}
		setup.Runbook = program
	default:
		return nil, fmt.Errorf("sweep: nobody is called %q", o.Play)
	}
	plan, err := sweep.New(setup)
	if err != nil {
		return nil, fmt.Errorf("sweep: %w", err)
	}
	s.plan = plan
	p := planned{}
	for _, c := range plan.Columns() {
		p.Columns = append(p.Columns, column{c.Code, c.Unit})
	}
	return p, nil
}

// Sweep plays the planned sweep's seeds from the first one on and returns their
// figures, seed by seed, NaN where there is none; see sweep.Plan. It returns nil
// where nothing is planned or the seeds are none that a sweep may have.
func (s *Session) Sweep(first uint32, seeds int) []float64 {
	if s.plan == nil || sweep.CheckSeeds(first, seeds) != nil {
		return nil
	}
	return s.plan.Run(nil, first, seeds)
}

// Summarize sums up figures that Sweep returned, in the order of the seeds.
func (s *Session) Summarize(figures []float64) (any, error) {
	if s.plan == nil {
		return nil, errNothingPlanned
	}
	columns := s.plan.Columns()
	if len(figures) == 0 || len(figures)%len(columns) != 0 {
		return nil, fmt.Errorf("summary: %d figures are not those of whole seeds", len(figures))
	}
	return sweep.Summarize(columns, figures), nil
}

// recorded is a shift that can be opened: as a link where it is short enough for
// one, and as a file.
type recorded struct {
	Fragment string `json:"fragment"` // "" where only the file has room for it
	Base64   string `json:"base64"`
}

func record(played *shift.Shift) (recorded, error) {
	r := played.Record(nil)
	file, err := r.EncodeFile(played.Checkpoints())
	if err != nil {
		return recorded{}, err
	}
	out := recorded{Base64: base64.StdEncoding.EncodeToString(file)}
	if fragment, err := r.Fragment(); err == nil {
		out.Fragment = "r=" + fragment
	}
	return out, nil
}

// sweptShift returns one seed of the planned sweep as a shift that can be opened.
func (s *Session) sweptShift(options Options) (any, error) {
	var o struct {
		Seed uint32 `json:"seed"`
	}
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("shift of a sweep: %w", err)
	}
	if s.plan == nil {
		return nil, errNothingPlanned
	}
	played, err := s.plan.Shift(o.Seed)
	if err != nil {
		return nil, err
	}
	return record(played)
}

// hindsight is the best play that was found for the open shift's seed.
type hindsight struct {
	recorded
	Score       float64 `json:"score"`
	Nobody      float64 `json:"nobody"` // score
	Grade       float64 `json:"grade"`  // place of the player's score between the two; see search.Grade
	Actions     int     `json:"actions"`
	Evaluations int     `json:"evaluations"` // shifts played to find it
}

// Hindsight searches for the best actions on the open shift's seed; see
// search.Hindsight. It starts from what the player did and from the runbook's
// play, if one is given. Progress is told the share of the shifts that are played,
// and stops the search by returning false.
func (s *Session) Hindsight(options Options, progress func(share float64) bool) (any, error) {
	var o struct {
		Runbook *runbook.Runbook `json:"runbook"`
	}
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("hindsight: %w", err)
	}
	if s.shift == nil {
		return nil, errNothingOpen
	}
	sc, seed, opening := s.shift.Scenario(), s.shift.Seed(), s.shift.Opening()
	starts := [][]world.Action{s.shift.Actions()}
	if o.Runbook != nil {
		if err := s.follow(o.Runbook); err != nil {
			return nil, fmt.Errorf("hindsight: %w", err)
		}
		starts = append(starts, s.followed().Actions())
	}
	evaluations := search.Evaluations(sc)
	found, err := search.Hindsight(sc, seed, opening, starts, evaluations, func(played int) bool {
		return progress(float64(played) / float64(evaluations))
	})
	if err != nil {
		return nil, fmt.Errorf("hindsight: %w", err)
	}
	played, err := shift.New(sc, seed, opening)
	if err == nil {
		err = played.Run(found.Actions, played.Steps())
	}
	if err != nil {
		return nil, fmt.Errorf("hindsight: %w", err)
	}
	out, err := record(played)
	you, nobody := debrief.Of(s.shift).Score.Total, debrief.Of(s.shift.Nobody()).Score.Total
	return hindsight{
		recorded: out, Score: found.Score, Nobody: nobody, Grade: search.Grade(you, nobody, found.Score),
		Actions: len(found.Actions), Evaluations: found.Evaluations,
	}, err
}
