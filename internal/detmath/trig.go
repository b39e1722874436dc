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
func Sin(x float64) float64 { return sinTurned(x, 0) }

// Cos returns the cosine of x radians, accurate for |x| <= MaxAngle, odd
// multiples of pi/2 included. Cos(-x) is Cos(x), Cos(0) is 1, Cos of an
// infinity or of NaN is NaN. The method is that of Sin.
func Cos(x float64) float64 { return sinTurned(x, 1) }

// Coefficients of the series of sin and cos.
const (
	s3, s5   = -1.0 / 6, 1.0 / 120
	s7, s9   = -1.0 / 5040, 1.0 / 362880
	s11, s13 = -1.0 / 39916800, 1.0 / 6227020800
	s15, s17 = -1.0 / 1307674368000, 1.0 / 355687428096000

	c4, c6   = 1.0 / 24, -1.0 / 720
	c8, c10  = 1.0 / 40320, -1.0 / 3628800
	c12, c14 = 1.0 / 479001600, -1.0 / 87178291200
	c16      = 1.0 / 20922789888000
)

// sinTurned returns sin(x + quarters pi/2). It is one function because a call
// costs WebAssembly as much as one of its parts, and computes both series because
// which one is wanted is chance, and a processor that guesses it wrong loses more.
func sinTurned(x float64, quarters uint64) float64 {
	if !(abs(x) <= MaxAngle) {
		x = wrapFar(x)
	}
	// x = k pi/2 + r + tail, where k is the integer nearest to x / (pi/2) and
	// |tail| is at most half an ulp of r.
	shifted := float64(x*inverseHalfPi) + roundShift
	k := shifted - roundShift
	quarters += math.Float64bits(shifted)
	first := x - float64(k*halfPi1) // exact
	second := float64(k * halfPi2)  // exact
	r, tail := first-second, 0.0
	if abs(r) < plainRemainder {
		if quarters == math.Float64bits(roundShift) && abs(x) < tinyAngle {
			return x // the sine, with the sign of a 0
		}
		r, tail = reduceClose(k, first, second)
	} else {
		rest := ((first - r) - second) - float64(k*halfPiTail)
		sum := r + rest // for a large k the rest is above an ulp of r
		r, tail = sum, (r-sum)+rest
	}
	z := float64(r * r)
	z2 := float64(z * z)
	z4 := float64(z2 * z2)
	half := float64(0.5 * z)

	// sin(r + tail) as r - r^3/3! + ... + r^17/17!, which leaves out less than
	// 2^-62, and tail * cos r with cos r = 1 - r^2/2. r is added last.
	low := (s3 + float64(z*s5)) + float64(z2*(s7+float64(z*s9)))
	high := (s11 + float64(z*s13)) + float64(z2*(s15+float64(z*s17)))
	cubic := float64(float64(r*z) * (low + float64(z4*high)))
	sine := r + (cubic + float64(tail*(1-half)))

	// cos(r + tail) as 1 - r^2/2! + ... + r^16/16!, which leaves out less than
	// 2^-58, and -tail * sin r with sin r = r. What the rounding of 1 - r^2/2
	// leaves out is added to the rest.
	low = (c4 + float64(z*c6)) + float64(z2*(c8+float64(z*c10)))
	high = (c12 + float64(z*c14)) + float64(z2*c16)
	lead := 1 - half
	lost := (1 - lead) - half
	cosine := lead + (lost + (float64(z2*(low+float64(z4*high))) - float64(r*tail)))

	odd := -(quarters & 1)
	bits := math.Float64bits(sine)&^odd | math.Float64bits(cosine)&odd
	return math.Float64frombits(bits ^ quarters<<62&(1<<63))
}

// reduceClose returns r and tail for an x so close to a multiple of pi/2 that the
// first parts cancel: each difference is kept with its rounding error (D. E. Knuth,
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
		return 0 - rest // not -0
	}
	return rest
}
