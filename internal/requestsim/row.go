package requestsim

import "math"

var forever = math.Inf(1)

// Part is a group of rows: one system under one question.
type Part string

// The parts of a report, in order.
const (
	FleetPart    Part = "fleet"    // callers stay, below saturation
	LeavingPart  Part = "leaving"  // callers leave after the timeout
	OverloadPart Part = "overload" // callers stay, at saturation and above, for a minute
	CachePart    Part = "cache"
	QueryPart    Part = "query" // the database's queue
)

// Quantity says what a row compares.
type Quantity string

// The quantities. Times are in seconds, the rest are shares.
const (
	Utilization     Quantity = "utilization"
	WaitProbability Quantity = "wait_probability"
	WaitLonger      Quantity = "wait_longer"   // P(W > Row.Seconds)
	P99             Quantity = "p99"           // the page's sum of two quantiles
	P99Exact        Quantity = "p99_exact"     // the exact quantile of wait plus service
	Fail            Quantity = "fail"          // the page's failed share, callers leave
	FailMinute      Quantity = "fail_minute"   // the page's failed share, callers stay, the first minute from idle
	FailExact       Quantity = "fail_exact"    // the exact share of callers who leave
	NoCapacity      Quantity = "no_capacity"   // max(0, 1 - N/a)
	HitEqual        Quantity = "hit_equal"     // the page's formula, objects of equal popularity
	HitZipf         Quantity = "hit_zipf"      // the same formula, objects of Zipf popularity
	HitZipfExact    Quantity = "hit_zipf_sum"  // the formula summed over objects
	QueryTime       Quantity = "query_time"    // 5 ms / (1 - rho), one server
	QueryTimeMany   Quantity = "query_time_20" // the same formula, 20 servers of 5 ms
)

// Claim says what the page says of a formula.
type Claim string

// The claims: exact, or the reason for which a formula is off. Only exact ones
// are judged; of the others the error is measured and stated.
const (
	Exact           Claim = "exact"
	SumOfQuantiles  Claim = "sum_of_quantiles"
	CallersStay     Claim = "callers_stay"     // the formula has no memory of the minute before
	CallersLeave    Claim = "callers_leave"    // below saturation the formula has them stay
	EqualPopularity Claim = "equal_popularity" // of objects
	OneServer       Claim = "one_server"       // an assumed law
	Fluid           Claim = "fluid"            // of callers who leave: work as a stream, without chance
)

// Verdict says how a row came out.
type Verdict string

// The verdicts.
const (
	Inside   Verdict = "inside"   // inside the 95 % interval
	ByChance Verdict = "chance"   // outside it, but inside the interval that holds for the whole family
	Outside  Verdict = "outside"  // outside both: the formula, or the simulation, is wrong
	Stated   Verdict = "stated"   // not claimed to be exact: the error is stated
	TooRare  Verdict = "too_rare" // the run is too short to judge it
)

// What is rare comes in clumps, and the mean of few clumps is far from normal:
// nothing is judged below a share of RareShare, nor where a run expects fewer
// than eventsMin clumps.
const (
	RareShare = 1e-3
	eventsMin = 20
)

// Row compares one formula with its simulation.
type Row struct {
	Part        Part     `json:"part"`
	Quantity    Quantity `json:"quantity"`
	Workers     int      `json:"workers,omitempty"`     // of the fleet or the database
	Utilization float64  `json:"utilization,omitempty"` // their offered load by worker
	Seconds     float64  `json:"seconds,omitempty"`     // t of wait_longer, TTL of the cache
	Formula     float64  `json:"formula"`
	Simulation  Estimate `json:"simulation"`
	Half        float64  `json:"half"` // half the 95 % interval
	Claim       Claim    `json:"claim"`
	Verdict     Verdict  `json:"verdict"`

	events float64 // independent ones that the run expects of the share, or beyond the quantile
}

// Difference returns formula less simulation.
func (r Row) Difference() float64 { return r.Formula - r.Simulation.Mean }

// judged says whether the row is one of the family that gets a verdict.
func (r Row) judged() bool {
	return r.Claim == Exact && r.events >= eventsMin && (r.Formula >= RareShare || r.timed())
}

// timed says whether the row's numbers are seconds.
func (r Row) timed() bool {
	switch r.Quantity {
	case P99, P99Exact, QueryTime, QueryTimeMany:
		return true
	}
	return false
}

// The levels of confidence: of the intervals that are shown, and of all verdicts
// together.
const (
	IntervalLevel = 0.95
	FamilyLevel   = 0.999
)

// judge gives every row its interval and its verdict.
func judge(rows []Row) {
	family := 0
	for _, r := range rows {
		if r.judged() {
			family++
		}
	}
	level := 1 - (1-FamilyLevel)/float64(max(1, family))
	for i := range rows {
		r := &rows[i]
		r.Half = r.Simulation.Half(IntervalLevel)
		off := math.Abs(r.Difference())
		switch {
		case r.Claim != Exact:
			r.Verdict = Stated
		case !r.judged():
			r.Verdict = TooRare
		case off <= r.Half:
			r.Verdict = Inside
		case off <= r.Simulation.Half(level):
			r.Verdict = ByChance
		default:
			r.Verdict = Outside
		}
	}
}
