package sitebuild

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"oncall/internal/requestsim"
)

// finding is one sentence of what the simulation showed: a text's key and the measured numbers in it.
type finding struct {
	key  string
	args map[string]string
}

// findings tells from a report where the formulas are off, and by how much.
func findings(r *requestsim.Report) ([]finding, error) {
	f := finder{report: r}
	all := []finding{
		{"model.right.exact", f.exact()},
		{"model.right.p99", f.p99()},
		{"model.right.leaving", f.leaving()},
		{"model.right.overload", f.overload()},
		{"model.right.zipf", f.zipf()},
		{"model.right.query", f.query()},
	}
	return all, errors.Join(f.missing...)
}

// finder looks rows up, and keeps what the report lacks.
type finder struct {
	report  *requestsim.Report
	missing []error
}

// row returns the comparison of a quantity at one place of the grid: workers, their offered load
// and seconds (0 where it has none).
func (f *finder) row(part requestsim.Part, quantity requestsim.Quantity, workers int, load, seconds float64) requestsim.Row {
	for _, row := range f.report.Rows {
		if row.Part == part && row.Quantity == quantity && row.Workers == workers && row.Utilization == load && row.Seconds == seconds {
			return row
		}
	}
	f.missing = append(f.missing, fmt.Errorf("the validation has no %s of N = %d at %g, %g s", quantity, workers, load, seconds))
	return requestsim.Row{}
}

func plain(v float64, decimals int) string { return strconv.FormatFloat(v, 'f', decimals, 64) }

func percentText(share float64, decimals int) string { return plain(100*share, decimals) + " %" }

// exact counts the comparisons of formulas that the page claims to be exact.
func (f *finder) exact() map[string]string {
	inside, chance, outside := f.report.Count(requestsim.Inside), f.report.Count(requestsim.ByChance), f.report.Count(requestsim.Outside)
	return map[string]string{
		"judged": strconv.Itoa(inside + chance + outside), "inside": strconv.Itoa(inside), "chance": strconv.Itoa(chance), "outside": strconv.Itoa(outside),
	}
}

// p99 compares the sum of two quantiles with the exact quantile of the sum and with the simulation.
func (f *finder) p99() map[string]string {
	var most, least, simulated float64 // relative errors
	var at requestsim.Row
	for _, row := range f.report.Rows {
		if row.Quantity != requestsim.P99 {
			continue
		}
		exact := f.row(row.Part, requestsim.P99Exact, row.Workers, row.Utilization, row.Seconds)
		off := row.Formula/exact.Formula - 1
		if off > most {
			most, at = off, row
		}
		least = min(least, off)
		simulated = max(simulated, row.Error())
	}
	small := func(load float64) string {
		row := f.row(requestsim.FleetPart, requestsim.P99, smallFleet, load, 0)
		return percentText(row.Formula/f.row(requestsim.FleetPart, requestsim.P99Exact, smallFleet, load, 0).Formula-1, 0)
	}
	return map[string]string{
		"most": percentText(most, 0), "instances": strconv.Itoa(at.Workers / smallFleet), "load": percentText(at.Utilization, 0), "least": percentText(-least, 2),
		"simulated": percentText(simulated, 0), "at70": small(0.7), "at90": small(0.9), "at95": small(0.95), "at99": small(0.99),
	}
}

// smallFleet is the workers of one instance, where chance matters most.
const smallFleet = 16

// leaving compares the failed share with callers who leave after the timeout, near saturation and
// above it.
func (f *finder) leaving() map[string]string {
	args := map[string]string{}
	for name, load := range map[string]float64{"99": 0.99, "100": 1, "105": 1.05} {
		row := f.row(requestsim.LeavingPart, requestsim.Fail, smallFleet, load, 0)
		args["formula"+name] = percentText(row.Formula, 1)
		args["simulation"+name] = percentText(row.Simulation.Mean, 2)
	}
	most := 0.0
	for _, row := range f.report.Rows {
		if row.Quantity == requestsim.Fail && row.Workers > smallFleet && row.Utilization > 1 {
			most = max(most, math.Abs(row.Difference()))
		}
	}
	args["points"] = plain(100*most, 2)
	return args
}

// overload compares it with callers who all stay: the queue grows for as long as the load lasts.
func (f *finder) overload() map[string]string {
	row := f.row(requestsim.OverloadPart, requestsim.FailMinute, 10*smallFleet, 1.1, 60)
	return map[string]string{"formula": percentText(row.Formula, 0), "simulation": percentText(row.Simulation.Mean, 0)}
}

// zipf compares the formula for objects of equal popularity with objects of Zipf popularity.
func (f *finder) zipf() map[string]string {
	args := map[string]string{}
	for name, ttl := range map[string]float64{"5": 5, "60": 60, "600": 600} {
		args["points"+name] = plain(-100*f.row(requestsim.CachePart, requestsim.HitZipf, 0, 0, ttl).Difference(), 1)
	}
	return args
}

// query compares the assumed law of one fast server with as many servers as the database's capacity
// would take.
func (f *finder) query() map[string]string {
	args := map[string]string{}
	for name, load := range map[string]float64{"50": 0.5, "90": 0.9} {
		row := f.row(requestsim.QueryPart, requestsim.QueryTimeMany, manyServers, load, 0)
		args["formula"+name] = plain(1000*row.Formula, 0) + " ms"
		args["simulation"+name] = plain(1000*row.Simulation.Mean, 1) + " ms"
	}
	return args
}

// manyServers is how many servers of 5 ms a query it takes for 4,000 queries/s.
const manyServers = 20
