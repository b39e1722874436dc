// Package sweep plays one way of working a shift, a log of actions or a runbook,
// on many seeds, and says what came of it: figures of each seed and of all of
// them. It keeps no step of a shift, and its figures are those of the debrief of
// a single one to the last bit.
package sweep

import (
	"errors"
	"fmt"
	"math"

	"oncall/internal/debrief"
	"oncall/internal/runbook"
	"oncall/internal/scenario"
	"oncall/internal/shift"
	"oncall/internal/world"
)

// SeedsMax is how many seeds one sweep may have.
const SeedsMax = 100_000

// Setup is what is played: Actions, or Runbook, or neither, by nobody.
type Setup struct {
	Scenario *scenario.Scenario
	Opening  []world.Setting
	Actions  []world.Action // in order of step
	Runbook  *runbook.Program
}

// Plan is a Setup that has been checked. It does not change, and may be run by
// many at once, each on seeds of its own.
type Plan struct {
	setup   Setup
	columns []Column
}

// New checks a setup. The error says what of it cannot be played.
func New(setup Setup) (*Plan, error) {
	if len(setup.Actions) > 0 && setup.Runbook != nil {
		return nil, errors.New("either actions or a runbook can be played, and both are given")
	}
	// One shift is played as a player's would be, which refuses what they would be.
	s, err := shift.New(setup.Scenario, 0, setup.Opening)
	if err != nil {
		return nil, err
	}
	if err := s.Run(setup.Actions, s.Steps()); err != nil {
		return nil, err
	}
	setup.Opening = s.Opening()
	return &Plan{setup: setup, columns: columns(setup.Scenario.World)}, nil
}

// Shift returns the whole shift of one seed: the one that Run sums up.
func (p *Plan) Shift(seed uint32) (*shift.Shift, error) {
	if p.setup.Runbook != nil {
		return runbook.Play(p.setup.Scenario, seed, p.setup.Opening, p.setup.Runbook)
	}
	s, err := shift.New(p.setup.Scenario, seed, p.setup.Opening)
	if err != nil {
		return nil, err
	}
	return s, s.Run(p.setup.Actions, s.Steps())
}

// Columns describes the figures of a seed, in the order in which Run appends
// them.
func (p *Plan) Columns() []Column { return p.columns }

// Run appends the figures of so many seeds from the first one on, seed by seed:
// len(Columns()) numbers each. What does not exist, such as a recovery without
// damage, is NaN.
func (p *Plan) Run(dst []float64, first uint32, seeds int) []float64 {
	bench := NewBench(p.setup.Scenario, p.setup.Opening)
	var player *runbook.Player
	if p.setup.Runbook != nil {
		player = p.setup.Runbook.Start()
	}
	for i := range uint32(seeds) {
		seed := first + i
		var tally debrief.Tally
		if player != nil {
			player.Restart()
			tally = bench.run(seed, player.Next)
		} else {
			tally = bench.Play(seed, p.setup.Actions)
		}
		dst = p.appendFigures(dst, seed, &tally)
	}
	return dst
}

// Bench is what shifts of one scenario are played on, one after the other and
// without being kept. One goroutine at a time may use it.
type Bench struct {
	scenario   *scenario.Scenario
	opening    []world.Setting
	row, extra []float64
	settings   []int
}

// NewBench returns the bench of a scenario and an opening that a shift accepts.
func NewBench(sc *scenario.Scenario, opening []world.Setting) *Bench {
	settings := 0
	for _, c := range sc.Controls() {
		settings += max(1, len(c.Targets))
	}
	return &Bench{
		scenario: sc, opening: opening, settings: make([]int, settings),
		row: make([]float64, len(sc.Readings())), extra: make([]float64, len(sc.Extras())),
	}
}

// Play plays a seed to its end and returns what it adds up to. The actions are
// those that a shift accepts, in order of step.
func (b *Bench) Play(seed uint32, actions []world.Action) debrief.Tally {
	return b.run(seed, func(step int, _, _ []float64) []world.Action {
		n := 0
		for n < len(actions) && actions[n].Step == step+1 {
			n++
		}
		now := actions[:n]
		actions = actions[n:]
		return now
	})
}

// run plays a seed, with next saying after each step what is done in the one
// that follows.
func (b *Bench) run(seed uint32, next func(step int, row, extra []float64) []world.Action) debrief.Tally {
	w := b.scenario.NewWorld(seed, b.opening)
	tally := debrief.NewTally(b.scenario)
	for step := 0; ; step++ {
		w.Row(b.row)
		w.Extra(b.extra)
		w.Settings(b.settings)
		tally.Add(b.row, b.extra, b.settings)
		if step == b.scenario.Steps() {
			return tally
		}
		w.Step(next(step, b.row, b.extra))
	}
}

// Column describes a figure of a seed.
type Column struct {
	Code string
	Unit world.Unit
}

// The columns that every world has: Seed and Score first, Kept last.
const (
	Seed  = "seed"
	Score = "score"
	Kept  = "kept" // 1 where no more than the allowance was spent, or no more harm done
)

func columns(worldID string) []Column {
	list := []Column{{Seed, world.Number}, {Score, world.Number}}
	for _, part := range debrief.Parts(worldID) {
		list = append(list, Column{Score + "_" + part.ID, world.Number})
	}
	if worldID == scenario.WorldCDN {
		list = append(list,
			Column{"harm", world.Share}, Column{"rebuffering", world.Share}, Column{"given_up", world.Number},
			Column{"moves", world.Number}, Column{"mean_wait_seconds", world.Seconds}, Column{"amplitude_points", world.Percent},
			Column{"over_minutes", world.Minutes})
	} else {
		list = append(list,
			Column{"spent", world.Share}, Column{"cost", world.Dollars},
			Column{"damage_minute", world.Minutes}, Column{"minutes_to_recovery", world.Minutes})
	}
	return append(list, Column{Kept, world.Flag})
}

func (p *Plan) appendFigures(dst []float64, seed uint32, t *debrief.Tally) []float64 {
	parts, total := t.Points()
	dst = append(dst, float64(seed), total)
	dst = append(dst, parts[:]...)
	spent := 0.0
	if p.setup.Scenario.CDN != nil {
		d := t.CDN()
		dst = append(dst, d.Harm, d.Rebuffering, d.GivenUp, d.Moves, d.MeanWaitSeconds, d.AmplitudePoints, d.OverMinutes)
		spent = d.Harm
	} else {
		spent = t.Spent()
		damage, recovery := math.NaN(), math.NaN()
		if t.Damage() >= 0 {
			damage = float64(t.Damage())
		}
		if t.Recovery() >= 0 {
			recovery = float64(t.Recovery() - t.Damage())
		}
		dst = append(dst, spent, t.Cost(), damage, recovery)
	}
	kept := 0.0
	if spent <= p.setup.Scenario.Score.Allowance {
		kept = 1
	}
	return append(dst, kept)
}

// CheckSeeds reports whether a sweep may have so many seeds from the first on.
func CheckSeeds(first uint32, seeds int) error {
	if seeds < 1 || seeds > SeedsMax {
		return fmt.Errorf("a sweep has 1 to %d seeds, and this one has %d", SeedsMax, seeds)
	}
	if uint64(first)+uint64(seeds)-1 > math.MaxUint32 {
		return fmt.Errorf("seeds go to %d", uint32(math.MaxUint32))
	}
	return nil
}
