package service

import (
	"math"

	"oncall/internal/queueing"
)

// These are instructions of every processor with one rounding each, and so safe
// where the other functions of math are not.
func sqrt(x float64) float64  { return math.Sqrt(x) }
func ceil(x float64) float64  { return math.Ceil(x) }
func floor(x float64) float64 { return math.Floor(x) }

// causes are the shares of the admitted requests that fail, by cause.
type causes struct {
	noCapacity, timeout, badBuild float64
}

// Log100 is ln 100: an exponential service time passes S ln 100 in 1 % of the
// requests.
const Log100 = 4.605170185988091368035982909368728

// evaluate follows the requests of one minute: balancer, cache, database, fleet,
// queue, and writes what the row shows of them.
func (w *World) evaluate(requestsPerSecond float64) {
	p, r := &w.p, &w.row
	heavy := float64(w.settings[HeavyFeature])
	ttl := float64(w.settings[CacheTTL])
	shed := float64(p.LowPriority * (float64(w.settings[Shed]) / 100))
	admitted := requestsPerSecond * (1 - shed)

	// Every object is asked for at the rate r; with a TTL of T a stretch of
	// 1 + rT requests has one miss (Jung, Berger, Balakrishnan, Modeling TTL-based
	// Internet Caches, IEEE INFOCOM 2003).
	rT := float64(admitted / p.HotObjects * ttl)
	hit := float64(w.warm * (rT / (1 + rT)))
	queries := p.QueriesPerRequest + float64(p.HeavyQueries*heavy)
	load := float64(admitted * queries * (1 - hit))
	if w.warmUp > 0 {
		load += p.WarmUpPerSecond
	}
	rho := load / p.DatabasePerSecond
	query := p.QueryMaxSeconds
	if rho < 1 {
		query = min(query, p.QuerySeconds/(1-rho))
	}
	app := float64((p.ServiceSeconds + float64(p.HeavySeconds*heavy)) * (1 + float64((p.BadSlowdown-1)*w.bad)))
	service := app + float64((1-hit)*queries*query)

	r[Requests], r[Admitted] = requestsPerSecond, admitted
	r[Serving], r[Booting] = float64(w.fleet.serving), float64(w.fleet.booting())
	r[Hit], r[Database], r[QueryTime], r[ServiceTime] = hit, rho, query, service
	r[Warm], r[Bad], r[ShedShare] = w.warm, w.bad, shed
	r[Age], r[Heavy] = ttl/2, heavy
	w.queue(admitted, service)
}

// queue works out waiting, failures and the error rate of the minute.
func (w *World) queue(admitted, service float64) {
	p, r := &w.p, &w.row
	servers := w.fleet.serving * int(p.WorkersPerInstance)
	n := float64(servers)
	offered := admitted * service // Little's law: busy workers
	overloaded := offered >= n

	// Stationary formulas describe a minute only while the queue relaxes within
	// it; above the guard they are held where they are.
	held := min(offered, p.GuardUtilization*n)
	q := queueing.New(servers, service, held)
	fail := q.WaitLonger(p.TimeoutSeconds)
	noCapacity := 0.0
	if offered > n {
		noCapacity = 1 - n/offered
		fail = max(fail, noCapacity)
	}
	wait := q.WaitProbability
	p99Wait := min(p.TimeoutSeconds, q.WaitQuantile(0.01))
	if overloaded {
		wait, p99Wait = 1, p.TimeoutSeconds
	}

	r[Utilization] = min(1, offered/n)
	r[WaitProbability] = wait
	r[Fail] = fail
	// The sum of two quantiles is an approximation of the quantile of the sum.
	r[P99] = float64(service*Log100) + p99Wait
	r[Error] = fail + float64((1-fail)*p.BadError*r[Bad])
	w.causes = causes{noCapacity: noCapacity, timeout: fail - noCapacity, badBuild: r[Error] - fail}
}

// Row implements world.World.
func (w *World) Row(dst []float64) { copy(dst, w.row[:]) }

// Settings implements world.World.
func (w *World) Settings(dst []int) { copy(dst, w.settings[:]) }

// Extra implements world.World.
func (w *World) Extra(dst []float64) {
	dst[ExtraRollbackLeft] = float64(w.running.rollback)
	dst[ExtraWarmUpLeft] = float64(w.running.warmUp)
	dst[ExtraNoCapacity] = w.causes.noCapacity
	dst[ExtraTimeout] = w.causes.timeout
	dst[ExtraBadBuild] = w.causes.badBuild
	i := ExtraBoots
	for _, b := range w.fleet.boots {
		for range b.count {
			dst[i] = float64(b.due - w.minute)
			i++
		}
	}
	clear(dst[i:])
}
