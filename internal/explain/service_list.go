package explain

// serviceEntries lists what is explained of the service world, in the order of
// List.
var serviceEntries = []entry{
	{code: "burn_1h", formula: fBurn1h, sources: []string{workbook}, limits: []string{"prefilled"}, related: []string{"burn_5m", "error", "budget"}},
	{code: "burn_5m", formula: fBurn5m, sources: []string{workbook}, limits: []string{"prefilled"}, related: []string{"burn_1h", "burn"}},
	{code: "burn", formula: fBurn, sources: []string{workbook}, related: []string{"error", "budget"}},
	{code: "error", formula: fError, sources: []string{sre}, limits: []string{"no_database_errors", "shed_apart"}, related: []string{"fail", "bad"}},
	{code: "budget", formula: fBudget, sources: []string{sre, workbook}, limits: []string{"outage_equivalent"}, related: []string{"burn", "error"}},
	{code: "p99", formula: fP99, sources: []string{erlang, harchol, little}, limits: []string{"sum_of_quantiles", "stationary", "guard"}, related: []string{"wait_probability", "service_time", "utilization"}},
	{code: "requests", formula: fRequests, limits: []string{"chance"}, related: []string{"admitted", "shed"}},
	{code: "admitted", formula: fAdmitted, related: []string{"requests", "shed"}},
	{code: "shed", formula: fShed, sources: []string{sre}, limits: []string{"shed_apart"}, related: []string{"set:shed", "admitted"}},
	{code: "heavy", formula: fHeavy, related: []string{"set:heavy_feature", "service_time"}},
	{code: "bad", formula: fBad, related: []string{"error", "service_time", "set:rollback"}},
	{code: "serving", formula: fServing, sources: []string{kubernetes}, limits: []string{"saturated_signal"}, related: []string{"booting", "set:target_utilization", "set:fleet_min"}},
	{code: "booting", formula: fBooting, sources: []string{kubernetes}, limits: []string{"saturated_signal"}, related: []string{"serving", "cost_per_hour"}},
	{code: "utilization", formula: fUtilization, sources: []string{little}, limits: []string{"saturated_signal"}, related: []string{"service_time", "serving", "wait_probability"}},
	{code: "wait_probability", formula: fWait, sources: []string{erlang, harchol, little}, limits: []string{"stationary", "guard"}, related: []string{"utilization", "fail", "p99"}},
	{code: "fail", formula: fFail, sources: []string{erlang, harchol, little}, limits: []string{"stationary", "guard", "timed_out_served"}, related: []string{"wait_probability", "utilization", "error"}},
	{code: "service_time", formula: fServiceTime, sources: []string{harchol}, limits: []string{"exponential"}, related: []string{"query_time", "hit", "bad"}},
	{code: "hit", formula: fHit, sources: []string{jung}, limits: []string{"equal_popularity"}, related: []string{"warm", "age", "set:cache_ttl"}},
	{code: "warm", formula: fWarm, sources: []string{bronson}, limits: []string{"refill_law"}, related: []string{"hit", "db", "set:warm_up"}},
	{code: "age", formula: fAge, limits: []string{"mean_age"}, related: []string{"set:cache_ttl", "hit"}},
	{code: "db", formula: fDatabase, sources: []string{bronson}, limits: []string{"no_database_errors"}, related: []string{"hit", "query_time", "set:heavy_feature"}},
	{code: "query_time", formula: fQueryTime, sources: []string{harcholMM1}, limits: []string{"assumed_law", "no_database_errors"}, related: []string{"db", "service_time"}},
	{code: "cost_per_hour", formula: fCostPerHour, related: []string{"serving", "booting", "cost"}},
	{code: "cost", formula: fCost, related: []string{"cost_per_hour"}},

	{code: "set:fleet_min", formula: fSetFleet, sources: []string{kubernetes}, limits: []string{"next_minute"}, related: []string{"serving", "booting", "cost_per_hour"}},
	{code: "set:autoscaler", formula: fSetFleet, sources: []string{kubernetes}, limits: []string{"next_minute", "saturated_signal"}, related: []string{"serving", "utilization"}},
	{code: "set:target_utilization", formula: fSetFleet, sources: []string{kubernetes}, limits: []string{"next_minute", "saturated_signal"}, related: []string{"utilization", "serving"}},
	{code: "set:cache_ttl", formula: fSetCacheTTL, sources: []string{jung}, limits: []string{"equal_popularity", "mean_age"}, related: []string{"hit", "age", "db"}},
	{code: "set:warm_up", formula: fSetWarmUp, sources: []string{bronson}, limits: []string{"refill_law"}, related: []string{"warm", "db"}},
	{code: "set:shed", formula: fSetShed, sources: []string{sre}, limits: []string{"shed_apart"}, related: []string{"shed", "admitted"}},
	{code: "set:heavy_feature", formula: fServiceTime, sources: []string{sre}, related: []string{"heavy", "service_time", "db"}},
	{code: "set:rollback", formula: fCostPerHour, sources: []string{sre}, related: []string{"bad", "cost_per_hour"}},
}
