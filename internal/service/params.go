package service

import (
	"errors"
	"strconv"

	"oncall/internal/slo"
	"oncall/internal/world"
)

// Params are the constants of one service and of one shift on it. All numbers
// are float64, whole ones included, so that Fields can describe them alike.
// Defaults returns the values of the design; a scenario overrides what it needs.
type Params struct {
	// The shift.
	Minutes      float64 // how long it lasts [min]
	ClockMinutes float64 // time of day at its start [min after midnight]
	Budget       float64 // share of the error budget that is left at its start

	// Traffic.
	BasePerSecond    float64 // mean of a day [req/s]
	DailySwing       float64 // amplitude of the daily sine, share of the base
	DailyPeakMinutes float64 // time of day of its peak [min after midnight]
	TrafficNoise     float64 // sd of the multiplicative noise, share
	LowPriority      float64 // share of traffic that may be shed
	HasSurge         bool    // whether Surge happens
	Surge            Surge

	// Cache and database.
	HotObjects             float64 // objects that share the traffic equally
	QueriesPerRequest      float64
	HeavyQueries           float64 // more of them with the heavy feature on
	WarmUpPerSecond        float64 // load of a warm-up job on the database [queries/s]
	DatabasePerSecond      float64 // capacity of the database [queries/s]
	QuerySeconds           float64 // latency of a query on an idle database [s]
	QueryMaxSeconds        float64 // its ceiling [s]
	RefillMinutes          float64 // time constant of the refill of a cold cache [min]
	WarmUpSharePerMinute   float64 // what a warm-up job loads in a minute
	WarmUpMinutes          float64 // how long it runs [min]
	ServiceSeconds         float64 // CPU time of a request [s]
	HeavySeconds           float64 // more of it with the heavy feature on [s]
	BadSlowdown            float64 // factor on the CPU time of the bad build
	BadError               float64 // share of its requests that fail
	WorkersPerInstance     float64
	TimeoutSeconds         float64 // patience of a caller [s]
	GuardUtilization       float64 // above it the queueing formulas are held where they are
	Objective              float64 // share of requests that must be good
	BudgetDays             float64 // length of the objective's window [d]
	FleetMax               float64 // instances at most
	BootMinutes            float64 // from start to serving [min]
	ScaleInMinutes         float64 // quiet minutes before a scale-in
	ScaleInShare           float64 // share of the fleet that one scale-in may stop
	DollarsPerInstanceHour float64
	RollbackMinutes        float64 // from the press to the switch [min]

	// What the shift opens with.
	FleetServing      float64
	FleetMin          float64
	Autoscaler        float64 // 0 or 1
	TargetUtilization float64 // [%]
	CacheTTL          float64 // [s]
	Shed              float64 // [% of the low-priority traffic]
	HeavyFeature      float64 // 0 or 1

	// Curve is the expected traffic by the minute, in place of base and daily sine;
	// empty where these two make it.
	Curve []Knot

	Deploys []Deploy // bad builds, at most EventsMax
	Flushes []int    // minutes in which the cache is cleared, at most EventsMax
	Rules   []slo.Rule
}

// Surge is a scenario's profile of a link that spreads: nobody knows when it
// comes or how large it is. Drawn once a shift, before the first minute.
type Surge struct {
	EarliestMinutes float64
	MeanMinutes     float64 // mean of the exponential wait after the earliest onset
	LatestMinutes   float64
	PeakLow         float64 // multiple of the base
	PeakHigh        float64
	RampLowMinutes  float64
	RampHighMinutes float64
	HoldLowMinutes  float64
	HoldHighMinutes float64
	DecayMinutes    float64 // time constant of the way back
}

// Deploy is a bad build that goes live.
type Deploy struct {
	Minute         int
	RolloutMinutes int // it takes over in equal steps over so many minutes
}

// Limits of the lists in Params.
const (
	EventsMax  = 16
	MinutesMax = 1440
)

// Defaults returns the design's constants, with a day at noon, ten instances,
// no event, and the alert rules of the SRE Workbook.
func Defaults() Params {
	var p Params
	for _, f := range fields {
		*f.At(&p) = f.Default
	}
	p.Rules = slo.WorkbookRules()
	return p
}

// Field describes one constant of Params: what a scenario file calls it, its
// bounds and its default. Fields of a surge count only where Params.HasSurge.
type Field struct {
	ID       string
	Unit     world.Unit
	Min, Max float64 // both included
	Default  float64
	Whole    bool // a whole number
	Surge    bool // part of the surge profile
	At       func(*Params) *float64
}

// Fields lists every constant of Params in canonical order: the order in which
// a scenario is hashed and carried. It is part of the model.
func Fields() []Field { return fields[:] }

// Check reports the first constant or event that is out of range, or does not
// go with another.
func (p *Params) Check() error {
	for _, f := range fields {
		if f.Surge && !p.HasSurge {
			continue
		}
		if err := f.Check(*f.At(p)); err != nil {
			return err
		}
	}
	if p.FleetServing > p.FleetMax || p.FleetMin > p.FleetMax {
		return errors.New("fleet_serving and fleet_min must not pass fleet_max")
	}
	if p.QuerySeconds > p.QueryMaxSeconds {
		return errors.New("query_seconds must not pass query_max_seconds")
	}
	if p.HasSurge && !p.Surge.ordered() {
		return errors.New("surge: a lower bound passes its upper bound")
	}
	if err := CheckCurve(p.Curve); err != nil {
		return err
	}
	return p.checkEvents()
}

// Check reports whether a value is one that the field can have. The error names
// the field and what would be right.
func (f Field) Check(v float64) error {
	if !(v >= f.Min && v <= f.Max) {
		return errors.New(f.ID + " must lie between " + format(f.Min) + " and " + format(f.Max) + ", and is " + format(v))
	}
	if f.Whole && v != float64(int64(v)) {
		return errors.New(f.ID + " must be a whole number, and is " + format(v))
	}
	return nil
}

func (s *Surge) ordered() bool {
	return s.EarliestMinutes <= s.LatestMinutes && s.PeakLow <= s.PeakHigh &&
		s.RampLowMinutes <= s.RampHighMinutes && s.HoldLowMinutes <= s.HoldHighMinutes
}

func (p *Params) checkEvents() error {
	if len(p.Deploys) > EventsMax || len(p.Flushes) > EventsMax {
		return errors.New("at most " + strconv.Itoa(EventsMax) + " events of a kind")
	}
	for i, d := range p.Deploys {
		if d.Minute < 1 || d.Minute > int(p.Minutes) {
			return errors.New("a deploy's minute must lie between 1 and the shift's last, and is " + strconv.Itoa(d.Minute))
		}
		if d.RolloutMinutes < 1 || d.RolloutMinutes > MinutesMax {
			return errors.New("a rollout must last between 1 and " + strconv.Itoa(MinutesMax) + " minutes, and lasts " + strconv.Itoa(d.RolloutMinutes))
		}
		if i > 0 && d.Minute <= p.Deploys[i-1].Minute {
			return errors.New("deploys must be in order of time, one a minute")
		}
	}
	for i, m := range p.Flushes {
		if m < 1 || m > int(p.Minutes) {
			return errors.New("a flush's minute must lie between 1 and the shift's last, and is " + strconv.Itoa(m))
		}
		if i > 0 && m <= p.Flushes[i-1] {
			return errors.New("flushes must be in order of time, one a minute")
		}
	}
	return slo.CheckRules(p.Rules)
}

func format(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
