package chart

import (
	"fmt"
	"math"
	"testing"
)

// box is a text's place: its width from 0.6 em a letter, its height 0.8 em
// above and 0.2 em below the baseline.
type box struct {
	text                     string
	left, right, top, bottom float64
}

func boxes(t *testing.T, root *node, fontPx float64) []box {
	var result []box
	for _, n := range root.all("text") {
		size := fontPx
		if n.attr["font-size"] != "" {
			size = n.num(t, "font-size")
		}
		em := 0.6
		if n.attr["font-weight"] != "" {
			em = 0.65
		}
		width := textWidth(n.text, size, em)
		x, y := n.num(t, "x"), n.num(t, "y")
		b := box{n.text, x, x + width, y - 0.8*size, y + 0.2*size}
		rtl := n.attr["direction"] == "rtl"
		switch anchor := n.attr["text-anchor"]; {
		case anchor == "middle":
			b.left, b.right = x-width/2, x+width/2
		case (anchor == "end") != rtl:
			b.left, b.right = x-width, x
		}
		result = append(result, b)
	}
	return result
}

func noOverlap(t *testing.T, name string, root *node, fontPx float64) {
	t.Helper()
	const hair = 0.11 // rounding to a tenth
	all := boxes(t, root, fontPx)
	width, height := root.num(t, "width"), root.num(t, "height")
	for i, a := range all {
		if a.left < -hair || a.right > width+hair || a.top < -hair || a.bottom > height+hair {
			t.Errorf("%s: %+v leaves the drawing of %v x %v", name, a, width, height)
		}
		for _, b := range all[i+1:] {
			if a.left < b.right-hair && b.left < a.right-hair && a.top < b.bottom-hair && b.top < a.bottom-hair {
				t.Errorf("%s: %+v and %+v overlap", name, a, b)
			}
		}
	}
}

func TestLabelsDoNotOverlap(t *testing.T) {
	for _, width := range []float64{320, 360, 480, 752, 1280, 1900} {
		for _, steps := range []int{30, 120, 240, 1440} {
			for _, rtl := range []bool{false, true} {
				for _, fontPx := range []float64{12, 24} {
					table := shiftTable(steps, calm)
					for _, cursor := range []int{-1, 0, 1, steps / 2, steps} {
						o := shown(width, steps)
						o.RTL, o.FontSize, o.Cursor = rtl, fontPx, cursor
						o.Windows = ruleWindows(max(0, cursor))
						name := fmt.Sprintf("width %v, %d steps, cursor %d, font %v, rtl %v", width, steps, cursor, fontPx, rtl)
						noOverlap(t, name, parse(t, Timeline(o, table, Table{})), fontPx)
					}
				}
			}
		}
	}
}

// A chart of six lanes in the band under the stage is the tightest one.
func TestLabelsDoNotOverlapInABand(t *testing.T) {
	for _, height := range []float64{150, 190, 240} {
		o := shown(960, 150)
		o.Lanes = []string{"traffic", "errors", "burn", "p99", "fleet", "database"}
		o.Height = height
		o.Windows = ruleWindows(40)
		noOverlap(t, fmt.Sprint(height), parse(t, Timeline(o, shiftTable(150, calm), Table{})), 12)
	}
}

// At the natural height every threshold of the burn rate is named.
func TestBurnThresholdsAreNamed(t *testing.T) {
	for _, width := range []float64{360, 752, 1280} {
		seen := map[string]bool{}
		for _, n := range parse(t, Timeline(shown(width, 240), shiftTable(240, calm), Table{})).all("text") {
			seen[n.text] = true
		}
		for _, want := range []string{"14.4×", "6×", "1×", "500 ms", "100 %"} {
			if !seen[want] {
				t.Errorf("width %v: %s is not named", width, want)
			}
		}
	}
}

func TestClock(t *testing.T) {
	a := axis{left: 0, right: 700, low: 0, high: 700, steps: 240, stepSeconds: 60, clockMinutes: 22*60 + 10, fontPx: 10}
	var texts []string
	for _, tick := range a.ticks(0, 0) {
		texts = append(texts, tick.text)
		if want := (tick.x / 700) * 240; want < 0 || want > 240 {
			t.Errorf("%s at %v", tick.text, tick.x)
		}
	}
	if got := fmt.Sprint(texts); got != "[22:30 23:00 23:30 00:00 00:30 01:00 01:30 02:00]" {
		t.Errorf("ticks %s", got)
	}
	if x := a.ticks(0, 0)[0].x; math.Abs(x-20.0/240*700) > 1e-9 {
		t.Errorf("22:30 is at %v, 20 minutes after the start", x)
	}
	if got := clockText(9*60+5, "٠١٢٣٤٥٦٧٨٩"); got != "٠٩:٠٥" {
		t.Errorf("clock %s", got)
	}
}
