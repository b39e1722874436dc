package explain_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oncall/internal/explain"
	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/shift"
	"oncall/internal/world"
	"oncall/scenarios"
)

var plain = explain.Numbers{Digits: "0123456789", Decimal: "."}

func ofWorld(t *testing.T, worldID string) []*scenario.Scenario {
	t.Helper()
	all, err := scenarios.All()
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(s *scenario.Scenario) bool { return s.World != worldID })
}

// played returns a shift in which somebody has tried everything but some controls.
func played(t *testing.T, sc *scenario.Scenario, seed uint32, steps int, but ...int) *shift.Shift {
	t.Helper()
	s, err := shift.New(sc, seed, nil)
	if err != nil {
		t.Fatal(err)
	}
	chance := rand.New(rand.NewPCG(uint64(seed), 5))
	controls := s.Controls()
	for s.Step() < steps {
		if chance.IntN(6) == 0 {
			c := controls[chance.IntN(len(controls))]
			value := c.Min + c.Step*chance.IntN((c.Max-c.Min)/c.Step+1)
			if c.Kind == world.Button {
				value = 1
			}
			if slices.Contains(but, c.Code) {
				continue
			}
			if err := s.Act(c.Code, chance.IntN(max(1, len(c.Targets))), value); err != nil {
				t.Fatal(err)
			}
		}
		s.Next()
	}
	return s
}

// formulas are those that were found to be well-formed.
var formulas = map[string]bool{}

// judge reads an explanation back as it is shown and checks each of its lines.
func judge(t *testing.T, where string, x explain.Explanation, n explain.Numbers) {
	t.Helper()
	results := 0
	for _, step := range x.Steps {
		if !formulas[step.Formula] {
			parse(t, step.Formula)
			formulas[step.Formula] = true
		}
		r := &reader{t: t, digits: n.Digits, point: n.Decimal}
		parts := split(parse(t, step.Values).kids, "=")
		if len(parts) < 2 || len(parts) > 3 {
			t.Fatalf("%s: %d parts in %s", where, len(parts), step.Values)
		}
		got, off := r.uncertain(parts[1])
		shown, rounded := r.uncertain(parts[len(parts)-1])
		if tolerance := 1.05*(off+rounded) + 1e-9*math.Abs(shown) + 1e-300; !(math.Abs(got-shown) <= tolerance) {
			t.Errorf("%s: the formula gives %v, and %v is shown, more than %v apart: %s", where, got, shown, tolerance, step.Values)
		}
		if !step.Result {
			continue
		}
		results++
		if !(math.Abs(shown-x.Result) <= 1.01*rounded+1e-12*math.Abs(x.Result)) {
			t.Errorf("%s: the result is %v, and %v is shown", where, x.Result, shown)
		}
	}
	if results != min(1, len(x.Steps)) {
		t.Errorf("%s: %d lines give the result", where, results)
	}
}

// columns has what a service control's explanation works out.
var columns = map[string]int{
	"set:cache_ttl": service.Hit, "set:warm_up": service.Database, "set:shed": service.ShedShare,
	"set:heavy_feature": service.ServiceTime, "set:rollback": service.CostPerHour,
}

func column(code string) int {
	if c, ok := columns[code]; ok {
		return c
	}
	return slices.IndexFunc(service.Readings(), func(r world.Reading) bool { return r.Code == code })
}

// Every formula of the service world, with its numbers, gives the reading.
func TestServiceFormulasGiveTheReadings(t *testing.T) {
	for _, sc := range append(ofWorld(t, scenario.WorldService), harsh(t), curved(t, true), curved(t, false)) {
		for _, seed := range []uint32{1, 18} {
			s := played(t, sc, seed, sc.Steps()-int(seed%2))
			chance := rand.New(rand.NewPCG(uint64(seed), 1))
			steps := []int{0, 1, 2, s.Step()}
			for range 50 {
				steps = append(steps, chance.IntN(s.Step()+1))
			}
			for _, step := range steps {
				for _, code := range explain.List(scenario.WorldService) {
					x, err := explain.Of(s, step, code, "", plain)
					if err != nil {
						t.Fatal(err)
					}
					where := fmt.Sprintf("%s seed %d minute %d %s", sc.ID, seed, step, code)
					judge(t, where, x, plain)
					if c := column(code); c >= 0 {
						if want := s.Row(step)[c]; !(math.Abs(x.Result-want) <= 1e-9*math.Abs(want)+1e-13) {
							t.Errorf("%s: the formula gives %v, and the reading is %v", where, x.Result, want)
						}
					}
				}
			}
		}
	}
}

// What has a memory is right in every minute of a shift: the fleet that grows and
// shrinks by itself, a rollout that a rollback ends, a cache that refills.
func TestMemoryMinuteByMinute(t *testing.T) {
	surge := ofWorld(t, scenario.WorldService)[slices.Index(scenarios.IDs(), "viral-surge")]
	alone, err := shift.New(surge, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := alone.Run(nil, surge.Steps()); err != nil {
		t.Fatal(err)
	}
	rolledBack, err := shift.New(harsh(t), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := rolledBack.Run([]world.Action{{Step: 6, Control: service.Rollback, Value: 1}, {Step: 41, Control: service.WarmUp, Value: 1}}, 60); err != nil {
		t.Fatal(err)
	}
	shrunk := 0
	for _, s := range []*shift.Shift{alone, rolledBack} {
		for step := range s.Step() + 1 {
			for _, column := range []int{service.Serving, service.Booting, service.Bad, service.Warm, service.BudgetLeft, service.Cost} {
				code := service.Readings()[column].Code
				x, err := explain.Of(s, step, code, "", plain)
				if err != nil {
					t.Fatal(err)
				}
				where := fmt.Sprintf("seed %d minute %d %s", s.Seed(), step, code)
				judge(t, where, x, plain)
				if want := s.Row(step)[column]; !(math.Abs(x.Result-want) <= 1e-12) {
					t.Errorf("%s: the formula gives %v, and the reading is %v", where, x.Result, want)
				}
			}
			if step > 0 && s.Row(step)[service.Serving] < s.Row(step - 1)[service.Serving] {
				shrunk++
			}
		}
	}
	if shrunk < 3 {
		t.Errorf("the fleets shrank %d times, too few to show anything", shrunk)
	}
}

// A saturated fleet of 21 at a target of 70 % is 30 by the ceiling, although
// 21 / 0.7 is a hair more than 30 in binary: the formula says so too.
func TestCeilingOfAWholeNumber(t *testing.T) {
	sc := *harsh(t)
	sc.Service.BasePerSecond, sc.Service.FleetMin, sc.Service.FleetServing, sc.Service.TargetUtilization = 1e5, 21, 21, 70
	sc.Service.BootMinutes = 3
	s, err := shift.New(&sc, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Next()
	x, err := explain.Of(s, 1, "booting", "", plain)
	if err != nil {
		t.Fatal(err)
	}
	judge(t, "booting", x, plain)
	if got := s.Row(1)[service.Booting]; x.Result != got || got != 9 {
		t.Errorf("%v instances boot, and the formula gives %v, want 9", got, x.Result)
	}
}

// harsh is a shift with what the shipped ones do not have: instances that serve
// at once, builds one after the other, a flush, too few instances.
func harsh(t *testing.T) *scenario.Scenario {
	t.Helper()
	sc := ofWorld(t, scenario.WorldService)[0]
	changed := *sc
	changed.ID = "harsh"
	p := &changed.Service
	p.BootMinutes, p.BasePerSecond, p.HasSurge = 0, 3000, true
	p.Deploys = []service.Deploy{{Minute: 5, RolloutMinutes: 30}, {Minute: 20, RolloutMinutes: 4}}
	p.Flushes = []int{3, 40}
	p.Surge = service.Surge{EarliestMinutes: 10, MeanMinutes: 5, LatestMinutes: 20, PeakLow: 2, PeakHigh: 3, RampLowMinutes: 5, RampHighMinutes: 6, HoldHighMinutes: 9, DecayMinutes: 20}
	if err := changed.Check(); err != nil {
		t.Fatal(err)
	}
	return &changed
}

// curved is a shift with a traffic curve whose last knot stands within it, one of
// its knots without any traffic.
func curved(t *testing.T, surge bool) *scenario.Scenario {
	t.Helper()
	changed := *harsh(t)
	changed.ID = "curved"
	p := &changed.Service
	p.HasSurge = surge
	p.Curve = []service.Knot{{Minute: 0, PerSecond: 700}, {Minute: 1, PerSecond: 0}, {Minute: 3, PerSecond: 912.25}, {Minute: 100, PerSecond: 1500}}
	if err := changed.Check(); err != nil {
		t.Fatal(err)
	}
	return &changed
}

// A curve is told instead of the daily swing.
func TestRequestsOfACurve(t *testing.T) {
	s := played(t, curved(t, false), 1, 150)
	told := []string{"daily_swing", "daily_peak_minutes", "curve_before", "curve_after", "knot_before", "knot_after"}
	for step, want := range map[int][]string{50: told[2:], 120: told[2:3]} {
		x, err := explain.Of(s, step, "requests", "", plain)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, symbol := range x.Symbols {
			got[strings.TrimPrefix(symbol.Label, "symbol.")] = true
		}
		for _, id := range told {
			if got[id] != slices.Contains(want, id) {
				t.Errorf("minute %d: %s is told: %v", step, id, got[id])
			}
		}
		if !slices.Contains(x.Limits, "limit.curve") {
			t.Errorf("minute %d: limits %v", step, x.Limits)
		}
	}
}
