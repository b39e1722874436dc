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

// least is the smaller of two numbers that are numbers, which in WebAssembly is a
// call where min is used.
func least(a, b float64) float64 {
	if b < a {
		return b
	}
	return a
}

// causes are the shares of the admitted requests that fail, by cause.
type causes struct {
	noCapacity, timeout, badBuild float64
}

// Log100 is ln 100: an exponential service time passes S ln 100 in 1 % of the
// requests.
const Log100 = 4.605170185988091368035982909368728

// approach follows the requests of one minute through balancer and cache to the
// fleet's queue, and writes what the row shows of that.
func (w *World) approach(requestsPerSecond float64) {
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
		query = least(query, p.QuerySeconds/(1-rho))
	}
	app := float64((p.ServiceSeconds + float64(p.HeavySeconds*heavy)) * (1 + float64((p.BadSlowdown-1)*w.bad)))
	service := app + float64((1-hit)*queries*query)

	r[Requests], r[Admitted] = requestsPerSecond, admitted
	r[Serving], r[Booting] = float64(w.fleet.serving), float64(w.fleet.booting)
	r[Hit], r[Database], r[QueryTime], r[ServiceTime] = hit, rho, query, service
	r[Warm], r[Bad], r[ShedShare] = w.warm, w.bad, shed
	r[Age], r[Heavy] = ttl/2, heavy

	servers := w.fleet.serving * int(p.WorkersPerInstance)
	n := float64(servers)
	offered := admitted * service // Little's law: busy workers
	// Stationary formulas describe a minute only while the queue relaxes within
	// it; above the guard they are held where they are.
	w.load = queueing.Load{Servers: servers, Busy: least(offered, float64(p.GuardUtilization*n))}
	w.offered = offered
	r[Utilization] = least(1, offered/n)
}

// answer works out waiting, failures and the error rate of the minute from the
// blocking probability, Erlang B, of the load.
func (w *World) answer() {
	p, r := &w.p, &w.row
	service, offered, n := r[ServiceTime], w.offered, float64(w.load.Servers)
	q := queueing.NewFromB(w.load.Servers, service, w.load.Busy, w.blocked)
	fail := q.WaitLonger(p.TimeoutSeconds)
	noCapacity := 0.0
	if offered > n {
		noCapacity = 1 - n/offered
		if fail < noCapacity {
			fail = noCapacity
		}
	}
	wait := q.WaitProbability
	p99Wait := least(p.TimeoutSeconds, q.WaitQuantile(0.01))
	if offered >= n {
		wait, p99Wait = 1, p.TimeoutSeconds
	}

	r[WaitProbability] = wait
	r[Fail] = fail
	// The sum of two quantiles is an approximation of the quantile of the sum.
	r[P99] = float64(service*Log100) + p99Wait
	r[Error] = fail + float64((1-fail)*p.BadError*r[Bad])
	w.causes = causes{noCapacity: noCapacity, timeout: fail - noCapacity, badBuild: r[Error] - fail}
}

// Look returns the current minute's readings and the controls' values: views that
// the next step changes.
func (w *World) Look() (row []float64, settings []int) { return w.row[:], w.settings[:] }

// Row implements world.World.
func (w *World) Row(dst []float64) { copy(dst, w.row[:]) }

// Settings implements world.World.
func (w *World) Settings(dst []int) { copy(dst, w.settings[:]) }

// Extra implements world.World.
func (w *World) Extra(dst []float64) {
	w.ExtraBeforeBoots(dst)
	i := ExtraBoots
	for _, b := range w.fleet.boots {
		for range b.count {
			dst[i] = float64(b.due - w.minute)
			i++
		}
	}
	clear(dst[i:])
}

// ExtraBeforeBoots writes the current minute's extras that stand before
// ExtraBoots.
func (w *World) ExtraBeforeBoots(dst []float64) {
	dst[ExtraRollbackLeft] = float64(w.running.rollback)
	dst[ExtraWarmUpLeft] = float64(w.running.warmUp)
	dst[ExtraNoCapacity] = w.causes.noCapacity
	dst[ExtraTimeout] = w.causes.timeout
	dst[ExtraBadBuild] = w.causes.badBuild
}
