package chart

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// ruleWindows are the default rules of the SRE Workbook; the first one fires.
func ruleWindows(step int) []Window {
	return []Window{
		{14.4, 60, 5, step, true, "14.4×: 1 h, 5 min"},
		{6, 360, 30, step, false, "6×: 6 h, 30 min"},
		{1, 4320, 360, step, false, "1×: 3 d, 6 h"},
	}
}

// windowGroups returns what is drawn of each rule.
func windowGroups(root *node) []*node {
	var found []*node
	for _, g := range root.all("g") {
		if g.attr["data-window"] != "" {
			found = append(found, g)
		}
	}
	return found
}

// A window lies on its threshold, ends at its step, is as long as its minutes and
// never reaches out of the plot.
func TestWindowsAreAsLongAsTheirMinutes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := rapid.IntRange(10, 300).Draw(t, "steps")
		o := shown(float64(rapid.IntRange(320, 1600).Draw(t, "width")), steps)
		o.RTL = rapid.Bool().Draw(t, "rtl")
		o.StepSeconds = rapid.SampledFrom([]float64{10, 60}).Draw(t, "step seconds")
		w := Window{
			Value: rapid.Float64Range(0.1, 900).Draw(t, "burn"), Step: rapid.IntRange(0, steps).Draw(t, "step"),
			LongMinutes: float64(rapid.IntRange(1, 400).Draw(t, "long")), Label: "?",
		}
		w.ShortMinutes = float64(rapid.IntRange(1, int(w.LongMinutes)).Draw(t, "short"))
		o.Windows = []Window{w}
		groups := windowGroups(parse(t, Timeline(o, shiftTable(steps, calm), Table{})))
		if len(groups) != 1 {
			t.Fatalf("%d groups", len(groups))
		}
		l := Place(o)
		perMinute := (l.Right - l.Left) / float64(steps) * 60 / o.StepSeconds
		end := l.Left + (l.Right-l.Left)*float64(w.Step)/float64(steps)
		lines := groups[0].all("line")
		for i, minutes := range []float64{w.LongMinutes, w.ShortMinutes} {
			line := lines[i]
			if y := line.num(t, "y1"); y != line.num(t, "y2") || y < l.Lanes[2].Top-0.1 || y > l.Lanes[2].Baseline+0.1 {
				t.Fatalf("a window at y = %v, outside of the lane of the burn rate", y)
			}
			if x := line.num(t, "x2"); math.Abs(x-end) > 0.11 {
				t.Fatalf("it ends at x = %v, the step is at %v", x, end)
			}
			want := math.Max(l.Left, end-minutes*perMinute)
			if x := line.num(t, "x1"); math.Abs(x-want) > 0.11 {
				t.Fatalf("%v min begin at x = %v, want %v", minutes, x, want)
			}
		}
		// An arrow says that it reaches back further than the plot.
		cut := end-w.LongMinutes*perMinute < l.Left-0.01
		if arrow := len(groups[0].all("path")) == 1; arrow && !cut {
			t.Fatal("an arrow at a window that begins in the shift")
		} else if !arrow && cut && end-l.Left > 5 {
			t.Fatal("no arrow at a window that begins before the shift")
		}
	})
}

// A rule that fires differs by more than its colour.
func TestFiringWindowsAreHeavier(t *testing.T) {
	for _, width := range []float64{360, 1280} {
		o := shown(width, 120)
		o.Windows = ruleWindows(80)
		groups := windowGroups(parse(t, Timeline(o, shiftTable(120, calm), Table{})))
		if len(groups) != 3 {
			t.Fatalf("%d rules are drawn", len(groups))
		}
		fires, quiet := groups[0], groups[1]
		for i := range 2 {
			a, b := fires.all("line")[i], quiet.all("line")[i]
			if a.num(t, "stroke-width") < 1.5*b.num(t, "stroke-width") || a.attr["stroke"] == b.attr["stroke"] {
				t.Errorf("line %d: %v fires, %v does not", i, a.attr, b.attr)
			}
		}
		for i, g := range groups {
			texts := g.all("text")
			if len(texts) != 1 || texts[0].text != o.Windows[i].Label {
				t.Errorf("width %v: rule %d is not named", width, i)
			} else if bold := texts[0].attr["font-weight"] != ""; bold != o.Windows[i].Firing {
				t.Errorf("width %v: rule %d, bold %v", width, i, bold)
			}
		}
	}
}

// Two rules with one threshold lie on one another, and both are seen.
func TestWindowsOfOneThreshold(t *testing.T) {
	o := shown(752, 120)
	o.Windows = []Window{{6, 60, 5, 80, true, "6×: 1 h, 5 min"}, {6, 30, 10, 80, false, "6×: 30 min, 10 min"}}
	groups := windowGroups(parse(t, Timeline(o, shiftTable(120, calm), Table{})))
	if len(groups) != 2 {
		t.Fatalf("%d rules are drawn", len(groups))
	}
	for i, g := range groups {
		for _, line := range g.all("line") {
			if width := line.num(t, "stroke-width"); width < 0.5 {
				t.Errorf("rule %d has a line of %v px", i, width)
			}
		}
	}
}

// A label stands behind the windows where there is room, else at their beginning,
// in either direction of reading: time runs the same way.
func TestWindowLabels(t *testing.T) {
	for _, rtl := range []bool{false, true} {
		for _, step := range []int{20, 120} {
			o := shown(752, 120)
			o.RTL, o.Windows = rtl, ruleWindows(step)
			l := Place(o)
			for i, g := range windowGroups(parse(t, Timeline(o, shiftTable(120, calm), Table{}))) {
				text, line := g.all("text")[0], g.all("line")[0]
				if rtl != (text.attr["direction"] == "rtl") || rtl != (text.attr["text-anchor"] == "end") {
					t.Errorf("rtl %v: %v", rtl, text.attr)
				}
				if line.num(t, "x1") >= line.num(t, "x2") {
					t.Error("the window runs from right to left")
				}
				x, behind := text.num(t, "x"), text.num(t, "x")-line.num(t, "x2")
				if step == 20 && (behind < 0 || behind > 12) {
					t.Errorf("rule %d: label %v px behind its windows", i, behind)
				} else if step == 120 && (x < l.Left || x > l.Left+20) {
					t.Errorf("rule %d: label at %v, want it at the beginning", i, x)
				}
			}
		}
	}
}

// Only the burn rate has alert rules.
func TestWindowsAreOfTheBurnRateOnly(t *testing.T) {
	o := shown(752, 120)
	o.Lanes, o.Windows = []string{"p99", "errors"}, ruleWindows(80)
	if groups := windowGroups(parse(t, Timeline(o, shiftTable(120, calm), Table{}))); len(groups) > 0 {
		t.Errorf("%d windows in other lanes", len(groups))
	}
}
