// Package search looks for the best actions in hindsight: for the play of one
// seed that nobody could have found without knowing it, and for the setting that
// does best when it is made at the start and left alone. Both are bounded by a
// number of shifts to play, not by time, and come out the same everywhere.
package search

import (
	"slices"

	"oncall/internal/debrief"
	"oncall/internal/random"
	"oncall/internal/scenario"
	"oncall/internal/shift"
	"oncall/internal/sweep"
	"oncall/internal/world"
)

// Budgets that make a good play a matter of seconds: a shift of the CDN world
// takes a hundred times as long as one of the service world.
const (
	EvaluationsService = 2000
	EvaluationsCDN     = 400
)

// Evaluations returns the usual budget of a scenario's search [shifts].
func Evaluations(sc *scenario.Scenario) int {
	if sc.CDN != nil {
		return EvaluationsCDN
	}
	return EvaluationsService
}

// actionsMax is how many actions a play may have: what a person can follow.
const actionsMax = 40

// Result is a play that was found.
type Result struct {
	Actions     []world.Action // in order of step: what a record holds
	Score       float64
	Evaluations int // shifts that were played
}

// Hindsight searches for the best play of one seed, and plays so many shifts for
// it. The result is not worse than any of the starts, which are logs that a
// shift of the scenario accepts; nobody's play is always one of them. The opening
// is part of what is given, and what is searched for comes after it. Progress, if
// given, is told how many shifts have been played; the search ends early where
// it returns false.
//
// The method is a hill climb by small random changes of the log (H. H. Hoos,
// T. Stützle, Stochastic Local Search, Elsevier 2005, ch. 2): an action is put
// in, taken out, moved in time or set to another value, and what is no worse is
// kept. Its randomness comes from the seed of the shift.
func Hindsight(sc *scenario.Scenario, seed uint32, opening []world.Setting, starts [][]world.Action, evaluations int, progress func(played int) bool) (Result, error) {
	s, err := shift.New(sc, seed, opening)
	if err == nil {
		err = s.Run(nil, s.Steps())
	}
	if err != nil {
		return Result{}, err
	}
	c := &climb{
		bench: sweep.NewBench(sc, s.Opening()), scenario: sc, seed: seed, left: max(1+len(starts), evaluations), progress: progress,
		mutator: newMutator(s),
	}
	best, safe := c.start(starts)
	if best = c.climb(best, safe.score); best.score < safe.score {
		best = safe
	}
	return Result{Actions: best.actions, Score: best.score, Evaluations: c.played}, nil
}

// play is a log and what it is worth.
type play struct {
	actions   []world.Action
	score     float64
	objective float64
}

// better orders plays; of two that are worth the same, the shorter one is better.
func (p *play) better(than *play) bool {
	if p.objective != than.objective {
		return p.objective > than.objective
	}
	return len(p.actions) < len(than.actions)
}

// climb is a search on its way.
type climb struct {
	bench    *sweep.Bench
	scenario *scenario.Scenario
	seed     uint32
	mutator  *mutator
	left     int // shifts that may still be played
	played   int
	progress func(int) bool
}

// evaluate plays a log.
func (c *climb) evaluate(actions []world.Action) play {
	tally := c.bench.Play(c.seed, actions)
	c.left--
	c.played++
	if c.progress != nil && !c.progress(c.played) {
		c.left = 0
	}
	_, score := tally.Points()
	return play{actions: actions, score: score, objective: score - penalty(c.scenario, &tally)}
}

// penalty tells plays apart that have spent more than the allowance, for which
// the score gives nothing any more: so that the search sees where less is spent.
func penalty(sc *scenario.Scenario, t *debrief.Tally) float64 {
	spent := t.Spent()
	if sc.CDN != nil {
		spent = t.CDN().Harm
	}
	return float64(0.5 * min(10, max(0, spent/sc.Score.Allowance-1)))
}

// start plays what is given, and nobody's play. It returns where to climb from,
// and the one with the highest score, which need not be the same where the
// allowance is spent.
func (c *climb) start(starts [][]world.Action) (best, safe play) {
	best = c.evaluate(nil)
	safe = best
	for _, actions := range starts {
		p := c.evaluate(slices.Clone(actions))
		if p.better(&best) {
			best = p
		}
		if p.score > safe.score {
			safe = p
		}
	}
	return best, safe
}

// pruneShare is the part of the budget that is kept for taking out what is worth
// nothing, and pruneWorth what an action must be worth to stay [points].
const (
	pruneShare = 20
	pruneWorth = 0.02
)

// perfect is a score that leaves nothing to look for.
const perfect = 100 - 1e-9

// climb changes the best play until the budget is used up, then takes out what is
// worth nothing, but does not go below the floor for that.
func (c *climb) climb(best play, floor float64) play {
	reserve := c.left / pruneShare
	for c.left > reserve && best.score < perfect {
		actions := c.mutator.change(best.actions)
		if actions == nil {
			continue
		}
		if p := c.evaluate(actions); !best.better(&p) {
			best = p
		}
	}
	for i := len(best.actions) - 1; i >= 0 && c.left > 0; i-- {
		p := c.evaluate(slices.Delete(slices.Clone(best.actions), i, i+1))
		if p.score >= floor && p.objective >= best.objective-pruneWorth {
			best = p
		}
	}
	return best
}

// mutator makes small changes of a log.
type mutator struct {
	random   random.Source
	controls []world.Control
	opening  []int // values of each control, of each of its targets
	first    []int // place of each control's first value
	steps    int
	scale    int   // steps that a person would call a moment
	moments  []int // steps in which something happened
}

// mutation is the seed of the search in a shift's seed.
const mutation = 0x51ED270B

func newMutator(s *shift.Shift) *mutator {
	m := &mutator{random: random.New(s.Seed() ^ mutation), controls: s.Controls(), steps: s.Steps(), scale: max(1, 60/s.Scenario().StepSeconds())}
	m.opening = slices.Clone(s.Settings(0))
	at := 0
	for _, c := range m.controls {
		m.first = append(m.first, at)
		at += max(1, len(c.Targets))
	}
	m.moments = []int{1}
	for _, e := range s.Events() {
		m.moments = append(m.moments, e.Step)
	}
	return m
}

// below returns a whole number from 0 to n-1.
func (m *mutator) below(n int) int { return int(float64(m.random.Next() * float64(n))) }

// jump returns a distance in units, either way: 1, 2, 4, 8 or 16 of them.
func (m *mutator) jump(unit int) int {
	d := unit << m.below(5)
	if m.below(2) == 0 {
		return -d
	}
	return d
}

// change returns a changed copy of a log, or nil where the change does not fit.
func (m *mutator) change(actions []world.Action) []world.Action {
	kind := m.below(8)
	if len(actions) == 0 {
		kind = m.below(3)
	}
	if kind < 3 {
		if len(actions)+2 > actionsMax {
			return nil
		}
		return m.insert(actions, kind == 0)
	}
	actions = slices.Clone(actions)
	i := m.below(len(actions))
	switch kind {
	case 3:
		return slices.Delete(actions, i, i+1)
	case 4, 5:
		unit := 1
		if m.below(3) == 0 {
			unit = m.scale
		}
		actions[i].Step = min(m.steps, max(1, actions[i].Step+m.jump(unit)))
		return ordered(actions)
	default:
		v := m.value(m.controls[actions[i].Control], actions[i].Value)
		if v == actions[i].Value {
			return nil
		}
		actions[i].Value = v
		return actions
	}
}

// insert puts an action into a log, and with both set another one later that
// takes it back.
func (m *mutator) insert(actions []world.Action, alone bool) []world.Action {
	c := m.controls[m.below(len(m.controls))]
	a := world.Action{Control: c.Code, Target: m.below(max(1, len(c.Targets))), Value: c.Max}
	a.Step = m.step(actions)
	before := m.at(actions, a)
	if c.Kind != world.Button {
		if a.Value = m.value(c, before); a.Value == before {
			return nil
		}
	}
	actions = append(slices.Clone(actions), a)
	if !alone && c.Kind != world.Button {
		a.Step += m.scale * (1 + m.below(1<<(1+m.below(6))))
		a.Value = before
		if a.Step <= m.steps {
			actions = append(actions, a)
		}
	}
	return ordered(actions)
}

// step returns a step to act in: near something that happens or is done, or
// anywhere.
func (m *mutator) step(actions []world.Action) int {
	step := 1 + m.below(m.steps)
	if kind := m.below(3); kind == 0 && len(actions) > 0 {
		step = actions[m.below(len(actions))].Step
	} else if kind == 1 {
		step = m.moments[m.below(len(m.moments))] + m.scale*(m.below(9)-4)
	}
	return min(m.steps, max(1, step))
}

// at returns the value that an action's control has before it.
func (m *mutator) at(actions []world.Action, a world.Action) int {
	v := m.opening[m.first[a.Control]+a.Target]
	for _, b := range actions {
		if b.Step <= a.Step && b.Control == a.Control && b.Target == a.Target {
			v = b.Value
		}
	}
	return v
}

// value returns another value of a control: near the one that it has, or any.
func (m *mutator) value(c world.Control, v int) int {
	grid := (c.Max-c.Min)/c.Step + 1
	if grid == 2 {
		return c.Min + c.Max - v
	}
	if c.Kind == world.Slider && m.below(3) > 0 {
		return min(c.Min+(grid-1)*c.Step, max(c.Min, v+m.jump(c.Step)))
	}
	return c.Min + m.below(grid)*c.Step
}

// ordered sorts a log by step, keeping the order within a step.
func ordered(actions []world.Action) []world.Action {
	slices.SortStableFunc(actions, func(a, b world.Action) int { return a.Step - b.Step })
	return actions
}

// Grade returns where a score stands between nobody's and hindsight's: 0 to 1.
// Where hindsight finds nothing to gain, whoever is no worse than nobody has all
// of it.
func Grade(you, nobody, hindsight float64) float64 {
	if hindsight <= nobody {
		if you >= nobody {
			return 1
		}
		return 0
	}
	return min(1, max(0, (you-nobody)/(hindsight-nobody)))
}
