package detmath

import (
	"math"
	"math/big"
	"testing"
)

// A reference is a function and its exact value.
type reference struct {
	name  string
	got   func(float64) float64
	exact func(float64) *big.Float
	// limit is the largest error, in ulp, that package's documentation states.
	limit float64
}

var (
	expReference = reference{"Exp", Exp, bigExp, 0.54}
	logReference = reference{"Log", Log, func(x float64) *big.Float { return bigLog(newBig(x)) }, 0.7}
	sinReference = reference{"Sin", Sin, func(x float64) *big.Float { return bigSinQuarters(x, 0) }, 0.95}
	cosReference = reference{"Cos", Cos, func(x float64) *big.Float { return bigSinQuarters(x, 1) }, 0.95}
)

// ordinal numbers the float64s in their order, so that neighbours differ by 1.
func ordinal(x float64) int64 {
	if bits := int64(math.Float64bits(x)); bits < 0 {
		return math.MinInt64 - bits
	} else {
		return bits
	}
}

// check compares ref at every x with the exact value: within one step of the
// correctly rounded one, and below ref.limit. It logs the largest error.
func check(t *testing.T, ref reference, xs []float64) {
	t.Helper()
	worst, worstX := 0.0, 0.0
	misrounded := 0
	for _, x := range xs {
		got, exact := ref.got(x), ref.exact(x)
		want, _ := exact.Float64()
		switch steps := ordinal(got) - ordinal(want); {
		case steps > 1 || steps < -1:
			t.Fatalf("%s(%x) = %x, want %x", ref.name, x, got, want)
		case steps != 0:
			misrounded++
		}
		if math.IsInf(got, 0) {
			continue
		}
		size := math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want)
		// Divided before it is rounded: the difference itself would underflow.
		difference := bigValue().Sub(newBig(got), exact)
		ulps, _ := difference.Quo(difference, newBig(size)).Float64()
		if ulps = math.Abs(ulps); ulps > worst {
			worst, worstX = ulps, x
		}
	}
	t.Logf("%s: at most %.4f ulp, at %x; %d of %d not correctly rounded", ref.name, worst, worstX, misrounded, len(xs))
	if worst > ref.limit {
		t.Errorf("%s: %.4f ulp at %x, want at most %v", ref.name, worst, worstX, ref.limit)
	}
}

// A stream is splitmix64 (G. L. Steele, D. Lea and C. H. Flood, OOPSLA 2014).
type stream uint64

func (s *stream) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// between returns a uniform from lo to hi.
func (s *stream) between(lo, hi float64) float64 {
	return lo + float64((hi-lo)*float64(float64(s.next()>>11)*0x1p-53))
}

// scaled returns a number of random sign and bits with an exponent from lo to hi.
func (s *stream) scaled(lo, hi int) float64 {
	bits := s.next()
	exponent := lo + int(s.next()%uint64(hi-lo+1))
	return math.Float64frombits(bits&^(0x7ff<<52) | uint64(exponent+1023)<<52)
}

// many returns n numbers of f.
func many(n int, f func() float64) []float64 {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = f()
	}
	return xs
}

// around returns x and the steps float64s on either side of it.
func around(x float64, steps int) []float64 {
	xs := []float64{x}
	for lo, hi := x, x; steps > 0; steps-- {
		lo, hi = math.Nextafter(lo, math.Inf(-1)), math.Nextafter(hi, math.Inf(1))
		xs = append(xs, lo, hi)
	}
	return xs
}

func TestExpAccuracy(t *testing.T) {
	s := stream(1)
	t.Run("all", func(t *testing.T) {
		check(t, expReference, many(5000, func() float64 { return s.between(-708, 709.78) }))
	})
	t.Run("unit", func(t *testing.T) {
		check(t, expReference, many(5000, func() float64 { return s.between(-1, 1) }))
	})
	t.Run("near 0", func(t *testing.T) {
		check(t, expReference, many(3000, func() float64 { return s.scaled(-80, -1) }))
		check(t, expReference, around(0, 50))
	})
	t.Run("where the table's entry changes", func(t *testing.T) {
		var xs []float64
		for n := -70; n <= 70; n++ {
			xs = append(xs, around((float64(n)+0.5)*math.Ln2/32, 10)...)
		}
		check(t, expReference, xs)
	})
	t.Run("near the largest", func(t *testing.T) {
		check(t, expReference, around(expMax, 30))
		check(t, expReference, many(1000, func() float64 { return s.between(709, 709.782) }))
	})
	t.Run("subnormal", func(t *testing.T) {
		// The result is rounded twice there: to 53 bits, then to what is left.
		rounded := expReference
		rounded.limit = 0.78
		check(t, rounded, many(5000, func() float64 { return s.between(-746, -708) }))
		check(t, rounded, around(-1022*math.Ln2, 100))
		check(t, rounded, around(-1074*math.Ln2, 100))
		check(t, rounded, around(-1075*math.Ln2, 100))
	})
}

func TestLogAccuracy(t *testing.T) {
	s := stream(2)
	t.Run("all", func(t *testing.T) {
		check(t, logReference, many(5000, func() float64 { return math.Abs(s.scaled(-1022, 1023)) }))
	})
	t.Run("uniform", func(t *testing.T) {
		check(t, logReference, many(5000, func() float64 { return s.between(0x1p-32, 1) }))
	})
	t.Run("near 1", func(t *testing.T) {
		check(t, logReference, many(5000, func() float64 { return s.between(0.9, 1.1) }))
		check(t, logReference, many(5000, func() float64 { return 1 + s.scaled(-52, -4) }))
		check(t, logReference, around(1, 300))
	})
	t.Run("where the methods meet", func(t *testing.T) {
		for _, x := range []float64{15.0 / 16, 17.0 / 16, math.Sqrt2 / 2, math.Sqrt2} {
			check(t, logReference, around(x, 300))
		}
		var xs []float64
		for k := 45; k <= 91; k++ {
			xs = append(xs, around((float64(k)+0.5)/64, 10)...)
			xs = append(xs, around(float64(k)/64, 10)...)
		}
		check(t, logReference, xs)
	})
	t.Run("subnormal", func(t *testing.T) {
		check(t, logReference, many(2000, func() float64 { return math.Float64frombits(1 + s.next()>>12>>(s.next()%52)) }))
		check(t, logReference, around(0x1p-1022, 50))
	})
}

func TestSinCosAccuracy(t *testing.T) {
	s := stream(3)
	inputs := []struct {
		name string
		xs   []float64
	}{
		{"one turn", many(5000, func() float64 { return s.between(0, 2*math.Pi) })},
		{"small", many(5000, func() float64 { return s.between(-1, 1) })},
		{"tiny", many(2000, func() float64 { return s.scaled(-1000, -5) })},
		{"all", many(8000, func() float64 { return s.between(-MaxAngle, MaxAngle) })},
		{"at the end", around(MaxAngle, 0)},
		{"quarters and eighths", nearEighths()},
		{"near multiples of pi/2", many(5000, func() float64 {
			quarters := math.Floor(s.between(-600000, 600000))
			return quarters*math.Pi/2 + s.scaled(-48, -9)
		})},
		{"closest to multiples of pi/2", closestToQuarters(t)},
	}
	for _, in := range inputs {
		t.Run(in.name, func(t *testing.T) {
			check(t, sinReference, in.xs)
			check(t, cosReference, in.xs)
		})
	}
}

// nearEighths returns float64s around multiples of pi/4, where the series change
// and where the results vanish.
func nearEighths() []float64 {
	var xs []float64
	for k := -40; k <= 40; k++ {
		xs = append(xs, around(float64(k)*math.Pi/4, 20)...)
	}
	for _, x := range []float64{plainRemainder, math.Pi/2 - plainRemainder, math.Pi/2 + plainRemainder} {
		xs = append(xs, around(x, 20)...)
	}
	return xs
}

// closestToQuarters looks at every multiple of pi/2 up to MaxAngle and returns
// the float64s that come within 2^-44 of one.
func closestToQuarters(t *testing.T) []float64 {
	var xs []float64
	closest := 1.0
	multiple, gap := bigValue(), bigValue()
	for k := int64(1); ; k++ {
		multiple.Mul(bigInt(k), bigHalfPi())
		x, _ := multiple.Float64()
		if x > MaxAngle {
			break
		}
		distance, _ := gap.Sub(newBig(x), multiple).Float64()
		if distance = math.Abs(distance); distance < 0x1p-44 {
			xs = append(xs, x, -x)
			closest = min(closest, distance)
		}
	}
	t.Logf("%d float64s up to %d within 2^-44 of a multiple of pi/2, the closest within 2^%.2f", len(xs), MaxAngle, math.Log2(closest))
	return xs
}
