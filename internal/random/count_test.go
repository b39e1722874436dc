package random

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestPoissonBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := New(rapid.Uint32().Draw(t, "seed"))
		mean := rapid.OneOf(rapid.Float64Range(0, 100), rapid.Float64Range(0, 1e9), rapid.Float64()).Draw(t, "mean")
		count := s.Poisson(mean)
		if count < 0 || count > MaxCount {
			t.Fatalf("Poisson(%v) = %d", mean, count)
		}
		if mean <= 0 && count != 0 {
			t.Fatalf("Poisson(%v) = %d, want 0", mean, count)
		}
		if mean > 0 && mean < 1e8 && math.Abs(float64(count)-mean) > 20+12*math.Sqrt(mean) {
			t.Fatalf("Poisson(%v) = %d: too far off", mean, count)
		}
	})
	s := New(1)
	for range 100 {
		if got := s.Poisson(1e300); got != MaxCount {
			t.Fatalf("Poisson(1e300) = %d, want %d", got, MaxCount)
		}
		if got := s.Poisson(math.Inf(1)); got < 0 || got > MaxCount {
			t.Fatalf("Poisson(+Inf) = %d", got)
		}
		if got := s.Poisson(math.NaN()); got != 0 {
			t.Fatalf("Poisson(NaN) = %d", got)
		}
	}
}

func TestBinomialBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := New(rapid.Uint32().Draw(t, "seed"))
		n := rapid.OneOf(rapid.IntRange(0, 60), rapid.IntRange(0, 1_000_000), rapid.IntRange(-5, math.MaxInt32)).Draw(t, "n")
		p := rapid.OneOf(rapid.Float64Range(0, 1), rapid.Float64Range(0, 0.01), rapid.Float64()).Draw(t, "p")
		count := s.Binomial(n, p)
		if count < 0 || count > max(n, 0) {
			t.Fatalf("Binomial(%d, %v) = %d", n, p, count)
		}
		if p <= 0 && count != 0 || p >= 1 && count != max(n, 0) {
			t.Fatalf("Binomial(%d, %v) = %d", n, p, count)
		}
	})
	s := New(1)
	for _, n := range []int{0, 10, 24, 25, 1000} {
		if got := s.Binomial(n, math.NaN()); got < 0 || got > n {
			t.Errorf("Binomial(%d, NaN) = %d", n, got)
		}
	}
}

// TestBinomialMethods checks each of the three methods against its formula,
// drawn from a copy of the stream, at the n and p where the method changes.
func TestBinomialMethods(t *testing.T) {
	rounded := func(s *Source, n int, p float64) int {
		mean := float64(n) * p
		x := math.Floor(mean + float64(math.Sqrt(mean*(1-p))*s.Normal()) + 0.5)
		return int(math.Min(math.Max(x, 0), float64(n)))
	}
	trials := func(s *Source, n int, p float64) (count int) {
		for range n {
			if s.Next() < p {
				count++
			}
		}
		return count
	}
	rare := func(s *Source, n int, p float64) int { return min(n, s.Poisson(float64(n)*p)) }
	common := func(s *Source, n int, p float64) int { return n - min(n, s.Poisson(float64(n)*(1-p))) }
	cases := []struct {
		n      int
		p      float64
		method func(s *Source, n int, p float64) int
	}{
		{1, 0.5, trials}, {24, 0.01, trials}, {24, 0.5, trials}, {24, 0.99, trials},
		{25, 0.01, rare}, {25, 0.39, rare}, {100, 0.099, rare}, {39, 0.25, rare}, {1000, 0.009, rare}, {25, 0, rare},
		{25, 0.61, common}, {39, 0.75, common}, {1000, 0.991, common}, {25, 1, common},
		{25, 0.4375, rounded}, {25, 0.5, rounded}, {40, 0.25, rounded}, {40, 0.75, rounded}, {1000, 0.011, rounded}, {100000, 0.3, rounded},
	}
	for _, c := range cases {
		for seed := range uint32(200) {
			s, copied := New(seed), New(seed)
			got, want := s.Binomial(c.n, c.p), c.method(&copied, c.n, c.p)
			if got != want || s != copied {
				t.Fatalf("seed %d: Binomial(%d, %v) = %d, want %d; streams %v, %v", seed, c.n, c.p, got, want, s, copied)
			}
		}
	}
}

// moments returns the mean and the variance of n draws.
func moments(n int, draw func() float64) (mean, variance float64) {
	sum, squares := 0.0, 0.0
	for range n {
		x := draw()
		sum += x
		squares += x * x
	}
	mean = sum / float64(n)
	return mean, squares/float64(n) - mean*mean
}

// TestMoments compares means and variances with the distributions': 6 standard
// errors for the mean, 5 % for the variance.
func TestMoments(t *testing.T) {
	const n = 200000
	s := New(2026)
	count := func(f func() int) func() float64 { return func() float64 { return float64(f()) } }
	cases := []struct {
		name           string
		draw           func() float64
		mean, variance float64
	}{
		{"Next", s.Next, 0.5, 1.0 / 12},
		{"Uniform(-3, 5)", func() float64 { return s.Uniform(-3, 5) }, 1, 64.0 / 12},
		{"Exponential(40)", func() float64 { return s.Exponential(40) }, 40, 1600},
		{"Normal", s.Normal, 0, 1},
		{"Poisson(0.2)", count(func() int { return s.Poisson(0.2) }), 0.2, 0.2},
		{"Poisson(4)", count(func() int { return s.Poisson(4) }), 4, 4},
		{"Poisson(30)", count(func() int { return s.Poisson(30) }), 30, 30},
		{"Poisson(31)", count(func() int { return s.Poisson(31) }), 31, 31 + 1.0/12},
		{"Poisson(5000)", count(func() int { return s.Poisson(5000) }), 5000, 5000},
		{"Binomial(10, 0.3)", count(func() int { return s.Binomial(10, 0.3) }), 3, 2.1},
		{"Binomial(100, 0.03)", count(func() int { return s.Binomial(100, 0.03) }), 3, 3},
		{"Binomial(100, 0.97)", count(func() int { return s.Binomial(100, 0.97) }), 97, 3},
		{"Binomial(1000, 0.4)", count(func() int { return s.Binomial(1000, 0.4) }), 400, 240},
	}
	for _, c := range cases {
		mean, variance := moments(n, c.draw)
		if off := math.Abs(mean - c.mean); off > 6*math.Sqrt(c.variance/n) {
			t.Errorf("%s: mean %v, want %v", c.name, mean, c.mean)
		}
		if math.Abs(variance/c.variance-1) > 0.05 {
			t.Errorf("%s: variance %v, want %v", c.name, variance, c.variance)
		}
	}
}

// TestPoissonShares compares how often small counts come with e^-m m^k / k!.
func TestPoissonShares(t *testing.T) {
	const n, mean = 200000, 2.0
	s := New(7)
	var seen [8]int
	for range n {
		if count := s.Poisson(mean); count < len(seen) {
			seen[count]++
		}
	}
	share := math.Exp(-mean)
	for k, got := range seen {
		if off := math.Abs(float64(got)/n - share); off > 6*math.Sqrt(share/n) {
			t.Errorf("Poisson(2) = %d came in %v of draws, want %v", k, float64(got)/n, share)
		}
		share *= mean / float64(k+1)
	}
}

var sink float64

func BenchmarkNext(b *testing.B) {
	s := New(1)
	for b.Loop() {
		sink += s.Next()
	}
}

func BenchmarkNormal(b *testing.B) {
	s := New(1)
	for b.Loop() {
		sink += s.Normal()
	}
}

func BenchmarkExponential(b *testing.B) {
	s := New(1)
	for b.Loop() {
		sink += s.Exponential(3)
	}
}

func BenchmarkPoisson8(b *testing.B) {
	s := New(1)
	for b.Loop() {
		sink += float64(s.Poisson(8))
	}
}

func BenchmarkBinomial1000(b *testing.B) {
	s := New(1)
	for b.Loop() {
		sink += float64(s.Binomial(1000, 0.3))
	}
}
