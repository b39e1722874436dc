package scene

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// pass lets a step pass at 1x: a sixth of a second, ten frames. It calls back
// after each frame.
func (m cdnStep) pass(s *cdnPicture, frame func()) {
	m["minute"] += 1.0 / 6
	s.Show(m.values(s), 1.0/6, true)
	for range 10 {
		s.Advance(1.0 / 60)
		if frame != nil {
			frame()
		}
	}
}

// The sawtooth of two-links with the linear policy, as the routers tell it once a
// minute (oncall run two-links, seed 1, minutes 32 to 39): 1.00, 0.93, 0.62, 0.71
// on the first link, and half a period later on the second. The pipes swing
// against each other, without a jump and without a stop.
func TestSawtoothIsAMotion(t *testing.T) {
	told := []float64{1.0, 0.93, 0.62, 0.71}
	m := calmCDN()
	s := cdnOf(Size{Width: 752, Height: 476}, twoLinks, bench)
	s.Show(m.values(s), 0, true)
	var a, b []float64
	still := 0
	for step := range 2 * 24 * 6 {
		minute := step / 6
		m["measured_s01-a"], m["measured_s01-b"] = told[minute%4], told[(minute+2)%4]
		m["x:age_s01-a"] = float64(step%6*10 + 20)
		m.pass(s, func() {
			x, y := s.flows[0].fill.x, s.flows[1].fill.x
			if n := len(a); n > 0 && step > 24 {
				if jump := math.Abs(x - a[n-1]); jump > 0.025 {
					t.Fatalf("the fill jumps by %v in a frame", jump)
				}
				if math.Abs(x-a[n-1]) < 1e-4 && math.Abs(y-b[n-1]) < 1e-4 {
					still++
				}
			}
			a, b = append(a, x), append(b, y)
		})
	}
	a, b = a[24*10:], b[24*10:]
	if still > len(a)/4 {
		t.Errorf("the fills stand still in %d of %d frames", still, len(a))
	}
	if r := correlation(a, b); r > -0.9 {
		t.Errorf("the fills' correlation is %v", r)
	}
}

// Where frames are rare, the fills keep up with the numbers all the same.
func TestSlowFramesDoNotFallBehind(t *testing.T) {
	m := calmCDN()
	s := cdnOf(Size{Width: 752, Height: 476}, twoLinks, bench)
	s.Show(m.values(s), 0, true)
	m["measured_s01-a"] = 0.9
	for range 12 {
		m["minute"] += 1.0 / 6
		s.Show(m.values(s), 1.0/6, true)
		s.Advance(0.01)
	}
	if got := s.flows[0].fill.x; math.Abs(got-0.9) > 0.01 {
		t.Errorf("after two seconds with a frame a step the fill stands at %v, want 0.9", got)
	}
}

func correlation(a, b []float64) float64 {
	n := float64(len(a))
	var sa, sb, saa, sbb, sab float64
	for i := range a {
		sa, sb = sa+a[i], sb+b[i]
		saa, sbb, sab = saa+a[i]*a[i], sbb+b[i]*b[i], sab+a[i]*b[i]
	}
	return (n*sab - sa*sb) / math.Sqrt((n*saa-sa*sa)*(n*sbb-sb*sb))
}

// flightsOf counts the flights of a kind that start while steps pass.
func flightsOf(s *cdnPicture, m cdnStep, steps int, kind flightKind, each func(*flight)) int {
	n := 0
	for range steps {
		m.pass(s, func() {
			for i := range s.flights.count {
				if f := &s.flights.pool[i]; f.kind == kind && f.age < 1.0/60 {
					n++
					if each != nil {
						each(f)
					}
				}
			}
		})
	}
	return n
}

// Moved sessions cross over from the link that drops to the one that grows.
func TestMovedSessionsCrossOver(t *testing.T) {
	m := calmCDN()
	s := cdnOf(Size{Width: 752, Height: 476}, twoLinks, bench)
	s.Show(m.values(s), 0, true)
	if n := flightsOf(s, m, 30, flightMove, nil); n != 0 {
		t.Errorf("%d sessions cross over in a calm step", n)
	}
	m["drop_s01-a"], m["moves"] = 0.1, 1500
	g := s.layout.cdn
	n := flightsOf(s, m, 30, flightMove, func(f *flight) {
		m["sessions_s01-a"] -= 20
		m["sessions_s01-b"] += 20
		if !g.pipes[0].grow(1).holds(f.way[0]) || !g.pipes[1].grow(1).holds(f.way[3]) {
			t.Fatalf("a session goes from %v to %v", f.way[0], f.way[3])
		}
	})
	// Five seconds of 1.6 * sqrt(1500) a second.
	if want := 5 * 60.0; math.Abs(float64(n)-want) > 0.1*want {
		t.Errorf("%d sessions cross over, want about %v", n, want)
	}
}

// A link that goes down sends its sessions to the others, though it drops none.
func TestBrokenLinkEmptiesOverTheOthers(t *testing.T) {
	m := calmCDN()
	s := cdnOf(Size{Width: 752, Height: 476}, twoLinks, bench)
	s.Show(m.values(s), 0, true)
	m["x:state_s01-b"], m["moves"], m["sessions_s01-b"], m["sessions_s01-a"] = linkDown, 15000, 0, 31000
	m.pass(s, nil)
	moves := 0
	for i := range s.flights.count {
		if f := &s.flights.pool[i]; f.kind == flightMove {
			moves++
			if !s.layout.cdn.pipes[1].grow(1).holds(f.way[0]) {
				t.Fatalf("a session leaves from %v", f.way[0])
			}
		}
	}
	if moves == 0 {
		t.Error("nobody crosses over")
	}
}

// New sessions are drawn to the links by the routes' weights, and turned away by
// the links' slowdown.
func TestStartsFollowWeightsAndSlowdown(t *testing.T) {
	m := calmCDN()
	m["x:arrivals"], m["x:arrivals_n0"] = 6000, 6000
	m["slowdown_s01-a"] = 0.25
	s := cdnOf(Size{Width: 752, Height: 476}, twoLinks, bench)
	s.Show(m.values(s), 0, true)
	first, all := 0.0, 0.0
	asks := flightsOf(s, m, 1200, flightAsk, func(f *flight) {
		all++
		if f.route == 0 {
			first++
		}
	})
	if got := first / all; math.Abs(got-0.8) > 0.02 {
		t.Errorf("%.3f of %d go to the first link, want 0.8", got, asks)
	}
	refused := flightsOf(s, m, 1200, flightAway, nil)
	// A quarter of four fifths.
	if got := float64(refused) / float64(asks); math.Abs(got-0.2) > 0.02 {
		t.Errorf("%.3f are turned away, want 0.2", got)
	}
}

func TestNobodyStartsOnALinkThatDrains(t *testing.T) {
	m := calmCDN()
	m["x:state_s01-a"], m["slowdown_s01-a"] = linkDraining, 1
	s := cdnOf(Size{Width: 752, Height: 476}, twoLinks, bench)
	s.Show(m.values(s), 0, true)
	flightsOf(s, m, 60, flightAsk, func(f *flight) {
		if f.route == 0 {
			t.Fatal("a session goes to the link that drains")
		}
	})
}

func TestWhoGivesUpLeavesTheHeap(t *testing.T) {
	m := calmCDN()
	m["refused"], m["given_up"] = 200, 16
	s := cdnOf(Size{Width: 752, Height: 476}, twoLinks, bench)
	s.Show(m.values(s), 0, true)
	n := flightsOf(s, m, 12, flightQuit, func(f *flight) {
		if !s.layout.cdn.floor.grow(2).holds(f.way[0]) {
			t.Fatalf("gives up at %v", f.way[0])
		}
	})
	if n < 10 || n > 20 {
		t.Errorf("%d give up in two seconds, want about 16", n)
	}
}

// A picture of many links in any state keeps its pool, its numbers and its
// places, whatever the snapshots say.
func TestCDNKeepsItsBooks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links := drawLinks(t, 40)
		var routes []Route
		for n := range rapid.IntRange(0, 20).Draw(t, "networks") {
			for range rapid.IntRange(1, 8).Draw(t, "routes") {
				routes = append(routes, Route{n, rapid.IntRange(-1, len(links)).Draw(t, "link"), rapid.Float64Range(-1, 9).Draw(t, "weight")})
			}
		}
		s := newCDNPicture()
		setup := cdnSetupOf(drawSize(t), links, nil)
		setup.Routes, setup.CDN.Networks = routes, 20
		setup.Truth = rapid.Bool().Draw(t, "truth")
		s.SetUp(setup)
		odd := rapid.SampledFrom([]float64{0, 0.5, 1, 2, 300, 1e6, math.NaN(), math.Inf(1), math.Inf(-1), -3})
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			values := make([]float64, len(setup.Columns))
			for i := range values {
				values[i] = odd.Draw(t, "value")
			}
			s.Show(values, rapid.SampledFrom([]float64{0, 1.0 / 48, 1.0 / 6, math.NaN()}).Draw(t, "seconds"), rapid.Bool().Draw(t, "running"))
			run(s, rapid.Float64Range(0, 1.5).Draw(t, "passed"))
			if s.flights.count < 0 || s.flights.count > flightsMax {
				t.Fatalf("%d flights", s.flights.count)
			}
			for _, shape := range s.Draw(nil) {
				for _, v := range [...]float32{shape.X, shape.Y, shape.W, shape.H, shape.R, shape.Line, shape.A, shape.B, shape.Alpha} {
					if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
						t.Fatalf("a shape is not finite: %+v", shape)
					}
				}
			}
		}
	})
}

// busyCDN is a step in which everything happens at once.
func busyCDN() cdnStep {
	m := calmCDN()
	m["refused"], m["given_up"], m["moves"], m["drop_s01-a"], m["slowdown_s01-a"] = 300, 20, 2000, 0.1, 0.8
	m["measured_s01-a"], m["x:arrivals"], m["x:arrivals_n0"] = 1, 4000, 4000
	return m
}

func TestReducedCDNHasNoMotion(t *testing.T) {
	s := cdnOf(Size{Width: 752, Height: 476}, twoLinks, bench)
	s.Reduce(true)
	m := busyCDN()
	s.Show(m.values(s), 1.0/6, true)
	if !s.Settled() {
		t.Error("something moves")
	}
	before := s.Draw(nil)
	s.Advance(1)
	after := s.Draw(nil)
	for i := range before {
		if before[i] != after[i] {
			t.Fatalf("shape %d moved: %+v, %+v", i, before[i], after[i])
		}
	}
	if n := count(s, Disc, ColorServed); n != 0 || s.flights.count != 0 {
		t.Errorf("%d discs, %d flights", n, s.flights.count)
	}
	// A drop of a tenth in a step is all five beads, and 0.9 * 300^0.62 wait.
	if n := count(s, Bead, ColorText); n != 5 {
		t.Errorf("%d beads, want 5", n)
	}
	if n := count(s, Ring, ColorShed); n != 31 {
		t.Errorf("%d rings, want 31", n)
	}
}

func TestPausedCDNStandsStill(t *testing.T) {
	s := cdnOf(Size{Width: 752, Height: 476}, twoLinks, bench)
	m := calmCDN()
	s.Show(m.values(s), 0, true)
	m = busyCDN()
	m["x:state_s01-b"] = linkDraining
	m.pass(s, nil)
	if s.Settled() {
		t.Fatal("a running picture stands still")
	}
	s.Show(m.values(s), 0, false)
	run(s, 4)
	if !s.Settled() {
		t.Fatal("something still moves four seconds after the pause")
	}
	if got := s.flows[0].fill.x; got != 1 {
		t.Errorf("the fill stands at %v, want 1", got)
	}
	before := s.Draw(nil)
	run(s, 1)
	after := s.Draw(nil)
	for i := range before {
		if before[i] != after[i] {
			t.Fatalf("shape %d moved while paused", i)
		}
	}
}

// The stage changes its picture with the world, and keeps what it was told about
// motion.
func TestStageShowsTheWorldItWasSetUpFor(t *testing.T) {
	stage := NewStage()
	stage.Reduce(true)
	setup := cdnSetupOf(Size{Width: 752, Height: 476}, twoLinks, bench)
	stage.SetUp(setup)
	s, ok := stage.picture.(*cdnPicture)
	if !ok || !s.reduced {
		t.Fatalf("the picture is %T", stage.picture)
	}
	if len(stage.Draw(nil)) != 0 {
		t.Error("something is drawn before the first snapshot")
	}
	stage.Show(calmCDN().values(s), 0, true)
	if count(stage, Gauge, ColorServed) == 0 {
		t.Error("no pipe is filled")
	}
	setup.Width = 390
	stage.SetUp(setup)
	if count(stage, Gauge, ColorServed) == 0 {
		t.Error("another size has lost the snapshot")
	}
	stage.SetUp(Setup{World: WorldService, Size: Size{Width: 752, Height: 476}, Columns: names})
	stage.Show(calm.values(), 0, true)
	if count(stage, Level, ColorServed) != 10 {
		t.Error("the service world's fleet does not show")
	}
}

func TestFrameOfTheCDNDoesNotAllocate(t *testing.T) {
	for _, reduced := range []bool{false, true} {
		s := cdnOf(Size{Width: 752, Height: 476}, twoLinks, bench)
		s.Reduce(reduced)
		m := busyCDN()
		s.Show(m.values(s), 0, true)
		values := [2][]float64{m.values(s)}
		m["minute"]++
		values[1] = m.values(s)
		shapes := make([]Shape, 0, 8192)
		n := 0
		frame := func() {
			if n++; n%10 == 0 {
				s.Show(values[n/10%2], 1.0/6, true)
			}
			s.Advance(1.0 / 60)
			shapes = s.Draw(shapes[:0])
		}
		run(s, 5)
		if n := testing.AllocsPerRun(200, frame); n != 0 {
			t.Errorf("reduced %v: a frame allocates %v times", reduced, n)
		}
	}
}
