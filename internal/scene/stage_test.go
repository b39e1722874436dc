package scene

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// names are the columns of the snapshots of these tests, in the order of minute.
var names = []string{
	"requests", "serving", "booting", "hit", "db", "query_time", "p99", "utilization", "burn", "budget", "warm", "bad", "shed",
	"x:rollback_left", "x:warm_up_left", "x:no_capacity", "x:timeout", "x:bad_build", "x:boot_0", "x:boot_1",
}

// minute is a snapshot by name.
type minute struct {
	requests, serving, booting, hit, db, query, p99, utilization, burn, budget, warm, bad, shed float64
	rollbackLeft, warmUpLeft, noCapacity, timeout, badBuild, boot0, boot1                       float64
}

func (m minute) values() []float64 {
	return []float64{
		m.requests, m.serving, m.booting, m.hit, m.db, m.query, m.p99, m.utilization, m.burn, m.budget, m.warm, m.bad, m.shed,
		m.rollbackLeft, m.warmUpLeft, m.noCapacity, m.timeout, m.badBuild, m.boot0, m.boot1,
	}
}

var calm = minute{requests: 1125, serving: 10, hit: 0.77, db: 0.19, query: 0.006, p99: 0.33, utilization: 0.53, budget: 1, warm: 1}

func stageOf(size Size) *servicePicture {
	s := newServicePicture()
	s.SetUp(Setup{Size: size, Columns: names, BootMinutes: 3, RollbackMinutes: 5, WarmUpMinutes: 6, P99TargetSeconds: 0.5})
	return s
}

func run(s picture, seconds float64) {
	for t := 0.0; t < seconds; t += 1.0 / 60 {
		s.Advance(1.0 / 60)
	}
}

// count returns how many shapes of a kind and colour are drawn.
func count(s picture, kind Kind, color Color) int {
	n := 0
	for _, shape := range s.Draw(nil) {
		if shape.Kind == kind && shape.Color == color {
			n++
		}
	}
	return n
}

func TestFatesFollowTheMinute(t *testing.T) {
	m := calm
	m.shed, m.noCapacity, m.timeout, m.badBuild, m.bad = 0.3, 0.2, 0.1, 0.04, 1
	s := stageOf(Size{Width: 752, Height: 476})
	s.Show(m.values(), 0, true)
	run(s, 600)
	left := s.traffic.left
	total := 0.0
	for _, n := range left {
		total += float64(n)
	}
	for _, c := range []struct {
		fate Fate
		want float64
	}{
		{TurnedAway, 0.3}, {NoCapacity, 0.7 * 0.2}, {TimedOut, 0.7 * 0.1}, {BadBuild, 0.7 * 0.04}, {Served, 0.7 * 0.66}, {Slow, 0},
	} {
		// Four standard deviations of a share that was drawn total times.
		tolerance := 4*math.Sqrt(c.want*(1-c.want)/total) + 1e-12
		if got := float64(left[c.fate]) / total; math.Abs(got-c.want) > tolerance {
			t.Errorf("fate %d: %.4f of %v requests, want %.4f ± %.4f", c.fate, got, total, c.want, tolerance)
		}
	}
}

func TestSlowAnswersFollowThePercentile(t *testing.T) {
	for _, c := range []struct{ p99, want float64 }{
		{0.4, 0}, {0.5, 0}, // at or under the target
		{1, 0.1},                // 0.01^(1/2)
		{2.5, 0.39810717055349}, // 0.01^(1/5)
	} {
		var f facts
		f.v[factP99] = c.p99
		if got := f.slowShare(0.5); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("p99 of %v s: %v are slow, want %v", c.p99, got, c.want)
		}
	}
}

func TestEachFateHasItsOwnShapeAndColour(t *testing.T) {
	seen := map[Kind]Fate{}
	for fate := Served; fate < drained; fate++ {
		if other, ok := seen[looks[fate].kind]; ok {
			t.Errorf("fates %d and %d have the same shape", other, fate)
		}
		seen[looks[fate].kind] = fate
	}
	for _, c := range []struct {
		name  string
		kind  Kind
		color Color
		m     func(*minute)
	}{
		{"shed", Ring, ColorShed, func(m *minute) { m.shed = 0.3 }},
		{"no capacity", Square, ColorFail, func(m *minute) { m.noCapacity = 0.4 }},
		{"timeout", Cross, ColorFail, func(m *minute) { m.timeout = 0.4 }},
		{"bad build", Triangle, ColorBad, func(m *minute) { m.badBuild, m.bad = 0.4, 1 }},
		{"slow", Bead, ColorSlow, func(m *minute) { m.p99 = 2 }},
	} {
		m := calm
		s := stageOf(Size{Width: 390, Height: 304})
		s.Show(m.values(), 0, true)
		run(s, 5)
		if n := count(s, c.kind, c.color); n != 0 {
			t.Errorf("%s: %d marks in a calm minute", c.name, n)
		}
		c.m(&m)
		s.Show(m.values(), 1, true)
		run(s, 5)
		if n := count(s, c.kind, c.color); n < 3 {
			t.Errorf("%s: %d marks after five seconds of it", c.name, n)
		}
	}
}

func TestMoreRequestsAreMoreDotsAndNeverTooMany(t *testing.T) {
	dots := func(rate, p99 float64) int {
		m := calm
		m.requests, m.p99 = rate, p99
		s := stageOf(Size{Width: 752, Height: 476})
		s.Show(m.values(), 0, true)
		run(s, 20)
		return s.traffic.count
	}
	few, many := dots(1000, 0.35), dots(5000, 0.35)
	if float64(many) < 2.5*float64(few) || few < 60 {
		t.Errorf("%d dots for 1,000/s and %d for 5,000/s", few, many)
	}
	if n := dots(1e6, 5); n > requestsMax || n < requestsCap/2 {
		t.Errorf("%d dots for a million requests a second in a slow system", n)
	}
}

// Dots are slower where the latency is higher: the way home takes longer.
func TestSpeedFollowsLatency(t *testing.T) {
	last := math.Inf(1)
	for _, p99 := range []float64{0.35, 0.6, 1.2, 2.6} {
		var f facts
		f.v[factP99] = p99
		pace := f.pace()
		if pace >= last || pace < 0.2 {
			t.Errorf("pace %v at a p99 of %v s, before %v", pace, p99, last)
		}
		last = pace
	}
}

func TestPoolKeepsItsBooks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		share := func(name string) float64 { return rapid.Float64Range(0, 0.33).Draw(t, name) }
		s := stageOf(Size{Width: 752, Height: 476, RTL: rapid.Bool().Draw(t, "rtl")})
		for range rapid.IntRange(1, 6).Draw(t, "minutes") {
			m := calm
			m.requests = rapid.Float64Range(0, 20000).Draw(t, "requests")
			m.p99 = rapid.Float64Range(0, 4).Draw(t, "p99")
			m.hit, m.warm = share("hit"), share("warm")
			m.shed, m.noCapacity, m.timeout, m.badBuild = share("shed"), share("no capacity"), share("timeout"), share("bad build")
			s.Show(m.values(), rapid.SampledFrom([]float64{0, 0.125, 1}).Draw(t, "seconds"), rapid.Bool().Draw(t, "running"))
			run(s, rapid.Float64Range(0, 4).Draw(t, "passed"))
			if s.traffic.count < 0 || s.traffic.count > requestsMax {
				t.Fatalf("%d requests in a pool of %d", s.traffic.count, requestsMax)
			}
			held := 0
			for i := range s.traffic.count {
				if slot := s.traffic.pool[i].slot; slot >= 0 {
					held++
					if !s.traffic.taken[slot] {
						t.Fatalf("place %d of the pile is held and free", slot)
					}
				}
			}
			for _, taken := range s.traffic.taken {
				if taken {
					held--
				}
			}
			if held != 0 {
				t.Fatalf("the pile's places and the requests in it differ by %d", held)
			}
		}
	})
}

func TestReducedMotionHasNoDotsAndSettlesAtOnce(t *testing.T) {
	m := calm
	m.shed, m.noCapacity, m.timeout, m.burn = 0.2, 0.3, 0.1, 400
	s := stageOf(Size{Width: 752, Height: 476})
	s.Reduce(true)
	s.Show(m.values(), 1, true)
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
	if s.traffic.count != 0 {
		t.Errorf("%d dots", s.traffic.count)
	}
	// The same facts as counts: 0.8 * 0.3 and 0.8 * 0.1 of 25 marks, 0.2 of 25.
	for _, c := range []struct {
		kind  Kind
		color Color
		want  int
	}{{Square, ColorFail, 6}, {Cross, ColorFail, 2}, {Ring, ColorShed, 5}, {Disc, ColorServed, 0}} {
		if n := count(s, c.kind, c.color); n != c.want {
			t.Errorf("kind %d: %d marks, want %d", c.kind, n, c.want)
		}
	}
}

func TestPausedPictureStandsStill(t *testing.T) {
	s := stageOf(Size{Width: 752, Height: 476})
	s.Show(calm.values(), 0, true)
	m := calm
	m.serving, m.warm, m.requests = 12, 0.2, 3000 // grows, is flushed, a surge
	s.Show(m.values(), 1, true)
	run(s, 0.5)
	if s.Settled() {
		t.Fatal("a running picture stands still")
	}
	s.Show(m.values(), 0, false)
	run(s, 3)
	if !s.Settled() {
		t.Fatal("something still moves three seconds after the pause")
	}
	before := s.Draw(nil)
	run(s, 2)
	after := s.Draw(nil)
	if len(before) != len(after) {
		t.Fatalf("%d shapes, then %d", len(before), len(after))
	}
	for i := range before {
		if before[i] != after[i] {
			t.Fatalf("shape %d moved while paused", i)
		}
	}
}

func TestPausingDoesNotMoveTheDots(t *testing.T) {
	s := stageOf(Size{Width: 752, Height: 476})
	s.Show(calm.values(), 0, true)
	run(s, 3)
	before := s.traffic
	s.Show(calm.values(), 0, false)
	run(s, 1)
	if before.count != s.traffic.count || before.pool != s.traffic.pool {
		t.Error("the dots have moved")
	}
}

func TestSingleStepMovesAndThenStops(t *testing.T) {
	s := stageOf(Size{Width: 752, Height: 476})
	s.Show(calm.values(), 0, false)
	if !s.Settled() {
		t.Fatal("the opening moves")
	}
	m := calm
	m.serving = 12
	s.Show(m.values(), 1, false)
	run(s, 0.5)
	if s.Settled() || !s.moving() {
		t.Error("the step does not move")
	}
	run(s, 2)
	if !s.Settled() {
		t.Error("the step does not end")
	}
}

func TestBetweenTwoMinutesIsBetweenTheirNumbers(t *testing.T) {
	s := stageOf(Size{Width: 752, Height: 476})
	s.Show(calm.values(), 0, true)
	m := calm
	m.db = 0.79
	s.Show(m.values(), 1, true)
	s.Advance(0.5)
	if got := s.now.v[factDatabase]; math.Abs(got-0.49) > 1e-9 {
		t.Errorf("half way between 0.19 and 0.79 is %v", got)
	}
	s.Advance(0.7)
	if got := s.now.v[factDatabase]; got != 0.79 {
		t.Errorf("at the end of the minute it is %v", got)
	}
}

func TestFrameOfTheSceneDoesNotAllocate(t *testing.T) {
	m := calm
	m.requests, m.p99, m.shed, m.noCapacity, m.timeout, m.badBuild, m.bad = 5000, 2, 0.2, 0.3, 0.1, 0.04, 0.5
	m.db, m.burn, m.rollbackLeft, m.warmUpLeft = 1.4, 400, 3, 4
	for _, reduced := range []bool{false, true} {
		s := stageOf(Size{Width: 752, Height: 476})
		s.Reduce(reduced)
		s.Show(m.values(), 0, true)
		shapes := make([]Shape, 0, 8192)
		frame := func() {
			s.Advance(1.0 / 60)
			shapes = s.Draw(shapes[:0])
		}
		run(s, 5)
		if n := testing.AllocsPerRun(200, frame); n != 0 {
			t.Errorf("reduced %v: a frame allocates %v times", reduced, n)
		}
	}
}
