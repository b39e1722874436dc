package chart

import (
	"math"
	"strings"
	"testing"
)

// swing is a shift of two links in antiphase, a above b at first, whose measured
// loads are 6 steps old, with a target that is raised at step 30.
func swing(steps int) Table {
	load := func(step int, sign float64) float64 { return 0.8 + sign*0.3*math.Cos(2*math.Pi*float64(step)/24) }
	table := Table{Codes: strings.Fields("load_a measured_a slowdown_a drop_a load_b measured_b slowdown_b drop_b"), Width: 8}
	var targets []float64
	for step := range steps + 1 {
		for _, sign := range []float64{1, -1} {
			table.Data = append(table.Data, load(step, sign), load(max(0, step-6), sign), 0.5, 0.05)
		}
		targets = append(targets, 0.85)
		if step >= 30 {
			targets[step] = 0.9
		}
	}
	table.Beside = []Table{{Codes: []string{"target"}, Width: 1, Data: targets}}
	return table
}

func swingOptions(lanes ...string) Options {
	return Options{Width: 752, Lanes: lanes, Groups: map[string][]string{"s": {"a", "b"}}, Steps: 60, StepSeconds: 10, Last: 60, Position: 60, Cursor: -1}
}

// partLine returns the corners of one line of a group's lane, px from the top of
// its lane, by place on the axis.
func partLine(t *testing.T, root *node, part string) []point {
	t.Helper()
	for _, p := range root.all("path") {
		if p.attr["data-part"] == part {
			if title := p.all("title"); len(title) != 1 || title[0].text != part {
				t.Errorf("the line of %s is called %v", part, title)
			}
			return points(t, p.attr["d"])
		}
	}
	t.Fatalf("there is no line of %s", part)
	return nil
}

// Both links stand in one lane on one scale: where one is high, the other is low.
func TestLinesOfAGroupShareALane(t *testing.T) {
	root := parse(t, Timeline(swingOptions("loads:s"), swing(60), Table{}))
	a, b := partLine(t, root, "a"), partLine(t, root, "b")
	lane := Place(swingOptions("loads:s")).Lanes[0]
	height := 10 * (lane.Baseline - lane.Top)
	for i := range min(len(a), len(b)) {
		// They swing around 80 % of a scale that ends at 120 %.
		middle := height * (1 - 0.8/1.2)
		if got := float64(a[i].y+b[i].y) / 2; math.Abs(got-middle) > 1.5 {
			t.Fatalf("corner %d: the middle of both is at %v, want %v", i, got, middle)
		}
	}
	labels := map[string]float64{}
	for _, text := range root.all("text") {
		labels[text.text] = text.num(t, "x")
	}
	if right := Place(swingOptions("loads:s")).Right; labels["a"] < right || labels["b"] < right {
		t.Errorf("the lines are named at %v, the axis ends at %v", labels, right)
	}
}

// What is true is drawn where it is asked for and nowhere else.
func TestTruthIsDrawnOnRequestOnly(t *testing.T) {
	hidden := swing(60)
	hidden.Data = append([]float64(nil), hidden.Data...)
	for i := 0; i < len(hidden.Data); i += 4 {
		hidden.Data[i] = 7 // the true load
	}
	for _, lanes := range [][]string{{"loads:s"}, {"link:a"}} {
		o := swingOptions(lanes...)
		if Timeline(o, hidden, Table{}) != Timeline(o, swing(60), Table{}) {
			t.Errorf("%v shows the true load", lanes)
		}
		measured := Timeline(o, swing(60), Table{})
		o.Truth = true
		if Timeline(o, swing(60), Table{}) == measured {
			t.Errorf("%v does not show the true load where it should", lanes)
		}
	}
	o := swingOptions("link:a")
	o.Truth = true
	dotted := 0
	for _, p := range parse(t, Timeline(o, swing(60), Table{})).all("path") {
		if p.attr["stroke-dasharray"] == "2 28" {
			dotted++
		}
	}
	if dotted != 1 {
		t.Errorf("%d dotted lines, want the measured load", dotted)
	}
}

// The target's line follows the setting: 85 % up to step 29, 90 % from step 30 on.
func TestTheTargetFollowsTheSetting(t *testing.T) {
	o := swingOptions("loads:s")
	root := parse(t, Timeline(o, swing(60), Table{}))
	lane := Place(o).Lanes[0]
	for _, p := range root.all("path") {
		if p.attr["stroke-dasharray"] != "60 40" {
			continue
		}
		corners := points(t, p.attr["d"])
		y := func(share float64) int { return int(math.Round(10 * (lane.Baseline - lane.Top) * (1 - share/1.2))) }
		x := int(math.Round(10 * (Place(o).Right - Place(o).Left) / 2))
		want := []point{{0, y(0.85)}, {x, y(0.85)}, {x, y(0.9)}, {2 * x, y(0.9)}}
		if len(corners) != len(want) {
			t.Fatalf("corners %v, want %v", corners, want)
		}
		for i, c := range corners {
			if math.Abs(float64(c.x-want[i].x)) > 1 || math.Abs(float64(c.y-want[i].y)) > 1 {
				t.Errorf("corner %v, want %v", c, want[i])
			}
		}
		return
	}
	t.Fatal("no target is drawn")
}

// Two runs above each other have the same scale, whatever each of them needs.
func TestAStackHasOneScale(t *testing.T) {
	calmer := swing(60)
	calmer.Data = append([]float64(nil), calmer.Data...)
	for i := range calmer.Data {
		calmer.Data[i] = 0.5
	}
	o := swingOptions("link:a#0", "link:a#1")
	o.Labels = map[string]string{"link:a#0": "Linear", "link:a#1": "PID"}
	root := parse(t, Stack(o, swing(60), calmer))
	lane := Place(o).Lanes[1]
	line := linePoints(t, root, "link:a#1")
	if want := lane.Baseline - (lane.Baseline-lane.Top)*0.5/1.2; math.Abs(line[0][1]-want) > 0.1 {
		t.Errorf("the second run lies at %v, want %v on the first one's scale", line[0][1], want)
	}
	if !strings.Contains(Stack(o, swing(60), calmer), ">PID<") {
		t.Error("the second run has no label")
	}
}

// A lane without room for all names has none; so that nothing is named by half.
func TestNamesOfLinesFitOrAreLeftOut(t *testing.T) {
	o := swingOptions("drops:s")
	o.Groups["s"] = strings.Fields("a b c d e f g h i j k l")
	table := swing(60)
	for _, id := range o.Groups["s"][2:] {
		table.Beside = append(table.Beside, Table{Codes: []string{"drop_" + id}, Width: 1, Data: make([]float64, 61)})
	}
	root := parse(t, Timeline(o, table, Table{}))
	for _, text := range root.all("text") {
		if len(text.text) == 1 {
			t.Errorf("the name %q has no room", text.text)
		}
	}
	if len(partLine(t, root, "l")) == 0 {
		t.Error("a line without a name is not drawn")
	}
}

// The lanes of a world are those that its columns allow.
func TestLanesAreFoundFromColumns(t *testing.T) {
	got := strings.Join(LaneIDs(swing(1)), " ")
	if got != "link:a link:b decision:a decision:b" {
		t.Errorf("lanes %s", got)
	}
}
