package main

import (
	"strings"
	"testing"
)

// Of all rounds the best counts: the most minutes a second, the fewest seconds.
func TestResultsAreRatiosOfTheBest(t *testing.T) {
	r := results{}
	for _, speed := range []float64{1e6, 2e6, 1.5e6} {
		r.keep(inScript, speed)
	}
	for _, said := range []string{
		"BenchmarkShift-2   266   2020100 ns/op   2489123 minutes/s\nBenchmarkShiftsTogether-2   1   2 ns/op   3.9e+06 minutes/s\n",
		"BenchmarkShift-2   266   2020100 ns/op   3000000 minutes/s\nBenchmarkShiftsTogether-2   1   2 ns/op   4e+06 minutes/s\n",
		"BenchmarkSweepOneWorker-2   8   1 ns/op   0.1900 s/1000seeds\nBenchmarkSweepTwoWorkers-2   8   1 ns/op   0.1000 s/1000seeds\n",
		"BenchmarkSweepOneWorker-2   8   1 ns/op   0.2000 s/1000seeds\n",
	} {
		r.read("native", said)
	}
	r.read("wasm", "BenchmarkShift   9   1 ns/op   1600000 minutes/s\nBenchmarkShiftsTogether   9   1 ns/op   1800000 minutes/s\n")
	var out strings.Builder
	if r.print(&out) == nil {
		t.Error("prints what was not measured")
	}
	r.read("wasm", "BenchmarkSweepOneWorker   9   1 ns/op   0.2500 s/1000seeds\n")
	out.Reset()
	if err := r.print(&out); err != nil {
		t.Fatal(err)
	}
	var ends []string
	for line := range strings.Lines(out.String()) {
		fields := strings.Fields(line)
		ends = append(ends, strings.Join(fields[len(fields)-2:], " "))
	}
	want := "2.00 times, 1.50 times, 0.90 times, 0.80 times, 1.90 times, 0.100 s, 0.190 s, 0.250 s"
	if got := strings.Join(ends, ", "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
