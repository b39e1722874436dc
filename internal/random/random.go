// Package random is the model's source of random numbers: mulberry32 and the
// distributions that are drawn from it. The same seed gives the same bits on
// every platform.
package random

import (
	"math"

	"oncall/internal/detmath"
)

const (
	// MaxCount bounds what Poisson returns, so that it fits an int everywhere.
	MaxCount = math.MaxInt32

	// poissonProductMax is the mean up to which Poisson multiplies uniforms;
	// above it exp(-mean) nears underflow and the cost grows.
	poissonProductMax = 30
	// binomialTrialsMin is the n from which Binomial no longer draws each trial.
	binomialTrialsMin = 25
	// binomialNormalMin is the n min(p, 1-p) from which Binomial is taken as
	// normal.
	binomialNormalMin = 10

	twoPi = 2 * math.Pi
)

// A Source is a stream of random numbers: mulberry32, a generator with 32 bits
// of state by Tommy Ettinger (2017, public domain). It passes for simulation
// and is worthless as a secret. The zero value is the stream of seed 0; a copy
// goes on on its own from the same point. Its methods allocate nothing.
type Source struct{ state uint32 }

// New returns the stream of the seed.
func New(seed uint32) Source { return Source{state: seed} }

// Uint32 returns the next 32 bits. All other methods draw through it.
func (s *Source) Uint32() uint32 {
	s.state += 0x6D2B79F5
	t := s.state
	t = (t ^ t>>15) * (t | 1)
	t ^= t + (t^t>>7)*(t|61)
	return t ^ t>>14
}

// Next returns a uniform in [0, 1), a multiple of 2^-32. It draws once.
func (s *Source) Next() float64 {
	// The conversion keeps a caller's sum from fusing with the product.
	return float64(float64(s.Uint32()) * (1.0 / (1 << 32)))
}

// Uniform returns a uniform between lo and hi, in their unit:
// lo + (hi - lo) * Next(). hi itself comes only by rounding. It draws once.
func (s *Source) Uniform(lo, hi float64) float64 {
	return lo + float64((hi-lo)*s.Next())
}

// Exponential returns an exponentially distributed number with the mean, in the
// mean's unit, by inversion: -mean * ln(1 - Next()) (D. E. Knuth, The Art of
// Computer Programming, vol. 2, 3.4.1). It is from 0 to 22.2 means; it draws
// once.
func (s *Source) Exponential(mean float64) float64 {
	// 0 - ln rather than -ln: a draw of 0 gives 0 and not -0.
	return float64(mean * (0 - detmath.Log(1-s.Next())))
}

// Normal returns a number from the normal distribution of mean 0 and standard
// deviation 1: sqrt(-2 ln u1) * cos(2 pi u2) (G. E. P. Box and M. E. Muller,
// Annals of Mathematical Statistics 29 (1958) 610-611). It always draws twice
// and keeps nothing for the next call, so that the count of draws does not
// depend on their values. |Normal()| is below 6.7.
func (s *Source) Normal() float64 {
	u1 := 1 - s.Next()
	u2 := s.Next()
	return float64(math.Sqrt(0-float64(2*detmath.Log(u1))) * detmath.Cos(twoPi*u2))
}

// Poisson returns a count from the Poisson distribution of the mean, from 0 to
// MaxCount. Up to a mean of 30 it multiplies uniforms until the product is at
// most exp(-mean) (Knuth, TAOCP vol. 2, 3.4.1, algorithm Q): the count and one
// more draws. Above, it is the rounded normal of the same mean and variance:
// two draws. A mean that is not positive gives 0 after one draw.
func (s *Source) Poisson(mean float64) int {
	if mean > poissonProductMax {
		return roundTo(MaxCount, mean+float64(math.Sqrt(mean)*s.Normal()))
	}
	limit := detmath.Exp(-mean)
	count := 0
	for product := s.Next(); product > limit; product *= s.Next() {
		count++
	}
	return count
}

// Binomial returns how many of n trials succeed when each does with probability
// p: from 0 to n. Below 25 trials it draws each of them; else, where
// n min(p, 1-p) is below 10, it is a Poisson count of the rarer outcome; else
// the rounded normal of the same mean and variance. The last two are
// approximations, cut to 0..n. An n that is not positive gives 0 without a
// draw; p outside 0 to 1 counts as the nearer of the two.
func (s *Source) Binomial(n int, p float64) int {
	if n < binomialTrialsMin {
		successes := 0
		for range n {
			if s.Next() < p {
				successes++
			}
		}
		return successes
	}
	trials := float64(n)
	if p <= 0.5 {
		if mean := float64(trials * p); mean < binomialNormalMin {
			return min(n, s.Poisson(mean))
		}
	} else if mean := float64(trials * (1 - p)); mean < binomialNormalMin {
		return n - min(n, s.Poisson(mean))
	}
	mean := float64(trials * p)
	return roundTo(n, mean+float64(math.Sqrt(mean*(1-p))*s.Normal()))
}

// roundTo returns x rounded to the nearest integer, halves up, and cut to
// 0..most. NaN gives 0: an int conversion outside the range of int would give
// what the processor likes.
func roundTo(most int, x float64) int {
	rounded := math.Floor(x + 0.5)
	switch {
	case !(rounded > 0):
		return 0
	case rounded >= float64(most):
		return most
	}
	return int(rounded)
}
