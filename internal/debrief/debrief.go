// Package debrief says what a shift was worth: the score and its parts, what
// failed and why, how long it took to see, to act and to recover, and the same
// for the shift that nobody played.
package debrief

import (
	"bytes"
	"encoding/json"

	"oncall/internal/scenario"
	"oncall/internal/service"
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
	var b bytes.Buffer
	b.WriteString(`{"total":`)
	total, err := json.Marshal(s.Total)
	if err != nil {
		return nil, err
	}
	b.Write(total)
	for _, p := range s.Parts {
		id, err := json.Marshal(p.ID)
		if err != nil {
			return nil, err
		}
		points, err := json.Marshal(p.Points)
		if err != nil {
			return nil, err
		}
		b.WriteByte(',')
		b.Write(id)
		b.WriteByte(':')
		b.Write(points)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
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

// calmMinutes is how long burn must stay below 1 to count as recovered.
const calmMinutes = 10

// Of returns the debrief of what has been played of a shift.
func Of(s *shift.Shift) *Debrief {
	d := &Debrief{Digest: s.Digest().String()}
	if s.Scenario().CDN != nil {
		d.CDNFigures = cdnFigures(s)
		d.Score = d.CDNFigures.score(s.Scenario().Score.Allowance)
		return d
	}
	d.ServiceFigures = &ServiceFigures{Alerts: []Alert{}}
	last := s.Row(s.Step())
	d.Spent = s.Row(0)[service.BudgetLeft] - last[service.BudgetLeft]
	d.Cost = last[service.Cost]
	for t := 1; t <= s.Step(); t++ {
		row, extra := s.Row(t), s.Extra(t)
		d.Requests += float64(row[service.Requests] * 60)
		d.Shed += float64(row[service.Requests] * row[service.ShedShare] * 60)
		admitted := row[service.Admitted] * 60
		d.Failed.NoCapacity += float64(admitted * extra[service.ExtraNoCapacity])
		d.Failed.Timeout += float64(admitted * extra[service.ExtraTimeout])
		d.Failed.BadBuild += float64(admitted * extra[service.ExtraBadBuild])
	}
	d.Score = score(s, d)
	d.times(s)
	return d
}

func score(s *shift.Shift, d *Debrief) Score {
	rules := s.Scenario().Score
	var fast, experience float64
	for t := 1; t <= s.Step(); t++ {
		row, settings := s.Row(t), s.Settings(t)
		if row[service.P99] <= rules.P99TargetSeconds {
			fast++
		}
		experience += clamp01(1 -
			float64(0.5*(1-row[service.Heavy])) -
			float64(0.6*(float64(settings[service.Shed])/100)) -
			float64(0.2*clamp01((float64(settings[service.CacheTTL])-60)/540)))
	}
	minutes := max(1, float64(s.Step()))
	parts := []Part{
		{ID: "reliability", Points: reliabilityMax * clamp01(1-d.Spent/rules.Allowance)},
		{ID: "latency", Points: latencyMax * fast / minutes},
		{ID: "cost", Points: costMax * clamp01(1+float64(2*(1-d.Cost/rules.ParDollars)))},
		{ID: "experience", Points: experienceMax * experience / minutes},
	}
	return total(parts)
}

func total(parts []Part) Score {
	sum := 0.0
	for _, p := range parts {
		sum += p.Points
	}
	return Score{Total: sum, Parts: parts}
}

// times fills in the alerts and how long it took from the damage to each of the
// milestones.
func (d *Debrief) times(s *shift.Shift) {
	rules := s.Scenario().Rules()
	damage := firstStep(s, 1, func(t int) bool { return s.Row(t)[service.Burn] >= 1 })
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
	if damage < 0 {
		return
	}
	calm := 0
	for t := damage; t <= s.Step(); t++ {
		if s.Row(t)[service.Burn] < 1 {
			calm++
		} else {
			calm = 0
		}
		if calm == calmMinutes {
			d.MinutesToRecovery = since(t - calmMinutes + 1)
			return
		}
	}
}

// firstStep returns the first step from the given one on for which ok holds, or
// -1.
func firstStep(s *shift.Shift, from int, ok func(step int) bool) int {
	for t := from; t <= s.Step(); t++ {
		if ok(t) {
			return t
		}
	}
	return -1
}

func clamp01(x float64) float64 { return min(1, max(0, x)) }
