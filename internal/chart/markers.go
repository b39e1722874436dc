package chart

import (
	"math"
	"sort"
)

// group is one shape on the axis: a marker, or several of one kind so close
// together that their shapes would cover each other.
type group struct {
	kind    string
	upper   bool    // in the row of what happened
	x       float64 // of the first one's step
	shapeX  float64 // of the shape, moved aside where another kind stands
	step    int
	text    string
	members int
}

// titleRunesMax bounds a tooltip.
const titleRunesMax = 2000

// rank orders markers of one step: what happened before what was done, alerts
// after what caused them.
func rank(kind string) int {
	switch kind {
	case MarkPage:
		return 1
	case MarkTicket:
		return 2
	case MarkAction:
		return 3
	case MarkNote:
		return 4
	}
	return 0
}

// cluster puts the markers in order of time, joins those of a kind that would
// cover each other, and moves the shapes of different kinds aside.
func cluster(markers []Marker, a *axis, fontPx float64) []group {
	sorted := append([]Marker(nil), markers...)
	sort.SliceStable(sorted, func(i, j int) bool {
		if sorted[i].Step != sorted[j].Step {
			return sorted[i].Step < sorted[j].Step
		}
		return rank(sorted[i].Kind) < rank(sorted[j].Kind)
	})
	size := math.Round(fontPx * 0.75)
	half := float64(size / 2)
	var groups []group
	ends := map[bool]float64{true: math.Inf(-1), false: math.Inf(-1)} // right edges of the rows
	last := map[string]int{}                                          // the newest group of a kind
	for _, mark := range sorted {
		if mark.Step < 0 || mark.Step > a.steps {
			continue
		}
		x, kind := a.x(mark.Step), kindOf(mark.Kind)
		upper := rank(kind) <= 2
		if i, seen := last[kind]; seen && groups[i].shapeX+size > x {
			groups[i].join(mark.Text)
			continue
		}
		shapeX := math.Max(x, ends[upper]+half+1)
		ends[upper] = shapeX + half
		last[kind] = len(groups)
		groups = append(groups, group{kind: kind, upper: upper, x: x, shapeX: shapeX, step: mark.Step, text: mark.Text, members: 1})
	}
	return groups
}

func kindOf(kind string) string {
	if rank(kind) == 0 {
		return MarkEvent
	}
	return kind
}

func (g *group) join(text string) {
	g.members++
	if text == "" || len(g.text)+len(text) > titleRunesMax {
		return
	}
	if g.text != "" {
		g.text += "\n"
	}
	g.text += text
}

var markRoles = map[string]string{
	MarkEvent: "slow", MarkPage: "fail", MarkTicket: "fail", MarkAction: "accent", MarkNote: "text",
}

// markerLines draws the vertical lines under the data.
func (d *drawing) markerLines(m *markup, groups []group) {
	for i, g := range groups {
		if i > 0 && groups[i-1].x == g.x && markRoles[groups[i-1].kind] == markRoles[g.kind] {
			continue // the same line again would only be darker
		}
		y, opacity := d.layout.Happened, 0.75
		if !g.upper {
			y, opacity = d.layout.Done, 0.5
		}
		d.upright(m, g.x, y).set("stroke", d.Palette.colour(markRoles[g.kind])).share("stroke-opacity", opacity*d.fade(g)).set("stroke-dasharray", "2 3").close()
	}
}

// fade weakens what a replay has not reached yet.
func (d *drawing) fade(g group) float64 {
	if g.step > d.Position {
		return 0.45
	}
	return 1
}

// markerShapes draws the shapes on the axis, with their texts as titles.
func (d *drawing) markerShapes(m *markup, groups []group) {
	r := math.Round(d.FontSize*4) / 10
	for _, g := range groups {
		y := d.layout.Happened
		if !g.upper {
			y = d.layout.Done
		}
		m.el("g").set("data-mark", g.kind).num("data-step", float64(g.step))
		if fade := d.fade(g); fade < 1 {
			m.share("opacity", fade)
		}
		m.open()
		m.title(g.text)
		shape(m, g.kind, g.shapeX, y, r, d.Palette.colour(markRoles[g.kind]), d.Palette.colour("panel"))
		if g.members > 1 {
			// A second, smaller mark inside says that there are more.
			m.el("circle").num("cx", g.shapeX).num("cy", y+insideOffset(g.kind, r)).num("r", r*0.35).set("fill", d.Palette.colour("panel")).close()
		}
		m.end("g")
	}
}

// insideOffset is how far a triangle's middle lies under its centre.
func insideOffset(kind string, r float64) float64 {
	if kind == MarkPage || kind == MarkTicket {
		return r * 0.3
	}
	return 0
}

// shape draws a kind's shape around a centre; halo keeps it apart from lines.
func shape(m *markup, kind string, x, y, r float64, colour, halo string) {
	fill, stroke := colour, halo
	switch kind {
	case MarkAction:
		m.el("circle").num("cx", x).num("cy", y).num("r", r*0.9)
	case MarkNote:
		side := float64(r * 1.6)
		m.rect(x-float64(side/2), y-float64(side/2), side, side)
	case MarkPage, MarkTicket:
		half, down := float64(r*1.05), float64(r*0.85)
		polygon(m, x, y-r, x+half, y+down, x-half, y+down)
		if kind == MarkTicket {
			fill, stroke = halo, colour
		}
	default:
		half := float64(r * 1.15)
		polygon(m, x, y-half, x+half, y, x, y+half, x-half, y)
	}
	m.set("fill", fill).set("stroke", stroke).close()
}

func polygon(m *markup, coordinates ...float64) {
	m.el("path")
	m.b = append(m.b, ` d="`...)
	for i := 0; i+1 < len(coordinates); i += 2 {
		command := byte('L')
		if i == 0 {
			command = 'M'
		}
		m.b = append(m.b, command)
		m.b = appendTenth(m.b, coordinates[i])
		m.b = append(m.b, ' ')
		m.b = appendTenth(m.b, coordinates[i+1])
	}
	m.b = append(m.b, 'Z', '"')
}
