package chart

import (
	"math"
	"strconv"
	"strings"
)

// CompareOptions says how several shifts stand on one chart.
type CompareOptions struct {
	Width    float64 `json:"width"`              // px
	Height   float64 `json:"height,omitempty"`   // px; 0 is 0.4 of the width, from 180 to 360
	FontSize float64 `json:"fontSize,omitempty"` // px; 12 when 0
	RTL      bool    `json:"rtl,omitempty"`      // turns the legend round; time runs from left to right
	Label    string  `json:"label"`              // text alternative of the picture

	Steps        int     `json:"steps"`                 // of the shifts
	StepSeconds  float64 `json:"stepSeconds,omitempty"` // 60 when 0
	ClockMinutes float64 `json:"clockMinutes"`          // time of day at step 0
	Digits       string  `json:"digits,omitempty"`      // ten digits, where they are not 0123456789

	// Number says how the vertical axis writes its numbers.
	Number Number `json:"number"`
	// Thresholds are dashed lines with labels.
	Thresholds []Threshold `json:"thresholds,omitempty"`
	Palette    Palette     `json:"palette,omitempty"` // PagePalette when nil
}

// Number is a way to write numbers: Prefix, value times Factor (1 when 0) with
// Decimal as its decimal sign ("." when empty), Suffix.
type Number struct {
	Factor  float64 `json:"factor,omitempty"`
	Decimal string  `json:"decimal,omitempty"`
	Prefix  string  `json:"prefix,omitempty"`
	Suffix  string  `json:"suffix,omitempty"`
}

// Line is one shift of a comparison. The first line is the one that matters;
// each later one has a line style of its own, so that colour is not needed.
type Line struct {
	Label  string // who or what played
	Value  string // the reading at the end, formatted; may be empty
	Series Series
}

// linesMax is how many line styles there are.
const linesMax = 4

// lineStyles tell the lines of a comparison apart.
var lineStyles = [linesMax]struct {
	role, dashes string
	width        float64
}{
	{"accent", "", 2.2},
	{"text", "7 4", 1.5},
	{"ok", "1.5 4", 2},
	{"bad", "9 4 2 4", 1.5},
}

// comparison is a drawing of Compare on its way to SVG.
type comparison struct {
	CompareOptions
	lines                    []Line
	scale                    scale
	numbers                  []knot // the axis's numbers; share is not used
	left, right, top, bottom float64
	height, smallPx          float64
	legend                   []legendItem
}

// legendItem is a line's sample and name.
type legendItem struct {
	x, y, width float64
	text        string
}

// Compare draws one reading of several shifts, at most four, on one time axis:
// a legend by line style above, numbers at the left, and each line's value at
// its end.
func Compare(o CompareOptions, lines []Line) string {
	c := newComparison(o, lines)
	var m markup
	m.root(c.Width, c.height, c.FontSize, c.Label, c.Palette).open()
	m.background(c.Width, c.height, c.Palette)
	c.ground(&m)
	for i := len(c.lines) - 1; i >= 0; i-- { // the first one on top
		c.line(&m, i)
	}
	c.legendTexts(&m)
	c.endLabels(&m)
	m.end("svg")
	return string(m.b)
}

func newComparison(o CompareOptions, lines []Line) *comparison {
	o.Width = math.Round(clamp(o.Width, 4*sideMin, sideMax))
	o.FontSize = boundedFont(o.FontSize)
	o.Steps = max(1, min(o.Steps, stepsMax))
	o.StepSeconds = boundedStep(o.StepSeconds)
	o.ClockMinutes = boundedClock(o.ClockMinutes)
	if o.Palette == nil {
		o.Palette = PagePalette()
	}
	if f := math.Abs(o.Number.Factor); !(f > 1e-9 && f < 1e9) {
		o.Number.Factor = 1
	}
	c := &comparison{CompareOptions: o, lines: append([]Line(nil), lines[:min(len(lines), linesMax)]...), smallPx: tenth(o.FontSize * 0.9)}
	c.height = math.Round(clamp(o.Width*0.4, 180, 360))
	if o.Height > 0 {
		c.height = math.Round(clamp(o.Height, 10*o.FontSize, sideMax))
	}
	legendBottom := c.placeLegend()
	c.top = legendBottom + math.Round(o.FontSize)
	c.bottom = math.Max(c.height-math.Round(o.FontSize*2), c.top+float64(3*o.FontSize))
	c.height = c.bottom + math.Round(o.FontSize*2)
	c.fitScale()
	widest := 0.0
	for _, n := range c.numbers {
		widest = math.Max(widest, textWidth(c.number(n.value), c.smallPx, letterEm))
	}
	c.left = math.Round(math.Min(widest, 0.25*o.Width) + o.FontSize)
	widest = 0
	for _, line := range c.lines {
		widest = math.Max(widest, textWidth(line.Value, o.FontSize, boldLetterEm))
	}
	for _, t := range o.Thresholds {
		widest = math.Max(widest, textWidth(t.Label, c.smallPx, letterEm))
	}
	c.right = o.Width - math.Round(math.Min(widest, 0.25*o.Width)+o.FontSize)
	return c
}

// fitScale finds an axis of round numbers that holds all lines.
func (c *comparison) fitScale() {
	lo, hi, found := math.Inf(1), math.Inf(-1), false
	for i, line := range c.lines {
		c.lines[i].Series = line.Series.until(c.Steps)
		if low, high, ok := c.lines[i].Series.extent(); ok {
			lo, hi, found = math.Min(lo, low), math.Max(hi, high), true
		}
	}
	for _, t := range c.Thresholds {
		if math.Abs(t.Value) <= hugeValue {
			lo, hi, found = math.Min(lo, t.Value), math.Max(hi, t.Value), true
		}
	}
	if !found {
		lo, hi = 0, 1
	}
	lo, hi = math.Max(lo, -hugeValue), math.Min(hi, hugeValue)
	if lo > 0 && lo < hi/2 {
		lo = 0 // near enough to show zero
	}
	if !(hi-lo > math.Max(math.Abs(lo), math.Abs(hi))*1e-9) {
		// All the same: zero and the value, or zero and one.
		lo, hi = math.Min(0, lo), math.Max(0, hi)
		if lo == hi {
			hi = 1
		}
	}
	rows := int(math.Max(1, math.Min(5, (c.bottom-c.top)/(c.FontSize*2.6))))
	// The axis counts in what it writes: 20 %, not 0.2.
	factor := math.Abs(c.Number.Factor)
	step := niceStep((hi-lo)*factor, rows) / factor
	first, last := math.Floor(lo/step+1e-9), math.Ceil(hi/step-1e-9)
	for n := first; n <= last && len(c.numbers) < 32; n++ {
		c.numbers = append(c.numbers, knot{value: n * step})
	}
	c.scale = linear(first*step, last*step)
}

// number writes a number of the axis, without digits that say nothing.
func (c *comparison) number(v float64) string {
	v = float64(v * c.Number.Factor)
	// Six digits, because multiples of a step such as 0.1 are not exact.
	text := strconv.FormatFloat(v, 'g', 6, 64)
	if rounded, err := strconv.ParseFloat(text, 64); err == nil && math.Abs(rounded) < 1e12 {
		text = strconv.FormatFloat(rounded, 'f', -1, 64)
	}
	if text == "-0" {
		text = "0"
	}
	if c.Number.Decimal != "" {
		text = strings.Replace(text, ".", c.Number.Decimal, 1)
	}
	if strings.HasPrefix(text, "-") {
		text = "\u2212" + text[1:] // the minus sign, as wide as a digit
	}
	return c.Number.Prefix + localDigits(text, c.Digits) + c.Number.Suffix
}

func (c *comparison) y(v float64) (float64, bool) {
	share, ok := c.scale.share(v)
	return c.bottom - float64((c.bottom-c.top)*share), ok
}

// ground draws the axes and the thresholds.
func (c *comparison) ground(m *markup) {
	p := c.Palette
	for _, n := range c.numbers {
		y, _ := c.y(n.value)
		opacity := 0.55
		if n.value == 0 {
			opacity = 1
		}
		m.line(c.left, y, c.right, y).set("stroke", p.colour("line")).share("stroke-opacity", opacity).close()
		text := c.number(n.value)
		m.el("text").num("x", c.left-float64(c.FontSize/2)).num("y", y+float64(c.smallPx*0.35)).set("fill", p.colour("muted")).set("text-anchor", "end").num("font-size", c.smallPx).text("text", fit(text, c.left, c.smallPx, letterEm), text)
	}
	a := axis{
		left: c.left, right: c.right, low: 0, high: c.Width, steps: c.Steps, stepSeconds: c.StepSeconds,
		clockMinutes: c.ClockMinutes, digits: c.Digits, fontPx: c.smallPx,
	}
	for _, t := range a.ticks(math.Inf(1), math.Inf(-1)) {
		m.line(t.x, c.bottom, t.x, c.bottom+c.FontSize/3).set("stroke", p.colour("muted")).close()
		m.el("text").num("x", t.textX).num("y", c.bottom+math.Round(c.FontSize*1.5)).set("fill", p.colour("muted")).set("text-anchor", "middle").num("font-size", c.smallPx).text("text", t.text, t.text)
	}
	m.line(c.left, c.bottom, c.right, c.bottom).set("stroke", p.colour("line")).close()
	for _, t := range c.Thresholds {
		if y, ok := c.y(t.Value); ok && c.scale.holds(t.Value) {
			m.line(c.left, y, c.right, y).set("stroke", p.colour("muted")).set("stroke-dasharray", "2 3").close()
		}
	}
}

// line draws one shift, with a dot where it ends.
func (c *comparison) line(m *markup, i int) {
	style, s := lineStyles[i], c.lines[i].Series
	t := tracer{width: c.right - c.left, height: c.bottom - c.top, steps: c.Steps, columnPx: 1, scale: c.scale}
	points := t.trace(s, 0, s.Len()-1)
	if len(points) == 0 {
		return
	}
	colour := c.Palette.colour(style.role)
	m.el("path").set("data-line", strconv.Itoa(i))
	m.b = append(m.b, ` d="`...)
	m.b = appendPoint(m.b, 'M', points[0])
	m.b = appendLine(m.b, points[0], points[1:])
	m.b = append(m.b, `" transform="translate(`...)
	m.b = appendTenth(m.b, c.left)
	m.b = append(m.b, ' ')
	m.b = appendTenth(m.b, c.top)
	m.b = append(m.b, `)scale(.1)"`...)
	m.set("fill", "none").set("stroke", colour).num("stroke-width", style.width*10).set("stroke-linejoin", "round")
	if style.dashes != "" {
		m.set("stroke-dasharray", tenfold(style.dashes)).set("stroke-linecap", "round")
	}
	m.close()
	end := points[len(points)-1]
	m.el("circle").num("cx", c.left+float64(end.x)/10).num("cy", c.top+float64(end.y)/10).num("r", c.FontSize/4).set("fill", colour).close()
}

// tenfold turns dashes in px into tenths.
func tenfold(dashes string) string {
	fields := strings.Fields(dashes)
	for i, f := range fields {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil {
			v = 1
		}
		fields[i] = strconv.FormatFloat(v*10, 'f', -1, 64)
	}
	return strings.Join(fields, " ")
}
