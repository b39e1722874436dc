package main

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
)

// inScript is the key of the baseline's speed.
const inScript = "JavaScript"

// results are the best of each measurement, by what and where: "native Shift".
// Speeds are in minutes a second; sweeps are kept as how many thousand seeds they
// play a second, so that of all more is better.
type results map[string]float64

func (r results) keep(what string, speed float64) { r[what] = max(r[what], speed) }

// measuredBy finds in what go test -bench prints what the benchmarks report.
var measuredBy = regexp.MustCompile(`Benchmark(Shift|Sweep)(\w*).*?([0-9.e+-]+) (minutes/s|s/1000seeds)`)

// read keeps the results of benchmarks that are better than before.
func (r results) read(where, said string) {
	for _, match := range measuredBy.FindAllStringSubmatch(said, -1) {
		speed, err := strconv.ParseFloat(match[3], 64)
		if err != nil || speed == 0 {
			continue
		}
		if match[1] == "Sweep" {
			speed = 1 / speed
		}
		r.keep(where+" "+match[1]+match[2], speed)
	}
}

// print says what was found, a line each. "Together" is many shifts at once, as
// sweeps play them.
func (r results) print(out io.Writer) error {
	for _, line := range []struct {
		text     string
		of, than string // than is empty where the line tells seconds
	}{
		{"native / JavaScript, minutes a second, shifts together", "native ShiftsTogether", inScript},
		{"native / JavaScript, minutes a second, one shift after the other", "native Shift", inScript},
		{"wasm / JavaScript, minutes a second, shifts together", "wasm ShiftsTogether", inScript},
		{"wasm / JavaScript, minutes a second, one shift after the other", "wasm Shift", inScript},
		{"sweep natively, 2 workers / 1 worker", "native SweepTwoWorkers", "native SweepOneWorker"},
		{"1,000 seeds of viral-surge natively, 2 workers", "native SweepTwoWorkers", ""},
		{"1,000 seeds of viral-surge natively, 1 worker", "native SweepOneWorker", ""},
		{"1,000 seeds of viral-surge in wasm, 1 worker", "wasm SweepOneWorker", ""},
	} {
		speed, base := r[line.of], r[line.than]
		if speed == 0 || line.than != "" && base == 0 {
			return fmt.Errorf("nothing was measured of %q: %v", line.text, r)
		}
		text := fmt.Sprintf("%-66s %7.3f s\n", line.text, 1/speed)
		if line.than != "" {
			text = fmt.Sprintf("%-66s %7.2f times\n", line.text, speed/base)
		}
		if _, err := io.WriteString(out, text); err != nil {
			return err
		}
	}
	return nil
}
