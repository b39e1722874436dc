package session

import (
	"errors"
	"fmt"

	"oncall/internal/cdn"
	"oncall/internal/chart"
	"oncall/internal/debrief"
	"oncall/internal/shift"
	"oncall/internal/world"
)

// policyPair is two ways to balance, by the values of the controls.
type policyPair struct {
	A balancing `json:"a"`
	B balancing `json:"b"`
}

type balancing struct {
	Policy int `json:"policy"`
	Metric int `json:"metric"`
}

// policyRuns are the shifts of a pair, kept because charts and figures are asked
// for one after the other.
type policyRuns struct {
	of    *shift.Shift
	step  int // how far it was played
	pair  policyPair
	shift [2]*shift.Shift
}

// policyOutcome is what one of the two comes to.
type policyOutcome struct {
	balancing
	debrief.Response
	Digest          string        `json:"digest"`
	Score           debrief.Score `json:"score"`
	AmplitudePoints float64       `json:"amplitude_points"`
	Moves           float64       `json:"moves"`
	MovesByArrival  float64       `json:"moves_by_arrival"`
	Harm            float64       `json:"harm"`
	Rebuffering     float64       `json:"rebuffering"`
	GivenUpShare    float64       `json:"given_up_share"`
	OverMinutes     float64       `json:"over_minutes"`
}

// policies plays the open shift with two policies from its opening on, with the
// player's other actions, and says what each comes to.
func (s *Session) policies(options Options) (any, error) {
	var pair policyPair
	if err := options.Decode(&pair); err != nil {
		return nil, fmt.Errorf("policies: %w", err)
	}
	runs, err := s.policyShifts(pair)
	if err != nil {
		return nil, fmt.Errorf("policies: %w", err)
	}
	return map[string]policyOutcome{"a": outcomeOf(pair.A, runs[0]), "b": outcomeOf(pair.B, runs[1])}, nil
}

// policyChart draws both shifts of a pair above each other.
func (s *Session) policyChart(options Options) (any, error) {
	var o struct {
		policyPair
		chart.Options
	}
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("policy chart: %w", err)
	}
	runs, err := s.policyShifts(o.policyPair)
	if err != nil {
		return nil, fmt.Errorf("policy chart: %w", err)
	}
	if len(o.Lanes) == 0 {
		for _, run := range []string{"#0", "#1"} {
			for _, site := range s.shift.Scenario().CDN.Sites {
				o.Lanes = append(o.Lanes, "loads:"+site+run)
			}
		}
	}
	return chart.Stack(o.Options, debrief.Table(runs[0]), debrief.Table(runs[1])), nil
}

func (s *Session) policyShifts(pair policyPair) ([2]*shift.Shift, error) {
	if s.shift.Scenario().CDN == nil {
		return [2]*shift.Shift{}, errors.New("this world has no balancer")
	}
	kept := &s.policyRuns
	if kept.of == s.shift && kept.step == s.shift.Step() && kept.pair == pair {
		return kept.shift, nil
	}
	runs := policyRuns{of: s.shift, step: s.shift.Step(), pair: pair}
	for i, b := range []balancing{pair.A, pair.B} {
		var err error
		if runs.shift[i], err = withBalancing(s.shift, b); err != nil {
			return runs.shift, err
		}
	}
	*kept = runs
	return runs.shift, nil
}

// withBalancing plays a shift again with another policy and metric, from its
// opening on.
func withBalancing(s *shift.Shift, b balancing) (*shift.Shift, error) {
	chosen := func(control int) bool { return control == cdn.ControlPolicy || control == cdn.ControlMetric }
	opening := []world.Setting{{Control: cdn.ControlPolicy, Value: b.Policy}, {Control: cdn.ControlMetric, Value: b.Metric}}
	for _, o := range s.Opening() {
		if !chosen(o.Control) {
			opening = append(opening, o)
		}
	}
	var actions []world.Action
	for _, a := range s.Actions() {
		if !chosen(a.Control) && a.Step <= s.Step() {
			actions = append(actions, a)
		}
	}
	again, err := shift.New(s.Scenario(), s.Seed(), opening)
	if err != nil {
		return nil, err
	}
	return again, again.Run(actions, s.Step())
}

func outcomeOf(b balancing, s *shift.Shift) policyOutcome {
	d := debrief.Of(s)
	arrivals := max(1, d.Arrivals)
	return policyOutcome{
		balancing: b, Response: debrief.ResponseOf(s), Digest: d.Digest, Score: d.Score,
		AmplitudePoints: d.AmplitudePoints, Moves: d.Moves, MovesByArrival: d.Moves / arrivals,
		Harm: d.Harm, Rebuffering: d.Rebuffering, GivenUpShare: d.GivenUp / arrivals, OverMinutes: d.OverMinutes,
	}
}
