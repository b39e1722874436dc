package cdn

import (
	"math"
	"testing"

	"oncall/internal/world"

	"pgregory.net/rapid"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > max(1e-12*math.Abs(want), 1e-15) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// set returns the action that gives a control a value in the next step.
func set(w *World, control, target, value int) world.Action {
	return world.Action{Step: w.step + 1, Control: control, Target: target, Value: value}
}

// The textbook's closed form, and the design's two examples.
func TestLossOfMM1K(t *testing.T) {
	for _, u := range []float64{0.01, 0.5, 0.95, 0.98, 0.999, 1.02, 1.29, 3, 50} {
		want := (1 - u) * math.Pow(u, 50) / (1 - math.Pow(u, 51))
		if got := loss(u, 50); math.Abs(got-want) > 1e-11*want {
			t.Errorf("at %v: %v, want %v", u, got, want)
		}
	}
	near(t, "at 1", loss(1, 50), 1.0/51)
	near(t, "at 0", loss(0, 50), 0)
	for u, percent := range map[float64]float64{0.95: 0.4, 0.98: 1.1} {
		if got := 100 * loss(u, 50); math.Abs(got-percent) > 0.05 {
			t.Errorf("at %v: %.2f %%, want %v", u, got, percent)
		}
	}
}

// 1460 bytes, 50 ms and 1 % loss: 233.6 kbit / s * 1.2247 * 10 = 2.861 Mbit/s.
func TestRebufferingFollowsTheTCPRate(t *testing.T) {
	w := New(twoLinks(158*giga), 1, nil)
	near(t, "rate", w.rate(0.9, 0.01), 1460*8/0.05*math.Sqrt(1.5)/0.1)
	if got := w.rate(0.9, 0); got < 1e15 {
		t.Errorf("without loss the rate is %v", got)
	}
	near(t, "rate in overload", w.rate(2, 1e-9), 2e6)
	// At twice the capacity half of the packets are lost: 0.4 Mbit/s of 4.
	near(t, "rebuffering", clamp01(1-w.rate(2, loss(2, 50))/4e6), 1-1460*8/0.05*math.Sqrt(1.5)/math.Sqrt(loss(2, 50))/4e6)
}

// x = 0.98 own + 0.02 of the link before it + other, by hand: 9776 sessions of
// 4 Mbit/s on A, 7999 on B.
func TestOpeningByHand(t *testing.T) {
	w := New(twoLinks(158*giga), 1, nil)
	row := make([]float64, len(w.readings))
	w.Row(row)
	const a, b = 9776 * 4e6 / 100e9, 7999 * 4e6 / 100e9
	near(t, "sessions of A", row[Column(0, LinkSessions)], 9776)
	near(t, "sessions of B", row[Column(1, LinkSessions)], 7999)
	near(t, "load of A", row[Column(0, LinkLoad)], 0.98*a+0.02*b+0.04)
	near(t, "load of B", row[Column(1, LinkLoad)], 0.98*b+0.02*a+0.04)
	near(t, "measured of A", row[Column(0, LinkMeasured)], 0.98*a+0.02*b+0.04)
	near(t, "carried", row[TotalColumn(2, TotalCarried)], 100e9*(a+b+0.08))
	near(t, "sessions", row[TotalColumn(2, TotalSessions)], 17775)
	if row[Minute] != 0 || row[Column(0, LinkSlowdown)] != 0 || row[TotalColumn(2, TotalRebuffering)] != 0 {
		t.Errorf("opening row %v", row)
	}
}

// Capacities differ: what leaves a large link is more of a small one.
func TestMisroutedTrafficGoesToTheNextLink(t *testing.T) {
	p := everyday(tera)
	w := New(p, 1, nil)
	for l := range w.links {
		before := (l + 11) % 12
		want := 0.98*w.links[l].own + 0.02*float64(w.links[before].sessions)*4e6/w.links[l].bits + 0.04
		near(t, p.Links[l].ID, w.links[l].load, want)
	}
	w.links[1].down = true
	w.evaluate()
	near(t, "a link that is down", w.links[1].load, 0)
	near(t, "the link before it", w.links[0].load, w.links[0].own+0.02*w.links[11].own*20/400+0.04)
}

// Figures without noise: the routers' are the mean of six steps, there two steps
// after their end, 20 s old then and 70 s before the next; the servers' know
// nothing of others; fused ones lose half of their error a minute.
func TestWhatTheMetricsSay(t *testing.T) {
	p := twoLinks(100 * giga)
	p.RouterNoise, p.ServerNoise = 0, 0
	w := New(p, 1, opening(PolicyStatic, MetricRouter, 85))
	var loads []float64
	for step := 1; step <= 14; step++ {
		w.Step(nil)
		loads = append(loads, w.links[0].load)
		near(t, "server", w.links[0].server, w.links[0].own)
		age := 10 * float64(step)
		if step >= 8 {
			age = 20 + 10*float64((step-8)%6)
		}
		near(t, "age", w.age(), age)
	}
	near(t, "router", w.links[0].router, mean(loads[6:12]))
	w.Step([]world.Action{set(w, ControlMetric, 0, MetricFused)})
	near(t, "age", w.age(), 0)
	near(t, "known", w.links[0].known, w.links[0].server+w.links[0].correction)
	for range 20 * stepsPerMinute {
		w.Step(nil)
	}
	if off := w.links[0].known - w.links[0].load; math.Abs(off) > 0.03 {
		t.Errorf("the fused figure is off by %v", off)
	}
}

// A link in overload: routers see its capacity, servers what they got through.
func TestMeasurementsEndAtTheCapacity(t *testing.T) {
	p := twoLinks(300 * giga)
	p.RouterNoise, p.ServerNoise = 0, 0
	w := New(p, 1, opening(PolicyStatic, MetricServer, 85))
	for range 40 * stepsPerMinute {
		w.Step(nil)
	}
	a := &w.links[0]
	if a.load < 1.5 {
		t.Fatalf("A at %v", a.load)
	}
	near(t, "router", a.router, 1)
	near(t, "server", a.server, a.own/a.load)
}

func TestLinearAndDamped(t *testing.T) {
	p := Defaults()
	for _, c := range []struct{ load, slowdown, drop float64 }{
		{0, 0, 0}, {0.7, 0, 0}, {0.75, 0.25, 0}, {0.8, 0.5, 0}, {0.9, 1, 0}, {0.95, 1, 0.05}, {1, 1, 0.1}, {1.3, 1, 0.1},
	} {
		slowdown, drop := p.linear(c.load)
		if math.Abs(slowdown-c.slowdown) > 1e-12 || math.Abs(drop-c.drop) > 1e-12 {
			t.Errorf("at %v: slowdown %v, drop %v; want %v, %v", c.load, slowdown, drop, c.slowdown, c.drop)
		}
	}
	for _, c := range []struct{ oscillation, extra, reduction float64 }{
		{0, 0, 0.15}, {0.015, 0, 0.075}, {0.03, 0, 0}, {0.06, 0, 0}, {0.155, 0.45, 0}, {0.25, 0.9, 0}, {0.6, 0.9, 0},
	} {
		extra, reduction := p.damping(c.oscillation)
		if math.Abs(extra-c.extra) > 1e-12 || math.Abs(reduction-c.reduction) > 1e-12 {
			t.Errorf("at %v: extra %v, reduction %v; want %v, %v", c.oscillation, extra, reduction, c.extra, c.reduction)
		}
	}
}

// The oscillation is the range of the last 150 s, and of nothing before.
func TestOscillationWindow(t *testing.T) {
	w := New(twoLinks(158*giga), 1, nil)
	l := &w.links[0]
	l.forget(0.5)
	l.remember(0.8)
	near(t, "oscillation", l.oscillation, 0.3)
	for range 14 {
		l.remember(0.5)
	}
	near(t, "oscillation after 140 s", l.oscillation, 0.3)
	l.remember(0.5)
	near(t, "oscillation after 150 s", l.oscillation, 0)
}

// The terms by hand: Kp 20, Ti 300 s, Td 60 s, errors of 2 and 3 points.
func TestPIDByHand(t *testing.T) {
	p := twoLinks(158 * giga)
	p.Policy, p.Metric, p.Td = PolicyPID, MetricServer, 60
	w := New(p, 1, nil)
	l := &w.links[0]
	l.pid = pid{}
	l.known = 0.87
	near(t, "first output", w.control(l), 20*(0.87-0.85))
	w.step = l.decided + 1
	l.known = 0.88
	slope := 20 * 60 * ((0.88 - 0.85) - (0.87 - 0.85)) / 10
	derivative := slope * 10 / 40
	integral := 20.0 / 300 * (0.88 - 0.85) * 10
	got := w.control(l)
	near(t, "derivative", l.pid.derivative, derivative)
	near(t, "integral", l.pid.integral, integral)
	near(t, "output", got, 20*(0.88-0.85)+integral+derivative)
}

// After an hour of saturation the controller is out of it within two minutes.
func TestIntegralDoesNotWindUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := twoLinks(158 * giga)
		p.Policy, p.Metric = PolicyPID, MetricServer
		w := New(p, 1, nil)
		l := &w.links[0]
		l.pid = pid{}
		high := rapid.Float64Range(0.86, 1.5).Draw(t, "load")
		low := rapid.Float64Range(0, 0.84).Draw(t, "load after")
		step := func(load float64) float64 {
			w.step++
			l.known = load
			w.decide(l)
			return l.refuse + l.expel/p.PIDDrop
		}
		for range 60 * stepsPerMinute {
			step(high)
		}
		if l.refuse < 1 {
			t.Fatalf("not saturated at %v", high)
		}
		for i := range 2 * stepsPerMinute {
			if v := step(low); v < pidMost-0.1 {
				break
			} else if i == 2*stepsPerMinute-1 {
				t.Fatalf("from %v to %v: the output is still %v", high, low, v)
			}
		}
	})
}

// The same in the whole: an hour far above the target, then a target above the
// load. Two minutes later the link takes new sessions again.
func TestSaturatedLinkOpensAgain(t *testing.T) {
	p := twoLinks(158 * giga)
	p.Networks[0].Links = p.Networks[0].Links[:1] // all want A, and have nowhere else to go
	c := &p.Classes[0]
	c.Start, c.StartLinks, c.MeanSeconds, c.Arrivals = 0.55, nil, 1e6, nil
	w := New(p, 1, opening(PolicyPID, MetricFused, 60))
	for range 60 * stepsPerMinute {
		w.Step(nil)
	}
	if w.slowdown(0) < 1 || w.links[0].load < 0.8 {
		t.Fatalf("slowdown %v at %v", w.slowdown(0), w.links[0].load)
	}
	w.Step([]world.Action{set(w, ControlTargetUtilization, 0, 95)})
	for range 2*stepsPerMinute - 1 {
		w.Step(nil)
	}
	if s := w.slowdown(0); s > 0.2 {
		t.Errorf("two minutes later the slowdown is %v", s)
	}
}
