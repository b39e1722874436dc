package chart

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// number draws anything that a float64 can be, the odd ones often.
func number() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Float64Range(-10, 2000),
		rapid.Float64(),
		rapid.SampledFrom([]float64{0, 1, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, math.Copysign(0, -1)}),
	)
}

// laneID draws a lane of either world, of any run of a stack.
var laneID = rapid.OneOf(rapid.SampledFrom(append(LaneIDs(Table{Codes: tableCodes, Width: len(tableCodes)}),
	"loads:x", "slowdowns:x", "drops:x", "loads:x#1", "carried#1", "link:a#7", "link:", "loads:none", "cost#-1", "cost#x")), rapid.String())

// tableCodes are columns of both worlds.
var tableCodes = []string{
	"load_a", "measured_a", "slowdown_a", "drop_a", "load_b", "measured_b", "carried", "rebuffering", "refused", "given_up", "moves", "target",
	"requests", "admitted", "serving", "booting", "hit", "warm", "db", "p99", "error", "burn_1h", "budget", "cost",
}

// table draws a shift of the columns of both worlds; now and then its last row is
// not complete.
func table(t *rapid.T, name string) Table {
	codes := tableCodes
	codes = codes[rapid.IntRange(0, len(codes)).Draw(t, name+" skipped"):]
	return Table{Codes: codes, Width: len(codes), Data: rapid.SliceOfN(number(), 0, 400).Draw(t, name)}
}

func palette(t *rapid.T) Palette {
	return rapid.SampledFrom([]Palette{nil, {}, PagePalette(), ReportPalette(true)}).Draw(t, "palette")
}

func TestAnyDataGivesWellFormedFiniteSVG(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, step := rapid.String(), rapid.IntRange(-5, 60)
		o := Options{
			Width: number().Draw(t, "width"), Height: number().Draw(t, "height"), FontSize: number().Draw(t, "font"),
			RTL: rapid.Bool().Draw(t, "rtl"), Knob: rapid.Bool().Draw(t, "knob"), Label: text.Draw(t, "label"),
			Lanes:  rapid.SliceOfN(laneID, 0, 5).Draw(t, "lanes"),
			Labels: rapid.MapOf(laneID, text).Draw(t, "labels"),
			Values: rapid.MapOf(laneID, text).Draw(t, "values"),
			Groups: map[string][]string{"x": rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom([]string{"a", "b"}), text), 0, 9).Draw(t, "parts")},
			Truth:  rapid.Bool().Draw(t, "truth"),
			Steps:  step.Draw(t, "steps"), StepSeconds: number().Draw(t, "step seconds"), ClockMinutes: number().Draw(t, "clock"),
			Digits: text.Draw(t, "digits"), Last: step.Draw(t, "last"), Position: step.Draw(t, "position"), Cursor: step.Draw(t, "cursor"),
			Range: rapid.SliceOfN(rapid.Int(), 0, 3).Draw(t, "range"), Palette: palette(t),
		}
		thresholds := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Threshold {
			return Threshold{number().Draw(t, "value"), text.Draw(t, "text")}
		}), 0, 4)
		o.Thresholds = map[string][]Threshold{"burn": thresholds.Draw(t, "burn"), "p99": thresholds.Draw(t, "p99")}
		o.Markers = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Marker {
			kind := rapid.OneOf(rapid.SampledFrom([]string{MarkEvent, MarkPage, MarkTicket, MarkAction, MarkNote}), text)
			return Marker{step.Draw(t, "at"), kind.Draw(t, "kind"), text.Draw(t, "text")}
		}), 0, 8).Draw(t, "markers")
		o.Windows = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Window {
			return Window{
				Value: number().Draw(t, "burn"), LongMinutes: number().Draw(t, "long"), ShortMinutes: number().Draw(t, "short"),
				Step: step.Draw(t, "end"), Firing: rapid.Bool().Draw(t, "firing"), Label: text.Draw(t, "rule"),
			}
		}), 0, 4).Draw(t, "windows")
		parse(t, Timeline(o, table(t, "shift"), table(t, "ghost")))
		parse(t, Stack(o, table(t, "first"), table(t, "second")))
	})
}

func TestAnyComparisonIsWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String()
		o := CompareOptions{
			Width: number().Draw(t, "width"), Height: number().Draw(t, "height"), FontSize: number().Draw(t, "font"),
			RTL: rapid.Bool().Draw(t, "rtl"), Label: text.Draw(t, "label"), Steps: rapid.IntRange(-1, 300).Draw(t, "steps"),
			Number:  Number{number().Draw(t, "factor"), text.Draw(t, "decimal"), text.Draw(t, "prefix"), text.Draw(t, "suffix")},
			Palette: palette(t), Thresholds: []Threshold{{number().Draw(t, "threshold"), text.Draw(t, "threshold's label")}},
		}
		lines := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Line {
			return Line{text.Draw(t, "name"), text.Draw(t, "value"), Values(rapid.SliceOfN(number(), 0, 300).Draw(t, "series"))}
		}), 0, 6).Draw(t, "lines")
		parse(t, Compare(o, lines))
		if len(lines) > 0 {
			spark := SparkOptions{
				Width: number().Draw(t, "spark width"), Height: 30, Lane: laneID.Draw(t, "lane"),
				First: rapid.IntRange(-1, 400).Draw(t, "first"), Final: rapid.IntRange(-1, 400).Draw(t, "final"), Last: rapid.IntRange(-1, 400).Draw(t, "last"),
			}
			parse(t, Sparkline(spark, lines[0].Series))
		}
	})
}

// Straightening never moves a line by more than it may.
func TestStraightenStaysWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := rapid.SliceOfN(rapid.IntRange(0, 30), 0, 200).Draw(t, "x steps")
		var all []point
		x := 0
		for _, dx := range steps {
			x += dx
			all = append(all, point{x, rapid.IntRange(0, 300).Draw(t, "y")})
		}
		within := float64(rapid.IntRange(0, 5).Draw(t, "within"))
		kept := straighten(append([]point(nil), all...), within)
		for _, p := range all {
			if !passes(kept, p, within+1e-6) {
				t.Fatalf("%v is off the line %v", p, kept)
			}
		}
	})
}

// passes says whether a line passes a point within a vertical distance.
func passes(line []point, p point, within float64) bool {
	for i, b := range line {
		a := line[max(0, i-1)]
		if p.x < a.x || p.x > b.x {
			continue
		}
		if a.x == b.x {
			if low, high := min(a.y, b.y), max(a.y, b.y); float64(p.y) >= float64(low)-within && float64(p.y) <= float64(high)+within {
				return true
			}
			continue
		}
		y := float64(a.y) + float64(b.y-a.y)*float64(p.x-a.x)/float64(b.x-a.x)
		if math.Abs(y-float64(p.y)) <= within {
			return true
		}
	}
	return false
}
