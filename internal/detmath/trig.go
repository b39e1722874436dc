package detmath

import "math"

// MaxAngle is the largest |x|, in radians, for which Sin and Cos are accurate.
// A larger finite x still gives the same value in [-1, 1] on every platform,
// but not an accurate one.
const MaxAngle = 1 << 20

const (
	// pi / 2 in four parts, each of the first three with at most 33 bits, so
	// that its product with a whole number below 2^20 is exact. Together they
	// have more than 150 bits: no float64 up to MaxAngle is nearer to a multiple of pi/2
	// than about 2^-60.
	halfPi1 = 0x1.921fb544p+0
	halfPi2 = 0x1.0b4611a6p-34
	halfPi3 = 0x1.3198a2ep-69
	halfPi4 = 0x1.b839a252049c1p-104

	halfPiTail    = 0x1.3198a2e037073p-69 // halfPi3 + halfPi4
	inverseHalfPi = 0x1.45f306dc9c883p-1  // 2 / pi
	twoPi         = 0x1.921fb54442d18p+2

	// tinyAngle is where x - x^3/6 rounds to x.
	tinyAngle = 0x1p-27
	// plainRemainder is the |r| from which two parts of pi/2 and a tail are
	// enough: k * halfPi2 is below 2^-14 there, and so smaller than r.
	plainRemainder = 0x1p-10
)

// Sin returns the sine of x radians, accurate for |x| <= MaxAngle, multiples of
// pi included. Sin(-x) is -Sin(x), Sin(0) is 0 with its sign, Sin of an
// infinity or of NaN is NaN.
//
// Method: x = k pi/2 + r with |r| <= pi/4 by Cody and Waite's reduction, then a
// Taylor series (Cody & Waite, Software Manual for the Elementary Functions,
// 1980, chapter 8).
func Sin(x float64) float64 {
	if abs(x) < tinyAngle {
		return x
	}
	quadrant, r, tail := reduce(x)
	var y float64
	if quadrant&1 == 0 {
		y = sinSeries(r, tail)
	} else {
		y = cosSeries(r, tail)
	}
	if quadrant&2 != 0 {
		return -y
	}
	return y
}

// Cos returns the cosine of x radians, accurate for |x| <= MaxAngle, odd
// multiples of pi/2 included. Cos(-x) is Cos(x), Cos(0) is 1, Cos of an
// infinity or of NaN is NaN. The method is that of Sin.
func Cos(x float64) float64 {
	quadrant, r, tail := reduce(x)
	var y float64
	if quadrant&1 == 0 {
		y = cosSeries(r, tail)
	} else {
		y = sinSeries(r, tail)
	}
	if (quadrant+1)&2 != 0 {
		return -y
	}
	return y
}

// reduce returns k modulo 4 and r + tail = x - k pi/2, where k is the integer
// nearest to x / (pi/2) and |tail| is at most half an ulp of r.
func reduce(x float64) (quadrant uint64, r, tail float64) {
	if !(abs(x) <= MaxAngle) {
		x = wrapFar(x)
	}
	shifted := float64(x*inverseHalfPi) + roundShift
	k := shifted - roundShift
	quadrant = math.Float64bits(shifted)
	first := x - float64(k*halfPi1) // exact
	second := float64(k * halfPi2)  // exact
	r = first - second
	if abs(r) < plainRemainder {
		r, tail = reduceClose(k, first, second)
		return quadrant, r, tail
	}
	rest := ((first - r) - second) - float64(k*halfPiTail)
	sum := r + rest // for a large k the rest is above an ulp of r
	return quadrant, sum, (r - sum) + rest
}

// reduceClose is reduce for an x so close to a multiple of pi/2 that the first
// parts cancel: each difference is kept with its rounding error (D. E. Knuth,
// The Art of Computer Programming, vol. 2, 4.2.2, theorem B), so that the result
// is right in relation to its own size.
func reduceClose(k, first, second float64) (r, tail float64) {
	upper, error1 := subtract(first, second)
	lower, error2 := subtract(upper, float64(k*halfPi3))
	rest := error1 + (error2 - float64(k*halfPi4))
	r = lower + rest
	return r, (lower - r) + rest
}

// subtract returns a - b rounded, and what the rounding left out.
func subtract(a, b float64) (difference, left float64) {
	difference = a - b
	part := difference - a
	return difference, (a - (difference - part)) - (b + part)
}

// wrapFar brings an x beyond MaxAngle to [-2 pi, 2 pi], keeping its sign: only
// roughly, and to 0 where neighbouring float64s are more than a turn apart. It
// returns NaN for infinities and NaN.
func wrapFar(x float64) float64 {
	size := abs(x)
	if !(size <= math.MaxFloat64) {
		return math.NaN()
	}
	rest := size - float64(math.Floor(size/twoPi)*twoPi)
	if abs(rest) > twoPi {
		rest = 0
	}
	if x < 0 {
		return -rest
	}
	return rest
}

// sinSeries returns sin(r + tail) for |r| <= pi/4 as r - r^3/3! + ... + r^17/17!,
// which leaves out less than 2^-62, and tail * cos r with cos r = 1 - r^2/2.
// r is added last.
func sinSeries(r, tail float64) float64 {
	const (
		c3, c5   = -1.0 / 6, 1.0 / 120
		c7, c9   = -1.0 / 5040, 1.0 / 362880
		c11, c13 = -1.0 / 39916800, 1.0 / 6227020800
		c15, c17 = -1.0 / 1307674368000, 1.0 / 355687428096000
	)
	z := float64(r * r)
	z2 := float64(z * z)
	z4 := float64(z2 * z2)
	low := (c3 + float64(z*c5)) + float64(z2*(c7+float64(z*c9)))
	high := (c11 + float64(z*c13)) + float64(z2*(c15+float64(z*c17)))
	cubic := float64(float64(r*z) * (low + float64(z4*high)))
	return r + (cubic + float64(tail*(1-float64(0.5*z))))
}

// cosSeries returns cos(r + tail) for |r| <= pi/4 as 1 - r^2/2! + ... + r^16/16!,
// which leaves out less than 2^-58, and -tail * sin r with sin r = r. What the
// rounding of 1 - r^2/2 leaves out is added to the rest.
func cosSeries(r, tail float64) float64 {
	const (
		c4, c6   = 1.0 / 24, -1.0 / 720
		c8, c10  = 1.0 / 40320, -1.0 / 3628800
		c12, c14 = 1.0 / 479001600, -1.0 / 87178291200
		c16      = 1.0 / 20922789888000
	)
	z := float64(r * r)
	z2 := float64(z * z)
	z4 := float64(z2 * z2)
	low := (c4 + float64(z*c6)) + float64(z2*(c8+float64(z*c10)))
	high := (c12 + float64(z*c14)) + float64(z2*c16)
	half := float64(0.5 * z)
	lead := 1 - half
	lost := (1 - lead) - half
	return lead + (lost + (float64(z2*(low+float64(z4*high))) - float64(r*tail)))
}
