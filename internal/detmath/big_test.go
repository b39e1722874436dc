package detmath

import (
	"math"
	"math/big"
	"sync"
)

// The reference: each function from its series in big.Float arithmetic, with no
// table and no constant of the code under test.

const referenceBits = 300

func newBig(x float64) *big.Float {
	return new(big.Float).SetPrec(referenceBits).SetFloat64(x)
}

func bigInt(n int64) *big.Float {
	return new(big.Float).SetPrec(referenceBits).SetInt64(n)
}

func bigValue() *big.Float { return new(big.Float).SetPrec(referenceBits) }

// negligible says that adding term to sum changes nothing above 250 bits.
func negligible(term, sum *big.Float) bool {
	return term.Sign() == 0 || term.MantExp(nil) < sum.MantExp(nil)-250
}

// bigExp is exp(x) = exp(x / 2^20)^(2^20), the inner one by Taylor's series.
func bigExp(x float64) *big.Float {
	const halvings = 20
	arg := newBig(x)
	arg.SetMantExp(arg, -halvings)
	sum, term := bigInt(1), bigInt(1)
	for n := int64(1); ; n++ {
		term.Mul(term, arg).Quo(term, bigInt(n))
		if negligible(term, sum) {
			break
		}
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// bigAtanh2 is 2 atanh(s) = 2 (s + s^3/3 + s^5/5 + ...).
func bigAtanh2(s *big.Float) *big.Float {
	square := bigValue().Mul(s, s)
	sum, power := bigValue().Set(s), bigValue().Set(s)
	for n := int64(3); s.Sign() != 0; n += 2 {
		power.Mul(power, square)
		term := bigValue().Quo(power, bigInt(n))
		if negligible(term, sum) {
			break
		}
		sum.Add(sum, term)
	}
	return sum.Add(sum, sum)
}

var bigLn2 = sync.OnceValue(func() *big.Float {
	return bigAtanh2(bigValue().Quo(bigInt(1), bigInt(3)))
})

// bigLog is ln(x) = e ln 2 + 2 atanh((m - 1) / (m + 1)) for x = m 2^e.
func bigLog(x *big.Float) *big.Float {
	m := bigValue()
	e := x.MantExp(m)
	if m.Cmp(newBig(0.6875)) < 0 {
		m.Add(m, m)
		e--
	}
	s := bigValue().Quo(bigValue().Sub(m, bigInt(1)), bigValue().Add(m, bigInt(1)))
	scaled := bigValue().Mul(bigInt(int64(e)), bigLn2())
	return scaled.Add(scaled, bigAtanh2(s))
}

// bigArctanInverse is arctan(1/n) = 1/n - 1/(3 n^3) + 1/(5 n^5) - ...
func bigArctanInverse(n int64) *big.Float {
	power := bigValue().Quo(bigInt(1), bigInt(n))
	sum := bigValue().Set(power)
	for k := int64(3); ; k += 2 {
		power.Quo(power, bigInt(-n*n))
		term := bigValue().Quo(power, bigInt(k))
		if negligible(term, sum) {
			return sum
		}
		sum.Add(sum, term)
	}
}

// bigHalfPi is pi/2 by Machin's formula, pi/4 = 4 arctan(1/5) - arctan(1/239).
var bigHalfPi = sync.OnceValue(func() *big.Float {
	sum := bigValue().Mul(bigInt(4), bigArctanInverse(5))
	sum.Sub(sum, bigArctanInverse(239))
	return sum.Add(sum, sum)
})

// bigAlternating is first - first z/((n+1)(n+2)) + ... with z = r^2: the sine's
// series for first = r, n = 1, the cosine's for first = 1, n = 0.
func bigAlternating(r, first *big.Float, n int64) *big.Float {
	square := bigValue().Mul(r, r)
	square.Neg(square)
	sum, term := bigValue().Set(first), bigValue().Set(first)
	for ; term.Sign() != 0; n += 2 {
		term.Mul(term, square).Quo(term, bigInt((n+1)*(n+2)))
		if negligible(term, sum) {
			break
		}
		sum.Add(sum, term)
	}
	return sum
}

// bigSinQuarters is sin(x + quarters * pi/2).
func bigSinQuarters(x float64, quarters int64) *big.Float {
	count, _ := bigValue().Quo(newBig(x), bigHalfPi()).Float64()
	k := int64(math.RoundToEven(count))
	r := bigValue().Sub(newBig(x), bigValue().Mul(bigInt(k), bigHalfPi()))
	var sum *big.Float
	switch (k + quarters) & 3 {
	case 0, 2:
		sum = bigAlternating(r, r, 1)
	default:
		sum = bigAlternating(r, bigInt(1), 0)
	}
	if (k+quarters)&2 != 0 {
		sum.Neg(sum)
	}
	return sum
}
