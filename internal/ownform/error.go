package ownform

import "strconv"

// The reasons for which a form is refused. They are keys: the page shows its own
// sentence for each.
const (
	Range     = "range"     // value must lie between min and max, both included
	Whole     = "whole"     // value must be a whole number
	Grid      = "grid"      // value must be min or a multiple of step above it
	Positive  = "positive"  // value must be above 0 and at most max
	Unknown   = "unknown"   // there is no such constant, or severity
	Above     = "above"     // value must not pass max, which is that of the constant called detail
	Count     = "count"     // value entries, and at most max are allowed
	Twice     = "twice"     // two entries at minute value
	Rollout   = "rollout"   // a rollout's minutes must lie between min and max
	Windows   = "windows"   // windows must satisfy min <= short <= long <= max
	Order     = "order"     // the first knot stands at minute 0, the others behind it in order of time
	Minute    = "minute"    // a knot's minute must be at most max
	Long      = "long"      // value bytes, and at most max are allowed
	Character = "character" // a character that one line of text cannot have
	Other     = "other"     // detail says it
)

// Error is why a form is no scenario.
type Error struct {
	Field  string // the id of a constant, or what else is wrong: title, briefing, deploys, flushes, rules, curve, allowance, par_dollars, p99_target_seconds; empty for the whole
	Reason string // one of the constants
	Number int    // the entry of rules or curve, from 1 on; 0 where it is none
	Value  float64
	Min    float64
	Max    float64
	Step   float64
	Detail string
}

// Error says it in English, for logs: the page has texts of its own.
func (e *Error) Error() string {
	text := "own service: " + e.Field
	if e.Number > 0 {
		text += " " + strconv.Itoa(e.Number)
	}
	switch e.Reason {
	case Range, Rollout:
		return text + ": " + format(e.Value) + " must lie between " + format(e.Min) + " and " + format(e.Max)
	case Positive:
		return text + ": " + format(e.Value) + " must be above 0 and at most " + format(e.Max)
	case Above, Count, Long, Minute:
		return text + ": " + format(e.Value) + " passes " + format(e.Max) + " " + e.Detail
	case Grid:
		return text + ": " + format(e.Value) + " must be " + format(e.Min) + " plus a multiple of " + format(e.Step)
	}
	return text + ": " + e.Reason + " " + e.Detail
}

// Args returns what stands in the braces of the page's sentence.
func (e *Error) Args() map[string]string {
	return map[string]string{
		"field": e.Field, "reason": e.Reason, "number": strconv.Itoa(e.Number), "value": format(e.Value),
		"min": format(e.Min), "max": format(e.Max), "step": format(e.Step), "detail": e.Detail,
	}
}

func format(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
