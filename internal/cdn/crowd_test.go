package cdn

import (
	"math"
	"testing"

	"oncall/internal/world"

	"pgregory.net/rapid"
)

// busy is a small world in which everything happens: two classes that hand
// leavers to each other, players that cannot move, outages, IPv6.
func busy(t *rapid.T) Params {
	p := Defaults()
	p.Minutes = 30
	p.Movable = rapid.SampledFrom([]float64{0, 0.4, 1}).Draw(t, "movable")
	p.Sites = []string{"x", "y"}
	for i := range rapid.IntRange(1, 5).Draw(t, "links") {
		p.Links = append(p.Links, Link{numbered("l", i), i % 2, rapid.Float64Range(1e8, 1e12).Draw(t, "capacity")})
	}
	for i, text := range []string{"0.0.0.0/0", "10.0.0.0/8", "2001:db8::/32"} {
		n := Network{Prefix: prefix(text)}
		for l := range p.Links {
			if l == i%len(p.Links) || rapid.Bool().Draw(t, "reached") {
				n.Links = append(n.Links, Weight{l, rapid.Float64Range(0.1, 10).Draw(t, "weight")})
			}
		}
		p.Networks = append(p.Networks, n)
	}
	class := func(id string, to int) Class {
		return Class{
			ID: id, DemandBits: rapid.Float64Range(0, 1e12).Draw(t, "demand"), MeanSeconds: rapid.Float64Range(60, 1e4).Draw(t, "mean"),
			Start: rapid.Float64Range(0, 1).Draw(t, "start"), Shares: []float64{0.5, 0.3, 0.2},
			Arrivals: []Arrival{
				{Kind: ArriveSteadily, Share: 1, FromMinutes: 2, ToMinutes: 30},
				{Kind: ArriveEvenly, Share: 0.5, FromMinutes: 5, ToMinutes: 7},
				{Kind: ArriveAround, Share: 0.5, AroundMinutes: 12, SpreadSeconds: 60},
			},
			Leavings: []Leaving{
				{FromMinutes: 8, ToMinutes: 9.5, Share: 0.9, To: to, ToShare: rapid.Float64Range(0, 1).Draw(t, "to")},
				{FromMinutes: 20, ToMinutes: 30, MeanSeconds: 60, To: -1},
			},
		}
	}
	p.Classes = []Class{class("one", 1), class("two", 0)}
	p.Outages = []Outage{{Link: 0, Minute: 4, Minutes: 3}}
	p.Notices = []Notice{{Minute: 5, Kind: EventConcert}}
	return p
}

func drawAction(t *rapid.T, w *World) world.Action {
	c := rapid.SampledFrom(w.controls).Draw(t, "control")
	target := rapid.IntRange(0, max(1, len(c.Targets))-1).Draw(t, "target")
	return set(w, c.Code, target, rapid.IntRange(c.Min, c.Max).Draw(t, "value"))
}

// Whatever is done: who came is playing, waiting, gone or has given up; no count
// is below 0; nobody plays over a link that is down; every reading is a number
// in its range.
func TestSessionsAreConserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := busy(t)
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		w := New(p, rapid.Uint32().Draw(t, "seed"), nil)
		row, extra := make([]float64, len(w.readings)), make([]float64, len(w.extras))
		for w.step < p.Steps() {
			var actions []world.Action
			if rapid.IntRange(0, 3).Draw(t, "act") == 0 {
				actions = append(actions, drawAction(t, w))
			}
			w.Step(actions)
			playing, waiting := 0, 0
			for _, n := range append(w.playing[:len(w.playing):len(w.playing)], w.waiting...) {
				if n < 0 {
					t.Fatalf("step %d: a count of %d", w.step, n)
				}
			}
			for _, n := range w.playing {
				playing += n
			}
			for _, n := range w.waiting {
				waiting += n
			}
			if w.entered != playing+waiting+w.left+w.gaveUp {
				t.Fatalf("step %d: %d came; %d play, %d wait, %d left, %d gave up", w.step, w.entered, playing, waiting, w.left, w.gaveUp)
			}
			w.Row(row)
			w.Extra(extra)
			checkRow(t, w, row, playing, waiting)
			for i, v := range extra {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Fatalf("step %d: %s = %v", w.step, w.extras[i].Code, v)
				}
			}
		}
	})
}

func checkRow(t *rapid.T, w *World, row []float64, playing, waiting int) {
	for i, v := range row {
		if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
			t.Fatalf("step %d: %s = %v", w.step, w.readings[i].Code, v)
		}
	}
	sessions := 0.0
	for l := range w.links {
		sessions += row[Column(l, LinkSessions)]
		if row[Column(l, LinkSlowdown)] > 1 || row[Column(l, LinkDrop)] > 1 {
			t.Fatalf("step %d, link %d: slowdown %v, drop %v", w.step, l, row[Column(l, LinkSlowdown)], row[Column(l, LinkDrop)])
		}
		if w.links[l].down && (row[Column(l, LinkSessions)] > 0 || row[Column(l, LinkLoad)] > 0) {
			t.Fatalf("step %d: %v sessions on a link that is down", w.step, row[Column(l, LinkSessions)])
		}
	}
	total := func(i int) float64 { return row[TotalColumn(len(w.links), i)] }
	if sessions != float64(playing) || total(TotalSessions) != sessions || total(TotalRefused) != float64(waiting) || total(TotalRebuffering) > 1 {
		t.Fatalf("step %d: totals %v; %d play, %d wait", w.step, row[TotalColumn(len(w.links), 0):], playing, waiting)
	}
}

// The same audience comes whatever the player does.
func TestActionsDoNotChangeTheTraffic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := busy(t)
		seed := rapid.Uint32().Draw(t, "seed")
		left, played := New(p, seed, nil), New(p, seed, nil)
		for range p.Steps() {
			left.Step(nil)
			played.Step([]world.Action{drawAction(t, played)})
			if left.entered != played.entered {
				t.Fatalf("step %d: %d came left alone, %d played", left.step, left.entered, played.entered)
			}
			for l := range left.links {
				if left.links[l].other != played.links[l].other {
					t.Fatalf("step %d: other services on link %d differ", left.step, l)
				}
			}
		}
	})
}

// offer places many sessions of the first network of a world with one network
// and returns what each link got and how many were refused, in shares.
func offer(weights, slowdowns []float64, except int) (got []float64, refused float64) {
	const many = 1_000_000
	p := Defaults()
	p.Sites = []string{"s"}
	n := Network{Prefix: prefix("0.0.0.0/0")}
	for i, weight := range weights {
		p.Links = append(p.Links, Link{numbered("l", i), 0, giga})
		n.Links = append(n.Links, Weight{i, weight})
	}
	p.Networks = []Network{n}
	p.Classes = []Class{{ID: "c", MeanSeconds: 60, Shares: []float64{1}}}
	w := New(p, 5, nil)
	for l := range w.links {
		w.links[l].refuse = slowdowns[l]
	}
	w.openDoors()
	refused = float64(w.place(0, many, except)) / many
	for _, g := range w.gain {
		got = append(got, float64(g)/many)
	}
	return got, refused
}

func checkShare(t *testing.T, what string, got, want float64) {
	t.Helper()
	if sd := math.Sqrt(max(want*(1-want), 1e-9) / 1e6); math.Abs(got-want) > 5*sd {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// Draw by weight, accept with 1 - slowdown, draw again without the refuser.
func TestPlacementByHand(t *testing.T) {
	got, refused := offer([]float64{5, 3, 2}, []float64{0, 0, 0}, -1)
	checkShare(t, "by weight", got[0], 0.5)
	checkShare(t, "by weight", got[1], 0.3)
	checkShare(t, "refused", refused, 0)

	got, refused = offer([]float64{1, 1}, []float64{0.5, 0}, -1)
	checkShare(t, "half refused", got[0], 0.25)
	checkShare(t, "goes to the other", got[1], 0.75)
	checkShare(t, "refused", refused, 0)

	// A first (0.8): 0.8 * 0.5, or refused by B first: 0.2 * 0.75 * 0.5.
	got, refused = offer([]float64{0.8, 0.2}, []float64{0.5, 0.75}, -1)
	checkShare(t, "A", got[0], 0.8*0.5+0.2*0.75*0.5)
	checkShare(t, "B", got[1], 0.2*0.25+0.8*0.5*0.25)
	checkShare(t, "refused", refused, 0.5*0.75)

	got, refused = offer([]float64{5, 3, 2}, []float64{0, 1, 0.5}, 0)
	checkShare(t, "its own link", got[0], 0)
	checkShare(t, "closed", got[1], 0)
	checkShare(t, "open by half", got[2], 0.5)
	checkShare(t, "refused", refused, 0.5)

	// Eight links that refuse nine of ten: 0.9^8 find nothing.
	_, refused = offer([]float64{1, 2, 3, 4, 5, 6, 7, 8}, []float64{.9, .9, .9, .9, .9, .9, .9, .9}, -1)
	checkShare(t, "refused by eight", refused, math.Pow(0.9, 8))
}

// Draining: no new sessions from the step on, and 5 % of the others a step find
// another link.
func TestDrainEmptiesALink(t *testing.T) {
	w := New(everyday(0.6*tera), 1, opening(PolicyStatic, MetricRouter, 85))
	const link = 5 // s02-b
	before := w.links[link].sessions
	for i := range 60 {
		var drain []world.Action
		if i == 0 {
			drain = []world.Action{set(w, ControlDrain, link, 1)}
		}
		w.Step(drain)
		// 5 % move and 0.4 % leave, of thousands.
		want := float64(before) * math.Pow(0.95*math.Exp(-10.0/meanSession), float64(i+1))
		if got := float64(w.links[link].sessions); math.Abs(got-want) > 6*math.Sqrt(float64(before)) {
			t.Fatalf("step %d: %v sessions, want about %.0f", i+1, got, want)
		}
	}
	if w.state(link) != StateDraining || w.slowdown(link) != 1 || w.drop(link) != 0.05 {
		t.Errorf("state %v, slowdown %v, drop %v", w.state(link), w.slowdown(link), w.drop(link))
	}
	w.Step([]world.Action{set(w, ControlDrain, link, 0)})
	if w.slowdown(link) != 0 || w.drop(link) != 0 {
		t.Errorf("undrained: slowdown %v, drop %v", w.slowdown(link), w.drop(link))
	}
}

// A weight of 0 sends nobody new; those who play stay.
func TestWeightZeroTakesNobody(t *testing.T) {
	w := New(everyday(0.6*tera), 1, opening(PolicyStatic, MetricRouter, 85))
	w.Step([]world.Action{set(w, ControlWeight, 0, 0)})
	last := w.links[0].sessions
	for range 60 {
		w.Step(nil)
		if n := w.links[0].sessions; n > last {
			t.Fatalf("step %d: %d sessions after %d", w.step, n, last)
		} else {
			last = n
		}
	}
	if last < 1000 {
		t.Errorf("only %d are left after ten minutes", last)
	}
}

// An outage: at once nobody plays over the link, all are placed anew, and the
// events say so with the link as target.
func TestOutageEmptiesALinkAtOnce(t *testing.T) {
	p := everyday(0.6 * tera)
	p.Outages = []Outage{{Link: 5, Minute: 1, Minutes: 2}}
	w := New(p, 1, opening(PolicyStatic, MetricRouter, 85))
	for w.step < 6 {
		w.Step(nil)
	}
	playing := w.links[5].sessions
	events := w.Step(nil)
	if len(events) != 1 || events[0] != (world.Event{Step: 7, Kind: EventLinkDown, Target: 5}) {
		t.Errorf("events %v", events)
	}
	moves := w.totals[TotalMoves]
	if w.links[5].sessions != 0 || w.state(5) != StateDown || moves > float64(playing) || moves < 0.95*float64(playing) {
		t.Errorf("%d of %d sessions, state %d, %v moves", w.links[5].sessions, playing, w.state(5), moves)
	}
	for w.step < 18 {
		w.Step(nil)
	}
	if events = w.Step(nil); len(events) != 1 || events[0].Kind != EventLinkUp || w.links[5].sessions == 0 {
		t.Errorf("events %v, %d sessions", events, w.links[5].sessions)
	}
}

// Players that cannot change host stay through a drain; those that can, go.
func TestOnlyMovablePlayersMove(t *testing.T) {
	for movable, left := range map[float64]float64{0: 1, 0.5: 0.5, 1: 0} {
		p := everyday(0.6 * tera)
		p.Movable = movable
		p.Classes[0].MeanSeconds, p.Classes[0].Arrivals = 1e6, nil
		w := New(p, 1, opening(PolicyStatic, MetricRouter, 85))
		before := float64(w.links[5].sessions)
		w.Step([]world.Action{set(w, ControlDrain, 5, 1)})
		for range 200 {
			w.Step(nil)
		}
		if got := float64(w.links[5].sessions) / before; math.Abs(got-left) > 0.01 {
			t.Errorf("movable %v: %v are left, want %v", movable, got, left)
		}
	}
}

// Refused sessions wait 120 s in the mean: with every link closed, e^(-10/120) of
// them wait for another step.
func TestTheWaitingGiveUp(t *testing.T) {
	p := twoLinks(158 * giga)
	p.Classes[0].Arrivals = []Arrival{{Kind: ArriveEvenly, Share: 1, ToMinutes: 1.0 / 6}}
	w := New(p, 1, []world.Setting{{Control: ControlDrain, Target: 0, Value: 1}, {Control: ControlDrain, Target: 1, Value: 1}})
	w.Step(nil)
	came := w.totals[TotalRefused]
	if math.Abs(came-39500) > 1000 {
		t.Fatalf("%v wait", came)
	}
	for range 12 {
		w.Step(nil)
	}
	if got := w.totals[TotalRefused] / came; math.Abs(got-math.Exp(-1)) > 0.02 {
		t.Errorf("after 120 s %v of them wait, want 1/e", got)
	}
}

// 16 % leave within three minutes; a normal curve brings its share.
func TestArrivalsAndLeavingsBringTheirShares(t *testing.T) {
	p := worldCup()
	w := New(p, 1, opening(PolicyStatic, MetricRouter, 85))
	match := func() (n float64) {
		for _, v := range w.of(1) {
			n += float64(v)
		}
		return n
	}
	size := 1.15 * tera / 4e6
	for w.step < 107*stepsPerMinute {
		w.Step(nil)
	}
	before := match()
	if before < 0.92*size || before > size {
		t.Errorf("%.0f of %.0f watch before half time", before, size)
	}
	for w.step < 110*stepsPerMinute {
		w.Step(nil)
	}
	if got := match() / before; math.Abs(got-0.84) > 0.01 {
		t.Errorf("%v stay at half time, want 0.84", got)
	}
}

// A class that leaves for another one: the leavers are placed anew, and not lost.
func TestLeaversGoOver(t *testing.T) {
	p := everyday(0.2 * tera)
	p.Classes[0].Arrivals = nil
	p.Classes[0].Leavings = []Leaving{{FromMinutes: 0, ToMinutes: 1.5, Share: 0.92, To: 1, ToShare: 1}}
	p.Classes = append(p.Classes, Class{ID: "concert", MeanSeconds: 1e6, Shares: everydayShares})
	w := New(p, 1, opening(PolicyStatic, MetricRouter, 85))
	arrivals := 0.0
	for range 9 {
		w.Step(nil)
		arrivals += w.extraTotals[ExtraArrivals]
	}
	concert := 0
	for _, n := range w.of(1) {
		concert += n
	}
	if got := float64(concert) / 50000; math.Abs(got-0.92) > 0.01 {
		t.Errorf("%v went over, want 0.92", got)
	}
	if float64(concert+w.left) != arrivals || w.left > 5 {
		t.Errorf("%v arrivals, %d at the concert, %d left", arrivals, concert, w.left)
	}
}
