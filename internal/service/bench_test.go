package service_test

import (
	"testing"

	"oncall/internal/service"
	"oncall/scenarios"
)

// BenchmarkShift plays whole shifts of viral-surge, seed after seed and by
// nobody: what internal/wasmbench compares with the same in plain JavaScript.
func BenchmarkShift(b *testing.B) {
	sc, err := scenarios.Find("viral-surge")
	if err != nil {
		b.Fatal(err)
	}
	seed := uint32(0)
	for b.Loop() {
		seed++
		w := service.New(sc.Service, seed, nil)
		for range sc.Steps() {
			w.Step(nil)
		}
	}
	minutes := float64(b.N) * float64(sc.Steps())
	b.ReportMetric(minutes/b.Elapsed().Seconds(), "minutes/s")
	b.ReportMetric(b.Elapsed().Seconds()*1e9/minutes, "ns/minute")
}
