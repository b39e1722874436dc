package detmath

import (
	"math"
	"math/big"
	"testing"
)

func TestSpecialValues(t *testing.T) {
	inf, nan, negativeZero := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	cases := []struct {
		name    string
		f       func(float64) float64
		x, want float64
	}{
		{"Exp", Exp, 0, 1}, {"Exp", Exp, negativeZero, 1},
		{"Exp", Exp, inf, inf}, {"Exp", Exp, -inf, 0}, {"Exp", Exp, nan, nan},
		{"Exp", Exp, 709.79, inf}, {"Exp", Exp, 1000, inf}, {"Exp", Exp, math.MaxFloat64, inf},
		{"Exp", Exp, -745, math.SmallestNonzeroFloat64}, {"Exp", Exp, -745.2, 0},
		{"Exp", Exp, -746, 0}, {"Exp", Exp, -1000, 0}, {"Exp", Exp, -math.MaxFloat64, 0},
		{"Exp", Exp, math.SmallestNonzeroFloat64, 1},
		{"Log", Log, 1, 0}, {"Log", Log, 0, -inf}, {"Log", Log, negativeZero, -inf},
		{"Log", Log, inf, inf}, {"Log", Log, -1, nan}, {"Log", Log, -inf, nan}, {"Log", Log, nan, nan},
		{"Log", Log, -math.SmallestNonzeroFloat64, nan}, {"Log", Log, 2, math.Ln2}, {"Log", Log, 0.5, -math.Ln2},
		{"Sin", Sin, 0, 0}, {"Sin", Sin, negativeZero, negativeZero},
		{"Sin", Sin, math.SmallestNonzeroFloat64, math.SmallestNonzeroFloat64},
		{"Sin", Sin, inf, nan}, {"Sin", Sin, -inf, nan}, {"Sin", Sin, nan, nan},
		{"Cos", Cos, 0, 1}, {"Cos", Cos, negativeZero, 1}, {"Cos", Cos, math.SmallestNonzeroFloat64, 1},
		{"Cos", Cos, inf, nan}, {"Cos", Cos, -inf, nan}, {"Cos", Cos, nan, nan},
	}
	for _, c := range cases {
		got := c.f(c.x)
		if math.IsNaN(c.want) && math.IsNaN(got) {
			continue
		}
		if math.Float64bits(got) != math.Float64bits(c.want) {
			t.Errorf("%s(%v) = %v, want %v", c.name, c.x, got, c.want)
		}
	}
	if math.Signbit(Log(1)) {
		t.Error("Log(1) is -0")
	}
}

// TestFarAngles: beyond MaxAngle a value is no longer accurate, but it is in
// [-1, 1], and sine and cosine stay odd and even.
func TestFarAngles(t *testing.T) {
	s := stream(4)
	xs := many(20000, func() float64 { return s.scaled(20, 1023) })
	xs = append(xs, math.MaxFloat64, math.Nextafter(MaxAngle, math.Inf(1)), 1e22)
	for _, x := range xs {
		sin, cos := Sin(x), Cos(x)
		if !(abs(sin) <= 1 && abs(cos) <= 1) {
			t.Fatalf("Sin(%v) = %v, Cos = %v", x, sin, cos)
		}
		if Sin(-x) != -sin || Cos(-x) != cos {
			t.Fatalf("Sin(-%v) = %v, Cos(-x) = %v, want %v, %v", x, Sin(-x), Cos(-x), -sin, cos)
		}
	}
}

func TestBounded(t *testing.T) {
	s := stream(5)
	for range 200000 {
		x := s.between(-MaxAngle, MaxAngle)
		sin, cos := Sin(x), Cos(x)
		if !(abs(sin) <= 1 && abs(cos) <= 1) {
			t.Fatalf("Sin(%v) = %v, Cos = %v", x, sin, cos)
		}
		if Sin(-x) != -sin || Cos(-x) != cos {
			t.Fatalf("Sin(-%v) = %v, Cos(-x) = %v, want %v, %v", x, Sin(-x), Cos(-x), -sin, cos)
		}
		if one := sin*sin + cos*cos; abs(one-1) > 0x1p-50 {
			t.Fatalf("sin^2 + cos^2 of %v = %v", x, one)
		}
	}
}

// TestTables computes the tables and the split constants from their definition.
func TestTables(t *testing.T) {
	// near says that hi + lo is value within its 90th bit.
	near := func(name string, value *big.Float, parts ...float64) {
		t.Helper()
		rest := bigValue().Set(value)
		for _, part := range parts {
			rest.Sub(rest, newBig(part))
		}
		if rest.Sign() != 0 && rest.MantExp(nil) > value.MantExp(nil)-90 {
			t.Errorf("%s: %x is off by %.3g", name, parts, rest)
		}
	}
	whole := func(name string, x float64, bits int) {
		t.Helper()
		if scaled := math.Ldexp(x, bits); scaled != math.Floor(scaled) {
			t.Errorf("%s: %x is no multiple of 2^-%d", name, x, bits)
		}
	}
	root := bigInt(2) // 2^(1/32), by five square roots
	for range 5 {
		root.Sqrt(root)
	}
	power := bigInt(1)
	for _, entry := range expTable {
		near("expTable", power, entry.hi, entry.lo)
		if nearest, _ := power.Float64(); entry.hi != nearest {
			t.Errorf("expTable: %x, want %x first", entry.hi, nearest)
		}
		power.Mul(power, root)
	}
	for i, entry := range logTable {
		exact := bigLog(newBig(float64(logFirst+i) / 64))
		if logFirst+i == 64 {
			exact = bigValue()
		}
		near("logTable", exact, entry.hi, entry.lo)
		whole("logTable", entry.hi, 42)
	}
	near("ln2", bigLn2(), ln2Hi, ln2Lo)
	whole("ln2Hi", ln2Hi, 42)
	near("ln2By32", bigValue().Quo(bigLn2(), bigInt(32)), ln2By32Hi, ln2By32Lo)
	whole("ln2By32Hi", ln2By32Hi, 42)
	near("pi/2", bigHalfPi(), halfPi1, halfPi2, halfPi3, halfPi4)
	near("pi/2, two parts and the tail", bigHalfPi(), halfPi1, halfPi2, halfPiTail)
	whole("halfPi1", halfPi1, 32)
	whole("halfPi2", halfPi2, 65)
	whole("halfPi3", halfPi3, 98)
}
