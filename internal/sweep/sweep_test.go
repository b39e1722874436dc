package sweep_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"oncall/internal/debrief"
	"oncall/internal/runbook"
	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/sweep"
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

func reference(t testing.TB, id string) *runbook.Program {
	t.Helper()
	rules, err := scenarios.Runbook(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := runbook.Compile(rules, find(t, id))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func plan(t testing.TB, setup sweep.Setup) *sweep.Plan {
	t.Helper()
	p, err := sweep.New(setup)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// setups are shifts that are played in all the ways that there are.
func setups(t testing.TB) map[string]sweep.Setup {
	surge, deploy, match := find(t, "viral-surge"), find(t, "bad-deploy"), find(t, "two-links")
	return map[string]sweep.Setup{
		"nobody":  {Scenario: surge},
		"runbook": {Scenario: surge, Runbook: reference(t, "viral-surge")},
		"actions": {Scenario: deploy, Actions: []world.Action{
			{Step: 5, Control: service.Shed, Value: 100}, {Step: 13, Control: service.Rollback, Value: 1}, {Step: 13, Control: service.Shed},
		}},
		"opening": {Scenario: deploy, Opening: []world.Setting{{Control: service.CacheTTL, Value: 200}, {Control: service.HeavyFeature}}},
		"cdn":     {Scenario: match, Actions: []world.Action{{Step: 40, Control: 0, Value: 3}, {Step: 41, Control: 3, Target: 1, Value: 1}}},
	}
}

// What a sweep says of a seed is what the debrief of that shift says, bit for
// bit.
func TestFiguresAreThoseOfSingleShifts(t *testing.T) {
	for name, setup := range setups(t) {
		t.Run(name, func(t *testing.T) {
			p := plan(t, setup)
			columns := p.Columns()
			data := p.Run(nil, 40, 5)
			for i := range 5 {
				got := map[string]float64{}
				for c, v := range data[i*len(columns) : (i+1)*len(columns)] {
					got[columns[c].Code] = v
				}
				seed := uint32(40 + i)
				s, err := p.Shift(seed)
				if err != nil {
					t.Fatal(err)
				}
				d := debrief.Of(s)
				want := map[string]float64{"seed": float64(seed), "score": d.Score.Total}
				for _, part := range d.Score.Parts {
					want["score_"+part.ID] = part.Points
				}
				spent := 0.0
				if f := d.CDNFigures; f != nil {
					spent = f.Harm
					want["harm"], want["rebuffering"], want["given_up"], want["moves"] = f.Harm, f.Rebuffering, f.GivenUp, f.Moves
					want["mean_wait_seconds"], want["amplitude_points"], want["over_minutes"] = f.MeanWaitSeconds, f.AmplitudePoints, f.OverMinutes
				} else {
					spent = d.Spent
					want["spent"], want["cost"] = d.Spent, d.Cost
					want["damage_minute"], want["minutes_to_recovery"] = number(d.DamageMinute), number(d.MinutesToRecovery)
				}
				if spent <= setup.Scenario.Score.Allowance {
					want["kept"] = 1
				} else {
					want["kept"] = 0
				}
				if len(got) != len(want) {
					t.Fatalf("figures %v, want %v", got, want)
				}
				for code, v := range want {
					if math.Float64bits(got[code]) != math.Float64bits(v) {
						t.Errorf("seed %d: %s = %v, want %v", seed, code, got[code], v)
					}
				}
			}
		})
	}
}

func number(n *int) float64 {
	if n == nil {
		return math.NaN()
	}
	return float64(*n)
}

// The work can be shared out in any way.
func TestWorkersChangeNothing(t *testing.T) {
	for name, setup := range setups(t) {
		t.Run(name, func(t *testing.T) {
			p := plan(t, setup)
			want := bits(p.Run(nil, 1, 21))
			for _, workers := range []int{1, 2, 3, 16, 50} {
				last := 0.0
				got := bits(p.RunAll(1, 21, workers, func(share float64) {
					if share <= last {
						t.Errorf("progress went from %v to %v", last, share)
					}
					last = share
				}))
				if !slices.Equal(got, want) || last != 1 {
					t.Errorf("%d workers: other figures, or an end at %v", workers, last)
				}
			}
		})
	}
}

func bits(values []float64) []uint64 {
	b := make([]uint64, len(values))
	for i, v := range values {
		b[i] = math.Float64bits(v)
	}
	return b
}

// The columns of a hand-made sweep of five seeds: a figure that two of them do
// not have.
func TestSummarize(t *testing.T) {
	columns := []sweep.Column{{Code: sweep.Seed}, {Code: sweep.Score}, {Code: "x"}, {Code: sweep.Kept}}
	nan := math.NaN()
	s := sweep.Summarize(columns, []float64{
		7, 50, nan, 1,
		8, 10, 3, 0,
		9, 30, 1, 1,
		10, 10, nan, 1,
		11, 20, 2, 1,
	})
	if s.Seeds != 5 || s.Worst != 8 || s.Kept != 0.8 {
		t.Errorf("%+v", s)
	}
	// By hand: 10 10 20 30 50; p5 lies on the first step, 0.2 of its way; p95 on the last, 0.8.
	if f, _ := s.Find("score"); f != (sweep.Figure{Code: "score", Seeds: 5, Mean: 24, Median: 20, P5: 10, P95: 46}) {
		t.Errorf("%+v", f)
	}
	if f, _ := s.Find("x"); f.Seeds != 3 || f.Mean != 2 || f.Median != 2 || math.Abs(f.P5-1.1) > 1e-15 || math.Abs(f.P95-2.9) > 1e-15 {
		t.Errorf("%+v", f)
	}
}

func TestQuantilesLieBetweenTheirNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.Float64Range(0, 100), 1, 50).Draw(t, "scores")
		var data []float64
		for i, v := range scores {
			data = append(data, float64(i), v, 1)
		}
		f, _ := ptr(sweep.Summarize([]sweep.Column{{Code: sweep.Seed}, {Code: sweep.Score}, {Code: sweep.Kept}}, data)).Find("score")
		sorted := slices.Sorted(slices.Values(scores))
		if f.P5 < sorted[0] || f.Median < f.P5 || f.P95 < f.Median || f.P95 > sorted[len(sorted)-1] {
			t.Errorf("%+v of %v", f, sorted)
		}
	})
}

func ptr(s sweep.Summary) *sweep.Summary { return &s }

func TestNewRefuses(t *testing.T) {
	sc := find(t, "bad-deploy")
	for name, setup := range map[string]sweep.Setup{
		"both":           {Scenario: sc, Actions: []world.Action{{Step: 1, Control: service.Shed}}, Runbook: reference(t, "bad-deploy")},
		"past the end":   {Scenario: sc, Actions: []world.Action{{Step: 121, Control: service.Shed}}},
		"off the grid":   {Scenario: sc, Actions: []world.Action{{Step: 1, Control: service.Shed, Value: 3}}},
		"opens a button": {Scenario: sc, Opening: []world.Setting{{Control: service.Rollback, Value: 1}}},
	} {
		if _, err := sweep.New(setup); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for _, c := range []struct {
		first uint32
		seeds int
		ok    bool
	}{{1, 1000, true}, {0, sweep.SeedsMax, true}, {0, sweep.SeedsMax + 1, false}, {5, 0, false}, {math.MaxUint32, 1, true}, {math.MaxUint32, 2, false}} {
		if err := sweep.CheckSeeds(c.first, c.seeds); (err == nil) != c.ok {
			t.Errorf("%d seeds from %d: %v", c.seeds, c.first, err)
		}
	}
}

// Playing a seed takes a handful of allocations, however long the shift is.
func TestASeedAllocatesLittle(t *testing.T) {
	p := plan(t, sweep.Setup{Scenario: find(t, "viral-surge"), Runbook: reference(t, "viral-surge")})
	data := p.Run(nil, 1, 50)
	if n := testing.AllocsPerRun(5, func() { p.Run(data[:0], 1, 50) }); n > 50*25 {
		t.Errorf("%v allocations for 50 seeds of 240 minutes", n)
	}
}

// Sweeps of a thousand seeds of viral-surge; internal/wasmbench reports what they
// take, and how much less with a second worker.

func BenchmarkSweepOneWorker(b *testing.B) {
	benchmarkSweep(b, sweep.Setup{Scenario: find(b, "viral-surge")}, 1)
}

func BenchmarkSweepTwoWorkers(b *testing.B) {
	benchmarkSweep(b, sweep.Setup{Scenario: find(b, "viral-surge")}, 2)
}

func BenchmarkSweepRunbook(b *testing.B) {
	benchmarkSweep(b, sweep.Setup{Scenario: find(b, "viral-surge"), Runbook: reference(b, "viral-surge")}, 2)
}

// benchmarkSweep reports the fastest sweep: other programs can only slow one down.
func benchmarkSweep(b *testing.B, setup sweep.Setup, workers int) {
	p := plan(b, setup)
	best := time.Duration(math.MaxInt64)
	for b.Loop() {
		start := time.Now()
		p.RunAll(1, 1000, workers, nil)
		best = min(best, time.Since(start))
	}
	b.ReportMetric(best.Seconds(), "s/1000seeds")
}
