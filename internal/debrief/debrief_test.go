package debrief_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"oncall/internal/debrief"
	"oncall/internal/service"
	"oncall/internal/shift"
	"oncall/internal/world"
	"oncall/scenarios"
)

// outcome is an entry of outcomes.json, computed by an independent program from
// the design alone.
type outcome struct {
	Actions  *string
	Scenario string
	Seed     uint32
	Score    struct{ Total, Reliability, Latency, Cost, Experience float64 }
	Spent    float64
	Cost     float64
	Requests float64
	Shed     float64
	Failed   struct {
		NoCapacity float64 `json:"no_capacity"`
		Timeout    float64
		BadBuild   float64 `json:"bad_build"`
	}
	Alerts            []debrief.Alert
	DamageMinute      *int `json:"damage_minute"`
	MinutesToPage     *int `json:"minutes_to_page"`
	MinutesToAction   *int `json:"minutes_to_action"`
	MinutesToRecovery *int `json:"minutes_to_recovery"`
}

func read(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, id string, seed uint32) *shift.Shift {
	t.Helper()
	sc, err := scenarios.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	s, err := shift.New(sc, seed, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func control(t *testing.T, s *shift.Shift, id string) int {
	t.Helper()
	c, ok := world.FindControl(s.Controls(), id)
	if !ok {
		t.Fatalf("no control %s", id)
	}
	return c.Code
}

func TestOutcomes(t *testing.T) {
	var outcomes []outcome
	read(t, "outcomes.json", &outcomes)
	if len(outcomes) != 14 {
		t.Fatalf("%d outcomes, want 14", len(outcomes))
	}
	for _, want := range outcomes {
		name := fmt.Sprintf("%s-%d", want.Scenario, want.Seed)
		t.Run(name, func(t *testing.T) {
			s := open(t, want.Scenario, want.Seed)
			var actions []world.Action
			if want.Actions != nil {
				var file []struct {
					Minute  int
					Control string
					Value   int
				}
				read(t, *want.Actions, &file)
				for _, a := range file {
					actions = append(actions, world.Action{Step: a.Minute, Control: control(t, s, a.Control), Value: a.Value})
				}
			}
			if err := s.Run(actions, s.Steps()); err != nil {
				t.Fatal(err)
			}
			compare(t, debrief.Of(s), want)
		})
	}
}

func compare(t *testing.T, got *debrief.Debrief, want outcome) {
	t.Helper()
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > max(1e-9*math.Abs(want), 1e-12) {
			t.Errorf("%s = %v, want %v", what, got, want)
		}
	}
	parts := map[string]float64{}
	for _, p := range got.Score.Parts {
		parts[p.ID] = p.Points
	}
	near("score", got.Score.Total, want.Score.Total)
	near("reliability", parts["reliability"], want.Score.Reliability)
	near("latency", parts["latency"], want.Score.Latency)
	near("cost part", parts["cost"], want.Score.Cost)
	near("experience", parts["experience"], want.Score.Experience)
	near("spent", got.Spent, want.Spent)
	near("cost", got.Cost, want.Cost)
	near("requests", got.Requests, want.Requests)
	near("shed", got.Shed, want.Shed)
	near("no capacity", got.Failed.NoCapacity, want.Failed.NoCapacity)
	near("timeout", got.Failed.Timeout, want.Failed.Timeout)
	near("bad build", got.Failed.BadBuild, want.Failed.BadBuild)
	if d := cmp.Diff(want.Alerts, got.Alerts); d != "" {
		t.Errorf("alerts (-want +got):\n%s", d)
	}
	times := func(a, b, c, d *int) []*int { return []*int{a, b, c, d} }
	if d := cmp.Diff(times(want.DamageMinute, want.MinutesToPage, want.MinutesToAction, want.MinutesToRecovery),
		times(got.DamageMinute, got.MinutesToPage, got.MinutesToAction, got.MinutesToRecovery)); d != "" {
		t.Errorf("damage, page, action, recovery (-want +got):\n%s", d)
	}
}

// order is something that a reference player does at a minute.
type order struct {
	minute  int
	control string
	value   int
}

// play plays a shift by orders, which are in order of time.
func play(t *testing.T, id string, seed uint32, orders []order) float64 {
	t.Helper()
	s := open(t, id, seed)
	var actions []world.Action
	for _, o := range orders {
		if o.minute <= s.Steps() {
			actions = append(actions, world.Action{Step: o.minute, Control: control(t, s, o.control), Value: o.value})
		}
	}
	if err := s.Run(actions, s.Steps()); err != nil {
		t.Fatal(err)
	}
	return debrief.Of(s).Score.Total
}

// surgeLesson waits for the first minute above 72 % utilization, with the target
// at 50 % alone, and sheds, degrades and grows around it.
func surgeLesson(t *testing.T, seed uint32) []order {
	orders := []order{{1, "target_utilization", 50}}
	s := open(t, "viral-surge", seed)
	if err := s.Run([]world.Action{{Step: 1, Control: control(t, s, "target_utilization"), Value: 50}}, s.Steps()); err != nil {
		t.Fatal(err)
	}
	for m := 1; m <= s.Step(); m++ {
		if s.Row(m)[service.Utilization] > 0.72 {
			return append(orders, order{m + 1, "heavy_feature", 0}, order{m + 1, "fleet_min", 20}, order{m + 2, "shed", 100},
				order{m + 13, "shed", 0}, order{m + 15, "heavy_feature", 1}, order{m + 40, "fleet_min", 6})
		}
	}
	return orders
}

// The design's table "what each lesson is worth": mean scores over seeds
// 1..100, within 1.5 points.
func TestWhatEachLessonIsWorth(t *testing.T) {
	fixed := func(orders ...order) func(*testing.T, uint32) []order {
		return func(*testing.T, uint32) []order { return orders }
	}
	for _, c := range []struct {
		scenario, player string
		orders           func(*testing.T, uint32) []order
		want             float64
	}{
		{"bad-deploy", "nobody", fixed(), 52},
		{"bad-deploy", "wrong", fixed(order{1, "rollback", 1}), 51},
		{"bad-deploy", "lesson", fixed(order{13, "rollback", 1}), 93},
		{"viral-surge", "nobody", fixed(), 54},
		{"viral-surge", "wrong", fixed(order{1, "fleet_min", 40}), 80},
		{"viral-surge", "lesson", surgeLesson, 91},
		{"cache-flush", "nobody", fixed(), 52},
		{"cache-flush", "wrong", fixed(order{31, "fleet_min", 40}), 33},
		{"cache-flush", "lesson", fixed(order{31, "heavy_feature", 0}, order{31, "shed", 100}, order{33, "warm_up", 1},
			order{40, "shed", 0}, order{48, "heavy_feature", 1}), 90},
	} {
		sum := 0.0
		for seed := uint32(1); seed <= 100; seed++ {
			sum += play(t, c.scenario, seed, c.orders(t, seed))
		}
		if mean := sum / 100; math.Abs(mean-c.want) > 1.5 {
			t.Errorf("%s played by %s: %.2f, want %v", c.scenario, c.player, mean, c.want)
		}
	}
}
