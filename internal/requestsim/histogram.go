package requestsim

import (
	"math"
	"slices"
)

// A histogram counts times in bins whose width is 1/256 of their power of two:
// the top bits of a float64 are the bin. Quantiles are interpolated inside a bin
// and come out within a few millionths where the density is smooth.
type histogram struct {
	counts []uint32
	total  int
}

const (
	binShift  = 52 - 8
	firstBin  = (1023 - 24) << 8 // 2^-24 s
	binsCount = (24 + 16) << 8   // up to 2^16 s
)

func newHistogram() histogram { return histogram{counts: make([]uint32, binsCount)} }

func (h *histogram) add(seconds float64) {
	bin := int(math.Float64bits(seconds)>>binShift) - firstBin
	h.counts[min(max(bin, 0), binsCount-1)]++
	h.total++
}

func (h *histogram) merge(other *histogram) {
	for i, n := range other.counts {
		h.counts[i] += n
	}
	h.total += other.total
}

func (h *histogram) reset() {
	clear(h.counts)
	h.total = 0
}

// quantile returns the time that a share p of the counted does not pass; NaN
// where nothing was counted.
func (h *histogram) quantile(p float64) float64 {
	want := p * float64(h.total)
	below := 0.0
	for i, n := range h.counts {
		if n > 0 && below+float64(n) >= want {
			lo := math.Float64frombits(uint64(i+firstBin) << binShift)
			hi := math.Float64frombits(uint64(i+firstBin+1) << binShift)
			return lo + (hi-lo)*(want-below)/float64(n)
		}
		below += float64(n)
	}
	return math.NaN()
}

func (h *histogram) clone() histogram { return histogram{slices.Clone(h.counts), h.total} }

// below returns the share of the counted that do not pass a time.
func (h *histogram) below(seconds float64) float64 {
	bits := math.Float64bits(seconds)
	bin := min(max(int(bits>>binShift)-firstBin, 0), binsCount-1)
	sum := float64(h.counts[bin]) * float64(bits&(1<<binShift-1)) / (1 << binShift)
	for _, n := range h.counts[:bin] {
		sum += float64(n)
	}
	return sum / float64(max(1, h.total))
}

// quantileOf estimates a quantile from independent batches. The quantile of all
// is less biased than the mean of the batches' quantiles, and its error is that
// of the share below it over the density there (R. R. Bahadur, Annals of
// Mathematical Statistics 37, 1966, 577-580); the density is taken between the
// quantiles half as far from 1 again and half as near.
func quantileOf(batches []histogram, p float64) Estimate {
	all := newHistogram()
	for i := range batches {
		all.merge(&batches[i])
	}
	at := all.quantile(p)
	shares := make([]float64, len(batches))
	for i := range batches {
		shares[i] = batches[i].below(at)
	}
	e := estimateOf(shares)
	span := (1 - p) / 2
	e.StandardError *= (all.quantile(p+span) - all.quantile(p-span)) / (2 * span)
	e.Mean = at
	return e
}
