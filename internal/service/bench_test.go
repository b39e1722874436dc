package service_test

import (
	"testing"
	"time"

	"oncall/internal/service"
	"oncall/scenarios"
)

// BenchmarkShift plays whole shifts of viral-surge, ten seeds at a time and by
// nobody: what internal/wasmbench compares with the same in plain JavaScript.
// minutes/s is that of the fastest ten, because other programs can only slow
// them down.
func BenchmarkShift(b *testing.B) {
	sc, err := scenarios.Find("viral-surge")
	if err != nil {
		b.Fatal(err)
	}
	fastest := time.Duration(1<<63 - 1)
	for b.Loop() {
		start := time.Now()
		for seed := range uint32(10) {
			w := service.New(sc.Service, 1+seed, nil)
			for range sc.Steps() {
				w.Step(nil)
			}
		}
		fastest = min(fastest, time.Since(start))
	}
	b.ReportMetric(float64(10*sc.Steps())/fastest.Seconds(), "minutes/s")
}
