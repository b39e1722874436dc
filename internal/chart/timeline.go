package chart

import "math"

// Timeline draws the lanes of a shift on one time axis. Of the shift, the steps
// 0..Options.Last are drawn; ghost, which may be empty, is another shift of the
// same length, drawn whole as a thin dashed line in the same lanes.
func Timeline(o Options, shift, ghost Table) string { return timeline(o, ghost, shift) }

// Stack draws several shifts of the same length above each other, on one time
// axis: a lane whose id ends in "#1" is drawn of the second one, and so on.
// Lanes of the same kind have the same scale.
func Stack(o Options, shifts ...Table) string { return timeline(o, Table{}, shifts...) }

func timeline(o Options, ghost Table, shifts ...Table) string {
	o = o.bounded()
	d := drawing{Options: o, layout: Place(o)}
	d.lanes(shifts, ghost)
	var m markup
	m.root(d.layout.Width, d.layout.Height, o.FontSize, o.Label, o.Palette)
	// The page moves its pointer and its scrubber by these.
	m.num("data-left", d.layout.Left).num("data-right", d.layout.Right).open()
	m.background(d.layout.Width, d.layout.Height, o.Palette)
	axis := d.axis()
	cursorFrom, cursorTo := math.Inf(1), math.Inf(-1)
	if o.Cursor >= 0 {
		middle, half, air := axis.inside(axis.x(o.Cursor)), float64(axis.labelWidth()/2), float64(o.FontSize/3)
		cursorFrom, cursorTo = middle-half-air, middle+half+air
	}
	ticks := axis.ticks(cursorFrom, cursorTo)
	d.ground(&m, ticks)
	groups := cluster(o.Markers, &axis, o.FontSize)
	d.markerLines(&m, groups)
	d.series(&m)
	d.future(&m)
	d.texts(&m)
	d.windows(&m)
	d.scrubber(&m, ticks)
	d.markerShapes(&m, groups)
	d.crosshair(&m, &axis)
	m.end("svg")
	return string(m.b)
}

// drawing is a timeline on its way to SVG.
type drawing struct {
	Options
	layout Layout
	plots  []plot
}

// plot is a lane with its data and its scale.
type plot struct {
	LanePlot
	data, ghost laneData
	scale       scale
}

// y returns the place of a value, px from the top of the drawing.
func (p *plot) y(v float64) (float64, bool) {
	share, ok := p.scale.share(v)
	return p.Baseline - float64((p.Baseline-p.Top)*share), ok
}

func (d *drawing) lanes(shifts []Table, ghost Table) {
	for _, place := range d.layout.Lanes {
		p := plot{LanePlot: place, ghost: place.lane.from(ghost, d.Steps)}
		of := make([]laneData, len(shifts))
		for i, shift := range shifts {
			of[i] = place.lane.from(shift, d.Last)
		}
		if run := place.lane.run; run >= 0 && run < len(of) {
			p.data = of[run]
		}
		p.scale = place.lane.scaleFor(d.Thresholds[place.ID], p.ghost, of...)
		d.plots = append(d.plots, p)
	}
}

func (d *drawing) axis() axis {
	return axis{
		left: d.layout.Left, right: d.layout.Right, low: 0, high: d.layout.Width,
		steps: d.Steps, stepSeconds: d.StepSeconds, clockMinutes: d.ClockMinutes,
		digits: d.Digits, fontPx: d.layout.smallPx,
	}
}

func (d *drawing) x(step int) float64 { return tenth(d.layout.X(step, d.Steps)) }

// upright draws a vertical line from the first lane down to a place. Where the
// lanes' texts stand above them it leaves them out, so that they stay readable.
func (d *drawing) upright(m *markup, x, bottom float64) *markup {
	if !d.layout.Narrow || len(d.plots) == 0 {
		return m.line(x, d.layout.Top, x, bottom)
	}
	m.el("path")
	m.b = append(m.b, ` d="`...)
	for i := range d.plots {
		lower := d.plots[i].Baseline
		if i == len(d.plots)-1 {
			lower = bottom
		}
		m.b = append(m.b, 'M')
		m.b = appendTenth(m.b, x)
		m.b = append(m.b, ' ')
		m.b = appendTenth(m.b, d.plots[i].Top)
		m.b = append(m.b, 'V')
		m.b = appendTenth(m.b, lower)
	}
	m.b = append(m.b, '"')
	return m
}

// ground draws what lies under the data: the shaded range, the hours, the
// baselines and the thresholds.
func (d *drawing) ground(m *markup, ticks []tick) {
	l, p := &d.layout, d.Palette
	if len(d.Range) == 2 && d.Range[0] <= d.Range[1] {
		from, to := max(0, min(d.Range[0], d.Steps)), max(0, min(d.Range[1], d.Steps))
		x1, x2 := d.x(from), d.x(to)
		m.rect(x1, l.Top, math.Max(x2-x1, 1), l.Axis-l.Top).set("fill", p.colour("accent")).share("fill-opacity", 0.14).close()
		for _, x := range [...]float64{x1, x2} {
			d.upright(m, x, l.Axis).set("stroke", p.colour("accent")).share("stroke-opacity", 0.6).close()
		}
	}
	for _, t := range ticks {
		d.upright(m, t.x, l.Axis).set("stroke", p.colour("line")).share("stroke-opacity", 0.45).close()
	}
	for i := range d.plots {
		lane := &d.plots[i]
		m.line(l.Left, lane.Baseline, l.Right, lane.Baseline).set("stroke", p.colour("line")).close()
		for _, t := range d.Thresholds[lane.ID] {
			if y, ok := lane.y(t.Value); ok && lane.scale.holds(t.Value) {
				m.line(l.Left, y, l.Right, y).set("stroke", p.colour("muted")).share("stroke-opacity", 0.6).set("stroke-dasharray", "5 4").close()
			}
		}
	}
}

// future veils what a replay has not reached yet.
func (d *drawing) future(m *markup) {
	if d.Last <= d.Position {
		return
	}
	l := &d.layout
	from := d.x(d.Position)
	m.rect(from, l.Top, d.x(d.Last)-from+1, l.Bottom-l.Top).set("fill", d.Palette.colour("panel")).share("fill-opacity", 0.6).close()
}

// texts writes the labels, the values and the thresholds' labels.
func (d *drawing) texts(m *markup) {
	l := &d.layout
	taken := math.Inf(-1) // lowest edge of the labels of the lanes above
	for i := range d.plots {
		lane := &d.plots[i]
		d.text(m, l.labelX, lane.textY, "start", "muted", "", d.Labels[lane.ID], l.labelWidth, 0)
		if l.Narrow {
			edge := l.Width - l.labelX
			d.text(m, edge, lane.textY, "end", "text", "600", d.Values[lane.ID], l.valueWidth, 0)
		} else {
			d.text(m, l.valueX, lane.textY, "start", "text", "600", d.Values[lane.ID], l.valueWidth, 0)
		}
		taken = d.thresholdLabels(m, lane, taken, d.lineLabels(m, lane))
	}
	if !l.Narrow {
		lift := math.Round(l.smallPx * 0.35)
		d.text(m, l.labelX, l.Happened+lift, "start", "muted", "", d.Labels["happened"], l.labelWidth, l.smallPx)
		d.text(m, l.labelX, l.Done+lift, "start", "muted", "", d.Labels["done"], l.labelWidth, l.smallPx)
	}
}

// thresholdLabels writes those labels that touch no other, nor what stands at the
// used heights already; it returns their lowest edge.
func (d *drawing) thresholdLabels(m *markup, lane *plot, taken float64, used []float64) float64 {
	l := &d.layout
	lowest := taken
	height := l.smallPx * 1.02
	half := float64(height / 2)
next:
	for _, t := range d.Thresholds[lane.ID] {
		y, ok := lane.y(t.Value)
		if l.Narrow {
			y = math.Max(y, lane.Top+half) // below the lane's value
		}
		if !ok || t.Label == "" || !lane.scale.holds(t.Value) || y-half < taken {
			continue
		}
		for _, other := range used {
			if math.Abs(other-y) < height {
				continue next
			}
		}
		used = append(used, y)
		lowest = math.Max(lowest, y+half)
		d.text(m, l.gutterX, y+float64(l.smallPx*0.35), "start", "muted", "", t.Label, l.gutterWidth+0.01, l.smallPx)
	}
	return lowest
}

// text writes a text; start and end are those of the reading direction.
func (d *drawing) text(m *markup, x, y float64, anchor, role, weight, text string, width, fontPx float64) {
	if text == "" {
		return
	}
	em, size := letterEm, d.FontSize
	m.el("text").num("x", x).num("y", y).set("fill", d.Palette.colour(role))
	if anchor != "start" {
		m.set("text-anchor", anchor)
	}
	if d.RTL {
		m.set("direction", "rtl")
	}
	if weight != "" {
		m.set("font-weight", weight)
		em = boldLetterEm
	}
	if fontPx > 0 {
		m.num("font-size", fontPx)
		size = fontPx
	}
	m.text("text", fit(text, width, size, em), text)
}

// scrubber draws the time axis: its length, how far the shift is, its times.
func (d *drawing) scrubber(m *markup, ticks []tick) {
	l, p := &d.layout, d.Palette
	x := d.x(d.Position)
	m.line(l.Left, l.Axis, l.Right, l.Axis).set("stroke", p.colour("line")).set("stroke-width", "3").set("stroke-linecap", "round").close()
	if d.Position > 0 {
		m.line(l.Left, l.Axis, x, l.Axis).set("stroke", p.colour("accent")).set("stroke-width", "3").set("stroke-linecap", "round").close()
	}
	for _, t := range ticks {
		m.el("text").num("x", t.textX).num("y", l.Clock).set("fill", p.colour("muted")).set("text-anchor", "middle").num("font-size", l.smallPx).text("text", t.text, t.text)
	}
	if d.Knob {
		m.el("circle").num("cx", x).num("cy", l.Axis).num("r", d.FontSize/2).set("fill", p.colour("accent")).close()
	}
}

// crosshair draws the cursor's line and time, and a dot on each lane's line.
func (d *drawing) crosshair(m *markup, a *axis) {
	if d.Cursor < 0 {
		return
	}
	l, p := &d.layout, d.Palette
	x := d.x(d.Cursor)
	m.el("g").set("data-part", "crosshair").open()
	d.upright(m, x, l.Axis).set("stroke", p.colour("text")).share("stroke-opacity", 0.55).close()
	for i := range d.plots {
		lane := &d.plots[i]
		d.dot(m, lane, x, lane.data.main, lane.lane.role)
		for i, line := range lane.data.lines {
			d.dot(m, lane, x, line, partStyle(i).role)
		}
	}
	text := clockText(d.ClockMinutes+float64(float64(d.Cursor)*d.StepSeconds/60), d.Digits)
	m.el("text").num("x", a.inside(x)).num("y", l.Clock).set("fill", p.colour("text")).set("font-weight", "600").set("text-anchor", "middle").num("font-size", l.smallPx).text("text", text, text)
	m.end("g")
}

// dot marks where a line is at the cursor.
func (d *drawing) dot(m *markup, lane *plot, x float64, s Series, role string) {
	if d.Cursor >= s.Len() {
		return
	}
	if y, ok := lane.y(s.At(d.Cursor)); ok {
		m.el("circle").num("cx", x).num("cy", y).num("r", d.FontSize/4).set("fill", d.Palette.colour(role)).set("stroke", d.Palette.colour("panel")).close()
	}
}
