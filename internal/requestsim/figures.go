package requestsim

import (
	"math"
	"slices"
	"strconv"

	"oncall/internal/chart"
	"oncall/internal/queueing"
	"oncall/internal/service"
)

// Figure is a plot of a report.
type Figure struct {
	Name string // of the file, without its extension
	SVG  string
}

// Figures draws the report: the formulas as curves, the simulation as points
// with their 95 % intervals, each figure so many px wide. A report without fleets
// has no figures.
func (r *Report) Figures(w Words, palette chart.Palette, widthPx float64) []Figure {
	f := figures{Report: r, w: w}
	if len(f.fleets()) == 0 {
		return nil
	}
	named := []struct {
		name string
		plot func() plot
	}{
		{"utilization", f.utilization}, {"wait-probability", f.waitProbability}, {"wait-tail", f.waitTail},
		{"failed", f.failed}, {"p99", f.p99}, {"hit-rate", f.hitRate}, {"query-time", f.queryTime},
	}
	var all []Figure
	for _, n := range named {
		p := n.plot()
		p.title = w.Text("figure." + n.name)
		all = append(all, Figure{Name: n.name, SVG: p.svg(palette, widthPx)})
	}
	return all
}

type figures struct {
	*Report
	w Words
}

// looks tell the series of a plot apart.
var looks = []struct{ role, dashes, shape string }{
	{"accent", "", "circle"}, {"ok", "7 4", "square"}, {"bad", "2 4", "diamond"}, {"fail", "9 4 2 4", "triangle"},
}

// percent is an axis of shares.
func percent(label string, lo, hi float64, ticks ...float64) axis {
	return axis{label: label, lo: lo, hi: hi, ticks: ticks, format: func(v float64) string {
		return strconv.FormatFloat(math.Round(v*1e6)/1e4, 'f', -1, 64) + " %"
	}}
}

// duration is an axis of seconds, logarithmic.
func duration(label string, lo, hi float64, ticks ...float64) axis {
	return axis{label: label, lo: lo, hi: hi, log: true, ticks: ticks, format: func(v float64) string {
		if v < 1 {
			return strconv.FormatFloat(math.Round(v*1e6)/1e3, 'f', -1, 64) + " ms"
		}
		return strconv.FormatFloat(v, 'f', -1, 64) + " s"
	}}
}

// points gathers the rows of a quantity that by selects; x says where they lie.
func (f figures) points(part Part, quantity Quantity, x func(Row) float64, by func(Row) bool) (points []mark) {
	for _, row := range f.Rows {
		if row.Part == part && row.Quantity == quantity && by(row) {
			points = append(points, mark{x(row), row.Simulation.Mean, row.Half})
		}
	}
	return points
}

func byUtilization(r Row) float64 { return r.Utilization }
func bySeconds(r Row) float64     { return r.Seconds }
func every(Row) bool              { return true }

func ofWorkers(workers int) func(Row) bool {
	return func(r Row) bool { return r.Workers == workers }
}

// fleets returns the smallest, the middle and the largest fleet, by workers.
func (f figures) fleets() []int {
	var all []int
	for _, row := range f.Rows {
		if row.Part == FleetPart && !slices.Contains(all, row.Workers) {
			all = append(all, row.Workers)
		}
	}
	slices.Sort(all)
	if len(all) > 3 {
		all = []int{all[0], all[len(all)/2], all[len(all)-1]}
	}
	return all
}

func instances(workers int) int { return workers / int(service.Defaults().WorkersPerInstance) }

// pageReading returns the model's reading of a fleet as a function of its utilization.
func pageReading(workers, reading int) func(float64) float64 {
	return func(u float64) float64 { return fleetReadings(instances(workers), u)[reading] }
}

func withWorkers(n int) string { return "N = " + strconv.Itoa(n) }

func (f figures) simulation(of string) string { return of + ": " + f.w.Text("series.simulation") }

// byFleet plots a reading of the fleet over its utilization.
func (f figures) byFleet(quantity Quantity, reading int, y axis) plot {
	p := plot{x: percent(f.w.Text("axis.offered"), 0.25, 1, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1), y: y}
	for i, n := range f.fleets() {
		look := looks[i]
		p.curves = append(p.curves, curve{withWorkers(n), look.role, look.dashes, pageReading(n, reading), 0.25, 1})
		p.marks = append(p.marks, marks{f.simulation(withWorkers(n)), look.role, look.shape, f.points(FleetPart, quantity, byUtilization, ofWorkers(n))})
	}
	return p
}

func (f figures) utilization() plot {
	return f.byFleet(Utilization, service.Utilization, percent(f.w.Text("axis.utilization"), 0.2, 1, 0.2, 0.4, 0.6, 0.8, 1))
}

func (f figures) waitProbability() plot {
	return f.byFleet(WaitProbability, service.WaitProbability, percent(f.w.Text("axis.wait"), 0, 1, 0, 0.2, 0.4, 0.6, 0.8, 1))
}

// waitTail shows C e^(-kt) of the smallest fleet at its highest utilizations.
func (f figures) waitTail() plot {
	p := plot{x: duration(f.w.Text("axis.t"), 0.001, 2.5, waitSeconds...), y: percent(f.w.Text("axis.longer"), RareShare, 1, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1)}
	p.y.log = true
	workers := f.fleets()[0]
	var loads []float64
	for _, row := range f.Rows {
		if row.Quantity == WaitLonger && row.Workers == workers && !slices.Contains(loads, row.Utilization) {
			loads = append(loads, row.Utilization)
		}
	}
	slices.Sort(loads)
	for i, u := range loads[max(0, len(loads)-len(looks)):] {
		q, look := fleetQueue(instances(workers), u), looks[i]
		formula := queueing.New(q.Workers, q.ServiceSeconds, u*float64(q.Workers))
		label := p.y.format(u)
		p.curves = append(p.curves, curve{label, look.role, look.dashes, formula.WaitLonger, p.x.lo, p.x.hi})
		p.marks = append(p.marks, marks{f.simulation(label), look.role, look.shape, f.points(FleetPart, WaitLonger, bySeconds, func(r Row) bool {
			return r.Workers == workers && r.Utilization == u
		})})
	}
	return p
}

// failed compares what the page shows near saturation with callers who stay and
// callers who leave.
func (f figures) failed() plot {
	workers := f.fleets()[0]
	p := plot{x: percent(f.w.Text("axis.offered"), 0.94, 1.21, 0.95, 1, 1.05, 1.1, 1.15, 1.2), y: percent(f.w.Text("axis.failed"), RareShare, 1, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1)}
	p.y.log = true
	leaving := func(u float64) float64 {
		q := fleetQueue(instances(workers), u)
		q.PatienceSeconds = service.Defaults().TimeoutSeconds
		return LeaveShare(q)
	}
	p.curves = []curve{
		{f.w.Text("series.page_failed"), "accent", "", pageReading(workers, service.Fail), p.x.lo, p.x.hi},
		{f.w.Text("series.leave_exact"), "ok", "7 4", leaving, p.x.lo, p.x.hi},
	}
	timeout := func(r Row) bool { return r.Workers == workers && r.Seconds == service.Defaults().TimeoutSeconds }
	p.marks = []marks{
		{f.simulation(f.w.Text("series.stay")), "accent", "circle", f.points(FleetPart, WaitLonger, byUtilization, timeout)},
		{f.simulation(f.w.Text("series.stay_minute")), "fail", "triangle", f.points(OverloadPart, FailMinute, byUtilization, ofWorkers(workers))},
		{f.simulation(f.w.Text("series.leave")), "ok", "square", f.points(LeavingPart, FailExact, byUtilization, ofWorkers(workers))},
	}
	return p
}

// p99 shows the page's sum of quantiles, the exact quantile and the simulation.
func (f figures) p99() plot {
	p := plot{x: percent(f.w.Text("axis.offered"), 0.25, 1, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1), y: duration(f.w.Text("axis.p99"), 0.3, 3, 0.3, 0.5, 1, 2, 3)}
	fleets := f.fleets()
	for i, n := range fleets[:min(2, len(fleets))] {
		exact := func(u float64) float64 { return exactP99(fleetQueue(instances(n), u)) }
		name, colours := withWorkers(n), [][2]string{{"fail", "accent"}, {"bad", "ok"}}[i]
		p.curves = append(p.curves,
			curve{name + ": " + f.w.Text("series.page"), colours[0], looks[2*i].dashes, pageReading(n, service.P99), 0.25, 1},
			curve{name + ": " + f.w.Text("series.exact"), colours[1], looks[2*i+1].dashes, exact, 0.25, 0.995})
		p.marks = append(p.marks, marks{f.simulation(name), colours[1], looks[i].shape, f.points(FleetPart, P99Exact, byUtilization, ofWorkers(n))})
	}
	return p
}

func (f figures) hitRate() plot {
	p := plot{x: duration(f.w.Text("axis.ttl"), 4, 700, 5, 10, 20, 30, 60, 120, 300, 600), y: percent(f.w.Text("axis.hit"), 0, 1, 0, 0.2, 0.4, 0.6, 0.8, 1)}
	zipf := Cache{RequestsPerSecond: CacheRequestsPerSecond, Popularity: Zipf(cacheObjects(), ZipfExponent)}
	equal := Cache{RequestsPerSecond: CacheRequestsPerSecond, Popularity: EqualShares(cacheObjects())}
	rate := func(c Cache) func(float64) float64 {
		return func(ttl float64) float64 {
			c.TTLSeconds = ttl
			return HitRate(c)
		}
	}
	p.curves = []curve{
		{f.w.Text("series.hit_equal"), "accent", "", rate(equal), p.x.lo, p.x.hi},
		{f.w.Text("series.hit_zipf"), "ok", "7 4", rate(zipf), p.x.lo, p.x.hi},
	}
	p.marks = []marks{
		{f.simulation(f.w.Text("series.equal")), "accent", "circle", f.points(CachePart, HitEqual, bySeconds, every)},
		{f.simulation(f.w.Text("series.zipf")), "ok", "square", f.points(CachePart, HitZipfExact, bySeconds, every)},
	}
	return p
}

func (f figures) queryTime() plot {
	p := plot{x: percent(f.w.Text("axis.database"), 0, 1, 0, 0.2, 0.4, 0.6, 0.8, 1), y: duration(f.w.Text("axis.query"), 0.004, 0.3, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25)}
	many := func(u float64) float64 {
		seconds := service.Defaults().QuerySeconds
		q := queueing.New(manyServers(), seconds, u*float64(manyServers()))
		return seconds + q.WaitProbability/q.DrainPerSecond
	}
	p.curves = []curve{
		{f.w.Text("series.one_server"), "accent", "", queryReading, 0.01, 1},
		{f.w.Text("series.many_servers"), "ok", "7 4", many, 0.01, 0.995},
	}
	p.marks = []marks{
		{f.simulation(f.w.Text("series.one_server_simulation")), "accent", "circle", f.points(QueryPart, QueryTime, byUtilization, every)},
		{f.simulation(f.w.Text("series.many_servers_simulation")), "ok", "square", f.points(QueryPart, QueryTimeMany, byUtilization, every)},
	}
	return p
}
