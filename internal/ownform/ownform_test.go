package ownform_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"oncall/internal/ownform"
	"oncall/internal/scenario"
	"oncall/internal/scenario/scenariotest"
	"oncall/internal/service"
)

// A form carries a scenario whole, but for its id and the constants of a surge
// that does not happen, also on its way through JSON.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := scenariotest.Draw().Draw(t, "scenario")
		data, err := json.Marshal(ownform.FromScenario(sc))
		if err != nil {
			t.Fatal(err)
		}
		var form ownform.Own
		if err := json.Unmarshal(data, &form); err != nil {
			t.Fatal(err)
		}
		got, err := form.Scenario()
		if err != nil {
			t.Fatal(err)
		}
		sc.ID = ""
		if diff := cmp.Diff(sc, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
		if got.Hash() != sc.Hash() {
			t.Fatal("the hash has changed on the way")
		}
	})
}

// form returns one that passes.
func form() ownform.Own {
	sc := scenario.New("")
	sc.Score = scenario.Score{Allowance: 0.05, ParDollars: 20, P99TargetSeconds: 0.5}
	return ownform.FromScenario(sc)
}

func TestEventsMayStandInAnyOrder(t *testing.T) {
	o := form()
	o.Deploys = []ownform.Deploy{{Minute: 30, RolloutMinutes: 1}, {Minute: 10, RolloutMinutes: 2}}
	o.Flushes = []int{20, 5}
	sc, err := o.Scenario()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]service.Deploy{{Minute: 10, RolloutMinutes: 2}, {Minute: 30, RolloutMinutes: 1}}, sc.Service.Deploys); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{5, 20}, sc.Service.Flushes); diff != "" {
		t.Error(diff)
	}
}

// What is wrong is said with the field, the reason and the bounds.
func TestErrors(t *testing.T) {
	constant := func(id string, v float64) func(*ownform.Own) {
		return func(o *ownform.Own) { o.Constants[id] = v }
	}
	for name, c := range map[string]struct {
		change func(*ownform.Own)
		want   ownform.Error
	}{
		"range":      {constant("budget", 2), ownform.Error{Field: "budget", Reason: ownform.Range, Value: 2, Min: -10, Max: 1}},
		"whole":      {constant("minutes", 10.5), ownform.Error{Field: "minutes", Reason: ownform.Whole, Value: 10.5}},
		"grid":       {constant("cache_ttl", 61), ownform.Error{Field: "cache_ttl", Reason: ownform.Grid, Value: 61, Min: 5, Step: 5}},
		"unknown":    {constant("moon", 1), ownform.Error{Field: "moon", Reason: ownform.Unknown}},
		"pair":       {constant("fleet_max", 5), ownform.Error{Field: "fleet_serving", Reason: ownform.Above, Value: 10, Max: 5, Detail: "fleet_max"}},
		"query":      {constant("query_max_seconds", 0.001), ownform.Error{Field: "query_seconds", Reason: ownform.Above, Value: 0.005, Max: 0.001, Detail: "query_max_seconds"}},
		"title":      {func(o *ownform.Own) { o.Title = string(make([]byte, 81)) }, ownform.Error{Field: "title", Reason: ownform.Long, Value: 81, Max: 80}},
		"par":        {func(o *ownform.Own) { o.Score.ParDollars = 0 }, ownform.Error{Field: "par_dollars", Reason: ownform.Positive, Max: 1e9}},
		"deploy":     {func(o *ownform.Own) { o.Deploys = []ownform.Deploy{{Minute: 241, RolloutMinutes: 1}} }, ownform.Error{Field: "deploys", Reason: ownform.Range, Value: 241, Min: 1, Max: 240}},
		"rollout":    {func(o *ownform.Own) { o.Deploys = []ownform.Deploy{{Minute: 1}} }, ownform.Error{Field: "deploys", Reason: ownform.Rollout, Min: 1, Max: 1440}},
		"flushes":    {func(o *ownform.Own) { o.Flushes = []int{7, 7} }, ownform.Error{Field: "flushes", Reason: ownform.Twice, Value: 7}},
		"too many":   {func(o *ownform.Own) { o.Flushes = make([]int, 17) }, ownform.Error{Field: "flushes", Reason: ownform.Count, Value: 17, Max: 16}},
		"severity":   {func(o *ownform.Own) { o.Rules[1].Severity = "fax" }, ownform.Error{Field: "rules", Reason: ownform.Unknown, Number: 2}},
		"burn":       {func(o *ownform.Own) { o.Rules[0].Burn = -1 }, ownform.Error{Field: "rules", Reason: ownform.Positive, Number: 1, Value: -1, Max: 1e6}},
		"windows":    {func(o *ownform.Own) { o.Rules[2].ShortMinutes = 43201 }, ownform.Error{Field: "rules", Reason: ownform.Windows, Number: 3, Min: 1, Max: 43200}},
		"knot":       {func(o *ownform.Own) { o.Curve = []ownform.Knot{{}, {Minute: 1, PerSecond: -3}} }, ownform.Error{Field: "curve", Reason: ownform.Range, Number: 2, Value: -3, Max: 1e6}},
		"first knot": {func(o *ownform.Own) { o.Curve = []ownform.Knot{{Minute: 1}} }, ownform.Error{Field: "curve", Reason: ownform.Order, Number: 1, Value: 1}},
		"order":      {func(o *ownform.Own) { o.Curve = []ownform.Knot{{}, {Minute: 2}, {Minute: 2}} }, ownform.Error{Field: "curve", Reason: ownform.Order, Number: 3, Value: 2}},
		"late knot":  {func(o *ownform.Own) { o.Curve = []ownform.Knot{{}, {Minute: 1441}} }, ownform.Error{Field: "curve", Reason: ownform.Minute, Number: 2, Value: 1441, Max: 1440}},
	} {
		o := form()
		c.change(&o)
		_, err := o.Scenario()
		var got *ownform.Error
		if !errors.As(err, &got) {
			t.Errorf("%s: got %v", name, err)
			continue
		}
		if diff := cmp.Diff(&c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Nothing that the scenario's own check refuses is left to the reason Other: the
// form could not say where it is. Constants anywhere in their ranges are tried.
func TestEveryRefusalNamesAField(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := form()
		o.Surge = rapid.Bool().Draw(t, "surge")
		for _, f := range service.Fields() {
			if rapid.Bool().Draw(t, "changed") {
				o.Constants[f.ID] = rapid.Float64Range(f.Min, f.Max).Draw(t, f.ID)
			}
		}
		_, err := o.Scenario()
		var refused *ownform.Error
		if errors.As(err, &refused) && (refused.Field == "" || refused.Reason == ownform.Other) {
			t.Fatal(err)
		}
	})
}

func TestDescribe(t *testing.T) {
	d := ownform.Describe()
	groups := map[string]int{}
	for i, f := range d.Fields {
		groups[f.Group]++
		if want := service.Fields()[i]; f.ID != want.ID || f.Min != want.Min || f.Default != want.Default || (f.Group == "surge") != want.Surge {
			t.Errorf("field %d: %+v", i, f)
		}
	}
	want := map[string]int{"shift": 3, "traffic": 5, "cache": 10, "requests": 7, "objective": 2, "fleet": 6, "opening": 7, "surge": 10}
	if diff := cmp.Diff(want, groups); diff != "" {
		t.Error(diff)
	}
}
