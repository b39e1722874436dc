package chart

import (
	"math"
	"sort"
)

// sampleEm is the length of a line's sample in the legend, in font sizes.
const sampleEm = 2.4

// placeLegend lets samples and names flow in rows; it returns the lowest edge.
func (c *comparison) placeLegend() float64 {
	em := c.FontSize
	edge := math.Round(em / 3)
	x, y := edge, math.Round(em*1.2)
	for _, line := range c.lines {
		text := fit(line.Label, c.Width-2*edge-float64((sampleEm+1)*em), em, letterEm)
		width := math.Ceil(float64((sampleEm+0.5)*em) + textWidth(text, em, letterEm))
		if x > edge && x+width > c.Width-edge {
			x, y = edge, y+math.Round(em*1.5)
		}
		c.legend = append(c.legend, legendItem{x: x, y: y, width: width, text: text})
		x += width + math.Round(em*1.5)
	}
	if len(c.lines) == 0 {
		return 0
	}
	return y + math.Round(em*0.3)
}

func (c *comparison) legendTexts(m *markup) {
	em := c.FontSize
	for i, item := range c.legend {
		style := lineStyles[i]
		x1, x2 := item.x, item.x+float64(sampleEm*em)
		textX := x2 + float64(em/2)
		if c.RTL {
			x1, x2 = c.Width-item.x-float64(sampleEm*em), c.Width-item.x
			textX = x1 - float64(em/2)
		}
		y := item.y - float64(em*0.35)
		m.line(x1, y, x2, y).set("stroke", c.Palette.colour(style.role)).num("stroke-width", style.width)
		if style.dashes != "" {
			m.set("stroke-dasharray", style.dashes).set("stroke-linecap", "round")
		}
		m.close()
		m.el("text").num("x", textX).num("y", item.y).set("fill", c.Palette.colour("text"))
		if c.RTL {
			m.set("direction", "rtl")
		}
		m.text("text", item.text, c.lines[i].Label)
	}
}

// endLabel is a text beside the end of a line or of a threshold.
type endLabel struct {
	y     float64 // of its middle
	text  string
	role  string
	small bool
}

// endLabels writes the values at the lines' ends, moved apart where they would
// touch.
func (c *comparison) endLabels(m *markup) {
	var labels []endLabel
	for i, line := range c.lines {
		if n := line.Series.Len(); n > 0 && line.Value != "" {
			if y, ok := c.y(line.Series.At(n - 1)); ok {
				labels = append(labels, endLabel{y: y, text: line.Value, role: lineStyles[i].role})
			}
		}
	}
	for _, t := range c.Thresholds {
		if y, ok := c.y(t.Value); ok && t.Label != "" && c.scale.holds(t.Value) {
			labels = append(labels, endLabel{y: y, text: t.Label, role: "muted", small: true})
		}
	}
	sort.SliceStable(labels, func(i, j int) bool { return labels[i].y < labels[j].y })
	spread(labels, c.FontSize*1.1, c.bottom+float64(c.FontSize/2))
	for _, label := range labels {
		size, em := c.FontSize, boldLetterEm
		m.el("text").num("x", c.right+float64(c.FontSize*0.6)).num("y", label.y+float64(c.FontSize*0.35)).set("fill", c.Palette.colour(label.role))
		if label.small {
			size, em = c.smallPx, letterEm
			m.num("font-size", size)
		} else {
			m.set("font-weight", "600")
		}
		m.text("text", fit(label.text, c.Width-c.right-float64(c.FontSize*0.6), size, em), label.text)
	}
}

// spread moves sorted labels apart to at least the given distance: down, and
// back up where the last one would fall below the lowest place.
func spread(labels []endLabel, distance, lowest float64) {
	for i := 1; i < len(labels); i++ {
		labels[i].y = math.Max(labels[i].y, labels[i-1].y+distance)
	}
	for i := len(labels) - 1; i >= 0; i-- {
		labels[i].y = math.Min(labels[i].y, lowest)
		lowest = labels[i].y - distance
	}
}
