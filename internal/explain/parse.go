package explain

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Formulas are declared as text, one line each:
//
//	guard&!guard? glyph = formula
//
// A line counts where its guards hold. With := it gives what is explained. A line
// that is a glyph alone only lists it. A formula has numbers, glyphs, + - * / ^,
// parentheses, functions such as min(a, b), cases {value; condition | value;
// condition} and sums Σ[i, first, last, term]. A fraction is everything that is
// multiplied before its bar over the one thing after it. A glyph is a letter,
// maybe ' and maybe _ with a subscript; two letters or more are a function.

// context knows the world that a formula is about.
type context interface {
	// lookup returns what a glyph stands for.
	lookup(glyph string) *node
	// term returns what something is for one value of a sum's index.
	term(id string, index int) float64
	// holds reports whether a guard holds.
	holds(guard string) bool
}

// declare adds the lines of a declaration that count.
func (p *page) declare(c context, text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		guards, rest, guarded := strings.Cut(line, "?")
		if guarded {
			line = strings.TrimSpace(rest)
			if !allHold(c, guards) {
				continue
			}
		}
		glyph, formula, isLine := strings.Cut(line, "=")
		switch {
		case line == "":
		case !isLine:
			p.note(c.lookup(line))
		default:
			name, result := strings.CutSuffix(glyph, ":")
			as := c.lookup(strings.TrimSpace(name))
			r := parser{page: p, context: c, text: formula}
			p.line(as, r.sum(), result)
		}
	}
}

func allHold(c context, guards string) bool {
	for guard := range strings.SplitSeq(guards, "&") {
		name, not := strings.CutPrefix(guard, "!")
		if c.holds(name) == not {
			return false
		}
	}
	return true
}

// parser reads one formula. The declarations are the program's own, so there is
// no error: the tests read every one.
type parser struct {
	page    *page
	context context
	text    string
}

// next takes a sign off the front of what is left.
func (r *parser) next(sign string) bool {
	r.text = strings.TrimLeft(r.text, " ")
	rest, found := strings.CutPrefix(r.text, sign)
	if found {
		r.text = rest
	}
	return found
}

func (r *parser) sum() *node {
	x := r.signed()
	for {
		switch {
		case r.next("+"):
			if y := r.product(); x.op == opAdd {
				x.args = append(x.args, y)
			} else {
				x = of(opAdd, x, y)
			}
		case r.next("-"):
			x = of(opSub, x, r.product())
		default:
			return x
		}
	}
}

func (r *parser) signed() *node {
	if r.next("-") {
		return of(opNegate, r.product())
	}
	return r.product()
}

func (r *parser) product() *node {
	x := r.power()
	open := false // x is a product that began here, not one in parentheses
	for {
		switch {
		case r.next("*"):
			if y := r.power(); open {
				x.args = append(x.args, y)
			} else {
				x, open = of(opMul, x, y), true
			}
		case r.next("/"):
			x, open = of(opFraction, x, r.power()), false
		default:
			return x
		}
	}
}

func (r *parser) power() *node {
	x := r.single()
	if r.next("^") {
		x = of(opPower, x, r.single())
	}
	return x
}

func (r *parser) single() *node {
	switch {
	case r.next("("):
		x := r.sum()
		r.next(")")
		return x
	case r.next("{"):
		return r.cases()
	case r.next("Σ["):
		return r.total()
	case r.next("π"):
		return of(opPi)
	}
	if word := r.take(isDigit); word != "" {
		v, _ := strconv.ParseFloat(word, 64)
		return number(v)
	}
	word := r.take(isLetter)
	if len(word) > 1 {
		return r.function(word)
	}
	r.text = word + r.text
	return r.page.bound(r.context, r.glyph())
}

// take takes what consists of some characters off the front.
func (r *parser) take(of func(c byte, before string) bool) string {
	n := 0
	for n < len(r.text) && of(r.text[n], r.text[:n]) {
		n++
	}
	word := r.text[:n]
	r.text = r.text[n:]
	return word
}

func isDigit(c byte, before string) bool {
	return c >= '0' && c <= '9' || before != "" && (c == '.' || c == 'e' || c == '-' && strings.HasSuffix(before, "e"))
}

func isLetter(c byte, _ string) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func (r *parser) glyph() string {
	_, size := utf8.DecodeRuneInString(r.text)
	glyph := r.text[:size]
	r.text = r.text[size:]
	if strings.HasPrefix(r.text, "'") {
		glyph, r.text = glyph+"'", r.text[1:]
	}
	if strings.HasPrefix(r.text, "_") {
		glyph += r.take(func(c byte, before string) bool {
			return c == '_' || c >= utf8.RuneSelf || isLetter(c, before) || c >= '0' && c <= '9' || c == '-' && before == "_t"
		})
	}
	return glyph
}

// functions are the names of functions by what they do.
var functions = [...]struct {
	name string
	op   op
}{
	{"min", opMin}, {"max", opMax}, {"exp", opExp}, {"ln", opLn}, {"sqrt", opRoot}, {"sin", opSine},
	{"ceil", opCeil}, {"floor", opFloor}, {"powers", opPowers}, {"erlang", opErlangB},
}

// function reads the arguments of one. between(x, low, high) cuts x to bounds.
func (r *parser) function(name string) *node {
	r.next("(")
	args := []*node{r.sum()}
	for r.next(",") {
		args = append(args, r.sum())
	}
	r.next(")")
	for _, f := range functions {
		if f.name == name {
			return of(f.op, args...)
		}
	}
	return of(opMin, args[2], of(opMax, args[1], args[0]))
}

func (r *parser) cases() *node {
	x := of(opCases)
	for {
		value := r.sum()
		r.next(";")
		condition := r.condition()
		for r.next("&") {
			condition = of(opBoth, condition, r.condition())
		}
		x.args = append(x.args, value, condition)
		if !r.next("|") {
			r.next("}")
			return x
		}
	}
}

func (r *parser) condition() *node {
	a := r.sum()
	o := opEqual
	switch {
	case r.next("<="):
		o = opAtMost
	case r.next("<"):
		o = opLess
	case r.next(">="):
		o = opAtLeast
	case r.next(">"):
		o = opMore
	default:
		r.next("=")
	}
	return of(o, a, r.sum())
}

// total reads a sum; with a step, its terms are the one that is declared, with
// the values that the index gives.
func (r *parser) total() *node {
	x := &node{op: opSum, index: r.take(isLetter)}
	r.next(",")
	first := r.single()
	x.first = int(first.value)
	r.next(",")
	last := r.sum()
	r.next(",")
	body := r.sum()
	r.next("]")
	x.args = []*node{body, last}
	if r.page.live {
		for i := x.first; i <= int(last.value); i++ {
			x.args = append(x.args, body.at(r.context, i))
		}
	}
	return x
}

// at returns a term of a sum with the values of its index.
func (x *node) at(c context, index int) *node {
	y := *x
	if x.symbol != nil && x.symbol.each != "" {
		y.value = c.term(x.symbol.each, index)
	}
	y.args = nil
	for _, arg := range x.args {
		y.args = append(y.args, arg.at(c, index))
	}
	return &y
}
