package requestsim

// Words are the texts of tables and figures by key; a key that is missing shows
// itself. English returns all keys.
type Words map[string]string

func (w Words) text(key string) string {
	if text, ok := w[key]; ok {
		return text
	}
	return key
}

// English returns the texts in English.
func English() Words {
	return Words{
		"title":   "The formulas against single requests",
		"method":  "Each number of the simulation is the mean of independent batches or replications with its 95 % confidence interval (Student t). The verdict is given by intervals that all hold together with a probability of 99.9 % (Bonferroni): by chance about one 95 % interval in twenty misses. A share below 0.1 %, or with fewer than 20 independent events to expect in the run, is too rare to be judged.",
		"fleet":   "Mean service time 75 ms, N workers, 16 an instance; Poisson arrivals, exponential service, first come first served.",
		"summary": "Summary", "seed": "seed", "requests": "simulated requests",

		"part.fleet": "The fleet, callers stay", "part.leaving": "The fleet, callers leave after 2 s", "part.overload": "An overloaded fleet",
		"part.cache": "The cache", "part.query": "The database",

		"quantity.utilization": "utilization", "quantity.wait_probability": "P(wait), Erlang C", "quantity.wait_longer": "P(W > t) = C e^(-kt)",
		"quantity.p99": "p99, sum of two quantiles", "quantity.p99_exact": "p99, exact quantile of wait plus service",
		"quantity.fail": "failed share, callers leave", "quantity.fail_minute": "failed share, callers stay, first minute", "quantity.fail_exact": "failed share, exact for callers who leave (M/M/N+D)", "quantity.no_capacity": "max(0, 1 - N/a)",
		"quantity.hit_equal": "hit rate, objects of equal popularity", "quantity.hit_zipf": "hit rate by the equal-popularity formula, objects of Zipf popularity (exponent 1)",
		"quantity.hit_zipf_sum": "hit rate summed over objects of Zipf popularity (exponent 1)",
		"quantity.query_time":   "query time 5 ms / (1 - rho), M/M/1", "quantity.query_time_20": "query time 5 ms / (1 - rho), 20 servers of 5 ms (M/M/20)",

		"claim.exact": "exact", "claim.sum_of_quantiles": "approximation: a sum of two quantiles is not the quantile of the sum",
		"claim.callers_stay":     "approximation: each minute starts without the backlog of its callers",
		"claim.callers_leave":    "approximation: below saturation, and at the guard, the formula has the callers stay",
		"claim.equal_popularity": "approximation: all objects are asked for alike", "claim.one_server": "assumed law: the database as one server",
		"claim.fluid": "approximation: work as a stream, without chance",

		"verdict.inside": "inside", "verdict.chance": "inside the family's interval", "verdict.outside": "OUTSIDE", "verdict.stated": "stated", "verdict.too_rare": "too rare",

		"column.part": "system", "column.quantity": "formula of", "column.claim": "the page claims", "column.workers": "workers", "column.utilization": "utilization",
		"column.seconds": "t, TTL or horizon [s]", "column.formula": "formula", "column.simulation": "simulation ± 95 %", "column.difference": "difference", "column.verdict": "verdict",
		"column.rows": "comparisons", "column.inside": "inside 95 %", "column.family": "inside the family's", "column.lowest": "furthest below", "column.highest": "furthest above",

		"figure.utilization": "Utilization", "figure.wait-probability": "Probability of waiting", "figure.wait-tail": "Waits longer than t, N = 16, by utilization",
		"figure.failed": "Failed share near saturation, N = 16", "figure.p99": "p99 of wait plus service", "figure.hit-rate": "Cache hit rate", "figure.query-time": "Query time",
		"axis.offered": "offered load by worker (utilization)", "axis.utilization": "busy workers", "axis.wait": "P(wait)", "axis.longer": "P(W > t)", "axis.t": "t",
		"axis.failed": "failed", "axis.p99": "p99", "axis.ttl": "TTL", "axis.hit": "hit rate", "axis.database": "database utilization", "axis.query": "mean query time",
		"series.simulation": "simulation", "series.page": "page", "series.exact": "exact",
		"series.page_failed": "page's formula", "series.leave_exact": "callers leave, exact", "series.leave": "callers leave", "series.stay": "callers stay", "series.stay_minute": "callers stay, first minute",
		"series.hit_equal": "equal popularity, formula", "series.hit_zipf": "Zipf, sum over objects", "series.equal": "equal popularity", "series.zipf": "Zipf",
		"series.one_server": "5 ms / (1 - rho)", "series.one_server_simulation": "M/M/1", "series.many_servers": "20 servers, exact", "series.many_servers_simulation": "M/M/20",
	}
}
