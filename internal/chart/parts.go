package chart

import "sort"

// partStyles tell the lines of one lane apart, by colour and by dashes in tenths
// of px. The first ones are those that are told apart most easily.
var partStyles = [...]struct{ role, dashes string }{
	{"accent", ""}, {"slow", ""}, {"ok", "70 30"}, {"bad", "20 30"}, {"fail", "100 30 20 30"}, {"text", "70 30"}, {"muted", ""},
}

func partStyle(i int) struct{ role, dashes string } { return partStyles[i%len(partStyles)] }

// parts draws the lines of a lane that has several, the first one on top.
func (d *drawing) parts(m *markup, p *plot, t tracer) {
	last := -1
	for _, line := range p.data.lines {
		last = max(last, line.Len()-1)
	}
	if last <= 0 {
		return
	}
	d.cut(m, p, d.x(last)-d.layout.Left)
	d.targetLine(m, p, t)
	for i := len(p.data.lines) - 1; i >= 0; i-- {
		points := t.trace(p.data.lines[i], 0, last)
		if len(points) == 0 {
			continue
		}
		style := partStyle(i)
		m.el("path").set("data-part", p.lane.parts[i])
		m.b = append(m.b, ` d="`...)
		m.b = appendPoint(m.b, 'M', points[0])
		m.b = appendLine(m.b, points[0], points[1:])
		m.b = append(m.b, '"')
		m.set("stroke", d.Palette.colour(style.role)).set("stroke-width", "14").set("stroke-linejoin", "round")
		if style.dashes != "" {
			m.set("stroke-dasharray", style.dashes)
		}
		m.open()
		m.title(p.lane.parts[i])
		m.end("path")
	}
	m.end("svg")
}

// targetLine draws what the lines of a lane are held at, which may have been
// changed in the shift.
func (d *drawing) targetLine(m *markup, p *plot, t tracer) {
	t.stepped = true
	d.dotted(m, t.trace(p.data.target, 0, p.data.target.Len()-1), "text", "60 40", 10)
}

// lineLabels writes the name of each line of a lane beside its end, in the line's
// colour, moved apart where they would touch, and returns their heights. Where
// the lane has no room for all of them it writes none: every line has its name
// as a tooltip, and lanes of the same group have the same colours.
func (d *drawing) lineLabels(m *markup, p *plot) []float64 {
	l := &d.layout
	distance := float64(l.smallPx * 1.02)
	if float64(float64(len(p.data.lines)-1)*distance) > p.Baseline-p.Top-distance {
		return nil
	}
	var labels []endLabel
	for i, line := range p.data.lines {
		if line.Len() == 0 {
			continue
		}
		if y, ok := p.y(line.At(line.Len() - 1)); ok {
			labels = append(labels, endLabel{y: y, text: p.lane.parts[i], role: partStyle(i).role})
		}
	}
	sort.SliceStable(labels, func(i, j int) bool { return labels[i].y < labels[j].y })
	spread(labels, distance, p.Baseline)
	var heights []float64
	for _, label := range labels {
		d.text(m, l.gutterX, label.y+float64(l.smallPx*0.35), "start", label.role, "600", label.text, l.gutterWidth+0.01, l.smallPx)
		heights = append(heights, label.y)
	}
	return heights
}
