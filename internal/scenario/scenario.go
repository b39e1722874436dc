// Package scenario is the checked description of a shift: which world, with
// which constants, events and alert rules, and how it is scored. It has a
// canonical form, whose hash says whether a record still means the same shift,
// and a short one, in which the page's scenarios and a record's own travel.
package scenario

import (
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"

	"oncall/internal/cdn"
	"oncall/internal/service"
	"oncall/internal/slo"
	"oncall/internal/world"
)

// The ids of the worlds.
const (
	WorldService = "service"
	WorldCDN     = "cdn"
)

// Limits of a scenario's texts [bytes] and of its score.
const (
	IDMax       = 40
	TitleMax    = 80
	BriefingMax = 1000

	AllowanceMax        = 10
	ParDollarsMax       = 1e9
	P99TargetSecondsMax = 600
)

// P99TargetSeconds is the latency that earns its points where a scenario names
// no other [s].
const P99TargetSeconds = 0.5

// Score is what a shift is measured by. It is no part of the model: changing it
// changes no minute of a shift. The CDN world has the allowance only.
type Score struct {
	Allowance        float64 // budget that may be spent, or harm done, before its part earns nothing
	ParDollars       float64 // cost at or below which all of its points are earned [$]
	P99TargetSeconds float64 // p99 at or below which a minute counts as fast [s]
}

// Scenario is one shift that can be played. Title and Briefing are those of a
// custom file; what ships has its texts in the page's locales.
type Scenario struct {
	ID       string // empty only for a custom one that came out of a record
	World    string
	Service  service.Params // of the service world
	CDN      *cdn.Params    // of the CDN world, nil in the other
	Score    Score
	Title    string
	Briefing string
}

// New returns the service world's defaults under the given id, without score.
func New(id string) *Scenario {
	return &Scenario{
		ID:      id,
		World:   WorldService,
		Service: service.Defaults(),
		Score:   Score{P99TargetSeconds: P99TargetSeconds},
	}
}

// NewCDN returns the CDN world's defaults under the given id, without links,
// audience and score.
func NewCDN(id string) *Scenario {
	p := cdn.Defaults()
	return &Scenario{ID: id, World: WorldCDN, CDN: &p}
}

// ModelOf returns the version of a world's model that this program computes, or
// 0 for a world that it does not know.
func ModelOf(worldID string) int {
	switch {
	case worldID == WorldService:
		return service.ModelVersion
	case worldID == WorldCDN:
		return cdn.ModelVersion
	}
	return 0
}

// Model returns the version of the world's model.
func (s *Scenario) Model() int { return ModelOf(s.World) }

// Steps returns how many steps the shift lasts.
func (s *Scenario) Steps() int {
	if s.CDN != nil {
		return s.CDN.Steps()
	}
	return int(s.Service.Minutes)
}

// StepSeconds returns how long a step is [s].
func (s *Scenario) StepSeconds() int {
	if s.CDN != nil {
		return cdn.StepSeconds
	}
	return 60
}

// ClockMinutes returns the time of day at which the shift starts [min after
// midnight].
func (s *Scenario) ClockMinutes() float64 {
	if s.CDN != nil {
		return s.CDN.ClockMinutes
	}
	return s.Service.ClockMinutes
}

// Controls returns the world's controls with the scenario's opening.
func (s *Scenario) Controls() []world.Control {
	if s.CDN != nil {
		return s.CDN.Controls()
	}
	return s.Service.Controls()
}

// Readings returns the columns of the world's rows.
func (s *Scenario) Readings() []world.Reading {
	if s.CDN != nil {
		return s.CDN.Readings()
	}
	return service.Readings()
}

// Extras returns what pictures need beside a row of the world.
func (s *Scenario) Extras() []world.Reading {
	if s.CDN != nil {
		return s.CDN.Extras()
	}
	return s.Service.Extras()
}

// Rules returns the alert rules. The CDN world has none.
func (s *Scenario) Rules() []slo.Rule { return s.Service.Rules }

// NewWorld returns the world at step 0. The scenario and the opening must have
// passed their checks.
func (s *Scenario) NewWorld(seed uint32, opening []world.Setting) world.World {
	if s.CDN != nil {
		return cdn.New(*s.CDN, seed, opening)
	}
	return service.New(s.Service, seed, opening)
}

// Check reports the first thing that is wrong with the scenario, and what would
// be right.
func (s *Scenario) Check() error {
	if s.ID != "" && !ValidID(s.ID) {
		return fmt.Errorf("the id must be 1 to %d of a-z, 0-9 and -, and is %q", IDMax, s.ID)
	}
	if ModelOf(s.World) == 0 || (s.World == WorldCDN) != (s.CDN != nil) {
		return fmt.Errorf("the world must be %q or %q, and is %q", WorldService, WorldCDN, s.World)
	}
	if err := s.CheckModel(); err != nil {
		return err
	}
	if err := s.CheckScore(); err != nil {
		return err
	}
	if err := CheckText("title", s.Title, TitleMax); err != nil {
		return err
	}
	return CheckText("briefing", s.Briefing, BriefingMax)
}

// CheckModel is the part of Check that concerns what the world is made of:
// constants, events, rules, and opening values that a control can show.
func (s *Scenario) CheckModel() error {
	if s.CDN != nil {
		if err := s.CDN.Check(); err != nil {
			return err
		}
	} else if err := s.Service.Check(); err != nil {
		return err
	}
	controls := s.Controls()
	for _, c := range controls {
		if c.Kind == world.Button {
			continue
		}
		if err := world.CheckOpening(controls, world.Setting{Control: c.Code, Value: c.Opening}); err != nil {
			return err
		}
	}
	return nil
}

// CheckScore reports the first figure of the score that is out of range.
func (s *Scenario) CheckScore() error {
	if s.CDN == nil {
		return s.Score.Check()
	}
	if s.Score.ParDollars != 0 || s.Score.P99TargetSeconds != 0 {
		return errors.New("the score of the CDN world has the allowance only")
	}
	return s.Score.checkAllowance()
}

func (s Score) checkAllowance() error {
	if !(s.Allowance > 0 && s.Allowance <= AllowanceMax) {
		return fmt.Errorf("allowance must be above 0 and at most %v, and is %v", AllowanceMax, s.Allowance)
	}
	return nil
}

// Check reports the first figure of the service world's score that is out of
// range.
func (s Score) Check() error {
	if err := s.checkAllowance(); err != nil {
		return err
	}
	switch {
	case !(s.ParDollars > 0 && s.ParDollars <= ParDollarsMax):
		return fmt.Errorf("par_dollars must be above 0 and at most %v, and is %v", ParDollarsMax, s.ParDollars)
	case !(s.P99TargetSeconds > 0 && s.P99TargetSeconds <= P99TargetSecondsMax):
		return fmt.Errorf("p99_target_seconds must be above 0 and at most %v, and is %v", P99TargetSecondsMax, s.P99TargetSeconds)
	}
	return nil
}

// ValidID reports whether an id is 1 to IDMax of a-z, 0-9 and -.
func ValidID(id string) bool {
	if id == "" || len(id) > IDMax {
		return false
	}
	for i := range len(id) {
		c := id[i]
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-') {
			return false
		}
	}
	return true
}

// CheckText reports whether a text that is shown to people is one line of at
// most limit bytes of UTF-8, without control characters. Those that turn the
// direction of the words around them count as such.
func CheckText(what, text string, limit int) error {
	if len(text) > limit {
		return fmt.Errorf("%s: at most %d bytes are allowed, and it has %d", what, limit, len(text))
	}
	if !utf8.ValidString(text) {
		return errors.New(what + ": must be UTF-8")
	}
	for _, r := range text {
		lineOrTurn := r >= '\u2028' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
		if unicode.IsControl(r) || lineOrTurn {
			return fmt.Errorf("%s: the control character %U is not allowed", what, r)
		}
	}
	return nil
}
