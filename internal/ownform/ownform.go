// Package ownform is a scenario of the service world as a form has it: every
// constant by its id, events and alert rules as lists, and a traffic curve. What
// somebody typed becomes a checked scenario, or an error that names the field.
package ownform

import (
	"cmp"
	"slices"

	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/slo"
	"oncall/internal/world"
)

// Own is a service of somebody's own.
type Own struct {
	Title    string `json:"title"`
	Briefing string `json:"briefing"`
	// Constants has every field of service.Fields by its id; one that is missing
	// has its default. Those of the surge count only where Surge is set.
	Constants map[string]float64 `json:"constants"`
	Surge     bool               `json:"surge"`
	Deploys   []Deploy           `json:"deploys"`
	Flushes   []int              `json:"flushes"` // minutes
	Rules     []Rule             `json:"rules"`
	Score     Score              `json:"score"`
	Curve     []Knot             `json:"curve"` // empty for the daily sine
}

// Deploy is service.Deploy.
type Deploy struct {
	Minute         int `json:"minute"`
	RolloutMinutes int `json:"rolloutMinutes"`
}

// Rule is slo.Rule with its severity by name.
type Rule struct {
	Severity     string  `json:"severity"`
	Burn         float64 `json:"burn"`
	LongMinutes  int     `json:"longMinutes"`
	ShortMinutes int     `json:"shortMinutes"`
}

// Score is scenario.Score.
type Score struct {
	Allowance        float64 `json:"allowance"`
	ParDollars       float64 `json:"parDollars"`
	P99TargetSeconds float64 `json:"p99TargetSeconds"`
}

// Knot is service.Knot.
type Knot struct {
	Minute    int     `json:"minute"`
	PerSecond float64 `json:"perSecond"`
}

// FromScenario returns a scenario of the service world as a form. Its lists are
// never nil.
func FromScenario(sc *scenario.Scenario) Own {
	p := &sc.Service
	o := Own{
		Title: sc.Title, Briefing: sc.Briefing,
		Constants: map[string]float64{}, Surge: p.HasSurge,
		Deploys: []Deploy{}, Flushes: append([]int{}, p.Flushes...), Rules: []Rule{},
		Score: Score(sc.Score), Curve: FromCurve(p.Curve),
	}
	for _, f := range service.Fields() {
		o.Constants[f.ID] = *f.At(p)
	}
	for _, d := range p.Deploys {
		o.Deploys = append(o.Deploys, Deploy(d))
	}
	for _, r := range p.Rules {
		o.Rules = append(o.Rules, Rule{r.Severity.String(), r.Burn, r.LongMinutes, r.ShortMinutes})
	}
	return o
}

// FromCurve returns a traffic curve as a form has it, never nil.
func FromCurve(curve []service.Knot) []Knot {
	knots := make([]Knot, len(curve))
	for i, k := range curve {
		knots[i] = Knot(k)
	}
	return knots
}

// Scenario returns the form as a scenario without an id, which travels whole in
// links. Events may stand in any order. The error is an *Error.
func (o Own) Scenario() (*scenario.Scenario, error) {
	sc := scenario.New("")
	sc.Title, sc.Briefing, sc.Score = o.Title, o.Briefing, scenario.Score(o.Score)
	for _, fill := range []func(*scenario.Scenario) *Error{
		checkTexts, o.constants, checkPairs, checkScore, o.deploys, o.flushes, o.rules, o.curve,
	} {
		if err := fill(sc); err != nil {
			return nil, err
		}
	}
	if err := sc.Check(); err != nil {
		return nil, &Error{Reason: Other, Detail: err.Error()}
	}
	return sc, nil
}

func checkTexts(sc *scenario.Scenario) *Error {
	for _, text := range []struct {
		field, value string
		limit        int
	}{{"title", sc.Title, scenario.TitleMax}, {"briefing", sc.Briefing, scenario.BriefingMax}} {
		if len(text.value) > text.limit {
			return &Error{Field: text.field, Reason: Long, Value: float64(len(text.value)), Max: float64(text.limit)}
		}
		if err := scenario.CheckText(text.field, text.value, text.limit); err != nil {
			return &Error{Field: text.field, Reason: Character, Detail: err.Error()}
		}
	}
	return nil
}

func (o Own) constants(sc *scenario.Scenario) *Error {
	p := &sc.Service
	p.HasSurge = o.Surge
	known := 0
	for _, f := range service.Fields() {
		v, given := o.Constants[f.ID]
		if !given {
			continue
		}
		known++
		if f.Surge && !o.Surge {
			continue
		}
		if err := checkConstant(f, v); err != nil {
			return err
		}
		*f.At(p) = v
	}
	if known < len(o.Constants) {
		return &Error{Field: o.unknown(), Reason: Unknown}
	}
	return nil
}

func checkConstant(f service.Field, v float64) *Error {
	if err := checkRange(f.ID, v, f.Min, f.Max); err != nil {
		return err
	}
	if f.Check(v) != nil {
		return &Error{Field: f.ID, Reason: Whole, Value: v}
	}
	if step := float64(stepOf(f.ID)); step > 0 && (v-f.Min)/step != float64(int((v-f.Min)/step)) {
		return &Error{Field: f.ID, Reason: Grid, Value: v, Min: f.Min, Step: step}
	}
	return nil
}

// unknown returns the first id by the alphabet that no constant has.
func (o Own) unknown() string {
	var ids []string
	for id := range o.Constants {
		if !slices.ContainsFunc(service.Fields(), func(f service.Field) bool { return f.ID == id }) {
			ids = append(ids, id)
		}
	}
	return slices.Min(ids)
}

// stepOf returns the grid of the control that opens with a constant, and 0 where
// none does.
func stepOf(id string) int {
	var p service.Params
	c, found := world.FindControl(p.Controls(), id)
	if !found {
		return 0
	}
	return c.Step
}

// pairs are constants of which the first must not pass the second.
var pairs = [...][2]string{
	{"fleet_serving", "fleet_max"},
	{"fleet_min", "fleet_max"},
	{"query_seconds", "query_max_seconds"},
	{"earliest_minutes", "latest_minutes"},
	{"peak_low", "peak_high"},
	{"ramp_low_minutes", "ramp_high_minutes"},
	{"hold_low_minutes", "hold_high_minutes"},
}

func checkPairs(sc *scenario.Scenario) *Error {
	value := func(id string) float64 {
		at := slices.IndexFunc(service.Fields(), func(f service.Field) bool { return f.ID == id })
		return *service.Fields()[at].At(&sc.Service)
	}
	for _, pair := range pairs {
		if low, high := value(pair[0]), value(pair[1]); low > high {
			return &Error{Field: pair[0], Reason: Above, Value: low, Max: high, Detail: pair[1]}
		}
	}
	return nil
}

func checkScore(sc *scenario.Scenario) *Error {
	for _, figure := range []struct {
		field      string
		value, max float64
	}{
		{"allowance", sc.Score.Allowance, scenario.AllowanceMax},
		{"par_dollars", sc.Score.ParDollars, scenario.ParDollarsMax},
		{"p99_target_seconds", sc.Score.P99TargetSeconds, scenario.P99TargetSecondsMax},
	} {
		if !(figure.value > 0 && figure.value <= figure.max) {
			return &Error{Field: figure.field, Reason: Positive, Value: figure.value, Max: figure.max}
		}
	}
	return nil
}

func (o Own) deploys(sc *scenario.Scenario) *Error {
	if err := checkCount("deploys", len(o.Deploys), service.EventsMax); err != nil {
		return err
	}
	for _, d := range o.Deploys {
		sc.Service.Deploys = append(sc.Service.Deploys, service.Deploy(d))
	}
	slices.SortStableFunc(sc.Service.Deploys, func(a, b service.Deploy) int { return cmp.Compare(a.Minute, b.Minute) })
	minutes := make([]int, len(o.Deploys))
	for i, d := range sc.Service.Deploys {
		minutes[i] = d.Minute
		if err := checkRange("deploys", float64(d.RolloutMinutes), 1, service.MinutesMax); err != nil {
			err.Reason = Rollout
			return err
		}
	}
	return checkMinutes("deploys", minutes, sc.Steps())
}

func (o Own) flushes(sc *scenario.Scenario) *Error {
	if err := checkCount("flushes", len(o.Flushes), service.EventsMax); err != nil {
		return err
	}
	sc.Service.Flushes = slices.Sorted(slices.Values(o.Flushes))
	return checkMinutes("flushes", sc.Service.Flushes, sc.Steps())
}

func checkMinutes(field string, sorted []int, last int) *Error {
	for i, minute := range sorted {
		if err := checkRange(field, float64(minute), 1, float64(last)); err != nil {
			return err
		}
		if i > 0 && minute == sorted[i-1] {
			return &Error{Field: field, Reason: Twice, Value: float64(minute)}
		}
	}
	return nil
}

func (o Own) rules(sc *scenario.Scenario) *Error {
	if err := checkCount("rules", len(o.Rules), slo.RulesMax); err != nil {
		return err
	}
	sc.Service.Rules = nil
	for i, r := range o.Rules {
		severity, known := slo.ParseSeverity(r.Severity)
		sc.Service.Rules = append(sc.Service.Rules, slo.Rule{
			Severity: severity, Burn: r.Burn, LongMinutes: r.LongMinutes, ShortMinutes: r.ShortMinutes,
		})
		number := i + 1
		switch {
		case !known:
			return &Error{Field: "rules", Reason: Unknown, Number: number}
		case !(r.Burn > 0 && r.Burn <= slo.BurnMax):
			return &Error{Field: "rules", Reason: Positive, Number: number, Value: r.Burn, Max: slo.BurnMax}
		case slo.CheckRules(sc.Service.Rules) != nil:
			return &Error{Field: "rules", Reason: Windows, Number: number, Min: 1, Max: slo.WindowMinutesMax}
		}
	}
	return nil
}

func (o Own) curve(sc *scenario.Scenario) *Error {
	if err := checkCount("curve", len(o.Curve), service.CurveMax); err != nil {
		return err
	}
	var curve []service.Knot
	for i, k := range o.Curve {
		curve = append(curve, service.Knot(k))
		err := checkRange("curve", k.PerSecond, 0, service.CurvePerSecondMax)
		switch {
		case err != nil:
			err.Number = i + 1
			return err
		case service.CheckCurve(curve[max(0, i-1):]) != nil && i == 0 || i > 0 && k.Minute <= o.Curve[i-1].Minute:
			return &Error{Field: "curve", Reason: Order, Number: i + 1, Value: float64(k.Minute)}
		case k.Minute > service.MinutesMax:
			return &Error{Field: "curve", Reason: Minute, Number: i + 1, Value: float64(k.Minute), Max: service.MinutesMax}
		}
	}
	sc.Service.Curve = curve
	return nil
}

func checkCount(field string, count, limit int) *Error {
	if count > limit {
		return &Error{Field: field, Reason: Count, Value: float64(count), Max: float64(limit)}
	}
	return nil
}

func checkRange(field string, v, low, high float64) *Error {
	if !(v >= low && v <= high) {
		return &Error{Field: field, Reason: Range, Value: v, Min: low, Max: high}
	}
	return nil
}
