package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// failer is what testing.T and rapid.T share.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// node is a parsed element.
type node struct {
	name     string
	attr     map[string]string
	text     string // of the element itself
	children []*node
	parent   *node
}

func (n *node) num(t failer, name string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(n.attr[name], 64)
	if err != nil {
		t.Fatalf("<%s %s=%q>: no number", n.name, name, n.attr[name])
	}
	return v
}

// all returns the elements of a name, in the order of the document.
func (n *node) all(name string) []*node {
	var found []*node
	if n.name == name {
		found = append(found, n)
	}
	for _, c := range n.children {
		found = append(found, c.all(name)...)
	}
	return found
}

var (
	notFinite = regexp.MustCompile(`(?i)\b(nan|[+-]?inf)\b`)
	numeric   = map[string]bool{"x": true, "y": true, "x1": true, "x2": true, "y1": true, "y2": true, "cx": true, "cy": true, "r": true, "width": true, "height": true, "font-size": true, "stroke-width": true, "fill-opacity": true, "stroke-opacity": true, "opacity": true}
	pathData  = regexp.MustCompile(`^([MLVlZ]|-?[0-9]+(\.[0-9])?| )*$`)
)

// parse reads SVG text and checks what holds for every drawing: well-formed,
// finite numbers, nothing that a strict policy forbids.
func parse(t failer, svg string) *node {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(svg))
	root := &node{}
	at := root
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			n := &node{name: token.Name.Local, attr: map[string]string{}, parent: at}
			for _, a := range token.Attr {
				n.attr[a.Name.Local] = a.Value
				check(t, n.name, a.Name.Local, a.Value)
			}
			at.children = append(at.children, n)
			at = n
		case xml.EndElement:
			at = at.parent
		case xml.CharData:
			at.text += string(token)
		}
	}
	if len(root.children) != 1 || root.children[0].name != "svg" {
		t.Fatalf("not one svg element:\n%s", svg)
	}
	return root.children[0]
}

func check(t failer, element, name, value string) {
	t.Helper()
	switch {
	case element == "script" || element == "style" || name == "style" || name == "href" || strings.HasPrefix(name, "on"):
		t.Fatalf("<%s %s=%q> is not allowed", element, name, value)
	case name == "d" && !pathData.MatchString(value):
		t.Fatalf("path data %q", value)
	case name == "d" || name == "viewBox":
		if notFinite.MatchString(value) {
			t.Fatalf("%s=%q is not finite", name, value)
		}
	case numeric[name]:
		v, err := strconv.ParseFloat(value, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fatalf("<%s %s=%q> is not a finite number", element, name, value)
		}
	}
}

var pathToken = regexp.MustCompile(`[MLVlZ]|-?[0-9]+(?:\.[0-9])?`)

// points returns the corners of a path of M, L and l.
func points(t failer, d string) []point {
	t.Helper()
	var result []point
	var x, y int
	command := ""
	tokens := pathToken.FindAllString(d, -1)
	for i := 0; i < len(tokens); {
		if strings.ContainsAny(tokens[i], "MLl") {
			command = tokens[i]
			i++
			continue
		}
		a, err1 := strconv.Atoi(tokens[i])
		b, err2 := strconv.Atoi(tokens[i+1])
		if err1 != nil || err2 != nil {
			t.Fatalf("path %q", d)
		}
		if command == "l" {
			x, y = x+a, y+b
		} else {
			x, y = a, b
		}
		result = append(result, point{x, y})
		i += 2
	}
	return result
}

// linePoints returns the corners of a lane's line in px of the whole drawing,
// the corners beyond the cut left out.
func linePoints(t failer, root *node, lane string) [][2]float64 {
	t.Helper()
	for _, s := range root.all("svg") {
		if s.attr["data-lane"] != lane {
			continue
		}
		for _, p := range s.children {
			if p.attr["stroke-width"] != "15" {
				continue
			}
			corners := points(t, p.attr["d"])
			var result [][2]float64
			for _, c := range corners[2 : len(corners)-2] {
				result = append(result, [2]float64{
					s.num(t, "x") + float64(c.x)/10,
					s.num(t, "y") + strokeAbovePx + float64(c.y)/10,
				})
			}
			return result
		}
	}
	t.Fatalf("no line in lane %q", lane)
	return nil
}

// shiftTable makes a table of the service world's columns from a function.
func shiftTable(steps int, at func(step int, code string) float64) Table {
	table := Table{Codes: []string{"minute", "requests", "admitted", "serving", "booting", "hit", "db", "utilization", "p99", "error", "burn_1h", "budget", "cost", "cost_per_hour", "warm"}}
	table.Width = len(table.Codes) + 1 // a row may be wider than its codes
	for step := 0; step <= steps; step++ {
		for _, code := range table.Codes {
			table.Data = append(table.Data, at(step, code))
		}
		table.Data = append(table.Data, math.NaN())
	}
	return table
}

// calm is a shift without news, with a little noise.
func calm(step int, code string) float64 {
	noise := math.Sin(float64(step)*12.9898) * 0.03
	switch code {
	case "minute":
		return float64(step)
	case "requests", "admitted":
		return 1800 * (1 + noise)
	case "serving":
		return float64(10 + step/40)
	case "booting":
		return float64(step / 20 % 2)
	case "hit", "warm", "utilization":
		return 0.7 + noise
	case "db":
		return 0.3 + noise
	case "p99":
		return 0.34 + noise/10
	case "budget":
		return 1
	case "cost":
		return float64(step) * 0.1
	case "cost_per_hour":
		return 6
	}
	return 0
}

// shown is a timeline with everything on it.
func shown(width float64, steps int) Options {
	return Options{
		Width: width, Label: "A shift of the service", Lanes: LaneIDs(shiftTable(0, calm)),
		Labels: map[string]string{
			"traffic": "Traffic", "errors": "Errors", "burn": "Шатах хурд (1 h)", "p99": "p99", "utilization": "Utilization",
			"fleet": "Үйлчилж байгаа жишээ", "cache": "Cache hits, warm", "database": "Database load", "cost": "Cost so far",
			"cost_per_hour": "Fleet cost", "budget": "Error budget left", "happened": "Events, alerts", "done": "Your actions",
		},
		Values: map[string]string{
			"traffic": "1,874/s · 30 % shed", "errors": "1.9 %", "burn": "31.2×", "p99": "412 ms", "utilization": "71 %", "fleet": "18 + 4",
			"cache": "42 % · 49 %", "database": "86 %", "cost": "$4.61", "cost_per_hour": "$7.20/h", "budget": "94.1 %",
		},
		Thresholds: map[string][]Threshold{
			"burn":     {{14.4, "14.4×"}, {6, "6×"}, {1, "1×"}},
			"p99":      {{0.5, "500 ms"}},
			"database": {{1, "100 %"}},
		},
		Steps: steps, ClockMinutes: 9 * 60, Last: steps, Position: steps / 2, Cursor: steps / 3, Range: []int{steps / 4, steps / 2}, Knob: true,
		Markers: []Marker{
			{10, MarkEvent, "Deploy"}, {12, MarkPage, "Burn 14.4×"}, {12, MarkTicket, "Burn 1×"},
			{13, MarkAction, "Roll back"}, {14, MarkAction, "Target 50 %"}, {14, MarkNote, "<script>alert(\"&'\")</script>"},
		},
	}
}
