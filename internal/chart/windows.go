package chart

import "math"

// Window is the pair of windows of an alert rule. It is drawn in the lanes of the
// burn rate, at the rule's threshold: a line as long as the long window, on it a
// bar as long as the short one, both up to the step at which they are looked at.
// A window that reaches back before the shift ends in an arrow.
type Window struct {
	// Value is the rule's threshold, in the unit of the lane's column.
	Value        float64 `json:"value"`
	LongMinutes  float64 `json:"longMinutes"`
	ShortMinutes float64 `json:"shortMinutes"`
	// Step is the step that the windows end with.
	Step int `json:"step"`
	// Firing rules have the colour of alerts, and are heavier.
	Firing bool `json:"firing,omitempty"`
	// Label says what the rule asks for, such as "14.4×: 1 h, 5 min". Where two
	// would touch, the later one is only a tooltip.
	Label string `json:"label,omitempty"`
}

// shortLetterEm is below the mean width of a letter in any sans-serif face.
const shortLetterEm = 0.4

// windowsMax bounds the rules in one lane.
const windowsMax = 16

// windows draws the alert rules' windows over the lines of the burn rate.
func (d *drawing) windows(m *markup) {
	for i := range d.plots {
		lane := &d.plots[i]
		if !lane.lane.burn {
			continue
		}
		var drawn []bracket
		for _, w := range d.Windows {
			if y, ok := lane.y(w.Value); ok && lane.scale.holds(w.Value) {
				drawn = append(drawn, d.bracket(w, y))
			}
		}
		var labels []float64 // their heights
		for k, b := range drawn {
			apart := math.Inf(1)
			for j, other := range drawn {
				if px := math.Abs(other.y - b.y); j != k && px > 2 { // others lie on it and stay so
					apart = math.Min(apart, px)
				}
			}
			m.el("g").num("data-window", b.Value)
			if b.Firing {
				m.set("data-firing", "true")
			}
			m.open()
			m.title(b.Label)
			d.windowLines(m, b, apart)
			labels = d.windowLabel(m, b, labels)
			m.end("g")
		}
	}
}

// bracket is a rule's windows with their places.
type bracket struct {
	Window
	y, long, short, end float64 // long and short are where the windows begin
	cut                 bool    // the long one begins before the shift
}

func (d *drawing) bracket(w Window, y float64) bracket {
	b := bracket{Window: w, y: y, end: d.x(w.Step)}
	b.long, b.cut = d.windowStart(w, w.LongMinutes)
	b.short, _ = d.windowStart(w, w.ShortMinutes)
	return b
}

// windowStart returns where a window begins that ends with the rule's step, and
// whether the beginning of the shift cuts it.
func (d *drawing) windowStart(w Window, minutes float64) (x float64, cut bool) {
	from := float64(w.Step) - float64(minutes*60/d.StepSeconds)
	if !(from >= 0) {
		return d.layout.Left, true
	}
	share := from / float64(d.Steps)
	return tenth(d.layout.Left + float64((d.layout.Right-d.layout.Left)*share)), false
}

// windowLines draws the two windows of a rule, whose nearest neighbour is so far
// apart [px].
func (d *drawing) windowLines(m *markup, b bracket, apart float64) {
	colour, opacity, long, short := "muted", 0.9, 1.2, 3.0
	if b.Firing {
		colour, opacity, long, short = "fail", 1, 2, 6
	}
	// In a low lane the lines of neighbours must not run into one another.
	scale := math.Min(d.FontSize, apart) / 12
	long, short = float64(long*scale), float64(short*scale)
	half := math.Min(d.FontSize/3, float64(apart*0.45))
	stroke := func(m *markup, px float64) {
		m.set("stroke", d.Palette.colour(colour)).num("stroke-width", px).share("stroke-opacity", opacity).close()
	}
	stroke(m.line(b.long, b.y, b.end, b.y), long)
	stroke(m.line(b.short, b.y, b.end, b.y), short)
	stroke(m.line(b.end, b.y-half, b.end, b.y+half), long)
	if !b.cut {
		stroke(m.line(b.long, b.y-half, b.long, b.y+half), long)
	} else if b.end-b.long > half {
		arrow(m, b.long, b.y, half)
		stroke(m, long)
	}
}

// arrow draws the head of an arrow to the left, without its colour.
func arrow(m *markup, x, y, half float64) {
	m.el("path").set("fill", "none")
	m.b = append(m.b, ` d="M`...)
	for k, at := range [...][2]float64{{x + half, y - half}, {x, y}, {x + half, y + half}} {
		if k > 0 {
			m.b = append(m.b, 'L')
		}
		m.b = appendTenth(m.b, at[0])
		m.b = append(m.b, ' ')
		m.b = appendTenth(m.b, at[1])
	}
	m.b = append(m.b, '"')
}

// windowLabel writes what a rule asks for on its line: behind its windows, where
// the shift has not been yet, or else at their beginning, since they end with
// what is looked at. Labels that would touch one before are left out. It returns
// the heights of all.
func (d *drawing) windowLabel(m *markup, b bracket, others []float64) []float64 {
	l := &d.layout
	if b.Label == "" || b.y-float64(l.smallPx/2) < l.Top {
		return others
	}
	for _, other := range others {
		if math.Abs(other-b.y) < l.smallPx*1.02 {
			return others
		}
	}
	colour, em, gap := "muted", letterEm, float64(d.FontSize/2)
	if b.Firing {
		colour, em = "fail", boldLetterEm
	}
	width := textWidth(b.Label, l.smallPx, em)
	x := b.end + gap
	if x+width > l.Right {
		if x = l.Left + float64(gap*1.5); !b.cut && x+width > b.long {
			x = b.long + gap
		}
	}
	// A ground of its own keeps it apart from the lines under it: a box that is
	// shorter than any text of so many letters, and a halo around the letters.
	ground := d.Palette.colour("panel")
	height := float64(l.smallPx * 1.02)
	m.rect(x, b.y-float64(height/2), math.Min(textWidth(b.Label, l.smallPx, shortLetterEm), l.Right-x), height).set("fill", ground).close()
	m.el("text").num("x", x).num("y", b.y+float64(l.smallPx*0.35)).num("font-size", l.smallPx).set("fill", d.Palette.colour(colour))
	if d.RTL {
		m.set("direction", "rtl").set("text-anchor", "end") // x is the left end all the same
	}
	if b.Firing {
		m.set("font-weight", "600")
	}
	m.set("stroke", ground).num("stroke-width", d.FontSize/3).set("stroke-linejoin", "round").set("paint-order", "stroke")
	m.text("text", fit(b.Label, l.Right-x, l.smallPx, em), b.Label)
	return append(others, b.y)
}
