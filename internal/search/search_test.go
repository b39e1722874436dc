package search_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"oncall/internal/debrief"
	"oncall/internal/scenario"
	"oncall/internal/search"
	"oncall/internal/service"
	"oncall/internal/shift"
	"oncall/internal/world"
	"oncall/scenarios"
)

func find(t testing.TB, id string) *scenario.Scenario {
	t.Helper()
	sc, err := scenarios.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// score plays actions as anybody's and returns the debrief's points.
func score(t testing.TB, sc *scenario.Scenario, seed uint32, opening []world.Setting, actions []world.Action) float64 {
	t.Helper()
	s, err := shift.New(sc, seed, opening)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Run(actions, s.Steps()); err != nil {
		t.Fatal(err)
	}
	return debrief.Of(s).Score.Total
}

// What hindsight finds can be played and recorded, is worth what it says, takes
// no more shifts than allowed, and comes out the same again.
func TestHindsightIsAPlay(t *testing.T) {
	sc := find(t, "cache-flush")
	opening := []world.Setting{{Control: service.FleetMin, Value: 14}}
	played := 0
	r, err := search.Hindsight(sc, 3, opening, nil, 300, func(n int) bool {
		if n != played+1 {
			t.Errorf("progress went from %d to %d", played, n)
		}
		played = n
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := score(t, sc, 3, opening, r.Actions); got != r.Score {
		t.Errorf("it scores %v, and says %v", got, r.Score)
	}
	if r.Evaluations != played || played > 300 || len(r.Actions) == 0 {
		t.Errorf("%d shifts, told of %d, for %d actions", r.Evaluations, played, len(r.Actions))
	}
	if nobody := score(t, sc, 3, opening, nil); r.Score < nobody+30 {
		t.Errorf("hindsight scores %v, nobody %v", r.Score, nobody)
	}
	again, err := search.Hindsight(sc, 3, opening, nil, 300, nil)
	if err != nil || !slices.Equal(again.Actions, r.Actions) {
		t.Errorf("found %v, then %v (%v)", r.Actions, again.Actions, err)
	}
}

// However little it may play, hindsight does not lose to what it starts from.
func TestHindsightDoesNotLose(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		sc := find(t, rapid.SampledFrom([]string{"bad-deploy", "viral-surge"}).Draw(r, "scenario"))
		seed := rapid.Uint32().Draw(r, "seed")
		start := []world.Action{
			{Step: rapid.IntRange(1, 60).Draw(r, "step"), Control: service.FleetMin, Value: rapid.IntRange(1, 40).Draw(r, "fleet")},
			{Step: 60, Control: service.Rollback, Value: 1},
		}
		found, err := search.Hindsight(sc, seed, nil, [][]world.Action{start}, rapid.IntRange(0, 60).Draw(r, "budget"), nil)
		if err != nil {
			r.Fatal(err)
		}
		if least := max(score(t, sc, seed, nil, nil), score(t, sc, seed, nil, start)); found.Score < least {
			r.Errorf("found %v, and there was %v", found.Score, least)
		}
	})
}

func TestHindsightCanBeCancelled(t *testing.T) {
	r, err := search.Hindsight(find(t, "bad-deploy"), 1, nil, nil, 1000, func(n int) bool { return n < 7 })
	if err != nil || r.Evaluations != 7 {
		t.Errorf("%d shifts (%v), want 7", r.Evaluations, err)
	}
}

// The CDN world has targets and choices; what is found there can be played too.
func TestHindsightInTheCDNWorld(t *testing.T) {
	sc := find(t, "two-links")
	r, err := search.Hindsight(sc, 2, nil, nil, 25, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := score(t, sc, 2, nil, r.Actions); got != r.Score || got < score(t, sc, 2, nil, nil) {
		t.Errorf("it scores %v, and says %v", got, r.Score)
	}
}

// The design knows the best settings that are left alone: 85 points in cache-flush
// with the minimum at 20 and the feature off.
func TestSettingFindsWhatTheDesignKnows(t *testing.T) {
	sc := find(t, "cache-flush")
	const seeds = 10
	r, err := search.Setting(sc, 1, seeds, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	known := []world.Action{{Step: 1, Control: service.FleetMin, Value: 20}, {Step: 1, Control: service.HeavyFeature}}
	mean := func(actions []world.Action) float64 {
		sum := 0.0
		for seed := range uint32(seeds) {
			sum += score(t, sc, 1+seed, nil, actions)
		}
		return sum / seeds
	}
	if got, want := mean(r.Actions), mean(known); got < want-0.5 || got != r.Score {
		t.Errorf("%v scores %v and says %v; the known one has %v", r.Actions, got, r.Score, want)
	}
	for _, a := range r.Actions {
		if a.Step != 1 {
			t.Errorf("%v is not left alone", r.Actions)
		}
	}
}

func TestGrade(t *testing.T) {
	for _, c := range []struct{ you, nobody, hindsight, want float64 }{
		{50, 50, 100, 0}, {75, 50, 100, 0.5}, {100, 50, 100, 1}, {30, 50, 100, 0}, {100, 50, 99, 1}, {80, 80, 80, 1}, {79, 80, 80, 0},
	} {
		if got := search.Grade(c.you, c.nobody, c.hindsight); got != c.want {
			t.Errorf("Grade(%v, %v, %v) = %v, want %v", c.you, c.nobody, c.hindsight, got, c.want)
		}
	}
}
