// Package shift is one shift being played: a world and the log of what the
// player did. It keeps every step's readings, for charts and seeking, and there
// is no second source of truth: the log makes the shift, and makes it again.
package shift

import (
	"fmt"

	"oncall/internal/replay"
	"oncall/internal/scenario"
	"oncall/internal/world"
)

// Shift is a shift that has been computed up to some step.
type Shift struct {
	scenario *scenario.Scenario
	seed     uint32
	opening  []world.Setting
	actions  []world.Action
	applied  int // actions that steps have taken

	world    world.World
	controls []world.Control
	width    frame

	rows     []float64 // row by row
	settings []int
	extras   []float64
	events   []world.Event

	digest      replay.Digest
	checkpoints []replay.Checkpoint
}

// frame has the numbers that one step takes in each slab.
type frame struct{ row, settings, extras int }

// New returns the shift at step 0. The opening says where it differs from the
// scenario's; the error says what of it no control can have.
func New(sc *scenario.Scenario, seed uint32, opening []world.Setting) (*Shift, error) {
	opening, err := normalize(opening, sc.Controls())
	if err != nil {
		return nil, err
	}
	s := &Shift{scenario: sc, seed: seed, opening: opening, digest: replay.NewDigest()}
	s.world = sc.NewWorld(seed, opening)
	s.controls = s.world.Controls()
	settings := 0
	for _, c := range s.controls {
		settings += max(1, len(c.Targets))
	}
	s.width = frame{row: len(s.world.Readings()), settings: settings, extras: len(s.world.Extras())}
	steps := sc.Steps() + 1
	s.rows = make([]float64, 0, steps*s.width.row)
	s.settings = make([]int, 0, steps*s.width.settings)
	s.extras = make([]float64, 0, steps*s.width.extras)
	s.keep(nil)
	return s, nil
}

// keep copies the world's step into the slabs, which have room for all of them.
func (s *Shift) keep(events []world.Event) {
	s.rows = s.rows[:len(s.rows)+s.width.row]
	s.settings = s.settings[:len(s.settings)+s.width.settings]
	s.extras = s.extras[:len(s.extras)+s.width.extras]
	step := s.Step()
	s.world.Row(s.Row(step))
	s.world.Settings(s.Settings(step))
	s.world.Extra(s.Extra(step))
	s.events = append(s.events, events...)
	if err := s.digest.AddRow(s.Row(step)); err != nil {
		panic(fmt.Sprintf("shift: step %d: %v", step, err)) // the model's invariant: no reading is NaN
	}
	if step%replay.CheckpointEvery == 0 {
		s.checkpoints = append(s.checkpoints, replay.Checkpoint{Step: step, Digest: s.digest})
	}
}

// Act logs something that the player does. It takes effect with the next step.
// The error says why it cannot be done.
func (s *Shift) Act(control, target, value int) error {
	if s.Ended() {
		return fmt.Errorf("the shift has ended")
	}
	if len(s.actions) >= replay.ActionsMax {
		return fmt.Errorf("a shift has room for %d actions", replay.ActionsMax)
	}
	a := world.Action{Step: s.Step() + 1, Control: control, Target: target, Value: value}
	if err := world.Check(s.controls, world.Setting{Control: control, Target: target, Value: value}); err != nil {
		return err
	}
	s.actions = append(s.actions, a)
	return nil
}

// Next computes the next step with the actions logged for it, and reports
// whether there was one.
func (s *Shift) Next() bool {
	if s.Ended() {
		return false
	}
	s.keep(s.world.Step(s.actions[s.applied:]))
	s.applied = len(s.actions)
	return true
}

// Run plays logged actions to the given step. The actions must be in order of
// step; those past it are refused, as is whatever Act refuses.
func (s *Shift) Run(actions []world.Action, steps int) error {
	if steps > s.Steps() {
		return fmt.Errorf("the shift has %d steps, and %d are asked for", s.Steps(), steps)
	}
	for i, a := range actions {
		if a.Step <= s.Step() || a.Step > steps {
			return fmt.Errorf("action %d: step %d is out of order or past the end", i+1, a.Step)
		}
		for s.Step() < a.Step-1 {
			s.Next()
		}
		if err := s.Act(a.Control, a.Target, a.Value); err != nil {
			return fmt.Errorf("action %d, step %d: %w", i+1, a.Step, err)
		}
	}
	for s.Step() < steps {
		s.Next()
	}
	return nil
}

// TakeOver returns a new shift with the same past up to the given step, for
// somebody else to go on with.
func (s *Shift) TakeOver(step int) (*Shift, error) {
	if step < 0 || step > s.Step() {
		return nil, fmt.Errorf("there is no step %d to take over from", step)
	}
	n := 0
	for n < len(s.actions) && s.actions[n].Step <= step {
		n++
	}
	taken, err := New(s.scenario, s.seed, s.opening)
	if err != nil {
		return nil, err
	}
	return taken, taken.Run(s.actions[:n], step)
}

// Nobody returns the whole shift of the same scenario and seed that nobody
// plays.
func (s *Shift) Nobody() *Shift {
	n, err := New(s.scenario, s.seed, nil)
	if err == nil {
		err = n.Run(nil, s.Step())
	}
	if err != nil {
		panic(fmt.Sprintf("shift: %v", err)) // nothing is there that could be refused
	}
	return n
}

// Scenario returns what is played.
func (s *Shift) Scenario() *scenario.Scenario { return s.scenario }

// Seed returns the seed of the shift's randomness.
func (s *Shift) Seed() uint32 { return s.seed }

// Controls describes the controls, with the scenario's opening values.
func (s *Shift) Controls() []world.Control { return s.controls }

// Readings describes the columns of a row.
func (s *Shift) Readings() []world.Reading { return s.world.Readings() }

// Extras describes the extras of a step.
func (s *Shift) Extras() []world.Reading { return s.world.Extras() }

// Opening returns where the opening differs from the scenario's.
func (s *Shift) Opening() []world.Setting { return s.opening }

// Actions returns what the player did, in order.
func (s *Shift) Actions() []world.Action { return s.actions }

// Events returns what happened, in order of step.
func (s *Shift) Events() []world.Event { return s.events }

// Steps returns the shift's length; step 0 is the opening.
func (s *Shift) Steps() int { return s.scenario.Steps() }

// Step returns the last step that has been computed.
func (s *Shift) Step() int { return len(s.rows)/s.width.row - 1 }

// Ended reports whether the last step has been computed.
func (s *Shift) Ended() bool { return s.Step() == s.Steps() }

// Row returns the readings of a computed step. It is a view: do not write.
func (s *Shift) Row(step int) []float64 {
	return s.rows[step*s.width.row : (step+1)*s.width.row]
}

// Rows returns all computed rows, one after the other: a view, do not write.
func (s *Shift) Rows() []float64 { return s.rows }

// ExtraRows returns the extras of all computed steps, one step after the other: a
// view, do not write.
func (s *Shift) ExtraRows() []float64 { return s.extras }

// Settings returns the controls' values in a computed step: a view.
func (s *Shift) Settings(step int) []int {
	return s.settings[step*s.width.settings : (step+1)*s.width.settings]
}

// Extra returns the extras of a computed step: a view.
func (s *Shift) Extra(step int) []float64 {
	return s.extras[step*s.width.extras : (step+1)*s.width.extras]
}

// Digest returns the digest of all computed rows.
func (s *Shift) Digest() replay.Digest { return s.digest }

// Record returns the record of the shift as far as it was played. Actions that
// no step has taken yet are left out.
func (s *Shift) Record(notes []replay.Note) *replay.Record {
	r := replay.NewRecord(s.scenario)
	r.Seed = s.seed
	r.Opening = s.opening
	r.Actions = s.actions[:s.applied]
	r.Notes = notes
	r.Steps = s.Step()
	r.Digest = s.digest
	return r
}

// Checkpoints returns the digest so far every replay.CheckpointEvery steps.
func (s *Shift) Checkpoints() []replay.Checkpoint { return s.checkpoints }
