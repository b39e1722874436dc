package explain

import (
	"math"

	"oncall/internal/detmath"
	"oncall/internal/queueing"
)

// op is what a node does with its arguments.
type op uint8

const (
	opNumber op = iota // value, written as a number in both ways
	opSymbol           // symbol, bound to value
	opPi
	opNegate
	opAdd
	opSub
	opMul
	opFraction
	opPower
	opExp
	opLn
	opRoot
	opSine
	opMin
	opMax
	opFloor
	opCeil
	opCases   // value, condition, value, condition, ...
	opSum     // what is added with symbols, the last index, then the terms
	opPowers  // of x and k: the sum of x^j for j = 0..k
	opErlangB // of N and a: the textbook's a^N / N! over the sum of a^j / j!
	opLess    // conditions are 1 where they hold, else 0
	opAtMost
	opMore
	opAtLeast
	opEqual
	opBoth
)

// node is a formula: it can be written with symbols, written with numbers, and
// evaluated.
type node struct {
	op     op
	value  float64
	symbol *symbol
	index  string // of a sum
	first  int    // of a sum: where its index begins
	args   []*node
}

// symbol is a letter of a formula and what it stands for.
type symbol struct {
	glyph    string // a letter, then maybe ', then maybe _ and a subscript
	label    string // locale key
	unit     string
	code     string // reading or control
	constant string
	assumed  bool
	each     string // what it is where a sum's index gives it its value
}

func number(v float64) *node { return &node{op: opNumber, value: v} }

func of(o op, args ...*node) *node { return &node{op: o, args: args} }

// leaf returns a symbol bound to a value, which may be NaN where it is not known.
func leaf(s symbol, value float64) *node { return &node{op: opSymbol, symbol: &s, value: value} }

// taken returns the branch that holds.
func (x *node) taken() *node {
	for i := 0; i+1 < len(x.args); i += 2 {
		if x.args[i+1].eval() != 0 {
			return x.args[i]
		}
	}
	return x.args[len(x.args)-2]
}

// eval returns the value of the formula. No step of the model depends on it.
func (x *node) eval() float64 {
	switch x.op {
	case opNumber, opSymbol:
		return x.value
	case opPi:
		return math.Pi
	case opCases:
		return x.taken().eval()
	case opAdd, opMul, opMin, opMax, opSum:
		return x.fold()
	}
	a := x.args[0].eval()
	switch x.op {
	case opNegate:
		return -a
	case opExp:
		return detmath.Exp(a)
	case opLn:
		return detmath.Log(a)
	case opRoot:
		return math.Sqrt(a)
	case opSine:
		return detmath.Sin(a)
	case opFloor:
		return math.Floor(a)
	case opCeil:
		return math.Ceil(a)
	}
	b := x.args[1].eval()
	switch x.op {
	case opSub:
		return a - b
	case opFraction:
		return a / b
	case opPower:
		return power(a, int(b))
	case opPowers:
		return powers(a, int(b))
	case opErlangB:
		return queueing.ErlangB(int(a), b)
	}
	return truth(x.op, a, b)
}

func (x *node) fold() float64 {
	args := x.args
	if x.op == opSum {
		args = args[2:]
		if len(args) == 0 {
			return 0
		}
	}
	v := args[0].eval()
	for _, arg := range args[1:] {
		b := arg.eval()
		switch x.op {
		case opMul:
			v *= b
		case opMin:
			v = min(v, b)
		case opMax:
			v = max(v, b)
		default:
			v += b
		}
	}
	return v
}

func truth(o op, a, b float64) float64 {
	holds := false
	switch o {
	case opLess:
		holds = a < b
	case opAtMost:
		holds = a <= b
	case opMore:
		holds = a > b
	case opAtLeast:
		holds = a >= b
	case opEqual:
		holds = a == b
	case opBoth:
		holds = a != 0 && b != 0
	}
	if holds {
		return 1
	}
	return 0
}

func power(x float64, k int) float64 {
	v := 1.0
	for range k {
		v *= x
	}
	return v
}

func powers(x float64, k int) float64 {
	v := 1.0
	for range k {
		v = float64(v*x) + 1
	}
	return v
}
