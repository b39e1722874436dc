package chart

import "math"

// SparkOptions says what a sparkline shows.
type SparkOptions struct {
	Width  float64 `json:"width"`  // px
	Height float64 `json:"height"` // px
	// Label is the text alternative. Without one the drawing is hidden from
	// assistive technology, for use beside a number that says the same.
	Label string `json:"label,omitempty"`
	// Lane is the timeline's lane whose scale and colour are used.
	Lane string `json:"lane,omitempty"`
	// First and Final are the steps at the left and at the right edge.
	First int `json:"first"`
	Final int `json:"final"`
	// Last is the last step that is drawn.
	Last       int         `json:"last"`
	Thresholds []Threshold `json:"thresholds,omitempty"` // lines without labels
	Palette    Palette     `json:"palette,omitempty"`    // PagePalette when nil
}

// Sparkline draws one series small: a line with a dot at its end, and dashed
// lines at the thresholds.
func Sparkline(o SparkOptions, s Series) string {
	width, height := math.Round(clamp(o.Width, 16, sideMax)), math.Round(clamp(o.Height, 8, sideMax))
	palette := o.Palette
	if palette == nil {
		palette = PagePalette()
	}
	chosen, known := new(Options).lane(o.Lane)
	if !known {
		chosen = lane{role: "accent"}
	}
	first := max(0, min(o.First, stepsMax))
	steps := max(1, min(o.Final, stepsMax)-first)
	s = s.until(min(o.Last, first+steps)).since(first)
	const inset = 3.0 // room for the dot
	t := tracer{
		width: width - 2*inset, height: height - 2*inset, steps: steps, columnPx: 1,
		scale: chosen.scaleFor(o.Thresholds, laneData{}, laneData{main: s}), stepped: chosen.stepped,
	}
	var m markup
	m.el("svg").set("xmlns", "http://www.w3.org/2000/svg").num("width", width).num("height", height)
	if o.Label == "" {
		m.set("aria-hidden", "true")
	} else {
		m.set("role", "img").set("aria-label", o.Label)
	}
	m.open()
	m.background(width, height, palette)
	for _, line := range o.Thresholds {
		if y, ok := t.y(line.Value); ok && t.scale.holds(line.Value) {
			at := inset + float64(y)/10
			m.line(inset, at, width-inset, at).set("stroke", palette.colour("muted")).share("stroke-opacity", 0.7).set("stroke-dasharray", "3 3").close()
		}
	}
	if points := t.trace(s, 0, s.Len()-1); len(points) > 0 {
		colour := palette.colour(chosen.role)
		if len(points) > 1 {
			m.el("path")
			m.b = append(m.b, ` d="`...)
			m.b = appendPoint(m.b, 'M', points[0])
			m.b = appendLine(m.b, points[0], points[1:])
			m.b = append(m.b, '"')
			m.set("transform", "translate(3 3)scale(.1)").set("fill", "none").set("stroke", colour).set("stroke-width", "16").set("stroke-linejoin", "round").set("stroke-linecap", "round").close()
		}
		end := points[len(points)-1]
		m.el("circle").num("cx", inset+float64(end.x)/10).num("cy", inset+float64(end.y)/10).num("r", 2.4).set("fill", colour).close()
	}
	m.end("svg")
	return string(m.b)
}
