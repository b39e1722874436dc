package slo

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestBurnFiftyEmptiesAFifthIn172Point8Minutes(t *testing.T) {
	const windowMinutes = 30 * 24 * 60
	burn := BurnRate(0.05, 0.999)
	if math.Abs(burn-50) > 1e-12*50 {
		t.Fatalf("5 %% errors burn %v, want 50", burn)
	}
	if minutes := 0.20 * windowMinutes / burn; math.Abs(minutes-172.8) > 1e-9 {
		t.Errorf("a fifth of the budget lasts %v min, want 172.8", minutes)
	}
}

func TestWindowsOpenFilledWithTheOpening(t *testing.T) {
	e := NewErrors(0.01, 240)
	if m := e.Mean(60); m != 0.01 {
		t.Errorf("mean at the opening = %v, want 0.01", m)
	}
	for range 15 {
		e.Add(0.05)
	}
	if m, want := e.Mean(60), (15*0.05+45*0.01)/60; math.Abs(m-want) > 1e-15 {
		t.Errorf("mean = %v, want %v", m, want)
	}
	if m := e.Mean(15); math.Abs(m-0.05) > 1e-16 {
		t.Errorf("mean of the last 15 = %v, want 0.05", m)
	}
}

func TestMeanEqualsTheNaiveOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opening := rapid.Float64Range(0, 1).Draw(t, "opening")
		rates := rapid.SliceOfN(rapid.Float64Range(0, 1), 0, 100).Draw(t, "rates")
		window := rapid.IntRange(1, 150).Draw(t, "window")
		e := NewErrors(opening, len(rates))
		for _, r := range rates {
			e.Add(r)
		}
		sum := 0.0
		for i := range window {
			if k := len(rates) - 1 - i; k >= 0 {
				sum += rates[k]
			} else {
				sum += opening
			}
		}
		if got, want := e.Mean(window), sum/float64(window); math.Abs(got-want) > 1e-12 {
			t.Fatalf("mean over %d = %v, want %v", window, got, want)
		}
	})
}

// A full outage of k minutes gives the 5-minute window a rate of k/5 and the
// 60-minute one k/60. 14.4x of 99.9 % is 1.44 %: reached in the first minute by
// both (1/60 = 1.67 %).
func TestAlertFiresOnBothWindowsAndClearsOnTheShort(t *testing.T) {
	e := NewErrors(0, 240)
	a := NewAlerts(WorkbookRules(), 0.999)
	var log []string
	minute := func(rate float64) {
		e.Add(rate)
		fired, cleared := a.Update(e)
		switch {
		case fired.Has(0):
			log = append(log, "fired")
		case cleared.Has(0):
			log = append(log, "cleared")
		default:
			log = append(log, "")
		}
	}
	minute(1) // fires: 20 % over 5 min, 1.67 % over 60
	for range 5 {
		minute(0) // the last of these pushes the outage out of the short window
	}
	minute(1) // and again
	want := []string{"fired", "", "", "", "", "cleared", "fired"}
	for i := range want {
		if log[i] != want[i] {
			t.Fatalf("minute %d: %q, want %q (all: %q)", i+1, log[i], want[i], log)
		}
	}
}

func TestAlertNeedsTheLongWindow(t *testing.T) {
	e := NewErrors(0, 240)
	a := NewAlerts([]Rule{{Severity: Page, Burn: 14.4, LongMinutes: 60, ShortMinutes: 5}}, 0.999)
	e.Add(0.5) // 100x over the short window, 8.3x over the long one
	if fired, _ := a.Update(e); fired != 0 {
		t.Error("fired on the short window alone")
	}
}

// Rules that fire or clear in the same minute are told apart by their places.
func TestAlertsTellRulesApart(t *testing.T) {
	e := NewErrors(0, 240)
	rules := make([]Rule, RulesMax)
	for i := range rules {
		rules[i] = Rule{Burn: 100 * float64(1+i), LongMinutes: 1, ShortMinutes: 1}
	}
	a := NewAlerts(rules, 0.999)
	for minute, c := range []struct {
		rate           float64
		fired, cleared Rules
	}{{0.25, 0b0000_0011, 0}, {0.85, 0b1111_1100, 0}, {0.45, 0, 0b1111_0000}, {0.45, 0, 0}, {0, 0, 0b0000_1111}} {
		e.Add(c.rate)
		if fired, cleared := a.Update(e); fired != c.fired || cleared != c.cleared {
			t.Errorf("minute %d: %08b fired and %08b cleared, want %08b and %08b", minute+1, fired, cleared, c.fired, c.cleared)
		}
	}
}

// Rules fire and clear as the burn rates that are shown say, to the last bit:
// thresholds are drawn among the rates that come, and beside them.
func TestThresholdsAreComparedWithTheShownRates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		objective := rapid.SampledFrom([]float64{0.5, 0.99, 0.999, 0.999999}).Draw(t, "objective")
		rate := rapid.OneOf(rapid.SampledFrom([]float64{0, 1e-310, 0.001, 0.01, 1}), rapid.Float64Range(0, 1))
		opening, rates := rate.Draw(t, "opening"), rapid.SliceOfN(rate, 1, 40).Draw(t, "rates")
		window := rapid.IntRange(1, 50)
		shown := func(minutes, until int) float64 {
			e := NewErrors(opening, 0)
			for _, r := range rates[:until] {
				e.Add(r)
			}
			return BurnRate(e.Mean(minutes), objective)
		}
		rules := make([]Rule, rapid.IntRange(1, RulesMax).Draw(t, "rules"))
		for i := range rules {
			r := &rules[i]
			r.ShortMinutes = window.Draw(t, "short")
			r.LongMinutes = max(r.ShortMinutes, window.Draw(t, "long"))
			r.Burn = shown(r.ShortMinutes, rapid.IntRange(1, len(rates)).Draw(t, "as in"))
			r.Burn = max(5e-324, rapid.SampledFrom([]float64{r.Burn, math.Nextafter(r.Burn, 0), math.Nextafter(r.Burn, math.Inf(1)), r.Burn * 1.001, r.Burn / 1.001}).Draw(t, "threshold"))
		}
		e, a := NewErrors(opening, 0), NewAlerts(rules, objective)
		var firing [RulesMax]bool
		for minute, r := range rates {
			e.Add(r)
			fired, cleared := a.Update(e)
			for i, rule := range rules {
				short, long := shown(rule.ShortMinutes, minute+1) >= rule.Burn, shown(rule.LongMinutes, minute+1) >= rule.Burn
				fires, clears := !firing[i] && short && long, firing[i] && !short
				if fired.Has(i) != fires || cleared.Has(i) != clears {
					t.Fatalf("minute %d, rule %d: fired %v and cleared %v, want %v and %v", minute+1, i, fired.Has(i), cleared.Has(i), fires, clears)
				}
				firing[i] = firing[i] && !clears || fires
			}
		}
	})
}

func TestCheckRules(t *testing.T) {
	if err := CheckRules(WorkbookRules()); err != nil {
		t.Errorf("the workbook's rules: %v", err)
	}
	for name, r := range map[string]Rule{
		"no threshold":         {Burn: 0, LongMinutes: 60, ShortMinutes: 5},
		"not a number":         {Burn: math.NaN(), LongMinutes: 60, ShortMinutes: 5},
		"short above long":     {Burn: 1, LongMinutes: 5, ShortMinutes: 60},
		"no window":            {Burn: 1, LongMinutes: 60, ShortMinutes: 0},
		"window of two months": {Burn: 1, LongMinutes: 86400, ShortMinutes: 5},
		"unknown severity":     {Severity: 9, Burn: 1, LongMinutes: 60, ShortMinutes: 5},
	} {
		if CheckRules([]Rule{r}) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if CheckRules(make([]Rule, RulesMax+1)) == nil {
		t.Error("too many rules: accepted")
	}
}
