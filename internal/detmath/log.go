package detmath

import "math"

const (
	// ln 2 in two parts. The first is a multiple of 2^-42, so that its product
	// with an exponent, and the sum of that and an entry of logTable, is exact.
	ln2Hi = 0x1.62e42fefa38p-1
	ln2Lo = 0x1.ef35793c7673p-45

	logFirst = 45 // logTable[0] is ln(45/64)

	oneBits      = exponentBias << mantissaBits
	sqrtHalfBits = 0x3fe6a09e667f3bcd // sqrt(1/2)

	smallNormalBits = 1 << mantissaBits // of 2^-1022
	infBits         = 0x7ff << mantissaBits
)

// Log returns the natural logarithm of x, subnormal x included. Log(1) is 0,
// Log(0) is -Inf, Log(+Inf) is +Inf; Log of a negative number or of NaN is NaN.
//
// Method: x = 2^e * m with m from sqrt(1/2) to sqrt(2), c the multiple of 1/64
// next to m, s = (m - c) / (m + c), so that ln x = e ln 2 + ln c + 2 atanh(s).
// ln c comes from a table, 2 atanh(s) = 2 (s + s^3/3 + s^5/5 + ...) to s^7,
// which leaves out less than 2^-69 (Tang, ACM TOMS 16 (1990) 378-400).
func Log(x float64) float64 {
	if abs(x-1) < 1.0/16 {
		return logNearOne(x - 1)
	}
	e := 0
	bits := math.Float64bits(x)
	if bits-smallNormalBits >= infBits-smallNormalBits {
		// Not a normal number above 0.
		switch {
		case x != x || x < 0:
			return math.NaN()
		case x == 0:
			return math.Inf(-1)
		case x > math.MaxFloat64:
			return x
		}
		bits = math.Float64bits(x * 0x1p54)
		e = -54
	}
	// Moving the bits up by one over sqrt(1/2) makes the exponent field step at
	// sqrt(1/2) rather than at 1.
	step := int((bits+(oneBits-sqrtHalfBits))>>mantissaBits) - exponentBias
	m := math.Float64frombits(bits - uint64(step)<<mantissaBits)
	e += step

	shifted := float64(m*64) + roundShift
	c := float64((shifted - roundShift) * (1.0 / 64))
	entry := &logTable[(math.Float64bits(shifted)&127)-logFirst]

	s := (m - c) / (m + c) // m - c is exact
	z := float64(s * s)
	series := 2.0/3 + float64(z*(2.0/5+float64(z*(2.0/7))))
	exponent := float64(e)
	hi := float64(exponent*ln2Hi) + entry.hi
	lo := float64(exponent*ln2Lo) + entry.lo
	return hi + (float64(2*s) + (lo + float64(s*float64(z*series))))
}

// logNearOne returns ln(1 + r) for |r| < 1/16, where the sum of Log would
// cancel. With s = r / (2 + r) it is 2 atanh(s), and 2s = r - s r: so r, which
// is exact, is added last, and all that is rounded before is below r/30. The
// series goes to s^11 and leaves out less than r * 2^-62.
func logNearOne(r float64) float64 {
	s := r / (2 + r)
	z := float64(s * s)
	z2 := float64(z * z)
	a := 2.0/3 + float64(z*(2.0/5))
	b := 2.0/7 + float64(z*(2.0/9))
	series := float64(z * (a + float64(z2*(b+float64(z2*(2.0/11))))))
	return r - float64(s*(r-series))
}
