package ownform

import (
	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/slo"
	"oncall/internal/world"
)

// Field describes one constant to a form.
type Field struct {
	ID      string     `json:"id"`
	Unit    world.Unit `json:"unit"`
	Min     float64    `json:"min"`
	Max     float64    `json:"max"`
	Default float64    `json:"default"`
	Whole   bool       `json:"whole"`
	Step    int        `json:"step"` // grid above Min; 0 where there is none
	Surge   bool       `json:"surge"`
	Group   string     `json:"group"`
}

// Description is what a form needs to know.
type Description struct {
	Fields []Field        `json:"fields"`
	Limits map[string]int `json:"limits"`
}

// groups names the constant that begins each group of a form; the constants of
// a group stand together in service.Fields.
var groups = map[string]string{
	"minutes":          "shift",
	"base_per_second":  "traffic",
	"hot_objects":      "cache",
	"service_seconds":  "requests",
	"objective":        "objective",
	"fleet_max":        "fleet",
	"fleet_serving":    "opening",
	"earliest_minutes": "surge",
}

// Describe returns every constant in canonical order, and the limits of lists,
// texts [bytes] and figures.
func Describe() Description {
	d := Description{Limits: map[string]int{
		"events": service.EventsMax, "rules": slo.RulesMax, "curve": service.CurveMax,
		"curvePerSecond": service.CurvePerSecondMax, "minutes": service.MinutesMax,
		"title": scenario.TitleMax, "briefing": scenario.BriefingMax,
		"burn": slo.BurnMax, "windowMinutes": slo.WindowMinutesMax,
		"allowance": scenario.AllowanceMax, "parDollars": scenario.ParDollarsMax,
		"p99TargetSeconds": scenario.P99TargetSecondsMax,
	}}
	group := ""
	for _, f := range service.Fields() {
		if name, begins := groups[f.ID]; begins {
			group = name
		}
		d.Fields = append(d.Fields, Field{
			ID: f.ID, Unit: f.Unit, Min: f.Min, Max: f.Max, Default: f.Default, Whole: f.Whole,
			Step: stepOf(f.ID), Surge: f.Surge, Group: group,
		})
	}
	return d
}
