package chart

import (
	"fmt"
	"math"
	"testing"
)

func budgets(steps int) []Line {
	falling := func(perStep float64) Series {
		values := make([]float64, steps+1)
		for i := range values {
			values[i] = 0.2 - float64(i)*perStep
		}
		return Values(values)
	}
	return []Line{
		{Label: "You", Value: "19.2 %", Series: falling(0.008 / float64(steps))},
		{Label: "Nobody", Value: "−5.0 %", Series: falling(0.25 / float64(steps))},
		{Label: "Runbook of the service team", Value: "19.0 %", Series: falling(0.01 / float64(steps))},
	}
}

func comparing(width float64, steps int) CompareOptions {
	return CompareOptions{
		Width: width, Label: "Budget left", Steps: steps, ClockMinutes: 540,
		Number: Number{Factor: 100, Suffix: " %"}, Thresholds: []Threshold{{0, "spent"}},
	}
}

func TestCompareLinesEndAtTheirValues(t *testing.T) {
	o, lines := comparing(752, 120), budgets(120)
	root := parse(t, Compare(o, lines))
	c := newComparison(o, lines)
	for i, line := range lines {
		for _, p := range root.all("path") {
			if p.attr["data-line"] != fmt.Sprint(i) {
				continue
			}
			corners := points(t, p.attr["d"])
			want, _ := c.y(line.Series.At(120))
			if got := c.top + float64(corners[len(corners)-1].y)/10; math.Abs(got-want) > 0.1 {
				t.Errorf("%s ends at y = %v, want %v", line.Label, got, want)
			}
			if dashed := p.attr["stroke-dasharray"] != ""; dashed != (i > 0) {
				t.Errorf("%s: dashed %v", line.Label, dashed)
			}
		}
	}
	// An axis of round numbers that holds everything.
	if lo, hi := c.numbers[0].value, c.numbers[len(c.numbers)-1].value; lo != -0.05 || hi != 0.2 {
		t.Errorf("axis from %v to %v", lo, hi)
	}
	for value, want := range map[float64]string{-0.05: "−5 %", 0.1 + 0.2: "30 %", 0: "0 %", 25000: "2500000 %", 0.0005: "0.05 %"} {
		if got := c.number(value); got != want {
			t.Errorf("%v is written %q, want %q", value, got, want)
		}
	}
}

func TestCompareLabelsDoNotOverlap(t *testing.T) {
	for _, width := range []float64{320, 360, 480, 752, 1280, 1900} {
		for _, rtl := range []bool{false, true} {
			o := comparing(width, 240)
			o.RTL = rtl
			noOverlap(t, fmt.Sprintf("width %v, rtl %v", width, rtl), parse(t, Compare(o, budgets(240))), 12)
		}
	}
}

func TestCompareLeavesItsLinesAlone(t *testing.T) {
	lines := budgets(240)
	Compare(comparing(752, 120), lines)
	if lines[0].Series.Len() != 241 {
		t.Error("the caller's series was cut")
	}
}

func TestCompareWithoutData(t *testing.T) {
	for _, lines := range [][]Line{nil, {{Label: "You"}}, {{Label: "You", Series: Values([]float64{math.NaN(), math.Inf(1)})}}} {
		parse(t, Compare(comparing(360, 120), lines))
	}
}

func TestSparkline(t *testing.T) {
	values := make([]float64, 61)
	values[30] = 14.4
	o := SparkOptions{Width: 180, Height: 36, Lane: "burn", Final: 120, Last: 60, Thresholds: []Threshold{{Value: 14.4}}}
	root := parse(t, Sparkline(o, Values(values)))
	threshold := root.all("line")[0].num(t, "y1")
	top := math.MaxInt
	for _, p := range points(t, root.all("path")[0].attr["d"]) {
		top = min(top, p.y)
	}
	if math.Abs(3+float64(top)/10-threshold) > 0.1 {
		t.Errorf("14.4 is drawn at %v, its line at %v", 3+float64(top)/10, threshold)
	}
	if x := root.all("circle")[0].num(t, "cx"); x != 90 {
		t.Errorf("half of the shift ends at %v of 180 px", x)
	}
	if root.attr["aria-hidden"] != "true" {
		t.Error("a sparkline without a text is read aloud")
	}
	o.First, o.Last = 20, 70
	parse(t, Sparkline(o, Values(values)))
	parse(t, Sparkline(SparkOptions{}, Series{}))
}
