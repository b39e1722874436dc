package cdn

import "oncall/internal/world"

// fields gives the defaults of the design (model-cdn) and the bounds inside
// which the formulas keep their meaning and a step stays a matter of
// microseconds.
var fields = [...]Field{
	{ID: "minutes", Unit: world.Minutes, Min: 1, Max: MinutesMax, Default: 180, Whole: true, At: func(p *Params) *float64 { return &p.Minutes }},
	{ID: "clock_minutes", Unit: world.Minutes, Min: 0, Max: 1439, Default: 1200, Whole: true, At: func(p *Params) *float64 { return &p.ClockMinutes }},

	{ID: "bitrate_bits", Unit: world.BitsPerSecond, Min: 1e5, Max: 1e9, Default: 4e6, At: func(p *Params) *float64 { return &p.BitrateBits }},
	{ID: "movable", Unit: world.Share, Min: 0, Max: 1, Default: 1, At: func(p *Params) *float64 { return &p.Movable }},
	{ID: "patience_seconds", Unit: world.Seconds, Min: 1, Max: 3600, Default: 120, At: func(p *Params) *float64 { return &p.PatienceSeconds }},
	{ID: "misrouted", Unit: world.Share, Min: 0, Max: 0.5, Default: 0.02, At: func(p *Params) *float64 { return &p.Misrouted }},
	{ID: "other_share", Unit: world.Share, Min: 0, Max: 1, Default: 0.04, At: func(p *Params) *float64 { return &p.OtherShare }},
	{ID: "other_seconds", Unit: world.Seconds, Min: 1, Max: 86400, Default: 300, At: func(p *Params) *float64 { return &p.OtherSeconds }},
	{ID: "other_spread", Unit: world.Share, Min: 0, Max: 1, Default: 0.2, At: func(p *Params) *float64 { return &p.OtherSpread }},
	{ID: "buffer_packets", Unit: world.Number, Min: 1, Max: 1000, Default: 50, Whole: true, At: func(p *Params) *float64 { return &p.BufferPackets }},
	{ID: "segment_bytes", Unit: world.Number, Min: 500, Max: 65535, Default: 1460, Whole: true, At: func(p *Params) *float64 { return &p.SegmentBytes }},
	{ID: "round_trip_seconds", Unit: world.Seconds, Min: 0.001, Max: 2, Default: 0.05, At: func(p *Params) *float64 { return &p.RoundTripSeconds }},
	{ID: "overload_load", Unit: world.Share, Min: 0.5, Max: 1, Default: 0.95, At: func(p *Params) *float64 { return &p.OverloadLoad }},
	{ID: "big_link_bits", Unit: world.BitsPerSecond, Min: 0, Max: 1e14, Default: 100e9, At: func(p *Params) *float64 { return &p.BigLinkBits }},

	{ID: "router_seconds", Unit: world.Seconds, Min: StepSeconds, Max: 600, Default: 60, Whole: true, At: func(p *Params) *float64 { return &p.RouterSeconds }},
	{ID: "router_delay_seconds", Unit: world.Seconds, Min: 0, Max: 600, Default: 15, Whole: true, At: func(p *Params) *float64 { return &p.RouterDelaySeconds }},
	{ID: "router_noise", Unit: world.Share, Min: 0, Max: 0.1, Default: 0.003, At: func(p *Params) *float64 { return &p.RouterNoise }},
	{ID: "server_noise", Unit: world.Share, Min: 0, Max: 0.1, Default: 0.01, At: func(p *Params) *float64 { return &p.ServerNoise }},
	{ID: "fused_weight", Unit: world.Share, Min: 0, Max: 1, Default: 0.5, At: func(p *Params) *float64 { return &p.FusedWeight }},

	{ID: "slowdown_from", Unit: world.Share, Min: 0, Max: 2, Default: 0.7, At: func(p *Params) *float64 { return &p.SlowdownFrom }},
	{ID: "slowdown_full", Unit: world.Share, Min: 0, Max: 2, Default: 0.9, At: func(p *Params) *float64 { return &p.SlowdownFull }},
	{ID: "drop_from", Unit: world.Share, Min: 0, Max: 2, Default: 0.9, At: func(p *Params) *float64 { return &p.DropFrom }},
	{ID: "drop_full", Unit: world.Share, Min: 0, Max: 2, Default: 1, At: func(p *Params) *float64 { return &p.DropFull }},
	{ID: "drop_most", Unit: world.Share, Min: 0, Max: 1, Default: 0.1, At: func(p *Params) *float64 { return &p.DropMost }},
	{ID: "window_seconds", Unit: world.Seconds, Min: StepSeconds, Max: 600, Default: 150, Whole: true, At: func(p *Params) *float64 { return &p.WindowSeconds }},
	{ID: "extra_from", Unit: world.Share, Min: 0, Max: 1, Default: 0.06, At: func(p *Params) *float64 { return &p.ExtraFrom }},
	{ID: "extra_full", Unit: world.Share, Min: 0, Max: 1, Default: 0.25, At: func(p *Params) *float64 { return &p.ExtraFull }},
	{ID: "extra_most", Unit: world.Share, Min: 0, Max: 1, Default: 0.9, At: func(p *Params) *float64 { return &p.ExtraMost }},
	{ID: "reduction_most", Unit: world.Share, Min: 0, Max: 1, Default: 0.15, At: func(p *Params) *float64 { return &p.ReductionMost }},
	{ID: "reduction_until", Unit: world.Share, Min: 0.001, Max: 1, Default: 0.03, At: func(p *Params) *float64 { return &p.ReductionUntil }},

	{ID: "filter_seconds", Unit: world.Seconds, Min: 0, Max: 3600, Default: 30, At: func(p *Params) *float64 { return &p.FilterSeconds }},
	{ID: "pid_drop", Unit: world.Share, Min: 0, Max: 0.5, Default: 0.02, At: func(p *Params) *float64 { return &p.PIDDrop }},
	{ID: "drain_drop", Unit: world.Share, Min: 0, Max: 1, Default: 0.05, At: func(p *Params) *float64 { return &p.DrainDrop }},

	{ID: "policy", Unit: world.Number, Min: 0, Max: policyCount - 1, Default: PolicyLinear, Whole: true, Choices: policies[:], At: func(p *Params) *float64 { return &p.Policy }},
	{ID: "metric", Unit: world.Number, Min: 0, Max: metricCount - 1, Default: MetricRouter, Whole: true, Choices: metrics[:], At: func(p *Params) *float64 { return &p.Metric }},
	{ID: "target_utilization", Unit: world.Percent, Min: 50, Max: 95, Default: 85, Whole: true, At: func(p *Params) *float64 { return &p.TargetUtilization }},
	{ID: "kp", Unit: world.Number, Min: 0, Max: KpMax, Default: 20, At: func(p *Params) *float64 { return &p.Kp }},
	{ID: "ti", Unit: world.Seconds, Min: TiMin, Max: TiMax, Default: 300, Whole: true, At: func(p *Params) *float64 { return &p.Ti }},
	{ID: "td", Unit: world.Seconds, Min: 0, Max: TdMax, Default: 0, Whole: true, At: func(p *Params) *float64 { return &p.Td }},
}
