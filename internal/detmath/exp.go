package detmath

import "math"

const (
	// expMax is the largest x whose exponential is finite: ln(2^1024) rounded
	// down.
	expMax = 0x1.62e42fefa39efp+9
	// expMin is below ln(2^-1075), where half the smallest subnormal begins.
	expMin = -746
	// plainExponent is below 1022 ln 2: 2^m is a float64 for an x nearer to 0.
	plainExponent = 708

	// ln 2 / 32 in two parts. The first is a multiple of 2^-42 with 37 bits, so
	// that its product with a whole number below 2^16 is exact.
	ln2By32Hi      = 0x1.62e42fefap-6
	ln2By32Lo      = 0x1.cf79abc9e3b3ap-45
	inverseLn2By32 = 0x1.71547652b82fep+5 // its inverse, 32 / ln 2
)

// Exp returns e to the power of x. It is defined for every x: above 709.78 the
// result is +Inf, below -745.14 it is 0, and in between it loses bits where it
// is subnormal. Exp(0) is 1, Exp(+Inf) is +Inf, Exp(-Inf) is 0, Exp(NaN) is NaN.
//
// Method: x = (32 m + j) ln 2 / 32 + r with |r| <= ln 2 / 64, so that
// e^x = 2^m * 2^(j/32) * e^r: the power of two from a table, e^r - 1 by its
// Taylor series to r^7, which leaves out less than 2^-66 (Tang, ACM TOMS 15
// (1989) 144-157).
func Exp(x float64) float64 {
	shifted := float64(x*inverseLn2By32) + roundShift
	n := shifted - roundShift
	r := (x - float64(n*ln2By32Hi)) - float64(n*ln2By32Lo)

	// e^r - 1 = r + r^2 (1/2 + r/6 + ... + r^5/5040), in pairs so that the
	// processor can work on several at once.
	r2 := float64(r * r)
	a := 1.0/2 + float64(r*(1.0/6))
	b := 1.0/24 + float64(r*(1.0/120))
	c := 1.0/720 + float64(r*(1.0/5040))
	p := r + float64(r2*(a+float64(r2*(b+float64(r2*c)))))

	index := int32(uint32(math.Float64bits(shifted)))
	power := &expTable[index&31]
	y := power.hi + (power.lo + float64(power.hi*p))
	m := int(index >> 5)
	// One question for all that is rare: a branch costs WebAssembly as much as
	// several products, and what was computed for a wild x does no harm.
	if !(abs(x) < plainExponent) {
		return expFar(x, y, m)
	}
	return float64(y * powerOfTwo(m))
}

// expFar returns y * 2^m, which is e^x, for an x whose power may have no float64
// 2^m, and what Exp is where x has no y and m.
func expFar(x, y float64, m int) float64 {
	switch {
	case x != x:
		return math.NaN()
	case x > expMax:
		return math.Inf(1)
	case x < expMin:
		return 0
	case m > -exponentBias && m <= exponentBias:
		return float64(y * powerOfTwo(m))
	}
	return scaleFar(y, m)
}

// scaleFar returns y * 2^m for m that has no float64 2^m: 1024, where y is
// below 1, or below -1022, where the result is subnormal or nearly. Only its
// last product rounds.
func scaleFar(y float64, m int) float64 {
	if m > 0 {
		return float64(y * 2 * powerOfTwo(m-1))
	}
	const lift = 128
	return float64(y * powerOfTwo(m+lift) * powerOfTwo(-lift))
}
