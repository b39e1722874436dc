// Package slo keeps an availability objective: the error budget, the burn rate
// over windows, and alert rules on two windows.
//
// Source: Beyer, Jones, Petoff, Murphy (eds.), Site Reliability Engineering,
// O'Reilly 2016, ch. 3; Beyer, Murphy, Rensin, Kawahara, Thorne (eds.), The Site
// Reliability Workbook, O'Reilly 2018, ch. 5 "Alerting on SLOs".
package slo

import (
	"errors"
	"math"
	"strconv"
)

// BurnRate returns how many times faster than the objective allows errors come:
// errorRate / (1 - objective). At 1 the budget lasts exactly its window.
func BurnRate(errorRate, objective float64) float64 {
	return errorRate / (1 - objective)
}

// Errors keeps the error rate of every minute since the opening, and answers
// for windows of any length. Before minute 1 the opening's rate is taken to
// have lasted for ever.
type Errors struct {
	opening float64
	sums    []float64 // sums[t] = the rates of minutes 1..t added up
}

// NewErrors returns an Errors that opens with the given error rate and has room
// for so many minutes without allocating.
func NewErrors(opening float64, minutes int) *Errors {
	return &Errors{opening: opening, sums: append(make([]float64, 0, minutes+1), 0)}
}

// Add records the error rate of the next minute.
func (e *Errors) Add(rate float64) {
	e.sums = append(e.sums, e.sums[len(e.sums)-1]+rate)
}

// Mean returns the mean error rate over the last so many minutes, the newest
// included.
func (e *Errors) Mean(minutes int) float64 {
	return e.sum(minutes) / float64(minutes)
}

// sum returns the error rates of the last so many minutes added up.
func (e *Errors) sum(minutes int) float64 {
	t := len(e.sums) - 1
	before := atLeast0(t - minutes) // the window's beginning
	return (e.sums[t] - e.sums[before]) + float64(e.opening*float64(atLeast0(minutes-t)))
}

// atLeast0 is max(n, 0), for which WebAssembly would jump.
func atLeast0(n int) int { return n &^ (n >> (strconv.IntSize - 1)) }

// Severity says what an alert asks for.
type Severity uint8

// The severities.
const (
	Page   Severity = iota // somebody acts now
	Ticket                 // somebody acts within days
)

// Severities lists the names of the severities, by value.
var severities = [...]string{"page", "ticket"}

// String returns the severity's name.
func (s Severity) String() string {
	if int(s) < len(severities) {
		return severities[s]
	}
	return "severity " + strconv.Itoa(int(s))
}

// ParseSeverity returns the severity with the given name, and whether there is
// one.
func ParseSeverity(name string) (Severity, bool) {
	for i, n := range severities {
		if n == name {
			return Severity(i), true
		}
	}
	return 0, false
}

// Rule is an alert on a burn rate over two windows: the long one says that it
// matters, the short one that it still goes on.
type Rule struct {
	Severity     Severity
	Burn         float64 // threshold, a multiple of what the objective allows
	LongMinutes  int
	ShortMinutes int
}

// WorkbookRules returns the default rules of The Site Reliability Workbook,
// ch. 5, table 5-8.
func WorkbookRules() []Rule {
	return []Rule{
		{Severity: Page, Burn: 14.4, LongMinutes: 60, ShortMinutes: 5},
		{Severity: Page, Burn: 6, LongMinutes: 360, ShortMinutes: 30},
		{Severity: Ticket, Burn: 1, LongMinutes: 4320, ShortMinutes: 360},
	}
}

// Limits of a list of rules.
const (
	RulesMax         = 8
	WindowMinutesMax = 43200
	BurnMax          = 1e6
)

// CheckRules reports the first rule that makes no sense.
func CheckRules(rules []Rule) error {
	if len(rules) > RulesMax {
		return errors.New("at most " + strconv.Itoa(RulesMax) + " alert rules, and there are " + strconv.Itoa(len(rules)))
	}
	for i, r := range rules {
		where := "alert rule " + strconv.Itoa(i+1) + ": "
		switch {
		case int(r.Severity) >= len(severities):
			return errors.New(where + "unknown severity")
		case !(r.Burn > 0 && r.Burn <= BurnMax):
			return errors.New(where + "the burn rate must be above 0 and at most 1,000,000")
		case r.ShortMinutes < 1 || r.LongMinutes < r.ShortMinutes || r.LongMinutes > WindowMinutesMax:
			return errors.New(where + "the windows must satisfy 1 <= short <= long <= 43200 minutes")
		}
	}
	return nil
}

// Alerts follows a list of rules minute by minute.
type Alerts struct {
	rules     []Rule
	objective float64
	// bounds are what the error rates of a rule's short window add up to where the
	// rule changes: a quiet one stays so below the first, a firing one at or above
	// the second. Between them, a hair apart, rounding decides.
	bounds [RulesMax][2]float64
	firing Rules
}

// Rules is a set of rules by their places in a list of at most RulesMax.
type Rules uint8

// Has reports whether rule i is in the set.
func (r Rules) Has(i int) bool { return r>>i&1 == 1 }

// NewAlerts returns Alerts for an objective, with no rule firing. The rules, at
// most RulesMax, must not change.
func NewAlerts(rules []Rule, objective float64) *Alerts {
	a := &Alerts{rules: rules, objective: objective}
	for i, r := range rules {
		a.bounds[i] = [2]float64{0, math.Inf(1)}
		if sum := r.Burn * float64(r.ShortMinutes) * (1 - objective); sum > 1e-300 {
			a.bounds[i] = [2]float64{0.999 * sum, 1.001 * sum}
		}
	}
	return a
}

// Update evaluates the rules on the error rates so far. A rule fires in the first
// minute in which both windows are at or above the threshold, and clears in the
// first in which the short one is below it; it may fire again.
func (a *Alerts) Update(errors *Errors) (fired, cleared Rules) {
	for i := range a.rules {
		firing := a.firing >> i & 1
		if (errors.sum(a.rules[i].ShortMinutes) >= a.bounds[i][firing]) != (firing == 1) {
			return a.update(errors)
		}
	}
	return 0, 0 // as in most minutes
}

func (a *Alerts) update(errors *Errors) (fired, cleared Rules) {
	for i := range a.rules {
		r, bit := &a.rules[i], Rules(1)<<i
		above := errors.burns(r.ShortMinutes, r.Burn, a.objective)
		switch {
		case a.firing&bit != 0:
			if !above {
				cleared |= bit
			}
		case above && errors.burns(r.LongMinutes, r.Burn, a.objective):
			fired |= bit
		}
	}
	a.firing = a.firing&^cleared | fired
	return fired, cleared
}

// burns reports whether the burn rate of a window is at or above a threshold.
func (e *Errors) burns(minutes int, burn, objective float64) bool {
	return BurnRate(e.Mean(minutes), objective) >= burn
}
