package chart

import (
	"math"
	"strings"
	"testing"
)

func TestTimeIsLinear(t *testing.T) {
	table := shiftTable(240, calm)
	o := shown(752, 240)
	root := parse(t, Timeline(o, table, Table{}))
	l := Place(o)
	line := linePoints(t, root, "utilization")
	if len(line) < 150 {
		t.Fatalf("%d corners for 241 steps", len(line))
	}
	perStep := (l.Right - l.Left) / 240
	for _, p := range line {
		step := (p[0] - l.Left) / perStep
		// A corner lies on a step to a tenth of a pixel.
		if off := math.Abs(step-math.Round(step)) * perStep; off > 0.051 {
			t.Errorf("corner at x = %v is %v px off its step", p[0], off)
		}
		value := calm(int(math.Round(step)), "utilization")
		lane := l.Lanes[4]
		if y := lane.Baseline - (lane.Baseline-lane.Top)*value; math.Abs(y-p[1]) > 0.051 {
			t.Errorf("step %v at y = %v, want %v", step, p[1], y)
		}
	}
	if first, last := line[0][0], line[len(line)-1][0]; first != l.Left || math.Abs(last-l.Right) > 0.051 {
		t.Errorf("the line runs from %v to %v, the axis from %v to %v", first, last, l.Left, l.Right)
	}
	if root.num(t, "data-left") != l.Left || root.num(t, "data-right") != l.Right {
		t.Error("the drawing and Place disagree about the axis")
	}
}

// In each lane a series that stays at the threshold lies on its dashed line.
func TestValueAtThresholdLiesOnItsLine(t *testing.T) {
	for id, column := range map[string]string{"burn": "burn_1h", "p99": "p99", "database": "db"} {
		for _, threshold := range shown(360, 60).Thresholds[id] {
			table := shiftTable(60, func(step int, code string) float64 {
				if code == column {
					return threshold.Value
				}
				return calm(step, code)
			})
			for _, width := range []float64{360, 1280} {
				o := shown(width, 60)
				o.Lanes, o.Cursor = []string{id}, -1
				o.Thresholds = map[string][]Threshold{id: {threshold}}
				root := parse(t, Timeline(o, table, Table{}))
				var lines []float64
				for _, line := range root.all("line") {
					if line.attr["stroke-dasharray"] == "5 4" {
						lines = append(lines, line.num(t, "y1"))
					}
				}
				corners := linePoints(t, root, id)
				if len(lines) != 1 || math.Abs(lines[0]-corners[0][1]) > 0.1 {
					t.Errorf("%s %v at %v px: line at %v, series at %v", id, threshold.Value, width, lines, corners[0][1])
				}
			}
		}
	}
}

// The burn lane gives 1, 6, 14.4, 100 and 1000 a fifth each.
func TestBurnScaleIsReadableOverFourDecades(t *testing.T) {
	s := burnScale(0)
	for value, want := range map[float64]float64{0: 0, 0.5: 0.1, 1: 0.2, 3.5: 0.3, 6: 0.4, 14.4: 0.6, 100: 0.8, 550: 0.9, 1000: 1, 5000: 1} {
		if got, _ := s.share(value); math.Abs(got-want) > 1e-12 {
			t.Errorf("burn %v at %v of the height, want %v", value, got, want)
		}
	}
	if got, _ := burnScale(20000).share(20000); got != 1 {
		t.Errorf("an objective of 99.995 %% tops out at %v", got)
	}
}

// A single bad minute must show in a day and in a day of ten-second steps, in a
// drawing that stays small.
func TestSpikeOfOneStepSurvives(t *testing.T) {
	for _, steps := range []int{240, 1440, 8640} {
		for _, width := range []float64{360, 752, 1900} {
			for _, spike := range []int{1, steps / 3, steps - 1} {
				table := shiftTable(steps, func(step int, code string) float64 {
					if code == "error" && step == spike {
						return 0.25
					}
					return calm(step, code)
				})
				o := shown(width, steps)
				svg := Timeline(o, table, table)
				if len(svg) >= 60_000 {
					t.Errorf("%d steps at %v px: %d bytes", steps, width, len(svg))
				}
				l := Place(o)
				top := l.Lanes[1].Top
				found := false
				for _, p := range linePoints(t, parse(t, svg), "errors") {
					found = found || math.Abs(p[1]-top) < 0.06 && math.Abs(p[0]-l.X(spike, steps)) < 0.06
				}
				if !found {
					t.Errorf("%d steps at %v px: the spike at %d does not reach its place", steps, width, spike)
				}
			}
		}
	}
}

func TestNothingIsDrawnAfterTheLastStep(t *testing.T) {
	o := shown(1280, 150)
	o.Last, o.Position, o.Cursor = 44, 44, 44
	table := shiftTable(150, calm)
	root := parse(t, Timeline(o, table, Table{}))
	l := Place(o)
	end := l.X(44, 150)
	for _, s := range root.all("svg")[1:] {
		if right := s.num(t, "x") + s.num(t, "width"); math.Abs(right-end) > 0.11 {
			t.Errorf("lane %s ends at %v, the newest step is at %v", s.attr["data-lane"], right, end)
		}
	}
	// What is not known yet must not show through a lane's scale either.
	later := shiftTable(150, func(step int, code string) float64 {
		if step > 44 {
			return 1e6
		}
		return calm(step, code)
	})
	if Timeline(o, later, Table{}) != Timeline(o, table, Table{}) {
		t.Error("a later step changes the drawing")
	}
}

func TestShedAndBootingStandApart(t *testing.T) {
	table := shiftTable(60, func(step int, code string) float64 {
		switch {
		case code == "booting":
			return 0
		case code == "requests" && step >= 20 && step < 30:
			return 2000
		}
		return calm(step, code)
	})
	o := shown(752, 60)
	var bands int
	for _, p := range parse(t, Timeline(o, table, Table{})).all("path") {
		if p.attr["fill"] == "var(--shed)" {
			bands++
			l := Place(o)
			for _, c := range points(t, p.attr["d"]) {
				if x := l.Left + float64(c.x)/10; x < l.X(19, 60)-0.1 || x > l.X(30, 60)+0.1 {
					t.Errorf("shed traffic at x = %v, outside its minutes", x)
				}
			}
		}
		if p.attr["fill"] == "var(--boot)" {
			t.Error("booting instances where there are none")
		}
	}
	if bands != 1 {
		t.Errorf("%d bands of shed traffic, want 1", bands)
	}
}

func TestMarkers(t *testing.T) {
	o := shown(1280, 240)
	o.Markers = append(o.Markers, Marker{Step: -1, Kind: MarkNote, Text: "before"}, Marker{Step: 241, Kind: MarkNote, Text: "after"})
	svg := Timeline(o, shiftTable(240, calm), Table{})
	titles := map[string]string{}
	for _, g := range parse(t, svg).all("g") {
		if kind := g.attr["data-mark"]; kind != "" {
			titles[kind] = g.all("title")[0].text
		}
	}
	want := map[string]string{
		MarkEvent: "Deploy", MarkPage: "Burn 14.4×", MarkTicket: "Burn 1×",
		MarkAction: "Roll back\nTarget 50 %", // one shape: they would cover each other
		MarkNote:   `<script>alert("&'")</script>`,
	}
	for kind, text := range want {
		if titles[kind] != text {
			t.Errorf("%s: title %q, want %q", kind, titles[kind], text)
		}
	}
	if strings.Contains(svg, "<script") || strings.Contains(svg, "before") || strings.Contains(svg, "after") {
		t.Error("a note's markup, or a marker outside the shift, is in the drawing")
	}
}

func TestRightToLeftTurnsTextsNotTime(t *testing.T) {
	ltr, rtl := shown(1280, 120), shown(1280, 120)
	rtl.RTL = true
	l, r := Place(ltr), Place(rtl)
	if math.Abs(r.Left-(l.Width-l.Right)) > 1 || math.Abs(r.Right-(l.Width-l.Left)) > 1 {
		t.Errorf("plot from %v to %v, left to right from %v to %v", r.Left, r.Right, l.Left, l.Right)
	}
	if !(r.X(60, 120) > r.X(0, 120)) {
		t.Error("time runs backwards")
	}
	root := parse(t, Timeline(rtl, shiftTable(120, calm), Table{}))
	if root.attr["direction"] != "ltr" {
		t.Error("a right-to-left page would turn the clock's anchors")
	}
	for _, text := range root.all("text") {
		if text.text == "Traffic" && (text.attr["direction"] != "rtl" || text.num(t, "x") < r.Right) {
			t.Errorf("label at %v", text.attr)
		}
	}
}

func TestEmptyShift(t *testing.T) {
	for _, o := range []Options{{}, shown(752, 0), {Width: math.NaN(), Height: math.Inf(1), Lanes: []string{"no such lane"}}} {
		root := parse(t, Timeline(o, Table{}, Table{}))
		if root.attr["role"] != "img" || root.attr["aria-label"] != o.Label {
			t.Errorf("role %q, label %q", root.attr["role"], root.attr["aria-label"])
		}
	}
}

func TestHeightIsKept(t *testing.T) {
	o := shown(960, 120)
	o.Lanes = []string{"traffic", "errors", "burn", "p99", "fleet", "database"}
	o.Height = 190
	if got := parse(t, Timeline(o, shiftTable(120, calm), Table{})).num(t, "height"); got != 190 {
		t.Errorf("height %v, want 190", got)
	}
	o.Height = 60 // not readable: taller instead
	if got := Place(o).Height; got < 190 {
		t.Errorf("height %v", got)
	}
}
