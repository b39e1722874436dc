// Package detmath is exp, log, sine and cosine with the same bits on every
// platform.
//
// Go's math package has assembly for some of these functions on some
// processors, and the compiler may fuse x*y + z into one rounding on some: both
// change last bits, and a simulation that is replayed elsewhere then drifts
// apart. Here every function uses only + - * /, each rounded once as IEEE 754
// says, math.Floor and operations on the bits, and every product that is added
// to something is wrapped in float64(...), which forbids fusing (Go
// specification, "Floating-point operators"). An assignment or the return from
// an inlined function does not forbid it, so those products are wrapped too.
//
// Accuracy: each result is the correctly rounded one or its neighbour; the
// tests, against series in 300-bit arithmetic, allow 0.54 ulp for Exp (0.78
// where the result is subnormal), 0.7 for Log and 0.95 for Sin and Cos. Over
// 600,000 inputs from each of several ranges the largest errors were 0.53,
// 0.65 and 0.88 ulp. A golden test pins the bits: a change
// of any constant or of any order of operations is a change of the model.
//
// Method: argument reduction by constants that are split so that the products
// are exact (W. J. Cody and W. Waite, Software Manual for the Elementary
// Functions, Prentice-Hall, 1980), for Exp and Log by tables (P. T. P. Tang,
// ACM Transactions on Mathematical Software 15 (1989) and 16 (1990)), then a
// Taylor series whose leading term is added last. The coefficients are written
// as fractions: Go evaluates constant expressions exactly and rounds them once.
package detmath

import "math"

const (
	// roundShift is 1.5 * 2^52. Added to a number below 2^51 in size it leaves
	// no bits behind the point, so the sum is that number rounded to the nearest
	// integer, ties to even, which stands in the sum's low bits in two's
	// complement.
	roundShift = 0x1.8p52

	mantissaBits = 52
	exponentBias = 1023
	signBit      = 1 << 63
)

// abs returns |x|.
func abs(x float64) float64 {
	return math.Float64frombits(math.Float64bits(x) &^ signBit)
}

// powerOfTwo returns 2^e for e from -1022 to 1023.
func powerOfTwo(e int) float64 {
	return math.Float64frombits(uint64(e+exponentBias) << mantissaBits)
}
