package session

import (
	"errors"
	"fmt"

	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/shift"
	"oncall/internal/slo"
)

// pagedShift is what a list of alert rules makes of a shift: how it would have
// paged. Steps are minutes, shares are of the whole error budget, and what does
// not exist is nil.
type pagedShift struct {
	Rules      []pagedRule     `json:"rules"`
	Damage     *int            `json:"damage"`      // the first step with a burn rate of 1 or more
	TimeToPage *int            `json:"timeToPage"`  // minutes from there to the first page since
	Spent      *float64        `json:"spentAtPage"` // by that page
	Pages      int             `json:"pages"`
	FalsePages int             `json:"falsePages"`   // see slo.FalsePage
	Missed     int             `json:"missed"`       // incidents worth a page in which none fired
	Reset      *int            `json:"resetMinutes"` // the longest that a page outlasted its incident
	Stuck      int             `json:"stuck"`        // pages still firing although their incidents are over
	Workbook   []describedRule `json:"workbook"`     // the default rules of the SRE Workbook
}

type pagedRule struct {
	describedRule
	Fired []pagedAlert `json:"fired"`
}

type pagedAlert struct {
	Step    int     `json:"step"`
	Cleared *int    `json:"cleared"`
	Spent   float64 `json:"spent"` // by that step
	False   bool    `json:"false"` // only of a rule that pages; see slo.FalsePage
}

// pager says what alert rules make of the open shift: the scenario's, or the
// given ones, which are refused where slo.CheckRules refuses them.
func (s *Session) pager(options Options) (any, error) {
	var o struct {
		Rules *[]describedRule `json:"rules"`
	}
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("pager: %w", err)
	}
	if s.shift.Scenario().World != scenario.WorldService {
		return nil, errors.New("pager: this world has no error budget")
	}
	rules := s.shift.Scenario().Rules()
	if o.Rules != nil {
		var err error
		if rules, err = parseRules(*o.Rules); err != nil {
			return nil, fmt.Errorf("pager: %w", err)
		}
	}
	return paged(s.shift, rules), nil
}

// paged replays the rules over a shift.
func paged(s *shift.Shift, rules []slo.Rule) pagedShift {
	params := &s.Scenario().Service
	own, unattended := errorRates(s), errorRates(s.Nobody())
	incidents := func(rates []float64) []slo.Incident {
		return slo.Incidents(rates, params.Objective, params.BudgetDays*1440)
	}
	damage, slept := incidents(own), incidents(unattended)
	firings := slo.Firings(rules, params.Objective, s.Row(0)[service.Error], own)
	verdict := slo.Judge(rules, firings, damage, slept)
	spentBy := func(step int) float64 { return s.Row(0)[service.BudgetLeft] - s.Row(step)[service.BudgetLeft] }

	p := pagedShift{
		Rules: make([]pagedRule, len(rules)), Workbook: describeRules(slo.WorkbookRules()),
		Pages: verdict.Pages, FalsePages: verdict.FalsePages, Missed: verdict.Missed, Stuck: verdict.Stuck,
	}
	for i, described := range describeRules(rules) {
		p.Rules[i] = pagedRule{describedRule: described, Fired: make([]pagedAlert, len(firings[i]))}
		for k, f := range firings[i] {
			alert := pagedAlert{Step: f.Minute, Spent: spentBy(f.Minute)}
			alert.False = rules[i].Severity == slo.Page && slo.FalsePage(f.Minute, damage, slept)
			if f.Cleared > 0 {
				alert.Cleared = &f.Cleared
			}
			p.Rules[i].Fired[k] = alert
		}
	}
	if len(damage) > 0 {
		p.Damage = &damage[0].First
	}
	if verdict.FirstPage > 0 {
		minutes, spent := verdict.FirstPage-*p.Damage, spentBy(verdict.FirstPage)
		p.TimeToPage, p.Spent = &minutes, &spent
	}
	if verdict.ResetMinutes >= 0 {
		p.Reset = &verdict.ResetMinutes
	}
	return p
}

// errorRates returns the error rates of a shift's minutes after the opening.
func errorRates(s *shift.Shift) []float64 {
	rates := make([]float64, s.Step())
	for i := range rates {
		rates[i] = s.Row(i + 1)[service.Error]
	}
	return rates
}

// parseRules reads rules as describeRules writes them, and checks them.
func parseRules(described []describedRule) ([]slo.Rule, error) {
	rules := make([]slo.Rule, len(described))
	for i, d := range described {
		severity, ok := slo.ParseSeverity(d.Severity)
		if !ok {
			return nil, fmt.Errorf("alert rule %d: there is no severity %q", i+1, d.Severity)
		}
		rules[i] = slo.Rule{Severity: severity, Burn: d.Burn, LongMinutes: d.LongMinutes, ShortMinutes: d.ShortMinutes}
	}
	return rules, slo.CheckRules(rules)
}
