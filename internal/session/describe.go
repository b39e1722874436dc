package session

import (
	"errors"
	"fmt"

	"oncall/internal/cdn"
	"oncall/internal/debrief"
	"oncall/internal/ownform"
	"oncall/internal/replay"
	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/shift"
	"oncall/internal/slo"
	"oncall/internal/world"
)

// describedScenario is what the page knows of a scenario.
type describedScenario struct {
	ID           string             `json:"id"`
	World        string             `json:"world"`
	Title        string             `json:"title"`
	Briefing     string             `json:"briefing"`
	Steps        int                `json:"steps"`
	StepSeconds  int                `json:"stepSeconds"`
	ClockMinutes float64            `json:"clockMinutes"`
	Score        describedScore     `json:"score"`
	Rules        []describedRule    `json:"rules"`
	Constants    map[string]float64 `json:"constants"`
	*describedNetwork
}

type describedScore struct {
	Allowance        float64           `json:"allowance"`
	ParDollars       float64           `json:"parDollars"`
	P99TargetSeconds float64           `json:"p99TargetSeconds"`
	Parts            []debrief.PartMax `json:"parts"`
}

type describedRule struct {
	Severity     string  `json:"severity"`
	Burn         float64 `json:"burn"`
	LongMinutes  int     `json:"longMinutes"`
	ShortMinutes int     `json:"shortMinutes"`
}

func describe(sc *scenario.Scenario) describedScenario {
	d := describedScenario{
		ID: sc.ID, World: sc.World, Title: sc.Title, Briefing: sc.Briefing,
		Steps: sc.Steps(), StepSeconds: sc.StepSeconds(), ClockMinutes: sc.ClockMinutes(),
		Score: describedScore{
			Allowance: sc.Score.Allowance, ParDollars: sc.Score.ParDollars,
			P99TargetSeconds: sc.Score.P99TargetSeconds, Parts: debrief.Parts(sc.World),
		},
		Rules: describeRules(sc.Rules()), Constants: map[string]float64{},
	}
	if sc.CDN != nil {
		for _, f := range cdn.Fields() {
			d.Constants[f.ID] = *f.At(sc.CDN)
		}
		d.describedNetwork = describeNetwork(sc.CDN)
		return d
	}
	for _, f := range service.Fields() {
		d.Constants[f.ID] = *f.At(&sc.Service)
	}
	return d
}

func describeRules(rules []slo.Rule) []describedRule {
	described := make([]describedRule, len(rules))
	for i, r := range rules {
		described[i] = describedRule{
			Severity: r.Severity.String(), Burn: r.Burn, LongMinutes: r.LongMinutes, ShortMinutes: r.ShortMinutes,
		}
	}
	return described
}

// describedShift is what the page knows of the shift that is open.
type describedShift struct {
	Mode     string            `json:"mode"` // play or replay
	Scenario describedScenario `json:"scenario"`
	Seed     uint32            `json:"seed"`
	Steps    int               `json:"steps"`    // its length
	Step     int               `json:"step"`     // where it stands
	LastStep int               `json:"lastStep"` // how far it is computed
	Controls []world.Control   `json:"controls"`
	Readings []world.Reading   `json:"readings"`
	Extras   []world.Reading   `json:"extras"`
	Digest   string            `json:"digest"`

	Verified        bool          `json:"verified"`
	Why             *describedErr `json:"why"`             // why not verified
	FirstDifference int           `json:"firstDifference"` // step, -1 where unknown
	Notes           []note        `json:"notes"`
}

func (s *Session) describeShift() (any, error) {
	sh := s.shift
	d := describedShift{
		Mode: "play", Scenario: describe(sh.Scenario()), Seed: sh.Seed(),
		Steps: sh.Steps(), Step: sh.Step(), LastStep: sh.Step(),
		Controls: append([]world.Control(nil), sh.Controls()...), Readings: sh.Readings(), Extras: sh.Extras(),
		Digest: sh.Digest().String(), FirstDifference: -1, Notes: []note{},
	}
	for _, o := range sh.Opening() {
		// A control with targets has one opening for each of them: the settings of step 0.
		if c := &d.Controls[o.Control]; len(c.Targets) == 0 {
			c.Opening = o.Value
		}
	}
	if s.record != nil {
		d.Mode = "replay"
		d.Verified = s.verdict == nil
		if s.verdict != nil {
			d.Why = describeErr(s.verdict)
		}
		var mismatch *shift.Mismatch
		if errors.As(s.verdict, &mismatch) {
			d.FirstDifference = mismatch.From
		}
		for _, n := range s.record.Notes {
			d.Notes = append(d.Notes, note{Step: n.Step, Text: n.Text})
		}
	}
	return d, nil
}

// describedErr is an error for the page: a reason that it has a text for in
// every language, or else the plain English.
type describedErr struct {
	Reason string            `json:"reason"`
	Args   map[string]string `json:"args"`
	Text   string            `json:"text"`
}

// Describe returns an error as the page takes it: the reason of a refusal with
// its arguments, and the plain English.
func (s *Session) Describe(err error) any { return describeErr(err) }

func describeErr(err error) *describedErr {
	d := &describedErr{Text: err.Error()}
	var refusal *replay.Refusal
	if errors.As(err, &refusal) {
		d.Reason, d.Args = refusal.Reason, refusal.Args
	}
	var own *ownform.Error
	if errors.As(err, &own) {
		d.Reason, d.Args = "own", own.Args()
	}
	return d
}

// note is a text of the author's beside the timeline.
type note struct {
	Step int    `json:"step"`
	Text string `json:"text"`
}

// entry is a line of the feed: an action of the player or an event.
type entry struct {
	Step      int    `json:"step"`
	Kind      string `json:"kind"`
	Control   string `json:"control,omitempty"`
	Target    string `json:"target,omitempty"`
	Value     int    `json:"value"`
	Rule      int    `json:"rule"`
	Hindsight bool   `json:"hindsight"`
}

// feed returns what was done and what happened from a step on.
func (s *Session) feed(options Options) (any, error) {
	var o struct {
		From int `json:"from"`
	}
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("feed: %w", err)
	}
	sh := s.shift
	entries := []entry{}
	for _, e := range debrief.Timeline(sh, o.From) {
		if e.Action == nil {
			entries = append(entries, entry{
				Step: e.Step, Kind: string(e.Event.Kind), Target: debrief.EventTarget(sh, e.Event), Rule: e.Event.Rule, Hindsight: e.Event.Hindsight,
			})
			continue
		}
		c := sh.Controls()[e.Action.Control]
		done := entry{Step: e.Step, Kind: "action", Control: c.ID, Value: e.Action.Value}
		if len(c.Targets) > 0 {
			done.Target = c.Targets[e.Action.Target]
		}
		entries = append(entries, done)
	}
	return entries, nil
}
