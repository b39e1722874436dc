package explain

import (
	"math"
	"strings"
)

// page collects one explanation while its formulas are declared.
type page struct {
	numbers Numbers
	live    bool // there is a step, and so there are values
	hidden  bool // and they are not to be told
	lines   []*node
	out     Explanation
}

// line adds a line of a formula, the one that gives what is explained or another.
func (p *page) line(as, x *node, result bool) {
	w := writer{numbers: p.numbers}
	w.WriteString(blockOpen)
	w.glyph(as.symbol.glyph)
	w.mo("=")
	w.node(x, loose)
	w.WriteString(mathClose)
	s := Step{Formula: w.String(), Result: result}
	bound := leaf(*as.symbol, math.NaN())
	if p.live {
		bound.value = x.eval()
	}
	if p.live && result {
		p.out.Result = bound.value
	}
	if p.live && !p.hidden {
		s.Values = p.substituted(bound, x)
	}
	p.out.Steps = append(p.out.Steps, s)
	p.note(bound)
	p.notes(x)
	p.lines = append(p.lines, bound)
}

// bound returns the symbol of a glyph: a line's before, else what the world says.
func (p *page) bound(c context, glyph string) *node {
	for _, x := range p.lines {
		if x.symbol.glyph == glyph {
			return x
		}
	}
	return c.lookup(glyph)
}

// worked returns what a line has given, or 1 where there is none of that name.
func (p *page) worked(glyph string) float64 {
	for _, x := range p.lines {
		if x.symbol.glyph == glyph {
			return x.value
		}
	}
	return 1
}

// substituted writes a line with numbers: the formula and what it gives, once
// where the formula is a number already.
func (p *page) substituted(bound, x *node) string {
	inner := writer{numbers: p.numbers, values: true}
	inner.node(x, loose)
	result := writer{numbers: p.numbers}
	result.number(bound.value)
	w := writer{numbers: p.numbers}
	w.WriteString(blockOpen)
	w.glyph(bound.symbol.glyph)
	w.mo("=")
	w.WriteString(inner.String())
	if inner.String() != result.String() {
		w.mo("=")
		w.WriteString(result.String())
	}
	w.WriteString(mathClose)
	return w.String()
}

// notes lists the symbols of a formula.
func (p *page) notes(x *node) {
	if x.op == opSymbol {
		p.note(x)
	}
	args := x.args
	if x.op == opSum {
		args = args[:2] // the terms are many of the same
	}
	for _, arg := range args {
		p.notes(arg)
	}
}

// note lists a symbol, once.
func (p *page) note(x *node) {
	w := writer{numbers: p.numbers}
	w.WriteString(mathOpen)
	w.glyph(x.symbol.glyph)
	w.WriteString(mathClose)
	for _, s := range p.out.Symbols {
		if s.Symbol == w.String() && s.Label == x.symbol.label {
			return
		}
	}
	s := Symbol{
		Symbol: w.String(), Label: x.symbol.label, Unit: x.symbol.unit,
		Code: x.symbol.code, Constant: x.symbol.constant, Assumption: x.symbol.assumed,
	}
	if !math.IsNaN(x.value) && (p.live && !p.hidden || x.symbol.constant != "") {
		s.Value = p.numbers.text(x.value)
	}
	p.out.Symbols = append(p.out.Symbols, s)
	p.out.Assumption = p.out.Assumption || x.symbol.assumed
}

func (p *page) limit(ids ...string) {
	for _, id := range ids {
		p.out.Limits = append(p.out.Limits, "limit."+id)
	}
}

// begin starts an explanation with its texts; between is what the keys of a world
// have after explain.
func (p *page) begin(code, between string, step int) {
	p.out = Explanation{Code: code, Step: step, Steps: []Step{}, Symbols: []Symbol{}, Sources: []string{}, Limits: []string{}, Related: []string{}}
	if control, found := strings.CutPrefix(code, setPrefix); found {
		p.out.Label, p.out.What = "control."+control+".label", "explain."+between+"set."+control+".what"
	} else {
		p.out.Label, p.out.What = "reading."+code+".label", "explain."+between+code+".what"
	}
}

func (p *page) refer(sources, limits, related []string) {
	p.limit(limits...)
	p.out.Sources = append(p.out.Sources, sources...)
	p.out.Related = append(p.out.Related, related...)
}

// find returns what a table says of a glyph: its kind, id, unit and maybe a
// code. A line of a table has the glyph and these.
func find(table, glyph string) []string {
	_, after, _ := strings.Cut(table, "\n"+glyph+" ")
	line, _, _ := strings.Cut(after, "\n")
	return append(strings.Fields(line), "", "", "", "")
}

// ratio returns a / b, and 1 where nothing is divided.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 1
	}
	return a / b
}

// flag returns 1 where something holds, else 0.
func flag(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}
