package service

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Without noise and surge the opening shows the curve itself, and the minutes
// after it a count around it.
func TestTrafficFollowsTheCurve(t *testing.T) {
	p := calm()
	p.DailySwing = 0.5 // the curve takes its place
	p.Curve = []Knot{{0, 100}, {4, 200}, {5, 0}, {7, 30}}
	want := []float64{100, 125, 150, 175, 200, 0, 15, 30, 30, 30}
	w := New(p, 1, nil)
	for minute, expected := range want {
		got := w.row[Requests]
		sd := math.Sqrt(60*expected) / 60 // of a Poisson count of a minute
		if d := math.Abs(got - expected); minute == 0 && d != 0 || d > 5*sd {
			t.Errorf("minute %d: %v requests a second, expected %v", minute, got, expected)
		}
		w.Step(nil)
	}
}

// The surge multiplies the curve as it does the daily sine.
func TestSurgeMultipliesTheCurve(t *testing.T) {
	p := calm()
	p.HasSurge = true
	p.Surge = Surge{PeakLow: 3, PeakHigh: 3, RampLowMinutes: 0.1, RampHighMinutes: 0.1, HoldLowMinutes: 100, HoldHighMinutes: 100, DecayMinutes: 1}
	p.Curve = []Knot{{0, 1e6}} // so many that chance is 0.013 %
	w := New(p, 1, nil)
	run(w, 5)
	if got := w.row[Requests] / 3e6; math.Abs(got-1) > 0.001 {
		t.Errorf("%v times 3,000,000 requests a second, expected one time", got)
	}
}

// CurveAt against the line through two points, and with every hint that it can
// be given.
func TestCurveAt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var curve []Knot
		minute := 0
		for range rapid.IntRange(1, 8).Draw(t, "knots") {
			curve = append(curve, Knot{minute, rapid.Float64Range(0, CurvePerSecondMax).Draw(t, "value")})
			minute += rapid.IntRange(1, 5).Draw(t, "minutes")
		}
		if err := CheckCurve(curve); err != nil {
			t.Fatal(err)
		}
		at := rapid.IntRange(0, minute+3).Draw(t, "at")
		want := curve[len(curve)-1].PerSecond
		for i := range curve[1:] {
			a, b := curve[i], curve[i+1]
			if a.Minute <= at && at < b.Minute {
				whole := float64(b.Minute - a.Minute)
				want = (a.PerSecond*float64(b.Minute-at) + b.PerSecond*float64(at-a.Minute)) / whole
			}
		}
		got, place := CurveAt(curve, at, 0)
		if math.Abs(got-want) > 1e-9*CurvePerSecondMax || got < 0 {
			t.Fatalf("%v at %d of %v, want %v", got, at, curve, want)
		}
		for from := range place + 1 {
			if again, _ := CurveAt(curve, at, from); again != got {
				t.Fatalf("%v from knot %d, and %v from the first", again, from, got)
			}
		}
	})
}

func TestCheckCurve(t *testing.T) {
	long := make([]Knot, CurveMax+1)
	for i := range long {
		long[i].Minute = i
	}
	for _, c := range []struct {
		curve []Knot
		want  string
	}{
		{nil, ""},
		{[]Knot{{0, 0}}, ""},
		{long[:CurveMax], ""},
		{long, "at most 1441 knots, and this has 1442"},
		{[]Knot{{1, 5}}, "first knot must stand at minute 0, and stands at 1"},
		{[]Knot{{0, 5}, {3, 5}, {3, 6}}, "minute 3 stands behind minute 3"},
		{[]Knot{{0, 5}, {3, 5}, {2, 6}}, "minute 2 stands behind minute 3"},
		{[]Knot{{0, 5}, {1441, 5}}, "between 0 and 1440, and is 1441"},
		{[]Knot{{0, -1}}, "between 0 and 1e+06, and are -1"},
		{[]Knot{{0, 1.1e6}}, "and are 1.1e+06"},
		{[]Knot{{0, math.NaN()}}, "and are NaN"},
		{[]Knot{{0, math.Inf(1)}}, "and are +Inf"},
	} {
		p := Defaults()
		p.Curve = c.curve
		err := p.Check()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v: got %v, want %q", c.curve[:min(3, len(c.curve))], err, c.want)
		}
	}
}

func TestStepsOnACurveAllocateNothing(t *testing.T) {
	p := Defaults()
	p.Minutes = MinutesMax
	for minute := range CurveMax {
		p.Curve = append(p.Curve, Knot{minute, 900})
	}
	w := New(p, 1, nil)
	if n := testing.AllocsPerRun(1000, func() { w.Step(nil) }); n != 0 {
		t.Errorf("a step allocates %v times", n)
	}
}
