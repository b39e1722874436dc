package service

import "oncall/internal/world"

// fields gives the defaults of the design (model-service) and the bounds inside
// which the formulas keep their meaning and a step stays a matter of
// microseconds.
var fields = [...]Field{
	{ID: "minutes", Unit: world.Minutes, Min: 1, Max: MinutesMax, Default: 240, Whole: true, At: func(p *Params) *float64 { return &p.Minutes }},
	{ID: "clock_minutes", Unit: world.Minutes, Min: 0, Max: 1439, Default: 720, Whole: true, At: func(p *Params) *float64 { return &p.ClockMinutes }},
	{ID: "budget", Unit: world.Share, Min: -10, Max: 1, Default: 1, At: func(p *Params) *float64 { return &p.Budget }},

	{ID: "base_per_second", Unit: world.PerSecond, Min: 0, Max: 1e6, Default: 900, At: func(p *Params) *float64 { return &p.BasePerSecond }},
	{ID: "daily_swing", Unit: world.Share, Min: 0, Max: 1, Default: 0.25, At: func(p *Params) *float64 { return &p.DailySwing }},
	{ID: "daily_peak_minutes", Unit: world.Minutes, Min: 0, Max: 1439, Default: 720, Whole: true, At: func(p *Params) *float64 { return &p.DailyPeakMinutes }},
	{ID: "traffic_noise", Unit: world.Share, Min: 0, Max: 0.5, Default: 0.02, At: func(p *Params) *float64 { return &p.TrafficNoise }},
	{ID: "low_priority", Unit: world.Share, Min: 0, Max: 1, Default: 0.30, At: func(p *Params) *float64 { return &p.LowPriority }},

	{ID: "hot_objects", Unit: world.Number, Min: 1, Max: 1e9, Default: 20000, At: func(p *Params) *float64 { return &p.HotObjects }},
	{ID: "queries_per_request", Unit: world.Number, Min: 0, Max: 100, Default: 2, At: func(p *Params) *float64 { return &p.QueriesPerRequest }},
	{ID: "heavy_queries", Unit: world.Number, Min: 0, Max: 100, Default: 1, At: func(p *Params) *float64 { return &p.HeavyQueries }},
	{ID: "warm_up_per_second", Unit: world.QueriesPerSecond, Min: 0, Max: 1e8, Default: 600, At: func(p *Params) *float64 { return &p.WarmUpPerSecond }},
	{ID: "database_per_second", Unit: world.QueriesPerSecond, Min: 1, Max: 1e8, Default: 4000, At: func(p *Params) *float64 { return &p.DatabasePerSecond }},
	{ID: "query_seconds", Unit: world.Seconds, Min: 1e-6, Max: 10, Default: 0.005, At: func(p *Params) *float64 { return &p.QuerySeconds }},
	{ID: "query_max_seconds", Unit: world.Seconds, Min: 1e-6, Max: 60, Default: 0.25, At: func(p *Params) *float64 { return &p.QueryMaxSeconds }},
	{ID: "refill_minutes", Unit: world.Minutes, Min: 0.1, Max: 1e4, Default: 30, At: func(p *Params) *float64 { return &p.RefillMinutes }},
	{ID: "warm_up_share_per_minute", Unit: world.Share, Min: 0, Max: 1, Default: 0.12, At: func(p *Params) *float64 { return &p.WarmUpSharePerMinute }},
	{ID: "warm_up_minutes", Unit: world.Minutes, Min: 1, Max: 240, Default: 6, Whole: true, At: func(p *Params) *float64 { return &p.WarmUpMinutes }},

	{ID: "service_seconds", Unit: world.Seconds, Min: 1e-4, Max: 60, Default: 0.050, At: func(p *Params) *float64 { return &p.ServiceSeconds }},
	{ID: "heavy_seconds", Unit: world.Seconds, Min: 0, Max: 60, Default: 0.020, At: func(p *Params) *float64 { return &p.HeavySeconds }},
	{ID: "bad_slowdown", Unit: world.Times, Min: 1, Max: 100, Default: 1.25, At: func(p *Params) *float64 { return &p.BadSlowdown }},
	{ID: "bad_error", Unit: world.Share, Min: 0, Max: 1, Default: 0.05, At: func(p *Params) *float64 { return &p.BadError }},
	{ID: "workers_per_instance", Unit: world.Number, Min: 1, Max: 1024, Default: 16, Whole: true, At: func(p *Params) *float64 { return &p.WorkersPerInstance }},
	{ID: "timeout_seconds", Unit: world.Seconds, Min: 0.01, Max: 600, Default: 2, At: func(p *Params) *float64 { return &p.TimeoutSeconds }},
	{ID: "guard_utilization", Unit: world.Share, Min: 0.5, Max: 0.9999, Default: 0.995, At: func(p *Params) *float64 { return &p.GuardUtilization }},
	{ID: "objective", Unit: world.Share, Min: 0.5, Max: 0.999999, Default: 0.999, At: func(p *Params) *float64 { return &p.Objective }},
	{ID: "budget_days", Unit: world.Days, Min: 1, Max: 366, Default: 30, Whole: true, At: func(p *Params) *float64 { return &p.BudgetDays }},

	{ID: "fleet_max", Unit: world.Instances, Min: 1, Max: 100, Default: 40, Whole: true, At: func(p *Params) *float64 { return &p.FleetMax }},
	{ID: "boot_minutes", Unit: world.Minutes, Min: 0, Max: 60, Default: 3, Whole: true, At: func(p *Params) *float64 { return &p.BootMinutes }},
	{ID: "scale_in_minutes", Unit: world.Minutes, Min: 1, Max: 240, Default: 10, Whole: true, At: func(p *Params) *float64 { return &p.ScaleInMinutes }},
	{ID: "scale_in_share", Unit: world.Share, Min: 0, Max: 1, Default: 0.2, At: func(p *Params) *float64 { return &p.ScaleInShare }},
	{ID: "dollars_per_instance_hour", Unit: world.Dollars, Min: 0, Max: 1000, Default: 0.40, At: func(p *Params) *float64 { return &p.DollarsPerInstanceHour }},
	{ID: "rollback_minutes", Unit: world.Minutes, Min: 1, Max: 240, Default: 5, Whole: true, At: func(p *Params) *float64 { return &p.RollbackMinutes }},

	{ID: "fleet_serving", Unit: world.Instances, Min: 1, Max: 100, Default: 10, Whole: true, At: func(p *Params) *float64 { return &p.FleetServing }},
	{ID: "fleet_min", Unit: world.Instances, Min: 1, Max: 100, Default: 10, Whole: true, At: func(p *Params) *float64 { return &p.FleetMin }},
	{ID: "autoscaler", Unit: world.Flag, Min: 0, Max: 1, Default: 1, Whole: true, At: func(p *Params) *float64 { return &p.Autoscaler }},
	{ID: "target_utilization", Unit: world.Percent, Min: 30, Max: 95, Default: 60, Whole: true, At: func(p *Params) *float64 { return &p.TargetUtilization }},
	{ID: "cache_ttl", Unit: world.Seconds, Min: 5, Max: 600, Default: 60, Whole: true, At: func(p *Params) *float64 { return &p.CacheTTL }},
	{ID: "shed", Unit: world.Percent, Min: 0, Max: 100, Default: 0, Whole: true, At: func(p *Params) *float64 { return &p.Shed }},
	{ID: "heavy_feature", Unit: world.Flag, Min: 0, Max: 1, Default: 1, Whole: true, At: func(p *Params) *float64 { return &p.HeavyFeature }},

	{ID: "earliest_minutes", Unit: world.Minutes, Min: 0, Max: MinutesMax, Default: 30, Surge: true, At: func(p *Params) *float64 { return &p.Surge.EarliestMinutes }},
	{ID: "mean_minutes", Unit: world.Minutes, Min: 0, Max: MinutesMax, Default: 40, Surge: true, At: func(p *Params) *float64 { return &p.Surge.MeanMinutes }},
	{ID: "latest_minutes", Unit: world.Minutes, Min: 0, Max: MinutesMax, Default: 150, Surge: true, At: func(p *Params) *float64 { return &p.Surge.LatestMinutes }},
	{ID: "peak_low", Unit: world.Times, Min: 0, Max: 100, Default: 3, Surge: true, At: func(p *Params) *float64 { return &p.Surge.PeakLow }},
	{ID: "peak_high", Unit: world.Times, Min: 0, Max: 100, Default: 6, Surge: true, At: func(p *Params) *float64 { return &p.Surge.PeakHigh }},
	{ID: "ramp_low_minutes", Unit: world.Minutes, Min: 0.1, Max: MinutesMax, Default: 5, Surge: true, At: func(p *Params) *float64 { return &p.Surge.RampLowMinutes }},
	{ID: "ramp_high_minutes", Unit: world.Minutes, Min: 0.1, Max: MinutesMax, Default: 12, Surge: true, At: func(p *Params) *float64 { return &p.Surge.RampHighMinutes }},
	{ID: "hold_low_minutes", Unit: world.Minutes, Min: 0, Max: MinutesMax, Default: 15, Surge: true, At: func(p *Params) *float64 { return &p.Surge.HoldLowMinutes }},
	{ID: "hold_high_minutes", Unit: world.Minutes, Min: 0, Max: MinutesMax, Default: 35, Surge: true, At: func(p *Params) *float64 { return &p.Surge.HoldHighMinutes }},
	{ID: "decay_minutes", Unit: world.Minutes, Min: 0.1, Max: MinutesMax, Default: 25, Surge: true, At: func(p *Params) *float64 { return &p.Surge.DecayMinutes }},
}
