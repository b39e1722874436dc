// Package scenariotest makes scenarios for property tests.
package scenariotest

import (
	"math"

	"pgregory.net/rapid"

	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/slo"
)

// Draw returns a generator of scenarios of the service world that pass Check:
// any of the constants overridden, with and without surge, traffic curve, events,
// own alert rules and texts.
func Draw() *rapid.Generator[*scenario.Scenario] {
	return rapid.Custom(func(t *rapid.T) *scenario.Scenario {
		sc := scenario.New(rapid.StringMatching(`[a-z0-9-]{1,40}`).Draw(t, "id"))
		p := &sc.Service
		p.HasSurge = rapid.Bool().Draw(t, "surge")
		for _, f := range service.Fields() {
			if f.Surge && !p.HasSurge || rapid.Bool().Draw(t, "default "+f.ID) {
				continue
			}
			before := *f.At(p)
			if *f.At(p) = value(t, f); sc.CheckModel() != nil {
				*f.At(p) = before // it does not go with the others
			}
		}
		events(t, p)
		p.Curve = curve(t)
		if rapid.Bool().Draw(t, "rules") {
			p.Rules = rapid.SliceOfN(rapid.Custom(rule), 0, slo.RulesMax).Draw(t, "rules")
		}
		sc.Score = scenario.Score{
			Allowance:        rapid.Float64Range(1e-6, scenario.AllowanceMax).Draw(t, "allowance"),
			ParDollars:       rapid.Float64Range(1e-6, scenario.ParDollarsMax).Draw(t, "par"),
			P99TargetSeconds: rapid.Float64Range(1e-6, scenario.P99TargetSecondsMax).Draw(t, "p99"),
		}
		sc.Title = text(scenario.TitleMax).Draw(t, "title")
		sc.Briefing = text(scenario.BriefingMax).Draw(t, "briefing")
		return sc
	})
}

// value draws one that the field can have, on the controls' grid of 5 as often
// as not.
func value(t *rapid.T, f service.Field) float64 {
	v := rapid.Float64Range(f.Min, f.Max).Draw(t, f.ID)
	switch {
	case f.Unit == "percent" || f.ID == "cache_ttl":
		return 5 * math.Round(v/5)
	case f.Whole:
		return math.Round(v)
	}
	return v + 0
}

// curve draws none as often as not, else knots of whole requests and of others.
func curve(t *rapid.T) []service.Knot {
	if rapid.Bool().Draw(t, "no curve") {
		return nil
	}
	var knots []service.Knot
	minute := 0
	for range rapid.IntRange(1, 40).Draw(t, "knots") {
		knots = append(knots, service.Knot{Minute: minute, PerSecond: rapid.OneOf(
			rapid.Float64Range(0, service.CurvePerSecondMax),
			rapid.Map(rapid.IntRange(0, service.CurvePerSecondMax), func(n int) float64 { return float64(n) }),
		).Draw(t, "per second")})
		if minute += rapid.IntRange(1, 200).Draw(t, "minutes"); minute > service.MinutesMax {
			break
		}
	}
	return knots
}

func events(t *rapid.T, p *service.Params) {
	last := 0
	for range rapid.IntRange(0, service.EventsMax).Draw(t, "deploys") {
		last += rapid.IntRange(1, 30).Draw(t, "minutes")
		if last > int(p.Minutes) {
			break
		}
		p.Deploys = append(p.Deploys, service.Deploy{
			Minute:         last,
			RolloutMinutes: rapid.IntRange(1, service.MinutesMax).Draw(t, "rollout"),
		})
	}
	last = 0
	for range rapid.IntRange(0, service.EventsMax).Draw(t, "flushes") {
		if last += rapid.IntRange(1, 30).Draw(t, "minutes"); last > int(p.Minutes) {
			break
		}
		p.Flushes = append(p.Flushes, last)
	}
}

func rule(t *rapid.T) slo.Rule {
	short := rapid.IntRange(1, slo.WindowMinutesMax).Draw(t, "short")
	return slo.Rule{
		Severity:     rapid.SampledFrom([]slo.Severity{slo.Page, slo.Ticket}).Draw(t, "severity"),
		Burn:         rapid.Float64Range(1e-3, slo.BurnMax).Draw(t, "burn"),
		LongMinutes:  rapid.IntRange(short, slo.WindowMinutesMax).Draw(t, "long"),
		ShortMinutes: short,
	}
}

func text(bytesMax int) *rapid.Generator[string] {
	return rapid.StringN(0, -1, bytesMax).Filter(func(s string) bool {
		return scenario.CheckText("text", s, bytesMax) == nil
	})
}
