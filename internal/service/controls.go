package service

import "oncall/internal/world"

// The codes of the controls, as they stand in records.
const (
	FleetMin = iota
	Autoscaler
	TargetUtilization
	CacheTTL
	WarmUp
	Shed
	HeavyFeature
	Rollback
	controlCount
)

// Controls returns the service world's controls as a shift with these constants
// opens them.
func (p *Params) Controls() []world.Control {
	return []world.Control{
		{ID: "fleet_min", Code: FleetMin, Group: "fleet", Kind: world.Slider, Min: 1, Max: int(p.FleetMax), Step: 1, Unit: world.Instances, Opening: int(p.FleetMin)},
		{ID: "autoscaler", Code: Autoscaler, Group: "fleet", Kind: world.Switch, Max: 1, Step: 1, Unit: world.Flag, Opening: int(p.Autoscaler)},
		{ID: "target_utilization", Code: TargetUtilization, Group: "fleet", Kind: world.Slider, Min: 30, Max: 95, Step: 5, Unit: world.Percent, Opening: int(p.TargetUtilization)},
		{ID: "cache_ttl", Code: CacheTTL, Group: "cache", Kind: world.Slider, Min: 5, Max: 600, Step: 5, Unit: world.Seconds, Opening: int(p.CacheTTL)},
		{ID: "warm_up", Code: WarmUp, Group: "cache", Kind: world.Button, Min: 1, Max: 1, Step: 1, Unit: world.Flag},
		{ID: "shed", Code: Shed, Group: "load", Kind: world.Slider, Min: 0, Max: 100, Step: 5, Unit: world.Percent, Opening: int(p.Shed)},
		{ID: "heavy_feature", Code: HeavyFeature, Group: "load", Kind: world.Switch, Max: 1, Step: 1, Unit: world.Flag, Opening: int(p.HeavyFeature)},
		{ID: "rollback", Code: Rollback, Group: "release", Kind: world.Button, Min: 1, Max: 1, Step: 1, Unit: world.Flag},
	}
}

// The columns of a row, in the order of CSV and digest.
const (
	Minute = iota
	Requests
	Admitted
	Serving
	Booting
	Hit
	Database
	QueryTime
	ServiceTime
	Utilization
	WaitProbability
	Fail
	P99
	Error
	Burn
	Burn5m
	Burn1h
	BudgetLeft
	Cost
	CostPerHour
	Warm
	Bad
	ShedShare
	Age
	Heavy
	ColumnCount
)

var readings = [ColumnCount]world.Reading{
	Minute:          {Code: "minute", Unit: world.Minutes},
	Requests:        {Code: "requests", Unit: world.PerSecond},
	Admitted:        {Code: "admitted", Unit: world.PerSecond},
	Serving:         {Code: "serving", Unit: world.Instances},
	Booting:         {Code: "booting", Unit: world.Instances},
	Hit:             {Code: "hit", Unit: world.Share},
	Database:        {Code: "db", Unit: world.Share},
	QueryTime:       {Code: "query_time", Unit: world.Seconds},
	ServiceTime:     {Code: "service_time", Unit: world.Seconds},
	Utilization:     {Code: "utilization", Unit: world.Share},
	WaitProbability: {Code: "wait_probability", Unit: world.Share},
	Fail:            {Code: "fail", Unit: world.Share},
	P99:             {Code: "p99", Unit: world.Seconds},
	Error:           {Code: "error", Unit: world.Share},
	Burn:            {Code: "burn", Unit: world.Times},
	Burn5m:          {Code: "burn_5m", Unit: world.Times},
	Burn1h:          {Code: "burn_1h", Unit: world.Times},
	BudgetLeft:      {Code: "budget", Unit: world.Share},
	Cost:            {Code: "cost", Unit: world.Dollars},
	CostPerHour:     {Code: "cost_per_hour", Unit: world.DollarsPerHour},
	Warm:            {Code: "warm", Unit: world.Share},
	Bad:             {Code: "bad", Unit: world.Share},
	ShedShare:       {Code: "shed", Unit: world.Share},
	Age:             {Code: "age", Unit: world.Seconds},
	Heavy:           {Code: "heavy", Unit: world.Flag},
}

// Readings returns the columns of a row.
func Readings() []world.Reading { return readings[:] }

// The extras: what pictures need beside a row. From ExtraBoots on there is one
// for each instance that the fleet can have: the minutes until the i-th oldest
// booting instance serves, or 0.
const (
	ExtraRollbackLeft = iota // minutes until the switch, 0 when none runs
	ExtraWarmUpLeft          // minutes that the warm-up job still runs
	ExtraNoCapacity          // share of admitted requests that found no capacity
	ExtraTimeout             // share of them that waited too long
	ExtraBadBuild            // share of them that the bad build failed
	ExtraBoots
)

// The events of the service world beside alerts.
const (
	EventDeploy       world.EventKind = "deploy"          // a bad build starts to go live
	EventFlush        world.EventKind = "flush"           // the cache is cleared
	EventSurge        world.EventKind = "surge"           // the surge sets in (hindsight)
	EventRollbackDone world.EventKind = "rollback_done"   // all traffic is on the last good build
	EventWarmUpDone   world.EventKind = "warm_up_done"    // the warm-up job has ended
	EventBootDone     world.EventKind = "instances_serve" // booting instances began to serve
)
