// Package cdn is the CDN world: a balancer that spreads a streaming audience
// over links of different capacity. Sites are tied to operators by links; a
// viewer is a session that fetches one segment after the other for tens of
// minutes; the balancer chooses the host, and with it the link, of each session
// and can move it while it plays. The system is the one that ran a World Cup at
// 1.5 Tbit/s (A. Vasilenkov's talk on preparing a video service for hundreds of
// Gbit/s).
//
// Times between events are exponential, so counts are sufficient: the state is
// how many sessions of each class and network play over each link, and a step
// costs the same at any traffic.
//
// Two streams of random numbers, as in the service world. The traffic's gives
// what the player has no hand in: arrivals, other services' traffic, errors of
// measurement; how many numbers it gives depends on the scenario alone, so the
// same seed brings the same audience whatever is done. The sessions' gives who
// leaves, who is drawn to which link, who is refused and who gives up: that
// depends on how many sessions play where, and so on the player.
//
// Every constant is a field of Params. Sums that could be fused into one
// rounding on some processors are written so that they are not, and a shift is
// the same to the last bit everywhere.
package cdn

import (
	"math"

	"oncall/internal/random"
	"oncall/internal/world"
)

// sessionsMix mixes the seed for the stream of the sessions, so that it is not
// the traffic's.
const sessionsMix = 0x9E3779B9

// World is a CDN at one step of a shift. It implements world.World.
type World struct {
	p        Params
	controls []world.Control
	readings []world.Reading
	extras   []world.Reading
	settings []int // of each control, of each of its targets
	first    [controlCount]int

	step     int
	traffic  random.Source // arrivals, other services, errors of measurement
	choices  random.Source // what the sessions do
	links    []link
	capacity float64 // of all links [bit/s]
	routes   *Routes
	crowd
	minute minute

	keep, push  float64 // weights of the past and of the news in other services' traffic
	totals      [TotalColumns]float64
	extraTotals [TotalExtras]float64
	arrivals    int // so far
	moves       int // so far
	overSteps   int // link-steps above the overload load, so far
	recent      ring
	events      []world.Event
}

// link is one link in one step.
type link struct {
	bits     float64 // capacity [bit/s]
	big      bool
	down     bool
	sessions int
	accept   float64 // share of new sessions that it takes in this step
	dropping float64 // share of its sessions that it offers elsewhere in this step

	own         float64 // what its sessions ask for, share of the capacity
	other       float64 // other services' traffic, share of the capacity
	load        float64 // all that is offered, share of the capacity
	loss        float64
	rebuffering float64

	measurement
	policy
}

// New returns the world at step 0, the opening: the sessions of the start are
// spread by the weights, nothing is drawn, and the measurements are true. The
// params and settings must have passed their checks.
func New(p Params, seed uint32, opening []world.Setting) *World {
	w := &World{
		p: p, controls: p.Controls(), readings: p.Readings(), extras: p.Extras(),
		traffic: random.New(seed), choices: random.New(seed ^ sessionsMix),
		links: make([]link, len(p.Links)), routes: NewRoutes(p.Networks),
		events: make([]world.Event, 0, len(p.Links)+len(p.Notices)+len(p.Outages)),
	}
	for _, c := range w.controls {
		w.first[c.Code] = len(w.settings)
		for range max(1, len(c.Targets)) {
			w.settings = append(w.settings, c.Opening)
		}
	}
	for _, s := range opening {
		w.settings[w.first[s.Control]+s.Target] = s.Value
	}
	for i, l := range p.Links {
		w.links[i] = link{bits: l.CapacityBits, big: l.CapacityBits >= p.BigLinkBits, other: p.OtherShare}
		w.capacity += l.CapacityBits
	}
	w.keep = memory(p.OtherSeconds)
	w.push = sqrt(1 - float64(w.keep*w.keep))
	w.recent = newRing(amplitudeSteps, len(w.links))
	w.newCrowd()
	w.newMeasurements()
	w.applyWeights()
	w.open()
	w.evaluate()
	w.openMeasurements()
	for l := range w.links {
		w.openPolicy(&w.links[l])
	}
	w.account()
	return w
}

// setting returns the value of a control, of one of its targets.
func (w *World) setting(control, target int) int { return w.settings[w.first[control]+target] }

// Step computes the next step: the scenario's events and the player's actions,
// departures, moves off links that are down, drops, arrivals, placement, then
// loads, quality, measurements and controllers.
func (w *World) Step(actions []world.Action) []world.Event {
	w.step++
	w.events = w.events[:0]
	w.totals = [TotalColumns]float64{}
	w.scenarioEvents()
	for _, a := range actions {
		w.act(a)
	}
	w.openDoors()
	w.depart()
	w.evacuate()
	w.dropSessions()
	w.arrive()
	w.driftOthers()
	w.evaluate()
	w.measure()
	w.account()
	return w.events
}

// now returns the middle of the step [min after the start]: what begins at a
// minute acts from the step on that begins then.
func (w *World) now() float64 { return (float64(w.step) - 0.5) / stepsPerMinute }

// within reports whether the step lies between two times [min].
func (w *World) within(from, to float64) bool {
	now := w.now()
	return from <= now && now < to
}

// begins reports whether a time [min] lies in the step, and the one before had
// not come to it.
func (w *World) begins(at float64) bool {
	now := w.now()
	return at <= now && now-1.0/stepsPerMinute < at
}

func (w *World) scenarioEvents() {
	for l := range w.links {
		down := false
		for _, o := range w.p.Outages {
			down = down || o.Link == l && w.within(o.Minute, o.Minute+o.Minutes)
		}
		link := &w.links[l]
		if down != link.down {
			kind := EventLinkUp
			if down {
				kind = EventLinkDown
			}
			w.events = append(w.events, world.Event{Step: w.step, Kind: kind, Target: l})
		}
		link.down = down
	}
	for _, n := range w.p.Notices {
		if w.begins(n.Minute) {
			w.events = append(w.events, world.Event{Step: w.step, Kind: n.Kind})
		}
	}
}

func (w *World) act(a world.Action) {
	at := &w.settings[w.first[a.Control]+a.Target]
	changed := *at != a.Value
	*at = a.Value
	if !changed {
		return
	}
	switch a.Control {
	case ControlWeight:
		w.applyWeights()
	case ControlMetric:
		w.changeMetric()
	case ControlPolicy:
		for l := range w.links {
			w.links[l].pid = pid{}
		}
	}
}

// Controls implements world.World.
func (w *World) Controls() []world.Control { return w.controls }

// Routes returns the tree by which the networks of addresses are found. It is
// for reading only.
func (w *World) Routes() *Routes { return w.routes }

// sqrt is an instruction of every processor with one rounding, and so safe where
// most functions of math are not.
func sqrt(x float64) float64 { return math.Sqrt(x) }

// floor is exact everywhere.
func floor(x float64) float64 { return math.Floor(x) }

func clamp01(x float64) float64 { return min(1, max(0, x)) }
