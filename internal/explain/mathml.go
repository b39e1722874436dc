package explain

import (
	"strconv"
	"strings"
)

// How tightly the parts of a formula hold together: what is looser than its
// place allows gets parentheses.
const (
	loose   = iota // anything
	added          // sums
	product        // products
	whole          // a single thing
)

// termsShown is the most terms of a sum that are written out with numbers; of
// more the total is given.
const termsShown = 6

// writer writes formulas as MathML Core: with symbols, or with their values.
type writer struct {
	strings.Builder
	numbers Numbers
	values  bool
}

const (
	mathOpen  = `<math xmlns="http://www.w3.org/1998/Math/MathML" dir="ltr">`
	blockOpen = `<math xmlns="http://www.w3.org/1998/Math/MathML" dir="ltr" display="block">`
	mathClose = `</math>`
)

func (w *writer) mo(s string) { w.put("mo", s) }

func (w *writer) mi(s string) { w.put("mi", s) }

func (w *writer) mn(s string) { w.put("mn", w.numbers.local(s)) }

func (w *writer) put(element, text string) {
	w.WriteString("<" + element + ">" + text + "</" + element + ">")
}

// row writes a formula as one element.
func (w *writer) row(x *node) {
	w.WriteString("<mrow>")
	w.node(x, loose)
	w.WriteString("</mrow>")
}

// number writes a number; one with a power of ten is a product.
func (w *writer) number(v float64) {
	d := decimalOf(v)
	if d.negative {
		w.mo("−")
	}
	if d.exponent == 0 {
		w.mn(d.digits)
		return
	}
	if d.digits != "1" {
		w.mn(d.digits)
		w.mo("·")
	}
	w.WriteString("<msup>")
	w.mn("10")
	w.WriteString("<mrow>")
	if d.exponent < 0 {
		w.mo("−")
		d.exponent = -d.exponent
	}
	w.mn(strconv.Itoa(d.exponent))
	w.WriteString("</mrow></msup>")
}

func (w *writer) holds(x *node) int {
	switch x.op {
	case opNumber, opSymbol:
		if x.op == opSymbol && !w.values {
			return whole
		}
		d := decimalOf(x.value)
		switch {
		case d.negative:
			return loose
		case d.exponent != 0:
			return product
		}
	case opAdd, opSub:
		return added
	case opMul, opErlangB:
		return product
	case opSum:
		if w.values && len(x.args)-2 > termsShown {
			return w.holds(number(x.eval()))
		}
		return loose
	case opPowers, opNegate:
		return loose
	case opCases:
		if w.values {
			return w.holds(x.taken())
		}
		return loose
	}
	return whole
}

// node writes a formula, in parentheses where it is looser than its place.
func (w *writer) node(x *node, place int) {
	if w.holds(x) >= place {
		w.bare(x)
		return
	}
	w.mo("(")
	w.bare(x)
	w.mo(")")
}

func (w *writer) bare(x *node) {
	switch x.op {
	case opNumber:
		w.number(x.value)
	case opSymbol:
		if w.values {
			w.number(x.value)
		} else {
			w.glyph(x.symbol.glyph)
		}
	case opPi:
		w.mi("π")
	case opNegate:
		w.mo("−")
		w.node(x.args[0], product)
	case opAdd:
		for i, arg := range x.args {
			if i > 0 {
				w.mo("+")
			}
			w.node(arg, added)
		}
	case opSub:
		w.node(x.args[0], added)
		w.mo("−")
		w.node(x.args[1], product)
	case opMul:
		for i, arg := range x.args {
			if i > 0 {
				w.mo("·")
			}
			w.node(arg, product)
		}
	case opFraction:
		w.pair("mfrac", x.args[0], x.args[1])
	case opPower:
		w.WriteString("<msup><mrow>")
		w.node(x.args[0], whole)
		w.WriteString("</mrow>")
		w.row(x.args[1])
		w.WriteString("</msup>")
	case opRoot:
		w.WriteString("<msqrt>")
		w.row(x.args[0])
		w.WriteString("</msqrt>")
	case opFloor:
		w.fenced("⌊", x.args[0], "⌋")
	case opCeil:
		w.fenced("⌈", x.args[0], "⌉")
	default:
		w.more(x)
	}
}

func (w *writer) more(x *node) {
	switch x.op {
	case opExp:
		w.function("exp", x.args)
	case opLn:
		w.function("ln", x.args)
	case opSine:
		w.function("sin", x.args)
	case opMin:
		w.function("min", x.args)
	case opMax:
		w.function("max", x.args)
	case opCases:
		w.cases(x)
	case opSum:
		w.sum(x)
	case opPowers:
		w.powers(x.args[0], x.args[1])
	case opErlangB:
		w.erlangB(x.args[0], x.args[1])
	case opLess:
		w.relation(x, "&lt;")
	case opAtMost:
		w.relation(x, "≤")
	case opMore:
		w.relation(x, "&gt;")
	case opAtLeast:
		w.relation(x, "≥")
	case opEqual:
		w.relation(x, "=")
	case opBoth:
		w.relation(x, "∧")
	}
}

func (w *writer) pair(element string, a, b *node) {
	w.WriteString("<" + element + ">")
	w.row(a)
	w.row(b)
	w.WriteString("</" + element + ">")
}

func (w *writer) fenced(open string, x *node, close string) {
	w.mo(open)
	w.node(x, loose)
	w.mo(close)
}

func (w *writer) function(name string, args []*node) {
	w.mi(name)
	w.mo("\u2061") // applies a function; invisible
	w.WriteString("<mrow><mo>(</mo>")
	for i, arg := range args {
		if i > 0 {
			w.mo(",")
		}
		w.row(arg)
	}
	w.WriteString("<mo>)</mo></mrow>")
}

func (w *writer) relation(x *node, sign string) {
	w.node(x.args[0], loose)
	w.mo(sign)
	w.node(x.args[1], loose)
}

// cases writes all branches with their conditions, or with numbers the one that
// holds.
func (w *writer) cases(x *node) {
	if w.values {
		w.bare(x.taken())
		return
	}
	w.WriteString("<mrow><mo>{</mo><mtable>")
	for i := 0; i+1 < len(x.args); i += 2 {
		w.WriteString("<mtr><mtd>")
		w.row(x.args[i])
		w.WriteString("</mtd><mtd>")
		w.row(x.args[i+1])
		w.WriteString("</mtd></mtr>")
	}
	w.WriteString("</mtable></mrow>")
}

func (w *writer) sigma(index string, first int, last *node) {
	w.WriteString("<munderover><mo>∑</mo><mrow>")
	w.mi(index)
	w.mo("=")
	w.mn(strconv.Itoa(first))
	w.WriteString("</mrow>")
	w.row(last)
	w.WriteString("</munderover>")
}

func (w *writer) sum(x *node) {
	terms := x.args[2:]
	switch {
	case !w.values:
		w.sigma(x.index, x.first, x.args[1])
		w.node(x.args[0], product)
	case len(terms) == 0 || len(terms) > termsShown:
		w.number(x.eval())
	default:
		w.bare(of(opAdd, terms...))
	}
}

func (w *writer) raised(base *node, exponent func()) {
	w.WriteString("<msup><mrow>")
	w.node(base, whole)
	w.WriteString("</mrow>")
	exponent()
	w.WriteString("</msup>")
}

func (w *writer) powers(x, last *node) {
	w.sigma("j", 0, last)
	w.raised(x, func() { w.mi("j") })
}

func (w *writer) erlangB(servers, offered *node) {
	w.WriteString("<mfrac><mrow><mfrac>")
	w.raised(offered, func() { w.row(servers) })
	w.WriteString("<mrow>")
	w.node(servers, whole)
	w.WriteString("<mo>!</mo></mrow></mfrac></mrow><mrow>")
	w.sigma("j", 0, servers)
	w.WriteString("<mfrac>")
	w.raised(offered, func() { w.mi("j") })
	w.WriteString("<mrow><mi>j</mi><mo>!</mo></mrow></mfrac></mrow></mfrac>")
}

// glyph writes a symbol: a letter, maybe a prime, maybe a subscript.
func (w *writer) glyph(glyph string) {
	letter, subscript, _ := strings.Cut(glyph, "_")
	letter, primed := strings.CutSuffix(letter, "'")
	raised := ""
	if primed {
		raised = "′"
	}
	switch {
	case subscript != "" && raised != "":
		w.WriteString("<msubsup>")
	case subscript != "":
		w.WriteString("<msub>")
	case raised != "":
		w.WriteString("<msup>")
	}
	w.mi(letter)
	if subscript != "" {
		w.subscript(subscript)
	}
	if raised != "" {
		w.mo(raised)
	}
	switch {
	case subscript != "" && raised != "":
		w.WriteString("</msubsup>")
	case subscript != "":
		w.WriteString("</msub>")
	case raised != "":
		w.WriteString("</msup>")
	}
}

// subscript writes one like 60, max or t−1.
func (w *writer) subscript(text string) {
	left, right, minus := strings.Cut(text, "-")
	if !minus {
		w.letterOrNumber(text)
		return
	}
	w.WriteString("<mrow>")
	w.letterOrNumber(left)
	w.mo("−")
	w.letterOrNumber(right)
	w.WriteString("</mrow>")
}

func (w *writer) letterOrNumber(text string) {
	if text[0] >= '0' && text[0] <= '9' {
		w.mn(text)
	} else {
		w.mi(text)
	}
}
