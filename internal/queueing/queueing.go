// Package queueing has the textbook formulas of the M/M/N queue: Poisson
// arrivals, exponential service, N servers, first come first served.
//
// Source: A. K. Erlang, P.O. Elec. Eng. J. 10 (1918) 189-197; M. Harchol-Balter,
// Performance Modeling and Design of Computer Systems, Cambridge University
// Press 2013, ch. 14.
package queueing

import "oncall/internal/detmath"

// negligible is the share of a sum below which a term changes none of its bits.
const negligible = 1e-17

// ErlangB returns the share of arrivals that N servers without a queue turn
// away at an offered load of a busy servers, 0 <= a.
//
// It sums 1/B = sum over j = 0..N of N (N-1) ... (N-j+1) / a^j upwards and
// stops when a term no longer counts. That equals the recursion
// 1/B(k) = 1 + k/a * 1/B(k-1) within 1e-13 in about half its time.
func ErlangB(servers int, a float64) float64 {
	if a == 0 {
		if servers == 0 {
			return 1
		}
		return 0
	}
	// The factors do not depend on each other, so a term waits for one product
	// only; a division a term would take four times as long. Eight terms a turn,
	// because turning round costs WebAssembly as much as several terms: what is
	// added after the first term below the limit is too small to change a bit.
	sum, term, inverse := 1.0, 1.0, 1/a
	left := float64(servers)
	for ; left >= 8; left -= 8 {
		term = float64(term * float64(left*inverse))
		sum += term
		term = float64(term * float64((left-1)*inverse))
		sum += term
		term = float64(term * float64((left-2)*inverse))
		sum += term
		term = float64(term * float64((left-3)*inverse))
		sum += term
		term = float64(term * float64((left-4)*inverse))
		sum += term
		term = float64(term * float64((left-5)*inverse))
		sum += term
		term = float64(term * float64((left-6)*inverse))
		sum += term
		term = float64(term * float64((left-7)*inverse))
		sum += term
		if term < negligible*sum {
			return 1 / sum
		}
	}
	for ; left > 0; left-- {
		term = float64(term * float64(left*inverse))
		sum += term
	}
	return 1 / sum
}

// ErlangC returns the probability that an arrival has to wait, P(W > 0), with N
// servers at an offered load of a < N busy servers:
// C = B / (1 - (a/N) (1 - B)).
func ErlangC(servers int, a float64) float64 {
	b := ErlangB(servers, a)
	return b / (1 - float64(a/float64(servers)*(1-b)))
}

// Queue is a stationary M/M/N queue.
type Queue struct {
	Servers         int
	ServiceSeconds  float64 // mean service time S
	WaitProbability float64 // C = P(W > 0)
	DrainPerSecond  float64 // k = N/S - A: waiting times fall like exp(-k t)
}

// New returns the queue of N > 0 servers with the given mean service time at an
// offered load of a < N busy servers, which Little's law makes an arrival rate
// of a / S (J. D. C. Little, Oper. Res. 9(3), 1961, 383-387).
func New(servers int, serviceSeconds, a float64) Queue {
	return Queue{
		Servers:         servers,
		ServiceSeconds:  serviceSeconds,
		WaitProbability: ErlangC(servers, a),
		DrainPerSecond:  float64(servers)/serviceSeconds - a/serviceSeconds,
	}
}

// WaitLonger returns P(W > t) = C exp(-k t).
func (q Queue) WaitLonger(seconds float64) float64 {
	return q.WaitProbability * detmath.Exp(-q.DrainPerSecond*seconds)
}

// WaitQuantile returns the time that a share p of all arrivals waits longer
// than: max(0, ln(C/p) / k).
func (q Queue) WaitQuantile(p float64) float64 {
	if q.WaitProbability <= p {
		return 0
	}
	return detmath.Log(q.WaitProbability/p) / q.DrainPerSecond
}
