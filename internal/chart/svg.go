package chart

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// markup builds SVG text. Elements are written as a chain: el, then attributes,
// then close (no content), open (content follows) or text.
type markup struct {
	b []byte
}

func (m *markup) el(name string) *markup {
	m.b = append(m.b, '<')
	m.b = append(m.b, name...)
	return m
}

// set writes an attribute.
func (m *markup) set(name, value string) *markup {
	m.b = append(m.b, ' ')
	m.b = append(m.b, name...)
	m.b = append(m.b, '=', '"')
	m.b = appendEscaped(m.b, value)
	m.b = append(m.b, '"')
	return m
}

// num writes an attribute that is a number, to a tenth.
func (m *markup) num(name string, value float64) *markup {
	m.b = append(m.b, ' ')
	m.b = append(m.b, name...)
	m.b = append(m.b, '=', '"')
	m.b = appendTenth(m.b, value)
	m.b = append(m.b, '"')
	return m
}

// share writes an attribute that is an opacity, to a hundredth.
func (m *markup) share(name string, value float64) *markup {
	return m.set(name, strconv.FormatFloat(math.Round(float64(value*100))/100, 'f', -1, 64))
}

func (m *markup) close() { m.b = append(m.b, '/', '>', '\n') }

func (m *markup) open() { m.b = append(m.b, '>', '\n') }

func (m *markup) end(name string) {
	m.b = append(m.b, '<', '/')
	m.b = append(m.b, name...)
	m.b = append(m.b, '>', '\n')
}

// text ends the open tag, writes its text and closes the element. A text that
// had to be cut carries the whole one as its title.
func (m *markup) text(name, shown, whole string) {
	m.b = append(m.b, '>')
	if shown != whole {
		m.b = append(m.b, "<title>"...)
		m.b = appendEscaped(m.b, whole)
		m.b = append(m.b, "</title>"...)
	}
	m.b = appendEscaped(m.b, shown)
	m.end(name)
}

// title writes a title element, which browsers show as a tooltip.
func (m *markup) title(text string) {
	if text == "" {
		return
	}
	m.b = append(m.b, "<title>"...)
	m.b = appendEscaped(m.b, text)
	m.b = append(m.b, "</title>\n"...)
}

// line draws a straight line; the caller adds its colour and closes it.
func (m *markup) line(x1, y1, x2, y2 float64) *markup {
	return m.el("line").num("x1", x1).num("y1", y1).num("x2", x2).num("y2", y2)
}

// rect draws a rectangle; the caller adds its colour and closes it.
func (m *markup) rect(x, y, width, height float64) *markup {
	return m.el("rect").num("x", x).num("y", y).num("width", width).num("height", height)
}

// root opens the svg element. Directions of text are stated, never inherited:
// a right-to-left page would turn every text-anchor round.
func (m *markup) root(width, height, fontPx float64, label string, p Palette) *markup {
	m.el("svg").set("xmlns", "http://www.w3.org/2000/svg")
	m.num("width", width).num("height", height)
	m.b = append(m.b, ` viewBox="0 0 `...)
	m.b = appendTenth(m.b, width)
	m.b = append(m.b, ' ')
	m.b = appendTenth(m.b, height)
	m.b = append(m.b, '"')
	m.set("role", "img").set("aria-label", label).set("direction", "ltr").num("font-size", fontPx)
	if font := p["font"]; font != "" {
		m.set("font-family", font)
	}
	return m
}

// background paints the chart's ground where the palette has one.
func (m *markup) background(width, height float64, p Palette) {
	if c := p["background"]; c != "" {
		m.rect(0, 0, width, height).set("fill", c).close()
	}
}

// tenth rounds to a tenth of a pixel. What is not finite becomes 0, so that no
// arithmetic slip upstream can break a drawing.
func tenth(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return math.Round(float64(v*10)) / 10
}

func appendTenth(b []byte, v float64) []byte {
	v = tenth(v)
	if v == 0 {
		v = 0 // a negative zero would show its sign
	}
	return strconv.AppendFloat(b, v, 'f', -1, 64)
}

// appendEscaped writes text for use in an attribute or between tags. Characters
// that XML cannot hold, and bytes that are no UTF-8, become U+FFFD.
func appendEscaped(b []byte, s string) []byte {
	for _, r := range s {
		switch {
		case r == '&':
			b = append(b, "&amp;"...)
		case r == '<':
			b = append(b, "&lt;"...)
		case r == '>':
			b = append(b, "&gt;"...)
		case r == '"':
			b = append(b, "&quot;"...)
		case r == '\n' || r == '\t' || r == '\r':
			b = append(b, "&#"...)
			b = strconv.AppendInt(b, int64(r), 10)
			b = append(b, ';')
		case r < ' ' || r == 0xFFFE || r == 0xFFFF:
			b = utf8.AppendRune(b, utf8.RuneError)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}

// Widths of letters as shares of the font size. No font is measured: these are
// means of common sans-serif faces, on the wide side.
const (
	letterEm     = 0.6
	boldLetterEm = 0.65
)

// textWidth estimates a text's width in px.
func textWidth(s string, fontPx, em float64) float64 {
	return float64(float64(utf8.RuneCountInString(s)) * fontPx * em)
}

// fit shortens a text to a width, with an ellipsis.
func fit(s string, width, fontPx, em float64) string {
	room := int(math.Floor(width / (fontPx * em)))
	if utf8.RuneCountInString(s) <= room {
		return s
	}
	if room < 2 {
		return ""
	}
	runes := []rune(s)
	return string(runes[:room-1]) + "…"
}
