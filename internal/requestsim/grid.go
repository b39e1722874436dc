package requestsim

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"oncall/internal/queueing"
	"oncall/internal/service"
)

// waitSeconds are the t at which P(W > t) is measured.
var waitSeconds = []float64{0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2}

// A load is a fleet of so many instances at a utilization.
type load struct {
	instances   int
	utilization float64
}

// grid says what is simulated, and for how long.
type grid struct {
	staying, leaving, overloaded []load
	ttlSeconds                   []int
	databases                    []float64 // utilizations

	queues               Plan
	thorough             bool // runs are long enough to judge every share from RareShare on
	overloadSeconds      float64
	overloadReplications int
	cacheTTLs            float64 // length of a replication of the cache in TTLs
	cacheSecondsMin      float64 // and at least so long
	cacheReplications    int
}

// loads returns every fleet at every utilization, and more, ordered by both.
func loads(instances []int, utilizations []float64, more ...load) []load {
	all := more
	for _, n := range instances {
		for _, u := range utilizations {
			all = append(all, load{n, u})
		}
	}
	slices.SortFunc(all, func(a, b load) int {
		return cmp.Or(cmp.Compare(a.instances, b.instances), cmp.Compare(a.utilization, b.utilization))
	})
	return all
}

// fullGrid spans utilizations of 0.3 to 1.2, fleets of 1 to 40 instances and TTLs
// of 5 to 600 s. A run's length grows with 1 / (1 - utilization)^2, so the last
// steps to saturation are for small fleets, which are also the only ones that
// time out below it.
func fullGrid() grid {
	fleets := []int{1, 2, 5, 10, 20, 40}
	return grid{
		staying:    loads(fleets, []float64{0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98}, load{1, 0.985}, load{1, 0.99}, load{2, 0.99}),
		leaving:    loads(fleets, []float64{1.02, 1.05, 1.1, 1.2}, load{1, 0.95}, load{1, 0.98}, load{1, 0.99}, load{1, 1}),
		overloaded: loads([]int{1, 2, 5, 10}, []float64{1, 1.02, 1.05, 1.1, 1.2}),
		ttlSeconds: []int{5, 10, 20, 30, 60, 120, 300, 600},
		databases:  []float64{0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.97},

		queues: Plan{Batches: 50, RelaxationsPerBatch: 40, RequestsMin: 3e6}, thorough: true,
		overloadSeconds: 60, overloadReplications: 20,
		cacheTTLs: 2, cacheSecondsMin: 60, cacheReplications: 20,
	}
}

// quickGrid takes a second or two of one processor, with wider intervals.
func quickGrid() grid {
	return grid{
		staying:    loads([]int{1, 10}, []float64{0.5, 0.8, 0.9}, load{1, 0.95}),
		leaving:    loads([]int{1}, []float64{0.95, 1, 1.1, 1.2}),
		overloaded: loads([]int{1}, []float64{1.1, 1.2}),
		ttlSeconds: []int{5, 60, 300},
		databases:  []float64{0.3, 0.7, 0.9},

		queues:          Plan{Batches: 30, RelaxationsPerBatch: 15, RequestsMin: 3e5},
		overloadSeconds: 60, overloadReplications: 10,
		cacheTTLs: 1, cacheSecondsMin: 30, cacheReplications: 5,
	}
}

// A cell is one run of one system. Its name names its stream.
type cell struct {
	name     string
	requests float64 // about how many it simulates
	run      func(random *rand.Rand, tick func(requests float64)) []Row
}

// system is the first word of the cell's name.
func (c cell) system() string {
	system, _, _ := strings.Cut(c.name, " ")
	return system
}

// cells lists the runs of a grid in the order of the report.
func (g grid) cells() []cell {
	var all []cell
	for _, l := range g.staying {
		all = append(all, g.stayingCell(l))
	}
	for _, l := range g.leaving {
		all = append(all, g.leavingCell(l))
	}
	for _, l := range g.overloaded {
		all = append(all, g.overloadCell(l))
	}
	equal, zipf := EqualShares(cacheObjects()), Zipf(cacheObjects(), ZipfExponent)
	for _, ttl := range g.ttlSeconds {
		all = append(all, g.cacheCell("equal", ttl, equal), g.cacheCell("zipf", ttl, zipf))
	}
	for _, u := range g.databases {
		all = append(all, g.databaseCell(1, u), g.databaseCell(manyServers(), u))
	}
	return all
}

func cacheObjects() int { return int(service.Defaults().HotObjects) }

// manyServers is how many servers of 5 ms a query it takes for the model's
// 4,000 queries/s.
func manyServers() int {
	p := service.Defaults()
	return int(p.DatabasePerSecond*p.QuerySeconds + 0.5)
}

// waits returns P(W > t) for the grid's t. At the timeout it is what the page
// shows as the failed share.
func waits(q Queue, page [service.ColumnCount]float64) []float64 {
	formula := queueing.New(q.Workers, q.ServiceSeconds, q.ArrivalsPerSecond*q.ServiceSeconds)
	var shares []float64
	for _, t := range waitSeconds {
		share := formula.WaitLonger(t)
		if t == service.Defaults().TimeoutSeconds {
			share = page[service.Fail]
		}
		shares = append(shares, share)
	}
	return shares
}

func (g grid) stayingCell(l load) cell {
	q, page := fleetQueue(l.instances, l.utilization), fleetReadings(l.instances, l.utilization)
	longer, plan := waits(q, page), g.queues
	for _, share := range append([]float64{page[service.WaitProbability]}, longer...) {
		if g.thorough && share >= RareShare {
			plan.RequestsMin = max(plan.RequestsMin, 1.01*eventsMin*q.clump()/share)
		}
	}
	clumps := plan.requests(q) / q.clump()
	run := func(random *rand.Rand, tick func(float64)) []Row {
		measured := q.Simulate(plan, waitSeconds, random, tick)
		row := func(quantity Quantity, formula float64, e Estimate, claim Claim, events float64) Row {
			return Row{Part: FleetPart, Quantity: quantity, Workers: q.Workers, Utilization: l.utilization, Formula: formula, Simulation: e, Claim: claim, events: events}
		}
		wait := page[service.WaitProbability]
		rows := []Row{
			row(Utilization, page[service.Utilization], measured.Utilization, Exact, forever),
			row(WaitProbability, wait, measured.WaitProbability, Exact, clumps*wait),
		}
		for i, share := range longer {
			if share >= RareShare {
				r := row(WaitLonger, share, measured.WaitLonger[i], Exact, clumps*share)
				r.Seconds = waitSeconds[i]
				rows = append(rows, r)
			}
		}
		return append(rows,
			row(P99Exact, exactP99(q), measured.P99, Exact, clumps*0.01),
			row(P99, page[service.P99], measured.P99, SumOfQuantiles, 0))
	}
	return cell{fmt.Sprintf("staying %d %g", l.instances, l.utilization), plan.requests(q), run}
}

// exactP99 returns the 99 % quantile of wait plus service.
func exactP99(q Queue) float64 {
	formula := queueing.New(q.Workers, q.ServiceSeconds, q.ArrivalsPerSecond*q.ServiceSeconds)
	return ResponseQuantile(formula.WaitProbability, formula.DrainPerSecond, q.ServiceSeconds, 0.01)
}

func (g grid) leavingCell(l load) cell {
	q := fleetQueue(l.instances, l.utilization)
	q.PatienceSeconds = service.Defaults().TimeoutSeconds
	run := func(random *rand.Rand, tick func(float64)) []Row {
		left := q.Simulate(g.queues, nil, random, tick).Left
		exact := LeaveShare(q)
		events := exact * g.queues.requests(q) / q.clump()
		row := func(quantity Quantity, formula float64, claim Claim) Row {
			return Row{Part: LeavingPart, Quantity: quantity, Workers: q.Workers, Utilization: l.utilization, Formula: formula, Simulation: left, Claim: claim, events: events}
		}
		rows := []Row{
			row(FailExact, exact, Exact),
			row(Fail, fleetReadings(l.instances, l.utilization)[service.Fail], CallersLeave),
		}
		if l.utilization > 1 {
			rows = append(rows, row(NoCapacity, 1-1/l.utilization, Fluid))
		}
		return rows
	}
	return cell{fmt.Sprintf("leaving %d %g", l.instances, l.utilization), g.queues.requests(q), run}
}

func (g grid) overloadCell(l load) cell {
	q := fleetQueue(l.instances, l.utilization)
	run := func(random *rand.Rand, tick func(float64)) []Row {
		failed := q.Overload(g.overloadSeconds, service.Defaults().TimeoutSeconds, g.overloadReplications, random, tick)
		return []Row{{
			Part: OverloadPart, Quantity: FailMinute, Workers: q.Workers, Utilization: l.utilization, Seconds: g.overloadSeconds,
			Formula: fleetReadings(l.instances, l.utilization)[service.Fail], Simulation: failed, Claim: CallersStay,
		}}
	}
	requests := q.ArrivalsPerSecond * g.overloadSeconds * float64(g.overloadReplications)
	return cell{fmt.Sprintf("overload %d %g", l.instances, l.utilization), requests, run}
}

func (g grid) cacheCell(name string, ttl int, popularity []float64) cell {
	c := Cache{TTLSeconds: float64(ttl), RequestsPerSecond: CacheRequestsPerSecond, Popularity: popularity}
	horizonSeconds := max(g.cacheTTLs*c.TTLSeconds, g.cacheSecondsMin)
	run := func(random *rand.Rand, tick func(float64)) []Row {
		hits := c.Simulate(horizonSeconds, g.cacheReplications, random, tick)
		row := func(quantity Quantity, formula float64, claim Claim) Row {
			return Row{Part: CachePart, Quantity: quantity, Seconds: c.TTLSeconds, Formula: formula, Simulation: hits, Claim: claim, events: forever}
		}
		if name == "equal" {
			return []Row{row(HitEqual, hitReading(ttl), Exact)}
		}
		return []Row{row(HitZipfExact, HitRate(c), Exact), row(HitZipf, hitReading(ttl), EqualPopularity)}
	}
	return cell{fmt.Sprintf("cache %s %d", name, ttl), c.RequestsPerSecond * horizonSeconds * float64(g.cacheReplications), run}
}

func (g grid) databaseCell(servers int, utilization float64) cell {
	p := service.Defaults()
	q := Queue{Workers: servers, ServiceSeconds: p.QuerySeconds, ArrivalsPerSecond: utilization * float64(servers) / p.QuerySeconds, PatienceSeconds: forever}
	run := func(random *rand.Rand, tick func(float64)) []Row {
		response := q.Simulate(g.queues, nil, random, tick).MeanResponse
		row := Row{Part: QueryPart, Quantity: QueryTime, Workers: servers, Utilization: utilization, Formula: queryReading(utilization), Simulation: response, Claim: Exact, events: forever}
		if servers > 1 {
			row.Quantity, row.Claim = QueryTimeMany, OneServer
		}
		return []Row{row}
	}
	return cell{fmt.Sprintf("database %d %g", servers, utilization), g.queues.requests(q), run}
}
