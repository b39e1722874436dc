package chart

import "math"

// Layout is where a timeline puts its parts, px from its upper left corner. The
// page uses it to lay its scrubber and its pointer over the drawing.
type Layout struct {
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	// Narrow: labels and values stand above the lanes.
	Narrow bool `json:"narrow"`
	// Left and Right are the places of step 0 and of the last step.
	Left  float64 `json:"left"`
	Right float64 `json:"right"`
	// Top and Bottom are the ends of the vertical lines.
	Top    float64    `json:"top"`
	Bottom float64    `json:"bottom"`
	Lanes  []LanePlot `json:"lanes"`
	// Happened and Done are the middles of the two rows of markers, Axis is the
	// time axis, Clock the baseline of its labels.
	Happened float64 `json:"happened"`
	Done     float64 `json:"done"`
	Axis     float64 `json:"axis"`
	Clock    float64 `json:"clock"`

	labelX, labelWidth float64 // start edge of the labels
	valueX, valueWidth float64
	gutterX            float64 // start edge of the thresholds' labels
	gutterWidth        float64
	smallPx            float64 // font of thresholds and times
}

// LanePlot is where one lane draws: its top and its baseline.
type LanePlot struct {
	ID       string  `json:"id"`
	Top      float64 `json:"top"`
	Baseline float64 `json:"baseline"`

	lane  lane
	textY float64 // baseline of its label and value
}

// X returns the place of a step, which is linear in time.
func (l Layout) X(step, steps int) float64 {
	return l.Left + float64((l.Right-l.Left)*float64(step)/float64(max(1, steps)))
}

// Place returns the layout of the timeline that Timeline draws with the same
// options. It depends on no data.
func Place(o Options) Layout {
	o = o.bounded()
	l := Layout{Width: o.Width, Narrow: o.Width < narrowPx*o.FontSize/12, smallPx: tenth(o.FontSize * 0.86)}
	chosen := make([]lane, 0, len(o.Lanes))
	weight := 0.0
	for _, id := range o.Lanes {
		if found, ok := o.lane(id); ok {
			chosen = append(chosen, found)
			weight += found.weight
		}
	}
	l.columns(o, chosen)
	l.rows(o, chosen, weight)
	return l
}

// columns places what stands beside each other: label, plot, the gutter of the
// thresholds' labels, value; the other way round for right to left.
func (l *Layout) columns(o Options, chosen []lane) {
	em := o.FontSize
	label, value, gutter := 0.0, 0.0, 0.0
	for _, c := range chosen {
		label = math.Max(label, textWidth(o.Labels[c.id], em, letterEm))
		value = math.Max(value, textWidth(o.Values[c.id], em, boldLetterEm))
		for _, t := range o.Thresholds[c.id] {
			gutter = math.Max(gutter, textWidth(t.Label, l.smallPx, letterEm))
		}
		for _, part := range c.parts {
			gutter = math.Max(gutter, textWidth(part, l.smallPx, boldLetterEm))
		}
	}
	for _, key := range [...]string{"happened", "done"} {
		label = math.Max(label, textWidth(o.Labels[key], l.smallPx, letterEm))
	}
	edge := math.Round(em / 3)
	before, after := edge, edge
	if gutter > 0 {
		l.gutterWidth = math.Min(gutter, 0.25*l.Width)
		gutter = math.Ceil(l.gutterWidth + float64(em/2))
	}
	if l.Narrow {
		l.valueWidth = 0.5 * l.Width
		l.labelWidth = l.Width - float64(l.valueWidth) - float64(3*edge)
	} else {
		l.labelWidth = math.Ceil(math.Min(label, 0.2*l.Width))
		// A whole number of four digits: values get longer and shorter while a
		// shift is played, and the plot must not move with each of them.
		quantum := 4 * em * boldLetterEm
		l.valueWidth = math.Ceil(math.Min(math.Max(2, math.Ceil(value/quantum))*quantum, 0.2*l.Width))
		if label > 0 {
			before += l.labelWidth + em
		}
		if value > 0 {
			after += l.valueWidth + float64(em/2)
		}
	}
	after = math.Round(after + gutter)
	before = math.Round(before)
	if o.RTL {
		l.Left, l.Right = after, l.Width-before
		l.labelX, l.valueX = l.Width-edge, edge+l.valueWidth
		l.gutterX = l.Left - em/3
	} else {
		l.Left, l.Right = before, l.Width-after
		l.labelX, l.valueX = edge, l.Width-edge-l.valueWidth
		l.gutterX = l.Right + em/3
	}
}

// rows places what stands above each other.
func (l *Layout) rows(o Options, chosen []lane, weight float64) {
	em := o.FontSize
	row := math.Round(em) // of markers
	below := float64(2*row) + math.Round(em*0.6) + math.Round(em*1.8)
	caption, gap, least, best := 0.0, math.Round(em*0.4), em*0.9, em*1.9
	if l.Narrow {
		caption, least, best = math.Round(em*1.7), em*1.5, em*2.6
	}
	top := math.Round(em / 3)
	n := float64(len(chosen))
	unit := best
	if o.Height > 0 && weight > 0 {
		unit = (o.Height - below - top - float64(n*(caption+gap))) / weight
		if unit < least {
			unit = best
		}
	}
	l.Top = top
	y := top
	for _, c := range chosen {
		height := math.Floor(unit * c.weight)
		p := LanePlot{ID: c.id, lane: c, Top: y + caption + gap}
		p.Baseline = p.Top + height
		p.textY = math.Round(float64((p.Top+p.Baseline)/2) + float64(em*0.35))
		if l.Narrow {
			p.textY = y + caption
		}
		l.Lanes = append(l.Lanes, p)
		y = p.Baseline
	}
	l.Bottom = math.Max(y, o.Height-below)
	if o.Height < y+below {
		l.Bottom = y
	}
	l.Happened = l.Bottom + math.Round(row*0.8)
	l.Done = l.Happened + row
	l.Axis = l.Bottom + float64(2*row) + math.Round(em*0.6)
	l.Clock = l.Axis + math.Round(em*1.25)
	l.Height = l.Bottom + below
}
