// Package runbookfile reads a runbook from YAML:
//
//	title: Roll back as soon as errors burn     # optional, one line
//	rules:                                      # in this order they act within a step
//	  - name: roll back                         # optional
//	    when: {reading: burn_5m, above: 6}      # or below: ...; strictly
//	    after_minutes: 2                        # reaction delay; the next step where none is given
//	    do:
//	      - {control: rollback}                 # a button needs no value
//	  - when:
//	      all:                                  # several conditions
//	        - {reading: utilization, above: 0.9, for_minutes: 3}
//	        - {reading: booting, below: 1}
//	    do:
//	      - {control: shed, value: 100}
//	    back:                                   # optional: how the rule takes it back
//	      when: {reading: utilization, below: 0.6, for_minutes: 5}
//	      do:
//	        - {control: shed, value: 0}
//	    repeat: true                            # else it acts once a shift
//
// A rule without when acts at the start: after_minutes is then the minute. In the
// CDN world a reading's code ends in its link (measured_s01-a), an action may
// have a target (target: s01-a), and the value of a choice is one of its names
// (value: pid). Times are minutes there too, in whole steps of 10 s.
//
// Whatever is unknown, twice, of another type or out of range is refused with
// file, line and column, and with what would be right.
package runbookfile

import (
	"github.com/goccy/go-yaml/ast"

	"oncall/internal/runbook"
	"oncall/internal/scenario"
	"oncall/internal/world"
	"oncall/internal/yamlfile"
)

// file is a runbook's file that is being read for one scenario.
type file struct {
	yamlfile.File
	check    *runbook.Checker
	readings []string
	controls []string
}

// Read reads a runbook and checks it against the scenario that it is for. The
// name stands in errors, which have the form "name:line:column: what is wrong,
// and what would be right".
func Read(name string, text []byte, sc *scenario.Scenario) (*runbook.Runbook, error) {
	f := file{File: yamlfile.File{Name: name, What: "a runbook", Needs: "rules"}, check: runbook.NewChecker(sc)}
	f.readings = f.check.Readings()
	for _, c := range f.check.Controls() {
		f.controls = append(f.controls, c.ID)
	}
	root, err := f.Parse(text)
	if err != nil {
		return nil, err
	}
	top, err := f.Mapping(root, "the file", []string{"title", "rules"})
	if err != nil {
		return nil, err
	}
	var r runbook.Runbook
	if e := top.Find("title"); e != nil {
		if r.Title, err = f.line(e, scenario.TitleMax); err != nil {
			return nil, err
		}
	}
	at, err := f.Needed(top, root, "rules", "a runbook")
	if err != nil {
		return nil, err
	}
	list, err := f.Sequence(at, "rules")
	if err != nil {
		return nil, err
	}
	for i, item := range list {
		if i == runbook.RulesMax {
			return nil, f.Errorf(item, "a runbook has at most %d rules, and this is one more", runbook.RulesMax)
		}
		rule, err := f.rule(item)
		if err != nil {
			return nil, err
		}
		r.Rules = append(r.Rules, rule)
	}
	if _, err := runbook.Compile(&r, sc); err != nil {
		return nil, f.Errorf(root, "%v", err)
	}
	return &r, nil
}

// line reads a text of one line.
func (f file) line(e *yamlfile.Entry, limit int) (string, error) {
	text, err := f.Text(e.Value, e.Key)
	if err != nil {
		return "", err
	}
	if err := scenario.CheckText(e.Key, text, limit); err != nil {
		return "", f.Errorf(e.Value, "%v", err)
	}
	return text, nil
}

func (f file) rule(n ast.Node) (rule runbook.Rule, err error) {
	const what = "a rule"
	entries, err := f.Mapping(n, what, []string{"name", "when", "after_minutes", "do", "back", "repeat"})
	if err != nil {
		return rule, err
	}
	if e := entries.Find("name"); e != nil {
		if rule.Name, err = f.line(e, runbook.RuleNameMax); err != nil {
			return rule, err
		}
	}
	if rule.When, rule.AfterMinutes, rule.Do, err = f.part(entries, n, what); err != nil {
		return rule, err
	}
	if e := entries.Find("back"); e != nil {
		const what = "the way back"
		entries, err := f.Mapping(e.Value, what, []string{"when", "after_minutes", "do"})
		if err != nil {
			return rule, err
		}
		rule.Back = new(runbook.Back)
		if rule.Back.When, rule.Back.AfterMinutes, rule.Back.Do, err = f.part(entries, e.Value, what); err != nil {
			return rule, err
		}
	}
	if e := entries.Find("repeat"); e != nil {
		if rule.Repeat, err = f.Bool(e.Value, "repeat"); err != nil {
			return rule, err
		}
	}
	if err := f.check.Rule(&rule); err != nil {
		return rule, f.Errorf(n, "%v", err)
	}
	return rule, nil
}

// part reads what a rule and its way back have alike.
func (f file) part(entries yamlfile.Fields, n ast.Node, what string) (when []runbook.Condition, after float64, do []runbook.Action, err error) {
	if e := entries.Find("when"); e != nil {
		if when, err = f.when(e.Value); err != nil {
			return nil, 0, nil, err
		}
	}
	if e := entries.Find("after_minutes"); e != nil {
		if after, err = f.minutes(e); err != nil {
			return nil, 0, nil, err
		}
	}
	at, err := f.Needed(entries, n, "do", what)
	if err != nil {
		return nil, 0, nil, err
	}
	do, err = f.actions(at)
	return when, after, do, err
}

func (f file) minutes(e *yamlfile.Entry) (float64, error) {
	v, err := f.Number(e.Value, e.Key)
	if err != nil {
		return 0, err
	}
	if err := f.check.Minutes(e.Key, v); err != nil {
		return 0, f.Errorf(e.Value, "%v", err)
	}
	return v, nil
}

// when reads one condition, or several that must all hold.
func (f file) when(n ast.Node) ([]runbook.Condition, error) {
	entries, err := f.Mapping(n, "a condition", []string{"reading", "above", "below", "for_minutes", "all"})
	if err != nil {
		return nil, err
	}
	all := entries.Find("all")
	if all == nil {
		c, err := f.condition(n)
		return []runbook.Condition{c}, err
	}
	if len(entries) > 1 {
		return nil, f.Errorf(all.At, "all stands alone: every condition goes into its list")
	}
	list, err := f.Sequence(all.Value, "all")
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, f.Errorf(all.Value, "all needs a condition; leave when out for a rule that acts at the start")
	}
	var conditions []runbook.Condition
	for i, item := range list {
		if i == runbook.ConditionsMax {
			return nil, f.Errorf(item, "at most %d conditions, and this is one more", runbook.ConditionsMax)
		}
		c, err := f.condition(item)
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, c)
	}
	return conditions, nil
}

func (f file) condition(n ast.Node) (c runbook.Condition, err error) {
	const what = "a condition"
	entries, err := f.Mapping(n, what, []string{"reading", "above", "below", "for_minutes"})
	if err != nil {
		return c, err
	}
	at, err := f.Needed(entries, n, "reading", what)
	if err != nil {
		return c, err
	}
	i, err := f.Named(at, "reading", f.readings)
	if err != nil {
		return c, err
	}
	c.Reading = f.readings[i]
	limit, below := entries.Find("above"), entries.Find("below")
	if (limit == nil) == (below == nil) {
		return c, f.Errorf(n, "a condition has either above or below")
	}
	if below != nil {
		limit, c.Below = below, true
	}
	if c.Threshold, err = f.Number(limit.Value, limit.Key); err != nil {
		return c, err
	}
	if err := f.check.Threshold(c.Threshold); err != nil {
		return c, f.Errorf(limit.Value, "%v", err)
	}
	if e := entries.Find("for_minutes"); e != nil {
		c.ForMinutes, err = f.minutes(e)
	}
	return c, err
}

func (f file) actions(n ast.Node) ([]runbook.Action, error) {
	list, err := f.Sequence(n, "do")
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, f.Errorf(n, "do needs an action")
	}
	var actions []runbook.Action
	for i, item := range list {
		if i == runbook.ActionsMax {
			return nil, f.Errorf(item, "at most %d actions, and this is one more", runbook.ActionsMax)
		}
		a, err := f.action(item)
		if err != nil {
			return nil, err
		}
		actions = append(actions, a)
	}
	return actions, nil
}

func (f file) action(n ast.Node) (a runbook.Action, err error) {
	const what = "an action"
	entries, err := f.Mapping(n, what, []string{"control", "target", "value"})
	if err != nil {
		return a, err
	}
	at, err := f.Needed(entries, n, "control", what)
	if err != nil {
		return a, err
	}
	i, err := f.Named(at, "control", f.controls)
	if err != nil {
		return a, err
	}
	control := f.check.Controls()[i]
	a.Control = control.ID
	if len(control.Targets) > 0 {
		if at, err = f.Needed(entries, n, "target", control.ID); err != nil {
			return a, err
		}
		if i, err = f.Named(at, "target", control.Targets); err != nil {
			return a, err
		}
		a.Target = control.Targets[i]
	} else if e := entries.Find("target"); e != nil {
		return a, f.Errorf(e.At, "%s acts on the whole world and takes no target", control.ID)
	}
	at = n
	if e := entries.Find("value"); e != nil {
		at = e.Value
		if a.Value, err = f.value(at, control); err != nil {
			return a, err
		}
	} else if control.Kind == world.Button {
		a.Value = control.Max
	} else if at, err = f.Needed(entries, n, "value", control.ID); err != nil {
		return a, err
	}
	if _, err := f.check.Action(a); err != nil {
		return a, f.Errorf(at, "%v", err)
	}
	return a, nil
}

// value reads a control's value. That of a choice is one of its names.
func (f file) value(n ast.Node, control world.Control) (int, error) {
	if len(control.Choices) > 0 {
		return f.Named(n, control.ID, control.Choices)
	}
	return f.Integer(n, control.ID)
}
