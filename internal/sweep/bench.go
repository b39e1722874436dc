package sweep

import (
	"oncall/internal/debrief"
	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/world"
)

// Bench is what shifts of one scenario are played on, without being kept. One
// goroutine at a time may use it.
type Bench struct {
	scenario *scenario.Scenario
	opening  []world.Setting
	lanes    []lane
	worlds   []*service.World
}

// together is how many shifts of the service world step at once.
const together = 8

// NewBench returns the bench of a scenario and an opening that a shift accepts.
func NewBench(sc *scenario.Scenario, opening []world.Setting) *Bench {
	return &Bench{scenario: sc, opening: opening}
}

// next says, after each step, what is done in the one that follows.
type next func(step int, row, extra []float64) []world.Action

// follow returns what starts the play of a log, again for each shift.
func follow(actions []world.Action) func(lane int) next {
	return func(int) next {
		left := actions
		return func(step int, _, _ []float64) []world.Action {
			n := 0
			for n < len(left) && left[n].Step == step+1 {
				n++
			}
			now := left[:n]
			left = left[n:]
			return now
		}
	}
}

// Play plays a seed to its end and returns what it adds up to. The actions are
// those that a shift accepts, in order of step.
func (b *Bench) Play(seed uint32, actions []world.Action) (tally debrief.Tally) {
	b.PlayAll(seed, 1, actions, func(_ int, t *debrief.Tally) { tally = *t })
	return tally
}

// PlayAll is Play of so many seeds from the first one on: it shows what each of
// them adds up to, in order.
func (b *Bench) PlayAll(first uint32, seeds int, actions []world.Action, show func(i int, t *debrief.Tally)) {
	b.playAll(first, seeds, follow(actions), show)
}

func (b *Bench) playAll(first uint32, seeds int, start func(lane int) next, show func(i int, t *debrief.Tally)) {
	for done := 0; done < seeds; {
		n := 1
		if b.scenario.CDN == nil {
			n = min(together, seeds-done)
		}
		b.play(first+uint32(done), n, start)
		for i := range n {
			show(done+i, &b.lanes[i].tally)
		}
		done += n
	}
}

// play plays n seeds to their end, one in each of the first n lanes.
func (b *Bench) play(first uint32, n int, start func(lane int) next) {
	for len(b.lanes) < n {
		b.lanes = append(b.lanes, newLane(b.scenario))
	}
	lanes := b.lanes[:n]
	b.worlds = b.worlds[:0]
	for i := range lanes {
		l := &lanes[i]
		l.tally, l.next = debrief.NewTally(b.scenario), start(i)
		l.world = b.scenario.NewWorld(first+uint32(i), b.opening)
		if w, ok := l.world.(*service.World); ok {
			l.service = w
			b.worlds = append(b.worlds, w)
		}
	}
	steps := b.scenario.Steps()
	var act func(step int)
	if len(b.worlds) == n {
		worlds := service.NewTogether(b.worlds)
		act = func(step int) {
			worlds.Step(func(i int) []world.Action { return lanes[i].actions(step) })
		}
	} else {
		act = func(step int) {
			for i := range lanes {
				lanes[i].world.Step(lanes[i].actions(step))
			}
		}
	}
	for step := range steps {
		for i := range lanes {
			lanes[i].look()
		}
		act(step)
	}
	for i := range lanes {
		lanes[i].look()
	}
}

// lane is one shift on the bench.
type lane struct {
	world      world.World
	service    *service.World // the same, where it is one
	next       next
	tally      debrief.Tally
	row, extra []float64
	settings   []int
}

func newLane(sc *scenario.Scenario) lane {
	settings := 0
	for _, c := range sc.Controls() {
		settings += max(1, len(c.Targets))
	}
	return lane{row: make([]float64, len(sc.Readings())), extra: make([]float64, len(sc.Extras())), settings: make([]int, settings)}
}

// look adds the step to the tally.
func (l *lane) look() {
	if l.service != nil {
		l.row, l.settings = l.service.Look()
		l.service.ExtraBeforeBoots(l.extra)
	} else {
		l.world.Row(l.row)
		l.world.Extra(l.extra)
		l.world.Settings(l.settings)
	}
	l.tally.Add(l.row, l.extra, l.settings)
}

// actions returns what is done after the step that was looked at.
func (l *lane) actions(step int) []world.Action { return l.next(step, l.row, l.extra) }
