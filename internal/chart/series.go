package chart

import "math"

// pathBytesMax bounds the text of all lines of a timeline. Where it would be
// exceeded, columns get wider, which keeps spikes and loses wiggles.
const pathBytesMax = 46_000

// columnPxMax ends the search for a fitting column.
const columnPxMax = 64

// series draws the lines and areas of all lanes.
func (d *drawing) series(m *markup) {
	start := len(m.b)
	for columnPx := 1.0; ; {
		m.b = m.b[:start]
		for i := range d.plots {
			d.lane(m, &d.plots[i], columnPx)
		}
		size := len(m.b) - start
		if size <= pathBytesMax || columnPx > columnPxMax {
			return
		}
		columnPx *= math.Max(1.25, float64(size)/pathBytesMax)
	}
}

// lane draws one lane, the ghost under the shift, inside a nested svg element. Its user unit is a tenth of
// a pixel, which makes every number whole and short, and it cuts off what lies
// outside: a line and the area under it are one path whose sides and bottom lie
// beyond the cut, so that only its upper side is seen.
func (d *drawing) lane(m *markup, p *plot, columnPx float64) {
	t := tracer{
		width: d.layout.Right - d.layout.Left, height: p.Baseline - p.Top, steps: d.Steps,
		columnPx: columnPx, scale: p.scale, stepped: p.lane.stepped,
	}
	if last := p.ghost.main.Len() - 1; last > 0 {
		d.cut(m, p, d.x(min(last, d.Steps))-d.layout.Left)
		d.dotted(m, t.trace(p.ghost.main, 0, last), "text", "30 30", 11)
		m.end("svg")
	}
	d.parts(m, p, t)
	if last := p.data.main.Len() - 1; last > 0 {
		d.cut(m, p, d.x(last)-d.layout.Left)
		main := t.trace(p.data.main, 0, last)
		if p.data.hasBand {
			d.band(m, p, &t, last)
		}
		d.area(m, main, t.height, d.Palette.colour(p.lane.role))
		if p.data.hasSecond {
			d.dotted(m, t.trace(p.data.second, 0, last), p.lane.secondRole, "2 28", 18)
		}
		d.targetLine(m, p, t)
		m.end("svg")
	}
}

// Room above and below a lane for half the width of its line, px.
const (
	strokeAbovePx = 2
	strokeBelowPx = 1
)

// cut opens the nested svg element of a lane, so wide that nothing is seen after
// the last step.
func (d *drawing) cut(m *markup, p *plot, width float64) {
	height := p.Baseline - p.Top + strokeAbovePx + strokeBelowPx
	m.el("svg").set("data-lane", p.ID)
	m.num("x", d.layout.Left).num("y", p.Top-strokeAbovePx).num("width", width).num("height", height)
	m.b = append(m.b, ` viewBox="0 -`...)
	m.b = appendTenth(m.b, 10*strokeAbovePx)
	m.b = append(m.b, ' ')
	m.b = appendTenth(m.b, math.Round(width*10))
	m.b = append(m.b, ' ')
	m.b = appendTenth(m.b, math.Round(height*10))
	m.b = append(m.b, '"')
	m.set("preserveAspectRatio", "none").set("fill", "none").open()
}

// beyond is how far outside the cut the sides of an area lie, in tenths of px.
const beyond = 40

// area draws a line and the area under it.
func (d *drawing) area(m *markup, points []point, heightPx float64, colour string) {
	if len(points) == 0 {
		return
	}
	first, last := points[0], points[len(points)-1]
	floor := int(math.Round(heightPx*10)) + beyond
	m.el("path")
	m.b = append(m.b, ` d="`...)
	m.b = appendPoint(m.b, 'M', point{first.x - beyond, floor})
	m.b = appendPoint(m.b, 'L', point{first.x - beyond, first.y})
	m.b = appendPoint(m.b, 'L', first)
	m.b = appendLine(m.b, first, points[1:])
	m.b = appendPoint(m.b, 'L', point{last.x + beyond, last.y})
	m.b = appendPoint(m.b, 'L', point{last.x + beyond, floor})
	m.b = append(m.b, '"')
	m.set("fill", colour).share("fill-opacity", 0.18).set("stroke", colour).set("stroke-width", "15").set("stroke-linejoin", "round").close()
}

// dotted draws a line beside the main one; width and dashes in tenths of px.
func (d *drawing) dotted(m *markup, points []point, role, dashes string, width float64) {
	if len(points) == 0 {
		return
	}
	m.el("path")
	m.b = append(m.b, ` d="`...)
	m.b = appendPoint(m.b, 'M', points[0])
	m.b = appendLine(m.b, points[0], points[1:])
	m.b = append(m.b, '"')
	m.set("stroke", d.Palette.colour(role)).num("stroke-width", width).set("stroke-dasharray", dashes)
	m.set("stroke-linecap", "round").set("stroke-linejoin", "round").share("stroke-opacity", 0.8).close()
}

// band fills what a second column has above the main one, such as the requests
// that were turned away, where it has any.
func (d *drawing) band(m *markup, p *plot, t *tracer, last int) {
	colour := d.Palette.colour(p.lane.bandRole)
	for from := 0; from <= last; from++ {
		if !above(p.data, from) {
			continue
		}
		to := from
		for to < last && above(p.data, to+1) {
			to++
		}
		// It grows out of the line from the step before and back to the step after.
		upper := t.trace(p.data.band, from-1, to+1)
		lower := t.trace(p.data.main, from-1, to+1)
		if len(upper) > 0 && len(lower) > 0 {
			m.el("path")
			m.b = append(m.b, ` d="`...)
			m.b = appendPoint(m.b, 'M', upper[0])
			m.b = appendLine(m.b, upper[0], upper[1:])
			for i, j := 0, len(lower)-1; i < j; i, j = i+1, j-1 {
				lower[i], lower[j] = lower[j], lower[i]
			}
			m.b = appendLine(m.b, upper[len(upper)-1], lower)
			m.b = append(m.b, '"')
			m.set("fill", colour).share("fill-opacity", 0.5).set("stroke", colour).set("stroke-width", "10").set("stroke-linejoin", "round").close()
		}
		from = to
	}
}

// above says whether the band shows at a step.
func above(d laneData, step int) bool {
	return step < d.band.Len() && d.band.At(step) > d.main.At(step)
}
