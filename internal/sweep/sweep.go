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
	return p.newRunner().run(dst, first, seeds)
}

// runner is what one worker plays a plan with.
type runner struct {
	plan  *Plan
	bench *Bench
	start func(lane int) next
}

func (p *Plan) newRunner() *runner {
	r := &runner{plan: p, bench: NewBench(p.setup.Scenario, p.setup.Opening), start: follow(p.setup.Actions)}
	if p.setup.Runbook != nil {
		r.start = players(p.setup.Runbook)
	}
	return r
}

func (r *runner) run(dst []float64, first uint32, seeds int) []float64 {
	r.bench.playAll(first, seeds, r.start, func(i int, t *debrief.Tally) {
		dst = r.plan.appendFigures(dst, first+uint32(i), t)
	})
	return dst
}

// players returns what starts a runbook in a lane, with a player for each.
func players(program *runbook.Program) func(lane int) next {
	var list []*runbook.Player
	return func(lane int) next {
		if lane == len(list) {
			list = append(list, program.Start())
		}
		list[lane].Restart()
		return list[lane].Next
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
