package sweep

import (
	"math"
	"slices"
)

// Summary is what a sweep comes to.
type Summary struct {
	Seeds   int      `json:"seeds"`
	Kept    float64  `json:"kept"` // share of the seeds that kept the budget, or did no more harm than allowed
	Worst   uint32   `json:"worst"`
	Figures []Figure `json:"figures"`
}

// Figure sums up one column over the seeds that have it.
type Figure struct {
	Code   string  `json:"code"`
	Seeds  int     `json:"seeds"` // that have the figure; where it is 0, the numbers are too
	Mean   float64 `json:"mean"`
	Median float64 `json:"median"`
	P5     float64 `json:"p5"`
	P95    float64 `json:"p95"`
}

// Summarize sums up the figures that Run gave, in the order of the seeds: so the
// means do not depend on who computed what. Quantiles between two values are
// interpolated linearly (R. J. Hyndman, Y. Fan, The American Statistician 50(4),
// 1996, 361-365, definition 7). The worst seed is the first with the lowest
// score.
func Summarize(columns []Column, data []float64) Summary {
	s := Summary{Seeds: len(data) / len(columns)}
	worst := math.Inf(1)
	for i := 0; i < len(data); i += len(columns) {
		if score := data[i+1]; score < worst {
			worst, s.Worst = score, uint32(data[i])
		}
	}
	values := make([]float64, 0, s.Seeds)
	for c := 1; c < len(columns); c++ {
		values = values[:0]
		for i := c; i < len(data); i += len(columns) {
			if v := data[i]; !math.IsNaN(v) {
				values = append(values, v)
			}
		}
		f := figure(columns[c].Code, values)
		if f.Code == Kept {
			s.Kept = f.Mean
			continue
		}
		s.Figures = append(s.Figures, f)
	}
	return s
}

// Find returns the figure of a column, and whether there is one.
func (s *Summary) Find(code string) (Figure, bool) {
	for _, f := range s.Figures {
		if f.Code == code {
			return f, true
		}
	}
	return Figure{}, false
}

// figure sums up values, and sorts them.
func figure(code string, values []float64) Figure {
	f := Figure{Code: code, Seeds: len(values)}
	if len(values) == 0 {
		return f
	}
	for _, v := range values {
		f.Mean += v
	}
	f.Mean /= float64(len(values))
	slices.Sort(values)
	f.P5, f.Median, f.P95 = quantile(values, 0.05), quantile(values, 0.5), quantile(values, 0.95)
	return f
}

// quantile returns the p-quantile of sorted values.
func quantile(sorted []float64, p float64) float64 {
	at := float64(p * float64(len(sorted)-1))
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + float64((at-float64(i))*(sorted[i+1]-sorted[i]))
}
