// Package runbook plays shifts by rules: when readings have been above or below
// thresholds for some time, a rule acts after a reaction delay, and may take it
// back later. A runbook sees what a player sees, the readings of past steps, and
// not the true load of a CDN link; the same runbook, scenario and seed give the
// same actions everywhere.
package runbook

import (
	"errors"
	"fmt"
	"math"

	"oncall/internal/replay"
	"oncall/internal/scenario"
	"oncall/internal/world"
)

// Limits of a runbook.
const (
	RulesMax      = 32
	ConditionsMax = 8    // of a rule, and of its way back
	ActionsMax    = 16   // of a rule, and of its way back
	MinutesMax    = 1440 // of a delay, and of how long a condition must hold
	ThresholdMax  = 1e15 // either side of 0
	RuleNameMax   = 80   // bytes
	takenMax      = replay.ActionsMax
)

// Runbook is a list of rules, by the names of a world's readings and controls.
type Runbook struct {
	Title string `json:"title"` // one line
	Rules []Rule `json:"rules"`
}

// Rule acts when all of its conditions hold; without conditions, at the start.
type Rule struct {
	Name string      `json:"name,omitempty"`
	When []Condition `json:"when,omitempty"`
	// AfterMinutes is the reaction delay: the rule acts so long after the step
	// that showed its conditions, at the soonest in the next step.
	AfterMinutes float64  `json:"after_minutes,omitempty"`
	Do           []Action `json:"do"`
	Back         *Back    `json:"back,omitempty"`
	// Repeat makes the rule ready again once its conditions have ceased to hold
	// and it has gone its way back. A rule without it acts once a shift.
	Repeat bool `json:"repeat,omitempty"`
}

// Back is a rule's way back. Its conditions are looked at from the step on in
// which the rule acts; without conditions, that step counts.
type Back struct {
	When         []Condition `json:"when,omitempty"`
	AfterMinutes float64     `json:"after_minutes,omitempty"`
	Do           []Action    `json:"do"`
}

// Condition holds in a step when the reading has been above the threshold, or
// below it, for ForMinutes, that step included; 0 is one step. It does not hold
// at the threshold itself.
type Condition struct {
	Reading    string  `json:"reading"` // its code, such as burn_5m or measured_s01-a
	Below      bool    `json:"below,omitempty"`
	Threshold  float64 `json:"threshold"` // in the reading's unit; shares as fractions
	ForMinutes float64 `json:"for_minutes,omitempty"`
}

// Action sets a control, or presses a button with the value 1.
type Action struct {
	Control string `json:"control"`
	Target  string `json:"target,omitempty"`
	Value   int    `json:"value"`
}

// Program is a runbook that has been checked against a scenario and can be
// played on it. It does not change, and may be played by many at once.
type Program struct {
	rules []rule
}

// rule is a Rule with numbers in place of names.
type rule struct {
	when, back part
	hasBack    bool
	repeat     bool
}

// part is one half of a rule.
type part struct {
	conditions []condition
	delay      int // steps
	actions    []world.Setting
}

type condition struct {
	column    int // of the row, or of the extras
	extra     bool
	below     bool
	threshold float64
	steps     int
}

// Compile checks a runbook against a scenario. The error says which rule is
// wrong, and what would be right.
func Compile(r *Runbook, sc *scenario.Scenario) (*Program, error) {
	if err := scenario.CheckText("title", r.Title, scenario.TitleMax); err != nil {
		return nil, err
	}
	if len(r.Rules) > RulesMax {
		return nil, fmt.Errorf("a runbook has at most %d rules, and this one has %d", RulesMax, len(r.Rules))
	}
	c := NewChecker(sc)
	p := &Program{rules: make([]rule, len(r.Rules))}
	for i := range r.Rules {
		var err error
		if p.rules[i], err = c.rule(&r.Rules[i]); err != nil {
			return nil, fmt.Errorf("rule %d: %w", i+1, err)
		}
	}
	return p, nil
}

// Checker checks the parts of runbooks against one scenario, so that a reader of
// files can say where each stands.
type Checker struct {
	readings    []reading
	controls    []world.Control
	stepSeconds int
}

// NewChecker returns the Checker of a scenario.
func NewChecker(sc *scenario.Scenario) *Checker {
	return &Checker{readings: visible(sc), controls: sc.Controls(), stepSeconds: sc.StepSeconds()}
}

// Readings lists the codes that conditions may name.
func (c *Checker) Readings() []string {
	codes := make([]string, len(c.readings))
	for i, r := range c.readings {
		codes[i] = r.code
	}
	return codes
}

// Controls lists the controls that actions may name.
func (c *Checker) Controls() []world.Control { return c.controls }

// Minutes reports whether a time is one that rules can wait: from 0 to
// MinutesMax, and a whole number of steps.
func (c *Checker) Minutes(what string, minutes float64) error {
	_, err := c.steps(what, minutes)
	return err
}

func (c *Checker) steps(what string, minutes float64) (int, error) {
	if !(minutes >= 0 && minutes <= MinutesMax) {
		return 0, fmt.Errorf("%s must lie between 0 and %d, and is %v", what, MinutesMax, minutes)
	}
	steps := math.Floor(float64(minutes*60)/float64(c.stepSeconds) + 0.5)
	if math.Abs(float64(steps*float64(c.stepSeconds))-float64(minutes*60)) > 1e-6 {
		return 0, fmt.Errorf("%s must be a whole number of steps of %d s, and is %v", what, c.stepSeconds, minutes)
	}
	return int(steps), nil
}

// Threshold reports whether a number can be a condition's threshold.
func (c *Checker) Threshold(v float64) error {
	if !(math.Abs(v) <= ThresholdMax) {
		return fmt.Errorf("a threshold must lie between %g and %g, and is %g", -ThresholdMax, ThresholdMax, v)
	}
	return nil
}

// Rule reports what is wrong with a rule.
func (c *Checker) Rule(r *Rule) error {
	_, err := c.rule(r)
	return err
}

func (c *Checker) rule(r *Rule) (compiled rule, err error) {
	if err := scenario.CheckText("name", r.Name, RuleNameMax); err != nil {
		return rule{}, err
	}
	if r.Repeat && len(r.When) == 0 {
		return rule{}, errors.New("repeat needs a condition: the start comes once")
	}
	compiled.repeat, compiled.hasBack = r.Repeat, r.Back != nil
	if compiled.when, err = c.part(r.When, r.AfterMinutes, r.Do); err != nil {
		return rule{}, err
	}
	if r.Back != nil {
		if compiled.back, err = c.part(r.Back.When, r.Back.AfterMinutes, r.Back.Do); err != nil {
			return rule{}, fmt.Errorf("back: %w", err)
		}
	}
	return compiled, nil
}

func (c *Checker) part(when []Condition, afterMinutes float64, do []Action) (p part, err error) {
	if len(when) > ConditionsMax {
		return part{}, fmt.Errorf("at most %d conditions, and there are %d", ConditionsMax, len(when))
	}
	if len(do) == 0 || len(do) > ActionsMax {
		return part{}, fmt.Errorf("do takes 1 to %d actions, and has %d", ActionsMax, len(do))
	}
	if p.delay, err = c.steps("after_minutes", afterMinutes); err != nil {
		return part{}, err
	}
	p.delay = max(1, p.delay)
	for _, w := range when {
		compiled, err := c.condition(w)
		if err != nil {
			return part{}, err
		}
		p.conditions = append(p.conditions, compiled)
	}
	for _, a := range do {
		s, err := c.Action(a)
		if err != nil {
			return part{}, err
		}
		p.actions = append(p.actions, s)
	}
	return p, nil
}

func (c *Checker) condition(w Condition) (condition, error) {
	steps, err := c.steps("for_minutes", w.ForMinutes)
	if err == nil {
		err = c.Threshold(w.Threshold)
	}
	if err != nil {
		return condition{}, err
	}
	for _, r := range c.readings {
		if r.code == w.Reading {
			return condition{column: r.column, extra: r.extra, below: w.Below, threshold: w.Threshold, steps: max(1, steps)}, nil
		}
	}
	return condition{}, fmt.Errorf("there is no reading %q that a player sees", w.Reading)
}

// Action reports whether an action is one that its control takes, and returns it
// by numbers.
func (c *Checker) Action(a Action) (world.Setting, error) {
	control, ok := world.FindControl(c.controls, a.Control)
	if !ok {
		return world.Setting{}, fmt.Errorf("there is no control %q", a.Control)
	}
	target, err := control.TargetIndex(a.Target)
	if err != nil {
		return world.Setting{}, err
	}
	s := world.Setting{Control: control.Code, Target: target, Value: a.Value}
	return s, world.Check(c.controls, s)
}
