package requestsim

import "math"

// ResponseLonger returns P(wait + service > t) of a stationary M/M/N queue with
// the given probability of waiting C, drain k and mean service time 1/mu, all in
// seconds. The wait is 0 with probability 1 - C and else exponential with rate
// k = N mu - lambda; the service is independent of it and exponential, so the
// response is a mixture of one exponential and the sum of two:
//
//	P(T > t) = (1 - C) e^(-mu t) + C (k e^(-mu t) - mu e^(-k t)) / (k - mu)
//
// (D. Gross, J. F. Shortle, J. M. Thompson, C. M. Harris, Fundamentals of
// Queueing Theory, 4th ed., Wiley 2008, ch. 2). It is computed in a form that
// keeps its digits where k is near mu.
func ResponseLonger(waitProbability, drainPerSecond, serviceSeconds, t float64) float64 {
	mu := 1 / serviceSeconds
	delta := drainPerSecond - mu
	ramp := t // (1 - e^(-delta t)) / delta
	if delta != 0 {
		ramp = -math.Expm1(-delta*t) / delta
	}
	return math.Exp(-mu*t) * (1 + waitProbability*mu*ramp)
}

// ResponseQuantile returns the time that a share p of the requests takes longer
// than, by bisection of ResponseLonger; 0 < p < 1.
func ResponseQuantile(waitProbability, drainPerSecond, serviceSeconds, p float64) float64 {
	lo, hi := 0.0, serviceSeconds
	for ResponseLonger(waitProbability, drainPerSecond, serviceSeconds, hi) > p {
		lo, hi = hi, 2*hi
	}
	for range 60 {
		mid := (lo + hi) / 2
		if ResponseLonger(waitProbability, drainPerSecond, serviceSeconds, mid) > p {
			lo = mid
		} else {
			hi = mid
		}
	}
	return (lo + hi) / 2
}

// LeaveShare returns the share of callers who lose patience in a stationary
// queue whose callers all leave after the same time, M/M/N+D. With tau the
// patience and x = (lambda - N mu) tau,
//
//	P = lambda/(N mu) e^x / (E + lambda J),  E = 1 / B(N-1, a),
//	J = (e^x - 1) / (lambda - N mu) + e^x / (N mu)
//
// (S. Zeltyn and A. Mandelbaum, Call Centers with Impatient Customers, Queueing
// Systems 51, 2005, 361-402; first in F. Baccelli and G. Hebuterne, On Queues
// with Impatient Customers, Performance '81, North-Holland, 159-179). Every term
// is divided by e^x, which overflows in an overload. A patience without end
// gives NaN.
func LeaveShare(q Queue) float64 {
	lambda, drain := q.ArrivalsPerSecond, float64(q.Workers)/q.ServiceSeconds
	excess := lambda - drain
	span := q.PatienceSeconds // (1 - e^-x) / excess
	if excess != 0 {
		span = -math.Expm1(-excess*q.PatienceSeconds) / excess
	}
	idle := math.Exp(-excess*q.PatienceSeconds) / erlangB(q.Workers-1, lambda*q.ServiceSeconds)
	return lambda / drain / (idle + lambda*(span+1/drain))
}

// erlangB is the textbook's recursion, 1/B(0) = 1, 1/B(k) = 1 + k/a 1/B(k-1),
// and not the sum that the model uses.
func erlangB(servers int, a float64) float64 {
	inverse := 1.0
	for k := 1; k <= servers; k++ {
		inverse = 1 + float64(k)/a*inverse
	}
	return 1 / inverse
}

// HitRate returns the share of requests that a TTL cache answers: each object of
// rate r hits with rT / (1 + rT) (J. Jung, A. W. Berger, H. Balakrishnan, Modeling
// TTL-based Internet Caches, IEEE INFOCOM 2003), weighted by its popularity.
func HitRate(c Cache) float64 {
	hits := 0.0
	for _, share := range c.Popularity {
		rT := c.RequestsPerSecond * share * c.TTLSeconds
		hits += share * rT / (1 + rT)
	}
	return hits
}
