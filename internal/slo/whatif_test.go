package slo

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// series joins runs of equal error rates.
func series(runs ...[2]float64) []float64 {
	var rates []float64
	for _, run := range runs {
		rates = append(rates, slices.Repeat([]float64{run[0]}, int(run[1]))...)
	}
	return rates
}

// By hand, at 99.9 %: 10 % errors burn 100x. From minute 11 the 60-minute window
// gains 100/60 = 1.667x a minute, so it reaches 6x in the fourth (6.67), 14.4x in
// the ninth (15); the 5-minute one is far above both by then. Errors end with
// minute 30; the 5-minute window falls by 20x a minute from 100x, to 0 in minute
// 35 and below both thresholds there.
func TestFiringsByHand(t *testing.T) {
	rates := series([2]float64{0, 10}, [2]float64{0.1, 20}, [2]float64{0, 30})
	got := Firings([]Rule{
		{Severity: Page, Burn: 6, LongMinutes: 60, ShortMinutes: 5},
		{Severity: Page, Burn: 14.4, LongMinutes: 60, ShortMinutes: 5},
		{Severity: Page, Burn: 99, LongMinutes: 60, ShortMinutes: 5},
	}, 0.999, 0, rates)
	want := [][]Firing{{{14, 35}}, {{19, 35}}, nil}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("fired %v, want %v", got, want)
	}
}

// An opening that burns at 12x fills the long window: one minute of 10 % lifts it
// to (59 x 12 + 100) / 60 = 13.5x, the second to 14.9x.
func TestFiringsOpenPrefilled(t *testing.T) {
	rules := []Rule{{Severity: Page, Burn: 14.4, LongMinutes: 60, ShortMinutes: 5}}
	got := Firings(rules, 0.999, 0.012, []float64{0.1, 0.1})
	if len(got[0]) != 1 || got[0][0] != (Firing{Minute: 2}) {
		t.Errorf("fired %v, want in minute 2", got[0])
	}
}

// minutes draws error rates in 64ths, which add up without rounding, so that a
// test can compare them as whole numbers.
func minutes(t *rapid.T) (opening int, rates []int) {
	rate := rapid.OneOf(rapid.Just(0), rapid.IntRange(0, 64))
	return rate.Draw(t, "opening"), rapid.SliceOfN(rate, 0, 80).Draw(t, "rates")
}

func as64ths(rates []int) []float64 {
	result := make([]float64, len(rates))
	for i, r := range rates {
		result[i] = float64(r) / 64
	}
	return result
}

// The definition, minute by minute and in whole numbers: with an objective of
// one half, a rate of r/64 burns at r/32, and windows of powers of two divide
// without rounding.
func TestFiringsFollowTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opening, rates := minutes(t)
		short := rapid.IntRange(0, 4).Draw(t, "short")
		long := rapid.IntRange(short, 6).Draw(t, "long")
		threshold := rapid.IntRange(1, 64).Draw(t, "threshold") // in 32nds
		reached := func(minute, window int) bool {
			sum := 0
			for i := minute - window; i < minute; i++ {
				if i < 0 {
					sum += opening
				} else {
					sum += rates[i]
				}
			}
			return sum >= threshold*window
		}
		var want []Firing
		firing := false
		for minute := 1; minute <= len(rates); minute++ {
			switch {
			case !firing && reached(minute, 1<<short) && reached(minute, 1<<long):
				firing = true
				want = append(want, Firing{Minute: minute})
			case firing && !reached(minute, 1<<short):
				firing = false
				want[len(want)-1].Cleared = minute
			}
		}
		rules := []Rule{{Severity: Page, Burn: float64(threshold) / 32, LongMinutes: 1 << long, ShortMinutes: 1 << short}}
		if got := Firings(rules, 0.5, float64(opening)/64, as64ths(rates))[0]; !slices.Equal(got, want) {
			t.Fatalf("fired %v, want %v", got, want)
		}
	})
}

// Whoever steps through the minutes with Alerts hears of the same firings, bit
// for bit of the rates.
func TestFiringsAreThoseOfAlerts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(0, 0.05), rapid.Float64Range(0, 1))
		opening := rate.Draw(t, "opening")
		rates := rapid.SliceOfN(rate, 0, 120).Draw(t, "rates")
		rules := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Rule {
			short := rapid.IntRange(1, 60).Draw(t, "short")
			return Rule{
				Burn:         rapid.Float64Range(0.5, 100).Draw(t, "burn"),
				ShortMinutes: short, LongMinutes: short + rapid.IntRange(0, 200).Draw(t, "longer by"),
			}
		}), 0, RulesMax).Draw(t, "rules")
		fired := Firings(rules, 0.999, opening, rates)
		e, a := NewErrors(opening, 0), NewAlerts(rules, 0.999)
		next := make([]int, len(rules)) // the firing that each rule comes to
		for i, r := range rates {
			e.Add(r)
			firing, clearing := a.Update(e)
			for rule := range rules {
				fires, clears := firing.Has(rule), clearing.Has(rule)
				var f Firing
				if next[rule] < len(fired[rule]) {
					f = fired[rule][next[rule]]
				}
				if fires != (f.Minute == i+1) || clears != (f.Cleared == i+1) {
					t.Fatalf("minute %d, rule %d: fires %v, clears %v, and the replay says %v", i+1, rule, fires, clears, f)
				}
				if clears {
					next[rule]++
				}
			}
		}
	})
}

// At 99.9 % and 100 minutes of budget, one minute of 1 % errors burns 10x, a
// tenth of the budget. A pause of nine minutes joins two stretches, one of ten
// parts them; what burns a little in the pause counts.
func TestIncidentsByHand(t *testing.T) {
	rates := series(
		[2]float64{0, 3}, [2]float64{0.01, 2}, // minutes 4 and 5: 0.2
		[2]float64{0.0005, 9}, [2]float64{0.01, 1}, // minute 15: 9 x 0.005 + 0.1
		[2]float64{0, 10}, [2]float64{0.002, 3}, // minutes 26 to 28: 3 x 0.02
		[2]float64{0.0009, 9})
	got := Incidents(rates, 0.999, 100)
	want := []Incident{{4, 15, 0.345, true}, {26, 28, 0.06, false}}
	if len(got) != len(want) {
		t.Fatalf("incidents %v, want %v", got, want)
	}
	for i, w := range want {
		spent := got[i].Spent - w.Spent
		got[i].Spent = w.Spent
		if got[i] != w || spent > 1e-12 || spent < -1e-12 {
			t.Errorf("incident %v, off by %v of the budget, want %v", got[i], spent, w)
		}
	}
	if none := Incidents(series([2]float64{0.0009, 50}), 0.999, 100); len(none) > 0 {
		t.Errorf("a burn rate of 0.9 made %v", none)
	}
}

func TestFalsePages(t *testing.T) {
	own := []Incident{{10, 19, 0.019, true}, {40, 80, 0.02, true}, {100, 104, 0.001, true}}
	unattended := []Incident{{19, 30, 0.5, false}, {104, 110, 0.0199, true}}
	for minute, want := range map[int]bool{
		9:   true,  // before anything happened
		10:  false, // small, and large where nobody acts
		19:  false,
		20:  true, // when it was over
		40:  false,
		80:  false,
		100: true, // small in both
	} {
		if got := FalsePage(minute, own, unattended); got != want {
			t.Errorf("minute %d: false %v, want %v", minute, got, want)
		}
	}
	if !FalsePage(12, own, nil) {
		t.Error("a page for less than 2 % of the budget counts as worth it")
	}
}

func TestVerdict(t *testing.T) {
	incidents := []Incident{{10, 19, 0.03, true}, {40, 49, 0.005, true}, {70, 90, 0.1, true}, {110, 120, 0.4, false}}
	rules := []Rule{{Severity: Page}, {Severity: Ticket}, {Severity: Page}}
	firings := [][]Firing{
		{{5, 7}, {14, 24}, {41, 45}, {112, 0}},
		{{8, 0}, {11, 60}},
		{{13, 49}, {44, 0}, {61, 62}},
	}
	// Pages: 5 (nothing there: false), 14, 41 (small: false), 112; 13, 44 (small:
	// false), 61 (nothing there: false). The third incident has none. They outlast
	// theirs by 24-19, 0, 49-19 minutes and, the one of minute 44, for ever.
	want := Verdict{Pages: 7, FalsePages: 4, Missed: 1, FirstPage: 13, ResetMinutes: 30, Stuck: 1}
	if got := Judge(rules, firings, incidents, nil); got != want {
		t.Errorf("verdict %+v, want %+v", got, want)
	}
	want = Verdict{Pages: 1, FalsePages: 1, ResetMinutes: -1}
	if got := Judge(rules[:1], [][]Firing{{{5, 7}}}, nil, nil); got != want {
		t.Errorf("of a calm shift: verdict %+v, want %+v", got, want)
	}
}
