// Package debrief says what a shift was worth: the score and its parts, what
// failed and why, how long it took to see, to act and to recover, and the same
// for the shift that nobody played.
package debrief

import (
	"strconv"

	"oncall/internal/scenario"
	"oncall/internal/shift"
	"oncall/internal/slo"
	"oncall/internal/world"
)

// Debrief is the figures of one shift: those of its world stand beside digest
// and score, and the other world's are nil.
type Debrief struct {
	Digest string `json:"digest"`
	Score  Score  `json:"score"`
	*ServiceFigures
	*CDNFigures
}

// ServiceFigures are those of a shift in the service world. Times are in steps
// since the damage began, nil where it never came to that.
type ServiceFigures struct {
	Spent    float64 `json:"spent"`    // of the error budget, share
	Cost     float64 `json:"cost"`     // dollars
	Requests float64 `json:"requests"` // of the whole shift
	Shed     float64 `json:"shed"`     // of them
	Failed   Failed  `json:"failed"`
	Alerts   []Alert `json:"alerts"`

	DamageMinute      *int `json:"damage_minute"`       // the first with burn >= 1
	MinutesToPage     *int `json:"minutes_to_page"`     // the first page
	MinutesToAction   *int `json:"minutes_to_action"`   // the player's first action
	MinutesToRecovery *int `json:"minutes_to_recovery"` // the start of the first calm
}

// Failed counts failed requests by cause.
type Failed struct {
	NoCapacity float64 `json:"no_capacity"`
	Timeout    float64 `json:"timeout"`
	BadBuild   float64 `json:"bad_build"`
}

// Alert is a rule that fired or cleared.
type Alert struct {
	Minute int  `json:"minute"`
	Rule   int  `json:"rule"` // place in the scenario's list
	Fires  bool `json:"fires"`
}

// Part is one part of a score.
type Part struct {
	ID     string
	Points float64
}

// Score is the points of a shift, 0..100, and their parts.
type Score struct {
	Total float64
	Parts []Part
}

// MarshalJSON writes the total and the parts as one object, in order.
func (s Score) MarshalJSON() ([]byte, error) {
	b := strconv.AppendFloat([]byte(`{"total":`), s.Total, 'g', -1, 64)
	for _, p := range s.Parts {
		b = strconv.AppendQuote(append(b, ','), p.ID) // of small letters
		b = strconv.AppendFloat(append(b, ':'), p.Points, 'g', -1, 64)
	}
	return append(b, '}'), nil
}

// PartMax is the most that a part of the score can give.
type PartMax struct {
	ID  string  `json:"id"`
	Max float64 `json:"max"`
}

// The parts of the service world's score.
const (
	reliabilityMax = 45
	latencyMax     = 10
	costMax        = 20
	experienceMax  = 25
)

// PartsCount is how many parts each world's score has.
const PartsCount = 4

// Parts lists the parts of a world's score with what they can give.
func Parts(worldID string) []PartMax {
	if worldID == scenario.WorldCDN {
		return cdnParts()
	}
	return []PartMax{
		{ID: "reliability", Max: reliabilityMax},
		{ID: "latency", Max: latencyMax},
		{ID: "cost", Max: costMax},
		{ID: "experience", Max: experienceMax},
	}
}

// Of returns the debrief of what has been played of a shift.
func Of(s *shift.Shift) *Debrief {
	tally := tallyOf(s)
	d := &Debrief{Digest: s.Digest().String(), Score: tally.score()}
	if s.Scenario().CDN != nil {
		d.CDNFigures = tally.CDN()
		return d
	}
	t := &tally.service
	d.ServiceFigures = &ServiceFigures{
		Spent: tally.Spent(), Cost: t.cost, Requests: t.requests, Shed: t.shed, Failed: t.failed, Alerts: []Alert{},
	}
	d.times(s, t.damage, t.recovery)
	return d
}

// times fills in the alerts and how long it took from the damage to each of the
// milestones.
func (d *Debrief) times(s *shift.Shift, damage, recovery int) {
	rules := s.Scenario().Rules()
	if damage >= 0 {
		d.DamageMinute = &damage
	}
	since := func(step int) *int {
		if damage < 0 || step < damage {
			return nil
		}
		n := step - damage
		return &n
	}
	for _, e := range s.Events() {
		if e.Kind != world.AlertFired && e.Kind != world.AlertCleared {
			continue
		}
		fires := e.Kind == world.AlertFired
		d.Alerts = append(d.Alerts, Alert{Minute: e.Step, Rule: e.Rule, Fires: fires})
		if fires && rules[e.Rule].Severity == slo.Page && d.MinutesToPage == nil {
			d.MinutesToPage = since(e.Step)
		}
	}
	for _, a := range s.Actions() {
		if d.MinutesToAction == nil {
			d.MinutesToAction = since(a.Step)
		}
	}
	if recovery >= 0 {
		d.MinutesToRecovery = since(recovery)
	}
}

func clamp01(x float64) float64 { return min(1, max(0, x)) }
