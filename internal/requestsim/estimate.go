package requestsim

import "math"

// Estimate is what a simulation says of a number.
type Estimate struct {
	Mean          float64 `json:"mean"`
	StandardError float64 `json:"standardError"` // of Mean
	Batches       int     `json:"batches"`       // independent batches or replications behind it, at least 2
}

// estimateOf takes batches' means as independent and normal.
func estimateOf(batches []float64) Estimate {
	n := float64(len(batches))
	mean := 0.0
	for _, x := range batches {
		mean += x / n
	}
	squares := 0.0
	for _, x := range batches {
		squares += (x - mean) * (x - mean)
	}
	return Estimate{Mean: mean, StandardError: math.Sqrt(squares / (n - 1) / n), Batches: len(batches)}
}

// Half returns half the width of the confidence interval of a level such as 0.95.
func (e Estimate) Half(level float64) float64 {
	return studentT(level, e.Batches-1) * e.StandardError
}

// studentT returns the t that |T| stays below with the probability level, for
// Student's distribution with the given degrees of freedom.
func studentT(level float64, freedom int) float64 {
	lo, hi := 0.0, 1.0
	for studentInside(hi, freedom) < level && hi < 1e12 {
		hi *= 2
	}
	for range 100 {
		mid := (lo + hi) / 2
		if studentInside(mid, freedom) < level {
			lo = mid
		} else {
			hi = mid
		}
	}
	return (lo + hi) / 2
}

// studentInside returns P(|T| <= t), a finite sum for whole degrees of freedom
// (M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 1964,
// 26.7.3 and 26.7.4).
func studentInside(t float64, freedom int) float64 {
	angle := math.Atan(t / math.Sqrt(float64(freedom)))
	sin, cos := math.Sincos(angle)
	if freedom%2 == 0 {
		sum, term := 0.0, 1.0
		for j := 2; j <= freedom; j += 2 {
			sum += term
			term *= cos * cos * float64(j-1) / float64(j)
		}
		return sin * sum
	}
	sum, term := 0.0, cos
	for j := 3; j <= freedom; j += 2 {
		sum += term
		term *= cos * cos * float64(j-1) / float64(j)
	}
	return 2 / math.Pi * (angle + sin*sum)
}
