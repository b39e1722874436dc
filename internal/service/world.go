// Package service is the service world: a load balancer before a fleet of
// instances, a cache before a database, an availability objective. Once a
// simulated minute it computes queueing delay, timeouts, cache hits, database
// load, errors and cost from textbook formulas.
//
// Every constant is a field of Params. Sources stand beside the formulas; the
// sums that could be fused into one rounding on some processors are written so
// that they are not, and a shift is the same to the last bit everywhere.
package service

import (
	"strconv"

	"oncall/internal/detmath"
	"oncall/internal/queueing"
	"oncall/internal/random"
	"oncall/internal/slo"
	"oncall/internal/world"
)

// World is a service at one minute of a shift. It implements world.World.
type World struct {
	p        Params
	controls []world.Control
	settings [controlCount]int

	minute  int
	traffic random.Source
	surge   surge
	knot    int // of the curve: the last one at or before the minute that is drawn

	fleet    fleet
	bad      float64 // share of the traffic on the bad build
	rollout  rollout
	eventful int     // the next minute that something of the scenario happens in
	warm     float64 // share of the hot set that is loaded
	rollback int     // minutes until the switch, 0 when none runs
	// switching says that the next minute opens with the switch.
	switching bool
	warmUp    int // minutes that the warm-up job still runs

	budget, cost float64
	errors       *slo.Errors
	alerts       *slo.Alerts

	drawn   float64       // requests a second of the next minute
	load    queueing.Load // in workers, held below the guard
	offered float64       // the same, not held
	blocked float64       // Erlang B of the load
	row     [ColumnCount]float64
	causes  causes
	running jobs
	events  []world.Event
}

// jobs are the minutes that rollback and warm-up still run, the shown minute
// included.
type jobs struct{ rollback, warmUp int }

// rollout is a bad build on its way over the fleet.
type rollout struct {
	done, total int // minutes; none runs where total is 0
}

// surge is a drawn profile; none where decay is 0.
type surge struct {
	onset, ramp, hold, peak, decay float64
}

// eventsMix mixes the seed for the stream of events, so that it is not the
// traffic's.
const eventsMix = 0x9E3779B9

// New returns the world at minute 0, the opening: evaluated with the mean
// traffic and no noise. The params and settings must have passed their checks.
func New(p Params, seed uint32, opening []world.Setting) *World {
	w := &World{p: p, controls: p.Controls(), traffic: random.New(seed), warm: 1, budget: p.Budget}
	for i := range w.controls {
		w.settings[i] = w.controls[i].Opening
	}
	for _, s := range opening {
		w.settings[s.Control] = s.Value
	}
	w.fleet = fleet{p: &w.p, serving: int(p.FleetServing), boots: make([]boot, 0, int(p.FleetMax)+1)}
	w.events = make([]world.Event, 0, 8+slo.RulesMax)
	if p.HasSurge {
		events := random.New(seed ^ eventsMix)
		w.surge = drawSurge(&events, p.Surge)
	}
	w.approach(w.meanTraffic(0))
	w.drawn = w.drawTraffic(1)
	w.blocked = queueing.ErlangB(w.load.Servers, w.load.Busy)
	w.answer()
	w.errors = slo.NewErrors(w.row[Error], int(p.Minutes))
	w.alerts = slo.NewAlerts(w.p.Rules, p.Objective)
	w.account(0)
	return w
}

func drawSurge(events *random.Source, s Surge) surge {
	var d surge
	d.onset = min(s.LatestMinutes, s.EarliestMinutes+events.Exponential(s.MeanMinutes))
	d.peak = events.Uniform(s.PeakLow, s.PeakHigh)
	d.ramp = events.Uniform(s.RampLowMinutes, s.RampHighMinutes)
	d.hold = events.Uniform(s.HoldLowMinutes, s.HoldHighMinutes)
	d.decay = s.DecayMinutes
	return d
}

// factor returns the multiple of the base traffic at minute t: 1 before the
// onset, a linear ramp to the peak, the peak, then an exponential way back.
func (s *surge) factor(t float64) float64 {
	if after := t - s.onset; after >= 0 && s.decay > 0 {
		return s.after(after)
	}
	return 1
}

// after is factor so many minutes after the onset.
func (s *surge) after(minutes float64) float64 {
	if minutes < s.ramp {
		return 1 + float64((s.peak-1)*(minutes/s.ramp))
	}
	if minutes < s.ramp+s.hold {
		return s.peak
	}
	return 1 + float64((s.peak-1)*detmath.Exp(-(minutes-s.ramp-s.hold)/s.decay))
}

// meanTraffic returns the expected requests a second at minute t, which is never
// before that of the last call.
func (w *World) meanTraffic(t int) float64 {
	if len(w.p.Curve) > 0 {
		return w.curveTraffic(t)
	}
	const day, quarter = 1440, 360
	phase := 2 * pi * (float64(t) + w.p.ClockMinutes - (w.p.DailyPeakMinutes - quarter)) / day
	daily := 1 + float64(w.p.DailySwing*detmath.Sin(phase))
	return w.p.BasePerSecond * daily * w.surge.factor(float64(t))
}

func (w *World) curveTraffic(t int) float64 {
	var expected float64
	expected, w.knot = CurveAt(w.p.Curve, t, w.knot)
	return expected * w.surge.factor(float64(t))
}

const pi = 3.14159265358979323846264338327950288

// drawTraffic returns the requests a second of minute t: a Poisson-like count of
// the minute, then the noise. Always two normal draws.
func (w *World) drawTraffic(t int) float64 {
	mean := float64(60 * w.meanTraffic(t))
	count := mean + float64(sqrt(mean)*w.traffic.Normal())
	noise := 1 + float64(w.p.TrafficNoise*w.traffic.Normal())
	requests := count * noise
	if !(requests > 0) {
		return 0
	}
	return requests / 60
}

// Step computes the next minute: actions, the scenario's events, boots, fleet
// control, traffic, the request's way, and what the minute leaves behind.
func (w *World) Step(actions []world.Action) []world.Event {
	if w.begin(actions) {
		w.blocked = queueing.ErlangB(w.load.Servers, w.load.Busy)
	}
	return w.end()
}

// Together is worlds that step at once. That is faster than one after the other:
// half of a minute is the series of Erlang B, and two of them can be added up at
// the same time.
type Together struct {
	worlds  []*World
	asking  []*World // those with another load than the minute before
	loads   []queueing.Load
	blocked []float64
}

// NewTogether returns worlds to step at once.
func NewTogether(worlds []*World) *Together {
	n := len(worlds)
	return &Together{worlds: worlds, asking: make([]*World, n), loads: make([]queueing.Load, n), blocked: make([]float64, n)}
}

// Step is Step of each world, with the actions that next returns for it.
func (t *Together) Step(next func(i int) []world.Action) {
	asking := 0
	for i, w := range t.worlds {
		if w.begin(next(i)) {
			t.asking[asking], t.loads[asking] = w, w.load
			asking++
		}
	}
	queueing.ErlangAll(t.loads[:asking], t.blocked)
	for i, w := range t.asking[:asking] {
		w.blocked = t.blocked[i]
	}
	for _, w := range t.worlds {
		w.end()
	}
}

// begin computes a minute up to the queue, and reports whether the queue's load is
// another one than before: a fleet that is overloaded has the same one minute by
// minute, see approach.
func (w *World) begin(actions []world.Action) bool {
	before := w.load
	w.minute++
	w.events = w.events[:0]
	if w.switching {
		w.switching = false
		w.bad, w.rollout = 0, rollout{}
		w.emit(EventRollbackDone)
	}
	if len(actions) > 0 {
		w.act(actions)
	}
	if w.minute >= w.eventful {
		w.scenarioEvents()
	}
	if w.fleet.booting > 0 && w.fleet.bootsDue(w.minute) > 0 {
		w.emit(EventBootDone)
	}
	w.fleet.control(w.minute, w.settings[FleetMin], w.settings[Autoscaler] == 1,
		float64(w.settings[TargetUtilization])/100, w.row[Utilization])
	w.approach(w.drawn)
	// The traffic of the next minute is drawn here: nothing that a player does changes
	// it, and a processor has time for it while the terms of Erlang B wait for each other.
	w.drawn = w.drawTraffic(w.minute + 1)
	return w.load != before
}

// end computes a minute from the queue's blocking probability on.
func (w *World) end() []world.Event {
	w.answer()
	w.errors.Add(w.row[Error])
	w.account(1)
	if fired, cleared := w.alerts.Update(w.errors); fired|cleared != 0 {
		w.alert(fired, cleared)
	}
	w.leaveBehind()
	return w.events
}

//go:noinline for speed, see emit
func (w *World) act(actions []world.Action) {
	for _, a := range actions {
		switch a.Control {
		case WarmUp:
			if w.warmUp == 0 {
				w.warmUp = int(w.p.WarmUpMinutes)
			}
		case Rollback:
			w.rollback = int(w.p.RollbackMinutes)
		default:
			w.settings[a.Control] = a.Value
		}
	}
}

// scenarioEvents lets happen what the scenario has for the minute, and finds the
// next minute that it must be called in.
func (w *World) scenarioEvents() {
	for _, d := range w.p.Deploys {
		if d.Minute == w.minute {
			w.rollout = rollout{total: d.RolloutMinutes}
			w.emit(EventDeploy)
		}
	}
	for _, m := range w.p.Flushes {
		if m == w.minute {
			w.warm = 0
			w.emit(EventFlush)
		}
	}
	if w.surge.decay > 0 && w.surge.onset > float64(w.minute-1) && w.surge.onset <= float64(w.minute) {
		w.events = append(w.events, world.Event{Step: w.minute, Kind: EventSurge, Hindsight: true})
	}
	if w.rollout.total > 0 {
		w.rollout.done++
		w.bad = max(w.bad, float64(w.rollout.done)/float64(w.rollout.total))
		if w.rollout.done == w.rollout.total {
			w.rollout = rollout{}
		}
	}
	w.eventful = w.nextEvent()
}

// nextEvent returns the first minute to come that something of the scenario
// happens in.
func (w *World) nextEvent() int {
	if w.rollout.total > 0 {
		return w.minute + 1
	}
	next := MinutesMax + 1
	for _, d := range w.p.Deploys {
		if d.Minute > w.minute {
			next = min(next, d.Minute)
		}
	}
	for _, m := range w.p.Flushes {
		if m > w.minute {
			next = min(next, m)
		}
	}
	if onset := int(ceil(w.surge.onset)); onset > w.minute {
		next = min(next, onset)
	}
	return next
}

// account charges the row's minute to budget and cost, and writes what it shows
// of them; the opening charges nothing.
func (w *World) account(minutes float64) {
	r := &w.row
	r[Minute] = float64(w.minute)
	r[Burn] = slo.BurnRate(r[Error], w.p.Objective)
	w.budget -= float64(minutes*r[Burn]) / (w.p.BudgetDays * 1440)
	instances := r[Serving] + r[Booting]
	if w.rollback > 0 {
		// The second fleet of a rollback is as large as the serving one.
		instances += r[Serving]
	}
	r[CostPerHour] = instances * w.p.DollarsPerInstanceHour
	w.cost += float64(minutes*r[CostPerHour]) / 60
	w.running = jobs{rollback: w.rollback, warmUp: w.warmUp}
	r[BudgetLeft], r[Cost] = w.budget, w.cost
	r[Burn5m] = slo.BurnRate(w.errors.Mean(5), w.p.Objective)
	r[Burn1h] = slo.BurnRate(w.errors.Mean(60), w.p.Objective)
}

//go:noinline for speed, see emit
func (w *World) alert(fired, cleared slo.Rules) {
	for i := range w.p.Rules {
		if fired.Has(i) {
			w.events = append(w.events, world.Event{Step: w.minute, Kind: world.AlertFired, Rule: i})
		}
		if cleared.Has(i) {
			w.events = append(w.events, world.Event{Step: w.minute, Kind: world.AlertCleared, Rule: i})
		}
	}
}

// leaveBehind moves the cache's refill, the warm-up job and the rollback's clock
// on to the next minute.
func (w *World) leaveBehind() {
	// Refill is slower while the database is saturated.
	g := 1.0
	if w.row[Database] > 1 {
		g = 1 / w.row[Database]
	}
	w.warm = 1 - float64((1-w.warm)*detmath.Exp(-g/w.p.RefillMinutes))
	if w.warmUp > 0 {
		w.warm = min(1, w.warm+w.p.WarmUpSharePerMinute)
		if w.warmUp--; w.warmUp == 0 {
			w.emit(EventWarmUpDone)
		}
	}
	if w.rollback > 0 {
		w.rollback--
		w.switching = w.rollback == 0
	}
}

// emit is kept out of its callers, which are in a hurry: the more branches a function
// has, the longer WebAssembly takes for each call and jump in it.
//
//go:noinline
func (w *World) emit(kind world.EventKind) {
	w.events = append(w.events, world.Event{Step: w.minute, Kind: kind})
}

// Controls implements world.World.
func (w *World) Controls() []world.Control { return w.controls }

// Readings implements world.World.
func (w *World) Readings() []world.Reading { return Readings() }

// Extras implements world.World.
func (w *World) Extras() []world.Reading { return w.p.Extras() }

// Extras returns what pictures need beside a row.
func (p *Params) Extras() []world.Reading {
	extras := []world.Reading{
		{Code: "rollback_left", Unit: world.Minutes},
		{Code: "warm_up_left", Unit: world.Minutes},
		{Code: "no_capacity", Unit: world.Share},
		{Code: "timeout", Unit: world.Share},
		{Code: "bad_build", Unit: world.Share},
	}
	for i := range int(p.FleetMax) {
		extras = append(extras, world.Reading{Code: "boot_" + strconv.Itoa(i), Unit: world.Minutes})
	}
	return extras
}
