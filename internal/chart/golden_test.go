package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// story is a small shift in which everything happens: a deploy that fails
// requests, shed traffic, booting instances, an overflowing database.
func story(step int, code string) float64 {
	trouble := step >= 6 && step < 12
	switch {
	case code == "error" && trouble:
		return 0.05
	case code == "burn_1h":
		return math.Min(20, math.Max(0, float64(step-5)*2.4))
	case code == "p99" && trouble:
		return 0.9
	case code == "admitted" && step >= 8 && step < 12:
		return 1300
	case code == "requests" || code == "admitted":
		return 1800
	case code == "serving":
		return float64(10 + max(0, min(step-9, 3)))
	case code == "booting" && step >= 7 && step < 10:
		return 3
	case code == "booting":
		return 0
	case code == "db" && trouble:
		return 1.3
	case code == "budget":
		return 0.2 - float64(max(0, min(step-5, 10)))*0.03
	}
	return calm(0, code)
}

// TestGolden draws the stories of testdata. A line ends after each element, so
// that a difference shows which one changed.
func TestGolden(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			o := shown(number64(t, d, "width"), 20)
			o.RTL, o.Knob = d.HasArg("rtl"), d.HasArg("knob")
			if d.HasArg("lanes") {
				o.Lanes = values(d, "lanes")
			}
			o.Last, o.Position, o.Cursor, o.Range = 20, 20, -1, nil
			for name, field := range map[string]*int{"last": &o.Last, "position": &o.Position, "cursor": &o.Cursor} {
				if d.HasArg(name) {
					d.ScanArgs(t, name, field)
				}
			}
			if d.HasArg("windows") {
				o.Windows = ruleWindows(int(number64(t, d, "windows")))
			}
			if d.HasArg("report") {
				o.Palette = ReportPalette(values(d, "report")[0] == "dark")
			}
			shift, ghost := shiftTable(20, story), Table{}
			if d.HasArg("ghost") {
				ghost = shiftTable(20, calm)
			}
			switch d.Cmd {
			case "timeline":
				return Timeline(o, shift, ghost)
			case "sparkline":
				s, _ := shift.Series("burn_1h")
				return Sparkline(SparkOptions{Width: o.Width, Height: 32, Lane: "burn", Final: 20, Last: o.Last, Thresholds: o.Thresholds["burn"][:1]}, s)
			case "compare":
				you, _ := shift.Series("budget")
				nobody, _ := shiftTable(20, calm).Series("budget")
				compare := comparing(o.Width, 20)
				compare.RTL, compare.Palette = o.RTL, o.Palette
				return Compare(compare, []Line{{"You", "−10 %", you}, {"Nobody & no one", "100 %", nobody}})
			}
			d.Fatalf(t, "unknown command %q", d.Cmd)
			return ""
		})
	})
}

func number64(t *testing.T, d *datadriven.TestData, name string) float64 {
	var v int
	d.ScanArgs(t, name, &v)
	return float64(v)
}

func values(d *datadriven.TestData, name string) []string {
	for _, arg := range d.CmdArgs {
		if arg.Key == name {
			return strings.Split(strings.Join(arg.Vals, ","), ",")
		}
	}
	return nil
}
