package service_test

import (
	"testing"
	"time"

	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/world"
	"oncall/scenarios"
)

// Shifts of viral-surge, ten seeds at a time and by nobody, from their making to
// their end: what internal/wasmbench compares with the same in plain JavaScript.

// BenchmarkShift plays them one after the other.
func BenchmarkShift(b *testing.B) {
	fastest(b, func(sc *scenario.Scenario) {
		for seed := range uint32(10) {
			w := service.New(sc.Service, 1+seed, nil)
			for range sc.Steps() {
				w.Step(nil)
			}
		}
	})
}

// BenchmarkShiftsTogether plays all of them at once, as sweeps do.
func BenchmarkShiftsTogether(b *testing.B) {
	fastest(b, func(sc *scenario.Scenario) {
		worlds := make([]*service.World, 10)
		for i := range worlds {
			worlds[i] = service.New(sc.Service, 1+uint32(i), nil)
		}
		together := service.NewTogether(worlds)
		for range sc.Steps() {
			together.Step(func(int) []world.Action { return nil })
		}
	})
}

// fastest reports the minutes a second of the fastest ten: other programs can
// only slow them down.
func fastest(b *testing.B, ten func(*scenario.Scenario)) {
	sc, err := scenarios.Find("viral-surge")
	if err != nil {
		b.Fatal(err)
	}
	best := time.Duration(1<<63 - 1)
	for b.Loop() {
		start := time.Now()
		ten(sc)
		best = min(best, time.Since(start))
	}
	b.ReportMetric(float64(10*sc.Steps())/best.Seconds(), "minutes/s")
}
