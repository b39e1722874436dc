package shift

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"oncall/internal/replay"
	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/world"
)

// own returns a scenario of no name with a curve of a whole day, a knot a minute:
// two waves, noise, and an outage of half an hour.
func own(mean float64) *scenario.Scenario {
	sc := scenario.New("")
	sc.Title = "A day in March"
	sc.Score = scenario.Score{Allowance: 0.05, ParDollars: 100, P99TargetSeconds: 0.5}
	sc.Service.Minutes = service.MinutesMax
	chance := rand.New(rand.NewPCG(1, 2))
	for minute := range service.CurveMax {
		wave := 1 + 0.4*math.Sin(float64(minute)/230) + 0.1*math.Sin(float64(minute)/37) + 0.03*chance.NormFloat64()
		if minute >= 700 && minute < 730 {
			wave *= 0.2
		}
		sc.Service.Curve = append(sc.Service.Curve, service.Knot{Minute: minute, PerSecond: mean * wave})
	}
	return sc
}

func played(t *testing.T, sc *scenario.Scenario, steps int) *Shift {
	t.Helper()
	s, err := New(sc, 7, []world.Setting{{Control: service.FleetMin, Value: 12}})
	if err == nil {
		err = s.Run([]world.Action{{Step: 10, Control: service.CacheTTL, Value: 90}, {Step: steps, Control: service.Rollback, Value: 1}}, steps)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func reopened(t *testing.T, link Link) *Shift {
	t.Helper()
	record, err := replay.ParseLink("https://example.org/#r=" + link.Fragment + "&t=37")
	if err != nil {
		t.Fatal(err)
	}
	s, err := FromRecord(record, func(string) *scenario.Scenario { return nil })
	if err == nil {
		err = s.Verify(record, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A day by the minute goes into a link that no tool cuts, with the same opening
// and actions; the digest verifies, and the error is what the two curves differ
// by when each is drawn by hand.
func TestLongCurveIsThinnedForALink(t *testing.T) {
	for _, mean := range []float64{9, 950} {
		s := played(t, own(mean), 1000)
		link, err := s.Link([]replay.Note{{Step: 700, Text: "the outage"}})
		if err != nil {
			t.Fatal(err)
		}
		if length := len("#r=" + link.Fragment); length >= 1800 || length < 1500 {
			t.Errorf("mean %v: %d characters", mean, length)
		}
		again := reopened(t, link)
		whole, thinned := s.scenario.Service.Curve, again.scenario.Service.Curve
		if link.Points != len(thinned) || link.Of != len(whole) || again.Step() != 1000 || len(again.Actions()) != 2 || len(again.Opening()) != 1 {
			t.Errorf("mean %v: %d of %d points, of %d, to step %d", mean, link.Points, link.Of, len(thinned), again.Step())
		}
		total, worst := 0.0, 0.0
		for i, right := 1, 1; i < len(whole); i++ {
			if thinned[right].Minute < i {
				right++
			}
			a, b := thinned[right-1], thinned[right]
			drawn := (a.PerSecond*float64(b.Minute-i) + b.PerSecond*float64(i-a.Minute)) / float64(b.Minute-a.Minute)
			worst = max(worst, math.Abs(drawn-whole[i].PerSecond))
		}
		for _, k := range whole {
			total += k.PerSecond
		}
		if want := worst / (total / float64(len(whole))); math.Abs(link.ErrorShare-want) > 1e-12 || want > 0.1 || want == 0 {
			t.Errorf("mean %v: an error of %v, measured %v", mean, link.ErrorShare, want)
		}
		t.Logf("mean %v: %d points, error %.4f, %d characters", mean, link.Points, link.ErrorShare, len(link.Fragment))
	}
}

// What fits is left alone: a shift of a shipped kind, and a short curve.
func TestShortCurveTravelsWhole(t *testing.T) {
	sc := own(950)
	sc.Service.Minutes, sc.Service.Curve = 60, sc.Service.Curve[:60]
	s := played(t, sc, 60)
	link, err := s.Link(nil)
	if err != nil || link.Of != 0 {
		t.Fatalf("%v, %+v", err, link)
	}
	if again := reopened(t, link); again.Digest() != s.Digest() {
		t.Error("it came out otherwise")
	}
}

// A file has all of it.
func TestFileHasTheWholeCurve(t *testing.T) {
	s := played(t, own(950), service.MinutesMax)
	file, err := s.Record(nil).EncodeFile(s.Checkpoints())
	if err != nil {
		t.Fatal(err)
	}
	record, checkpoints, err := replay.DecodeFile(file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := FromRecord(record, nil)
	if err == nil {
		err = again.Verify(record, checkpoints)
	}
	if err != nil || len(again.scenario.Service.Curve) != service.CurveMax {
		t.Errorf("%v, %d bytes", err, len(file))
	}
}

// Actions that alone make a link long leave the curve as much as the format has.
func TestManyActionsAndALongCurve(t *testing.T) {
	sc := own(950)
	s, err := New(sc, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range replay.ActionsMax / 2 {
		if err := s.Act(service.CacheTTL, 0, 5+5*(i%100)); err != nil {
			t.Fatal(err)
		}
		s.Next()
	}
	link, err := s.Link(nil)
	if err != nil || link.Of != service.CurveMax || link.Points < 1400 || len(link.Fragment) > recordCharactersMax {
		t.Fatalf("%v, %d of %d points, %d characters", err, link.Points, link.Of, len(link.Fragment))
	}
	if again := reopened(t, link); len(again.Actions()) != replay.ActionsMax/2 {
		t.Errorf("%d actions", len(again.Actions()))
	}
}

// simplify keeps the fewest knots that stay within the tolerance: fewer than any
// other choice, tried one by one.
func TestSimplifyKeepsTheFewest(t *testing.T) {
	within := func(curve, kept []service.Knot, tolerance float64) bool {
		for _, k := range curve {
			if v, _ := service.CurveAt(kept, k.Minute, 0); math.Abs(v-k.PerSecond) > tolerance+1e-9 {
				return false
			}
		}
		return true
	}
	rapid.Check(t, func(t *rapid.T) {
		curve := []service.Knot{}
		minute := 0
		for range rapid.IntRange(1, 9).Draw(t, "knots") {
			curve = append(curve, service.Knot{Minute: minute, PerSecond: float64(rapid.IntRange(0, 20).Draw(t, "value"))})
			minute += rapid.IntRange(1, 3).Draw(t, "minutes")
		}
		tolerance := rapid.Float64Range(0, 8).Draw(t, "tolerance") + 1e-7 // no tie is decided by rounding
		kept := simplify(curve, tolerance)
		if !within(curve, kept, tolerance) {
			t.Fatalf("%v leaves the tolerance of %v around %v", kept, tolerance, curve)
		}
		for choice := range 1 << len(curve) {
			var others []service.Knot
			for i, k := range curve {
				if choice>>i&1 == 1 {
					others = append(others, k)
				}
			}
			if len(others) < len(kept) && choice&1 == 1 && choice>>(len(curve)-1) == 1 && within(curve, others, tolerance-2e-8) {
				t.Fatalf("%v are fewer than %v of %v", others, kept, curve)
			}
		}
	})
}

func BenchmarkLink(b *testing.B) {
	s, err := New(own(950), 7, nil)
	if err == nil {
		err = s.Run(nil, service.MinutesMax)
	}
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := s.Link(nil); err != nil {
			b.Fatal(err)
		}
	}
}
