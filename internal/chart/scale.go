package chart

import "math"

// scale maps a reading to its place in a lane, 0 at the bottom, 1 at the top.
// Between its knots it is linear.
type scale struct {
	knots []knot
}

type knot struct {
	value, share float64
}

// hugeValue bounds what is drawn; beyond it sums and quotients could leave the
// range of a float64.
const hugeValue = 1e200

// linear returns the scale from lo to hi. An empty range is widened.
func linear(lo, hi float64) scale {
	lo = math.Max(-hugeValue, math.Min(lo, hugeValue))
	hi = math.Max(-hugeValue, math.Min(hi, hugeValue))
	if !(hi > lo) {
		hi = lo + math.Max(1, math.Abs(lo))
	}
	return scale{[]knot{{lo, 0}, {hi, 1}}}
}

// burnTop is the burn rate at which every request fails, where the objective is
// 99.9 %.
const burnTop = 1000

// burnScale gives each band of the burn rate that asks for something else a
// fifth of the height: below 1 the budget outlasts its window; 6 and 14.4 are
// the paging thresholds of the SRE Workbook, ch. 5; 100 is a tenth of all
// requests failing, 1000 all of them. A stricter objective moves the top.
func burnScale(top float64) scale {
	top = math.Min(math.Max(top, burnTop), hugeValue)
	return scale{[]knot{{0, 0}, {1, 0.2}, {6, 0.4}, {14.4, 0.6}, {100, 0.8}, {top, 1}}}
}

// share returns where a value lies, kept within the lane; NaN has no place.
func (s scale) share(v float64) (float64, bool) {
	if math.IsNaN(v) {
		return 0, false
	}
	if v <= s.knots[0].value {
		return 0, true
	}
	for i := 1; i < len(s.knots); i++ {
		a, b := s.knots[i-1], s.knots[i]
		if v <= b.value {
			return a.share + float64((b.share-a.share)*((v-a.value)/(b.value-a.value))), true
		}
	}
	return 1, true
}

// holds says whether a value lies inside the scale.
func (s scale) holds(v float64) bool {
	return v >= s.knots[0].value && v <= s.knots[len(s.knots)-1].value
}

// tops are the mantissas that a lane's top may have: close enough that a lane is
// never half empty, far enough that it seldom changes while a shift is played.
var tops = [...]float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10}

// niceTop returns the least round number that is at least v.
func niceTop(v float64) float64 {
	if !(v > 0) {
		return 1
	}
	v = math.Max(1e-100, math.Min(v, hugeValue))
	unit := math.Pow10(int(math.Floor(math.Log10(v))))
	for _, m := range tops {
		// A hair of slack: 0.3 / 0.1 is a little below 3.
		if float64(m*unit)*(1+1e-9) >= v {
			return m * unit
		}
	}
	return 10 * unit
}

// niceStep returns the distance of round axis numbers, 1, 2 or 5 times a power
// of ten, so that at most so many intervals cover the span.
func niceStep(span float64, intervals int) float64 {
	least := math.Max(span/float64(max(1, intervals)), 1e-100)
	unit := math.Pow10(int(math.Floor(math.Log10(least))))
	for _, m := range [...]float64{1, 2, 5, 10} {
		if float64(m*unit)*(1+1e-9) >= least {
			return m * unit
		}
	}
	return 10 * unit
}
