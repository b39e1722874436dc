package debrief

import (
	"oncall/internal/cdn"
	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/shift"
	"oncall/internal/slo"
)

// Tally adds up the figures of a shift step by step and keeps none of its steps,
// so that thousands of shifts can be scored without being kept. Of reads its
// figures out of one: both are the same to the last bit.
type Tally struct {
	scenario *scenario.Scenario
	opened   bool
	steps    int // but the opening
	service  serviceTally
	cdn      cdnTally
}

// NewTally returns the tally of a shift of the scenario of which no step has
// been added.
func NewTally(sc *scenario.Scenario) Tally {
	t := Tally{scenario: sc, service: serviceTally{damage: -1, recovery: -1}}
	if sc.CDN != nil {
		t.cdn.links = len(sc.CDN.Links)
	}
	return t
}

// tallyOf returns the tally of what has been played of a shift.
func tallyOf(s *shift.Shift) Tally {
	t := NewTally(s.Scenario())
	for step := 0; step <= s.Step(); step++ {
		t.Add(s.Row(step), s.Extra(step), s.Settings(step))
	}
	return t
}

// Add adds the next step, which is the opening in the first call.
func (t *Tally) Add(row, extra []float64, settings []int) {
	switch {
	case t.scenario.CDN != nil:
		t.cdn.add(row, extra, t.opened)
	case t.opened:
		t.service.add(t.steps+1, row, extra, settings, t.scenario.Score.P99TargetSeconds)
	default:
		t.service.opening = row[service.BudgetLeft]
		t.service.budget, t.service.cost = row[service.BudgetLeft], row[service.Cost]
	}
	if t.opened {
		t.steps++
	}
	t.opened = true
}

// Points returns the parts of the score, in the order of Parts, and their sum.
func (t *Tally) Points() (parts [PartsCount]float64, total float64) {
	if t.scenario.CDN != nil {
		d := t.CDN()
		parts = d.points(t.scenario.Score.Allowance)
	} else {
		parts = t.service.points(t.steps, t.scenario.Score)
	}
	for _, p := range parts {
		total += p
	}
	return parts, total
}

// score returns the parts by their names, and their sum.
func (t *Tally) score() Score {
	points, total := t.Points()
	score := Score{Total: total}
	for i, part := range Parts(t.scenario.World) {
		score.Parts = append(score.Parts, Part{ID: part.ID, Points: points[i]})
	}
	return score
}

// Spent returns the error budget used, a share, in the service world; Cost the
// dollars spent.
func (t *Tally) Spent() float64 { return t.service.opening - t.service.budget }

// Cost returns what the fleet cost in the service world [$].
func (t *Tally) Cost() float64 { return t.service.cost }

// Damage returns the first step with burn >= 1, and Recovery the one from which
// the shift had recovered, or -1, in the service world.
func (t *Tally) Damage() int { return t.service.damage }

// Recovery returns the step that begins the first slo.CalmMinutes minutes with
// burn < 1 from the damage on, or -1.
func (t *Tally) Recovery() int { return t.service.recovery }

// CDN returns the figures of a shift in the CDN world.
func (t *Tally) CDN() *CDNFigures { return t.cdn.figures(t.steps) }

// serviceTally is what a shift in the service world adds up to.
type serviceTally struct {
	opening, budget  float64 // what was and what is left
	cost             float64
	requests, shed   float64
	failed           Failed
	fast, experience float64
	damage, recovery int // steps, or -1
	calm             int // minutes in a row
}

func (t *serviceTally) add(step int, row, extra []float64, settings []int, p99TargetSeconds float64) {
	t.budget, t.cost = row[service.BudgetLeft], row[service.Cost]
	t.requests += float64(row[service.Requests] * 60)
	t.shed += float64(row[service.Requests] * row[service.ShedShare] * 60)
	admitted := row[service.Admitted] * 60
	t.failed.NoCapacity += float64(admitted * extra[service.ExtraNoCapacity])
	t.failed.Timeout += float64(admitted * extra[service.ExtraTimeout])
	t.failed.BadBuild += float64(admitted * extra[service.ExtraBadBuild])
	if row[service.P99] <= p99TargetSeconds {
		t.fast++
	}
	t.experience += clamp01(1 -
		float64(0.5*(1-row[service.Heavy])) -
		float64(0.6*(float64(settings[service.Shed])/100)) -
		float64(0.2*clamp01((float64(settings[service.CacheTTL])-60)/540)))
	t.times(step, row[service.Burn])
}

// times follows the damage and the way out of it.
func (t *serviceTally) times(step int, burn float64) {
	if t.damage < 0 && burn >= 1 {
		t.damage = step
	}
	if t.damage < 0 || t.recovery >= 0 {
		return
	}
	if burn >= 1 {
		t.calm = 0
		return
	}
	if t.calm++; t.calm == slo.CalmMinutes {
		t.recovery = step - slo.CalmMinutes + 1
	}
}

func (t *serviceTally) points(steps int, rules scenario.Score) [PartsCount]float64 {
	minutes := max(1, float64(steps))
	return [PartsCount]float64{
		reliabilityMax * clamp01(1-(t.opening-t.budget)/rules.Allowance),
		latencyMax * t.fast / minutes,
		costMax * clamp01(1+float64(2*(1-t.cost/rules.ParDollars))),
		experienceMax * t.experience / minutes,
	}
}

// cdnTally is what a shift in the CDN world adds up to. Whoever is refused in a
// step waits until the next one.
type cdnTally struct {
	links                         int
	playing, rebuffering, waiting float64
	amplitude, utilization        float64
	sums                          CDNFigures // those that are plain sums
}

func (t *cdnTally) add(row, extra []float64, opened bool) {
	t.sums.OverMinutes = extra[cdn.ExtraOverMinutes]
	if !opened {
		return
	}
	totals := row[cdn.TotalColumn(t.links, 0):]
	t.playing += totals[cdn.TotalSessions]
	t.rebuffering += float64(totals[cdn.TotalRebuffering] * totals[cdn.TotalSessions])
	t.waiting += totals[cdn.TotalRefused]
	t.sums.GivenUp += totals[cdn.TotalGivenUp]
	t.sums.Moves += totals[cdn.TotalMoves]
	t.sums.PeakBits = max(t.sums.PeakBits, totals[cdn.TotalCarried])
	t.sums.Arrivals += extra[cdn.ExtraArrivals]
	t.amplitude += float64(100 * extra[cdn.ExtraAmplitude])
	t.utilization += extra[cdn.ExtraUtilization]
}

func (t *cdnTally) figures(steps int) *CDNFigures {
	d := t.sums
	n := max(1, float64(steps))
	d.AmplitudePoints = t.amplitude / n
	d.UtilizationShare = t.utilization / n
	d.Rebuffering = t.rebuffering / max(1, t.playing)
	d.Harm = d.Rebuffering + d.GivenUp/max(1, d.Arrivals)
	d.MeanWaitSeconds = float64(t.waiting*cdn.StepSeconds) / max(1, d.Arrivals)
	return &d
}
