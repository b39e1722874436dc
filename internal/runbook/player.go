package runbook

import (
	"fmt"

	"oncall/internal/scenario"
	"oncall/internal/shift"
	"oncall/internal/world"
)

// Player is a runbook at work in one shift.
type Player struct {
	program *Program
	states  []state
	actions []world.Action // of the next step
	taken   int            // actions so far
}

// state is where a rule stands.
type state struct {
	stage stage
	due   int   // step of the next action, while waiting
	held  []int // steps in a row for which each condition has held
	back  []int // the same for the conditions of the way back
}

// stage is what a rule waits for.
type stage uint8

const (
	ready     stage = iota // for its conditions
	reacting               // for the delay
	acted                  // for the conditions of its way back
	returning              // for the delay of that
	spent                  // for its conditions to cease, where it repeats
)

// Start returns a player at the opening of a shift.
func (p *Program) Start() *Player {
	player := &Player{program: p, states: make([]state, len(p.rules))}
	for i, r := range p.rules {
		player.states[i].held = make([]int, len(r.when.conditions))
		player.states[i].back = make([]int, len(r.back.conditions))
	}
	player.actions = make([]world.Action, 0, ActionsMax)
	return player
}

// Restart puts the player back to the opening of another shift.
func (p *Player) Restart() {
	for i := range p.states {
		s := &p.states[i]
		s.stage, s.due = ready, 0
		clear(s.held)
		clear(s.back)
	}
	p.taken = 0
}

// Next looks at a step, the opening being step 0, and returns what the runbook
// does in the next one. Each step must be shown once, in order. The actions are
// valid until the next call. A shift has room for so many actions as a record
// has; a runbook that has used them up does nothing more.
func (p *Player) Next(step int, row, extra []float64) []world.Action {
	p.actions = p.actions[:0]
	for i := range p.states {
		p.follow(&p.program.rules[i], &p.states[i], step, row, extra)
	}
	return p.actions
}

func (p *Player) follow(r *rule, s *state, step int, row, extra []float64) {
	holds := r.when.hold(s.held, row, extra)
	if s.stage == acted && r.back.hold(s.back, row, extra) {
		s.stage, s.due = returning, step+r.back.delay
	}
	if s.stage == returning && step+1 >= s.due {
		p.take(step+1, r.back.actions)
		s.stage = spent
	}
	if s.stage == spent && r.repeat && !holds {
		s.stage = ready
	}
	if s.stage == ready && holds {
		s.stage, s.due = reacting, step+r.when.delay
	}
	if s.stage == reacting && step+1 >= s.due {
		p.take(step+1, r.when.actions)
		s.stage = spent
		if r.hasBack {
			s.stage = acted
			clear(s.back)
		}
	}
}

// hold looks at the conditions in one more step, and reports whether all of them
// have held long enough.
func (p *part) hold(held []int, row, extra []float64) bool {
	all := true
	for i := range p.conditions {
		c := &p.conditions[i]
		from := row
		if c.extra {
			from = extra
		}
		v := from[c.column]
		if c.below && v < c.threshold || !c.below && v > c.threshold {
			held[i]++
		} else {
			held[i] = 0
		}
		all = all && held[i] >= c.steps
	}
	return all
}

func (p *Player) take(step int, settings []world.Setting) {
	for _, s := range settings {
		if p.taken == takenMax {
			return
		}
		p.taken++
		p.actions = append(p.actions, world.Action{Step: step, Control: s.Control, Target: s.Target, Value: s.Value})
	}
}

// Play returns the whole shift that the program plays on its scenario. What it
// did are the shift's actions, so the shift has a link like any other.
func Play(sc *scenario.Scenario, seed uint32, opening []world.Setting, program *Program) (*shift.Shift, error) {
	s, err := shift.New(sc, seed, opening)
	if err != nil {
		return nil, err
	}
	player := program.Start()
	for !s.Ended() {
		step := s.Step()
		for _, a := range player.Next(step, s.Row(step), s.Extra(step)) {
			if err := s.Act(a.Control, a.Target, a.Value); err != nil {
				return nil, fmt.Errorf("runbook, step %d: %w", a.Step, err)
			}
		}
		s.Next()
	}
	return s, nil
}
