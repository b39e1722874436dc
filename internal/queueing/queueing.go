// Package queueing has the textbook formulas of the M/M/N queue: Poisson
// arrivals, exponential service, N servers, first come first served.
//
// Source: A. K. Erlang, P.O. Elec. Eng. J. 10 (1918) 189-197; M. Harchol-Balter,
// Performance Modeling and Design of Computer Systems, Cambridge University
// Press 2013, ch. 14.
package queueing

import "oncall/internal/detmath"

// negligible is the share of a sum below which a term changes none of its bits:
// such a term is below half a unit in the sum's last place.
const negligible = 0x1p-54

// ErlangB returns the share of arrivals that N servers without a queue turn
// away at an offered load of a busy servers, 0 <= a.
//
// It sums 1/B = sum over j = 0..N of N (N-1) ... (N-j+1) / a^j upwards and
// stops when a term no longer counts. That equals the recursion
// 1/B(k) = 1 + k/a * 1/B(k-1) within 1e-13 in about half its time. Where nothing is
// offered the first term is infinite: B is 0, and 1 of no servers.
func ErlangB(servers int, a float64) float64 { return newSeries(servers, a).inverse() }

// Load is what is offered to a fleet.
type Load struct {
	Servers int
	Busy    float64 // servers that it keeps busy
}

// ErlangAll writes Erlang B of each load to blocked, which is as long. It adds up
// two series at once, in little more than the time of one: what a term takes is
// waiting for the term before it, and those of two series do not wait for each
// other.
func ErlangAll(loads []Load, blocked []float64) {
	if len(loads) == 0 {
		return
	}
	i, s := 0, newSeries(loads[0].Servers, loads[0].Busy)
	for j := 1; j < len(loads); j++ {
		t := newSeries(loads[j].Servers, loads[j].Busy)
		s, t = addBoth(s, t)
		if s.goesOn() {
			blocked[j] = t.inverse()
		} else {
			blocked[i] = s.inverse()
			i, s = j, t
		}
	}
	blocked[i] = s.inverse()
}

// series is the sum of ErlangB on its way.
type series struct {
	sum, term float64
	factor    float64 // 1 / a
	left      float64 // servers that no term has counted
}

func newSeries(servers int, a float64) series {
	return series{sum: 1, term: 1, factor: 1 / a, left: float64(servers)}
}

// turn is how many terms are added before it is asked whether they still count,
// because turning round costs WebAssembly as much as several terms. What is added
// after the first term below the limit is too small to change a bit.
const turn = 8

// goesOn reports whether there is another turn of terms, and it counts.
func (s *series) goesOn() bool { return s.left >= turn && !(s.term < negligible*s.sum) }

// addBoth adds turns of terms to two series until one of them does not go on.
func addBoth(s, t series) (series, series) {
	for s.left >= turn && t.left >= turn && !(s.term < negligible*s.sum) && !(t.term < negligible*t.sum) {
		s.term = float64(s.term * float64(s.left*s.factor))
		s.sum += s.term
		t.term = float64(t.term * float64(t.left*t.factor))
		t.sum += t.term
		s.term = float64(s.term * float64((s.left-1)*s.factor))
		s.sum += s.term
		t.term = float64(t.term * float64((t.left-1)*t.factor))
		t.sum += t.term
		s.term = float64(s.term * float64((s.left-2)*s.factor))
		s.sum += s.term
		t.term = float64(t.term * float64((t.left-2)*t.factor))
		t.sum += t.term
		s.term = float64(s.term * float64((s.left-3)*s.factor))
		s.sum += s.term
		t.term = float64(t.term * float64((t.left-3)*t.factor))
		t.sum += t.term
		s.term = float64(s.term * float64((s.left-4)*s.factor))
		s.sum += s.term
		t.term = float64(t.term * float64((t.left-4)*t.factor))
		t.sum += t.term
		s.term = float64(s.term * float64((s.left-5)*s.factor))
		s.sum += s.term
		t.term = float64(t.term * float64((t.left-5)*t.factor))
		t.sum += t.term
		s.term = float64(s.term * float64((s.left-6)*s.factor))
		s.sum += s.term
		t.term = float64(t.term * float64((t.left-6)*t.factor))
		t.sum += t.term
		s.term = float64(s.term * float64((s.left-7)*s.factor))
		s.sum += s.term
		t.term = float64(t.term * float64((t.left-7)*t.factor))
		t.sum += t.term
		s.left -= turn
		t.left -= turn
	}
	return s, t
}

// inverse adds the terms that are left and returns 1 over the sum. The factors of
// a term do not depend on each other, so it waits for one product only; a
// division a term would take four times as long.
func (s series) inverse() float64 {
	sum, term, factor, left := s.sum, s.term, s.factor, s.left
	for ; left >= turn && !(term < negligible*sum); left -= turn {
		term = float64(term * float64(left*factor))
		sum += term
		term = float64(term * float64((left-1)*factor))
		sum += term
		term = float64(term * float64((left-2)*factor))
		sum += term
		term = float64(term * float64((left-3)*factor))
		sum += term
		term = float64(term * float64((left-4)*factor))
		sum += term
		term = float64(term * float64((left-5)*factor))
		sum += term
		term = float64(term * float64((left-6)*factor))
		sum += term
		term = float64(term * float64((left-7)*factor))
		sum += term
	}
	if term < negligible*sum {
		return 1 / sum
	}
	for ; left > 0; left-- {
		term = float64(term * float64(left*factor))
		sum += term
	}
	return 1 / sum
}

// ErlangC returns the probability that an arrival has to wait, P(W > 0), with N
// servers at an offered load of a < N busy servers:
// C = B / (1 - (a/N) (1 - B)).
func ErlangC(servers int, a float64) float64 {
	return waiting(servers, a, ErlangB(servers, a))
}

// waiting is Erlang C from Erlang B.
func waiting(servers int, a, b float64) float64 {
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
	return NewFromB(servers, serviceSeconds, a, ErlangB(servers, a))
}

// NewFromB is New where b, Erlang B of the servers and the load, is known.
func NewFromB(servers int, serviceSeconds, a, b float64) Queue {
	return Queue{
		Servers:         servers,
		ServiceSeconds:  serviceSeconds,
		WaitProbability: waiting(servers, a, b),
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
