package requestsim

import (
	"html"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"oncall/internal/chart"
)

// axis is one direction of a plot.
type axis struct {
	label  string
	lo, hi float64
	log    bool
	ticks  []float64
	format func(v float64) string
}

// share returns where a value lies between the axis' ends, 0 to 1 inside them.
func (a axis) share(v float64) float64 {
	if a.log {
		return math.Log(v/a.lo) / math.Log(a.hi/a.lo)
	}
	return (v - a.lo) / (a.hi - a.lo)
}

// curve is a formula.
type curve struct {
	label, role, dashes string
	at                  func(x float64) float64
	lo, hi              float64 // drawn from here to there
}

// mark is a simulated point with its interval.
type mark struct{ x, y, half float64 }

// marks are the points of one simulated system. Shapes tell systems apart, so
// that colour is not needed.
type marks struct {
	label, role, shape string
	points             []mark
}

// plot is curves and points on common axes.
type plot struct {
	title  string
	x, y   axis
	curves []curve
	marks  []marks
}

// Sizes of a plot in px.
const (
	plotHeight   = 440.0
	plotLeft     = 76.0
	plotRight    = 20.0
	plotBottom   = 56.0
	fontPx       = 13.0
	tickFontPx   = 12.0
	tickGapPx    = 6.0
	legendRowPx  = 20.0
	letterEm     = 0.58 // mean width of a letter, on the wide side
	curveSamples = 240
)

// drawing is a plot on its way to SVG.
type drawing struct {
	plot
	palette                  chart.Palette
	b                        strings.Builder
	left, right, top, bottom float64
}

// svg draws the plot so many px wide, with presentation attributes only: no
// style, no script.
func (p plot) svg(palette chart.Palette, widthPx float64) string {
	d := &drawing{plot: p, palette: palette, left: plotLeft, right: widthPx - plotRight, bottom: plotHeight - plotBottom}
	d.element("svg", "xmlns", "http://www.w3.org/2000/svg", "width", px(widthPx), "height", px(plotHeight), "viewBox", "0 0 "+px(widthPx)+" "+px(plotHeight),
		"role", "img", "aria-label", p.title, "direction", "ltr", "font-size", px(fontPx), "font-family", palette["font"])
	d.b.WriteString(">\n")
	if ground := palette["background"]; ground != "" {
		d.closed("rect", "width", px(widthPx), "height", px(plotHeight), "fill", ground)
	}
	d.text(plotLeft, 24, p.title, "text", "start", "font-size", "15", "font-weight", "600")
	d.top = d.legend(48) + 10
	d.axes()
	for _, c := range p.curves {
		d.curve(c)
	}
	for _, m := range p.marks {
		d.points(m)
	}
	d.b.WriteString("</svg>\n")
	return d.b.String()
}

// element opens a tag with attributes; an attribute without a value is left out.
func (d *drawing) element(name string, attributes ...string) {
	d.b.WriteString("<" + name)
	for i := 0; i < len(attributes); i += 2 {
		if attributes[i+1] != "" {
			d.b.WriteString(" " + attributes[i] + `="` + html.EscapeString(attributes[i+1]) + `"`)
		}
	}
}

func (d *drawing) closed(name string, attributes ...string) {
	d.element(name, attributes...)
	d.b.WriteString("/>\n")
}

func (d *drawing) text(x, y float64, text, role, anchor string, attributes ...string) {
	d.element("text", append([]string{"x", px(x), "y", px(y), "fill", d.palette[role], "text-anchor", anchor}, attributes...)...)
	d.b.WriteString(">" + html.EscapeString(text) + "</text>\n")
}

func (d *drawing) line(x1, y1, x2, y2 float64, role string, attributes ...string) {
	d.closed("line", append([]string{"x1", px(x1), "y1", px(y1), "x2", px(x2), "y2", px(y2), "stroke", d.palette[role]}, attributes...)...)
}

func px(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }

// legend writes samples and names, row by row, and returns where it ends.
func (d *drawing) legend(y float64) float64 {
	const sample, gap = 28.0, 18.0
	x := d.left
	place := func(label string) float64 {
		width := sample + 6 + float64(utf8.RuneCountInString(label))*fontPx*letterEm
		if x > d.left && x+width > d.right {
			x, y = d.left, y+legendRowPx
		}
		at := x
		x += width + gap
		d.text(at+sample+6, y, label, "text", "start")
		return at
	}
	for _, c := range d.curves {
		at := place(c.label)
		d.line(at, y-4, at+sample, y-4, c.role, "stroke-width", "2", "stroke-dasharray", c.dashes)
	}
	for _, m := range d.marks {
		at := place(m.label)
		d.shape(m, at+sample/2, y-4)
	}
	return y
}

func (d *drawing) place(x, y float64) (float64, float64) {
	return d.left + (d.right-d.left)*d.x.share(x), d.bottom - (d.bottom-d.top)*d.y.share(y)
}

func (d *drawing) axes() {
	for _, v := range d.y.ticks {
		_, y := d.place(d.x.lo, v)
		d.line(d.left, y, d.right, y, "line")
		d.text(d.left-8, y+4, d.y.format(v), "muted", "end", "font-size", px(tickFontPx))
	}
	end := math.Inf(-1)
	for _, v := range d.x.ticks {
		x, _ := d.place(v, d.y.lo)
		d.line(x, d.bottom, x, d.bottom+5, "muted")
		// In a narrow plot a label that would run into the one before is left out.
		label := d.x.format(v)
		half := float64(utf8.RuneCountInString(label)) * tickFontPx * letterEm / 2
		if x-half >= end {
			d.text(x, d.bottom+20, label, "muted", "middle", "font-size", px(tickFontPx))
			end = x + half + tickGapPx
		}
	}
	d.line(d.left, d.bottom, d.right, d.bottom, "muted")
	d.text((d.left+d.right)/2, plotHeight-12, d.x.label, "muted", "middle", "font-size", px(tickFontPx))
	middle := px((d.top + d.bottom) / 2)
	d.text(0, 0, d.y.label, "muted", "middle", "font-size", px(tickFontPx), "transform", "translate(16 "+middle+") rotate(-90)")
}

// curve draws a formula; where it leaves the plot the line is interrupted.
func (d *drawing) curve(c curve) {
	var path strings.Builder
	lo, hi := d.x.share(c.lo), d.x.share(c.hi)
	pen := "M"
	for i := 0; i <= curveSamples; i++ {
		share := lo + (hi-lo)*float64(i)/curveSamples
		value := d.x.lo + (d.x.hi-d.x.lo)*share
		if d.x.log {
			value = d.x.lo * math.Pow(d.x.hi/d.x.lo, share)
		}
		y := d.y.share(c.at(value))
		if !(y >= 0 && y <= 1) {
			pen = "M"
			continue
		}
		path.WriteString(pen + px(d.left+(d.right-d.left)*share) + " " + px(d.bottom-(d.bottom-d.top)*y))
		pen = "L"
	}
	if path.Len() > 0 {
		d.closed("path", "d", path.String(), "fill", "none", "stroke", d.palette[c.role], "stroke-width", "2", "stroke-linejoin", "round", "stroke-dasharray", c.dashes)
	}
}

// points draws simulated points that lie in the plot, with their intervals cut
// to it.
func (d *drawing) points(m marks) {
	for _, p := range m.points {
		if share := d.y.share(p.y); !(share >= 0 && share <= 1) {
			continue
		}
		x, y := d.place(p.x, p.y)
		_, low := d.place(p.x, min(max(p.y-p.half, d.y.lo), d.y.hi))
		_, high := d.place(p.x, min(max(p.y+p.half, d.y.lo), d.y.hi))
		d.line(x, low, x, high, m.role, "stroke-width", "1.5")
		d.shape(m, x, y)
	}
}

func (d *drawing) shape(m marks, x, y float64) {
	colour, ground := d.palette[m.role], d.palette["panel"]
	const r = 4.0
	switch m.shape {
	case "square":
		d.closed("rect", "x", px(x-r), "y", px(y-r), "width", px(2*r), "height", px(2*r), "fill", ground, "stroke", colour, "stroke-width", "1.8")
	case "diamond":
		d.closed("path", "d", "M"+px(x)+" "+px(y-r-1.5)+"L"+px(x+r+1.5)+" "+px(y)+"L"+px(x)+" "+px(y+r+1.5)+"L"+px(x-r-1.5)+" "+px(y)+"Z", "fill", ground, "stroke", colour, "stroke-width", "1.8")
	case "triangle":
		d.closed("path", "d", "M"+px(x)+" "+px(y-r-1)+"L"+px(x+r+1)+" "+px(y+r)+"L"+px(x-r-1)+" "+px(y+r)+"Z", "fill", ground, "stroke", colour, "stroke-width", "1.8")
	default:
		d.closed("circle", "cx", px(x), "cy", px(y), "r", px(r), "fill", ground, "stroke", colour, "stroke-width", "1.8")
	}
}
