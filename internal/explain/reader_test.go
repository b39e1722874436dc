package explain_test

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// element is a parsed MathML element.
type element struct {
	name string
	text string
	kids []*element
}

// parse reads one MathML expression, and fails where it is not well-formed or
// has an element or attribute that the page does not expect.
func parse(t *testing.T, source string) *element {
	t.Helper()
	allowed := strings.Fields("math mrow mi mn mo mfrac msup msub msubsup msqrt mtable mtr mtd munderover")
	decoder := xml.NewDecoder(strings.NewReader(source))
	top := &element{}
	open := []*element{top}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, source)
		}
		last := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			if !slices.Contains(allowed, token.Name.Local) {
				t.Fatalf("element %s in %s", token.Name.Local, source)
			}
			for _, a := range token.Attr {
				if token.Name.Local != "math" || !slices.Contains([]string{"xmlns", "dir", "display"}, a.Name.Local) {
					t.Fatalf("attribute %s in %s", a.Name.Local, source)
				}
			}
			e := &element{name: token.Name.Local}
			last.kids = append(last.kids, e)
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			last.text += string(token)
		}
	}
	if len(top.kids) != 1 || top.kids[0].name != "math" {
		t.Fatalf("no single math element: %s", source)
	}
	check(t, top.kids[0], source)
	return top.kids[0]
}

// check fails where an element has not the number of parts that it takes.
func check(t *testing.T, e *element, source string) {
	t.Helper()
	want := map[string]int{"mfrac": 2, "msup": 2, "msub": 2, "msubsup": 3, "munderover": 3, "mi": 0, "mn": 0, "mo": 0}
	if n, ok := want[e.name]; ok && len(e.kids) != n {
		t.Fatalf("%s has %d parts in %s", e.name, len(e.kids), source)
	}
	for _, kid := range e.kids {
		check(t, kid, source)
	}
}

func (e *element) is(name, text string) bool { return e.name == name && e.text == text }

// has reports whether an element or one inside it is the given one.
func (e *element) has(name, text string) bool {
	return e.is(name, text) || slices.ContainsFunc(e.kids, func(kid *element) bool { return kid.has(name, text) })
}

// split cuts a row at an operator.
func split(row []*element, operator string) [][]*element {
	parts := [][]*element{nil}
	for _, e := range row {
		if e.is("mo", operator) {
			parts = append(parts, nil)
			continue
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], e)
	}
	return parts
}

// reader evaluates MathML as a person would who has nothing but what is shown.
type reader struct {
	t      *testing.T
	digits string
	point  string
	index  float64 // of the sum that is read
	moved  *element
	by     float64 // what is added to the number that is moved
	rest   []*element
}

func (r *reader) plain(text string) string {
	var b strings.Builder
	for _, c := range text {
		if at := slices.Index([]rune(r.digits), c); at >= 0 {
			b.WriteByte(byte('0' + at))
		} else if string(c) == r.point {
			b.WriteByte('.')
		} else {
			r.t.Fatalf("%q is no number in these digits", text)
		}
	}
	return b.String()
}

func (r *reader) number(e *element) float64 {
	v, err := strconv.ParseFloat(r.plain(e.text), 64)
	if err != nil {
		r.t.Fatal(err)
	}
	if e == r.moved {
		v += r.by
	}
	return v
}

// half returns half of the last shown digit of a number that may be rounded, or
// 0: what has fewer than five digits is exact.
func (r *reader) half(e *element) float64 {
	text := r.plain(e.text)
	shown := strings.TrimLeft(strings.ReplaceAll(text, ".", ""), "0")
	if len(shown) < 5 {
		return 0
	}
	_, decimals, _ := strings.Cut(text, ".")
	return 0.5 * math.Pow(10, -float64(len(decimals)))
}

// value evaluates a row.
func (r *reader) value(row []*element) float64 {
	before := r.rest
	r.rest = row
	v := r.sum()
	if len(r.rest) > 0 {
		r.t.Fatalf("%s %q is left over", r.rest[0].name, r.rest[0].text)
	}
	r.rest = before
	return v
}

func (r *reader) next(operator string) bool {
	if len(r.rest) > 0 && r.rest[0].is("mo", operator) {
		r.rest = r.rest[1:]
		return true
	}
	return false
}

func (r *reader) sum() float64 {
	sign := 1.0
	if r.next("−") {
		sign = -1
	}
	v := sign * r.product()
	for {
		switch {
		case r.next("+"):
			v += r.product()
		case r.next("−"):
			v -= r.product()
		default:
			return v
		}
	}
}

func (r *reader) product() float64 {
	v := r.atom()
	for r.next("·") {
		v *= r.atom()
	}
	return v
}

func (r *reader) atom() float64 {
	if len(r.rest) == 0 {
		r.t.Fatal("something is missing at the end of a row")
	}
	e := r.rest[0]
	r.rest = r.rest[1:]
	switch e.name {
	case "mn":
		return r.number(e)
	case "mrow", "math":
		return r.value(e.kids)
	case "mfrac":
		if e.has("mo", "!") {
			return r.erlangB(e)
		}
		return r.value(e.kids[:1]) / r.value(e.kids[1:])
	case "msup":
		return math.Pow(r.value(e.kids[:1]), r.value(e.kids[1:]))
	case "msqrt":
		return math.Sqrt(r.value(e.kids))
	case "munderover":
		return r.series(e)
	case "mi":
		return r.name(e.text)
	}
	for _, pair := range []struct {
		open, close string
		apply       func(float64) float64
	}{{"(", ")", func(v float64) float64 { return v }}, {"⌈", "⌉", math.Ceil}, {"⌊", "⌋", math.Floor}} {
		if e.is("mo", pair.open) {
			v := r.sum()
			if !r.next(pair.close) {
				r.t.Fatalf("%s is not closed", pair.open)
			}
			return pair.apply(v)
		}
	}
	r.t.Fatalf("%s %q where a value belongs", e.name, e.text)
	return 0
}

func (r *reader) name(name string) float64 {
	switch name {
	case "π":
		return math.Pi
	case "j":
		return r.index
	}
	if !r.next("\u2061") || len(r.rest) == 0 {
		r.t.Fatalf("%q stands in a formula with numbers", name)
	}
	inside := r.rest[0].kids
	r.rest = r.rest[1:]
	if !inside[0].is("mo", "(") || !inside[len(inside)-1].is("mo", ")") {
		r.t.Fatalf("%s without parentheses", name)
	}
	var args []float64
	for _, part := range split(inside[1:len(inside)-1], ",") {
		args = append(args, r.value(part))
	}
	switch name {
	case "exp":
		return math.Exp(args[0])
	case "ln":
		return math.Log(args[0])
	case "sin":
		return math.Sin(args[0])
	case "min":
		return slices.Min(args)
	case "max":
		return slices.Max(args)
	}
	r.t.Fatalf("unknown function %q", name)
	return 0
}

// series adds up what follows a sum sign.
func (r *reader) series(e *element) float64 {
	bounds := split(e.kids[1].kids, "=")
	from, to := r.value(bounds[1]), r.value(e.kids[2:])
	body := r.rest
	total, outer := 0.0, r.index
	for r.index = from; r.index <= to; r.index++ {
		r.rest = body
		total += r.product()
	}
	r.index = outer
	return total
}

// erlangs keeps what erlangB has worked out: the same queue stands behind several
// readings.
var erlangs = map[[2]float64]float64{}

// erlangB works out the textbook's fraction by the textbook's recursion, in 200
// bits: 1/B(0) = 1, 1/B(k) = 1 + k/a 1/B(k-1).
func (r *reader) erlangB(e *element) float64 {
	power := e.kids[0].kids[0].kids[0] // a^N, over N!
	a, servers := r.value(power.kids[:1]), r.value(power.kids[1:])
	if a <= 0 {
		return 0
	}
	if b, ok := erlangs[[2]float64{a, servers}]; ok {
		return b
	}
	inverse := big.NewFloat(1).SetPrec(200)
	for k := 1.0; k <= servers; k++ {
		factor := new(big.Float).SetPrec(200).Quo(big.NewFloat(k), big.NewFloat(a))
		inverse.Mul(inverse, factor)
		inverse.Add(inverse, big.NewFloat(1))
	}
	b, _ := new(big.Float).Quo(big.NewFloat(1), inverse).Float64()
	erlangs[[2]float64{a, servers}] = b
	return b
}

// numbers lists the numbers of a row.
func numbers(row []*element) []*element {
	var found []*element
	for _, e := range row {
		if e.name == "mn" {
			found = append(found, e)
		}
		found = append(found, numbers(e.kids)...)
	}
	return found
}

// uncertain evaluates a row, and says by how much the result can be off because
// the numbers in it are rounded.
func (r *reader) uncertain(row []*element) (value, error float64) {
	value = r.value(row)
	for _, e := range numbers(row) {
		half := r.half(e)
		if half == 0 {
			continue
		}
		r.moved = e
		worst := 0.0
		for _, r.by = range []float64{half, -half} {
			if moved := math.Abs(r.value(row) - value); moved > worst {
				worst = moved
			}
		}
		r.moved = nil
		error += worst
	}
	return value, error
}
