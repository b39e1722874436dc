package requestsim

import (
	"oncall/internal/service"
	"oncall/internal/world"
)

// The constants of the grid. Only the fleet's load, its size and the TTL are
// varied: the formulas depend on the rest by scale alone.
const (
	// ServiceSeconds is the mean service time of the fleet: about what a request
	// takes when the free play opens (74 ms).
	ServiceSeconds = 0.075
	// CacheRequestsPerSecond is the traffic on the cache: the free play's opening.
	CacheRequestsPerSecond = 1125
	// ZipfExponent is the skew of the Zipf popularity.
	ZipfExponent = 1
)

// plain returns the model's constants without a daily swing, so that the opening
// has the traffic that is asked for.
func plain(requestsPerSecond float64) service.Params {
	p := service.Defaults()
	p.DailySwing = 0
	p.BasePerSecond = requestsPerSecond
	return p
}

// opening returns the model's readings of a minute without noise: the very
// numbers that the game shows.
func opening(p service.Params, settings ...world.Setting) (row [service.ColumnCount]float64) {
	service.New(p, 0, settings).Row(row[:])
	return row
}

// fleetReadings has the model work out a fleet whose requests need no database,
// so that the service time is ServiceSeconds.
func fleetReadings(instances int, utilization float64) [service.ColumnCount]float64 {
	q := fleetQueue(instances, utilization)
	p := plain(q.ArrivalsPerSecond)
	p.ServiceSeconds, p.QueriesPerRequest = ServiceSeconds, 0
	p.FleetServing, p.FleetMin = float64(instances), float64(instances)
	return opening(p, world.Setting{Control: service.HeavyFeature, Value: 0})
}

// fleetQueue is the same fleet as a queue whose callers stay.
func fleetQueue(instances int, utilization float64) Queue {
	workers := instances * int(service.Defaults().WorkersPerInstance)
	return Queue{
		Workers: workers, ServiceSeconds: ServiceSeconds,
		ArrivalsPerSecond: utilization * float64(workers) / ServiceSeconds, PatienceSeconds: forever,
	}
}

// hitReading has the model work out the hit rate of a warm cache.
func hitReading(ttlSeconds int) float64 {
	row := opening(plain(CacheRequestsPerSecond), world.Setting{Control: service.CacheTTL, Value: ttlSeconds})
	return row[service.Hit]
}

// queryReading has the model work out the time of a query at a load of the
// database, by a database that is just large enough for the opening's queries.
func queryReading(utilization float64) float64 {
	p := plain(CacheRequestsPerSecond)
	queries := opening(p)[service.Database] * p.DatabasePerSecond
	p.DatabasePerSecond = queries / utilization
	return opening(p)[service.QueryTime]
}
