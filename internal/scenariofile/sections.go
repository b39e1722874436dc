package scenariofile

import (
	"strings"

	"github.com/goccy/go-yaml/ast"

	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/slo"
	"oncall/internal/yamlfile"
)

func (f file) id(sc *scenario.Scenario, n ast.Node) error {
	id, err := f.Text(n, "id")
	if err != nil {
		return err
	}
	if !scenario.ValidID(id) {
		return f.Errorf(n, "id must be 1 to %d of a-z, 0-9 and -, and is %q", scenario.IDMax, id)
	}
	sc.ID = id
	return nil
}

// worldOf returns the world that the file is of: the first thing to know,
// because the other fields depend on it. A file without one is of the service
// world until its fields are checked.
func (f file) worldOf(root ast.Node) (string, error) {
	m, ok := root.(*ast.MappingNode)
	if !ok {
		return scenario.WorldService, nil
	}
	for _, v := range m.Values {
		if key, ok := v.Key.(*ast.StringNode); !ok || key.Value != "world" {
			continue
		}
		id, err := f.Text(v.Value, "world")
		if err == nil && scenario.ModelOf(id) == 0 {
			err = f.Errorf(v.Value, "unknown world %q; there is %s, %s", id, scenario.WorldService, scenario.WorldCDN)
		}
		return id, err
	}
	return scenario.WorldService, nil
}

func (f file) title(sc *scenario.Scenario, n ast.Node) error {
	return f.oneLine(&sc.Title, n, "title", scenario.TitleMax)
}

func (f file) briefing(sc *scenario.Scenario, n ast.Node) error {
	return f.oneLine(&sc.Briefing, n, "briefing", scenario.BriefingMax)
}

// oneLine reads a text that is shown to people. Its lines become one.
func (f file) oneLine(into *string, n ast.Node, what string, limit int) error {
	text, err := f.Text(n, what)
	if err != nil {
		return err
	}
	text = strings.Join(strings.Fields(text), " ")
	if err := scenario.CheckText(what, text, limit); err != nil {
		return f.Errorf(n, "%v", err)
	}
	*into = text
	return nil
}

// clock reads the time of day at which the shift starts.
func (f file) clock(sc *scenario.Scenario, n ast.Node) (err error) {
	sc.Service.ClockMinutes, err = f.timeOfDay(n)
	return err
}

// timeOfDay reads a time such as "09:05" [min after midnight].
func (f file) timeOfDay(n ast.Node) (float64, error) {
	text, err := f.Text(n, "clock")
	if err != nil {
		return 0, err
	}
	h, m, found := strings.Cut(text, ":")
	hours, minutes := twoDigits(h), twoDigits(m)
	if !found || hours < 0 || hours > 23 || minutes < 0 || minutes > 59 {
		return 0, f.Errorf(n, `clock must be a time of day between "00:00" and "23:59", and is %q`, text)
	}
	return float64(60*hours + minutes), nil
}

// twoDigits returns the number that two decimal digits make, or -1.
func twoDigits(s string) int {
	if len(s) != 2 || s[0] < '0' || s[0] > '9' || s[1] < '0' || s[1] > '9' {
		return -1
	}
	return 10*int(s[0]-'0') + int(s[1]-'0')
}

func (f file) constants(sc *scenario.Scenario, n ast.Node) error {
	return f.overrides(sc, n, "constants", false)
}

func (f file) surge(sc *scenario.Scenario, n ast.Node) error {
	sc.Service.HasSurge = true
	return f.overrides(sc, n, "surge", true)
}

// overrides reads constants by the table of the world.
func (f file) overrides(sc *scenario.Scenario, n ast.Node, what string, surge bool) error {
	entries, err := f.Mapping(n, what, fieldIDs(surge))
	if err != nil {
		return err
	}
	for _, e := range entries {
		field := fieldOf(e.Key)
		v, err := f.Number(e.Value, e.Key)
		if err != nil {
			return err
		}
		if err := field.Check(v); err != nil {
			return f.Errorf(e.Value, "%v", err)
		}
		*field.At(&sc.Service) = v
	}
	return nil
}

// curve reads the knots of the expected traffic, each as [minute, requests a
// second].
func (f file) curve(sc *scenario.Scenario, n ast.Node) error {
	list, err := f.Sequence(n, "curve")
	if err != nil {
		return err
	}
	if len(list) == 0 || len(list) > service.CurveMax {
		return f.Errorf(n, "curve has 1 to %d knots, and this has %d; leave it out for the daily sine", service.CurveMax, len(list))
	}
	curve := make([]service.Knot, 0, len(list))
	for _, item := range list {
		pair, err := f.Sequence(item, "a knot")
		if err != nil {
			return err
		}
		if len(pair) != 2 {
			return f.Errorf(item, "a knot is [minute, requests a second], and this has %d numbers", len(pair))
		}
		minute, err := f.Integer(pair[0], "a knot's minute")
		if err != nil {
			return err
		}
		perSecond, err := f.Number(pair[1], "a knot's requests a second")
		if err != nil {
			return err
		}
		// A knot at that minute without traffic is right unless the minute is wrong.
		if err := (service.Knot{Minute: minute}).Check(curve); err != nil {
			return f.Errorf(pair[0], "%v", err)
		}
		knot := service.Knot{Minute: minute, PerSecond: perSecond}
		if err := knot.Check(curve); err != nil {
			return f.Errorf(pair[1], "%v", err)
		}
		curve = append(curve, knot)
	}
	sc.Service.Curve = curve
	return nil
}

// events reads the list of what happens. Each is checked behind those before
// it, so that the error stands at the first that does not fit.
func (f file) events(sc *scenario.Scenario, n ast.Node) error {
	list, err := f.Sequence(n, "events")
	if err != nil {
		return err
	}
	last := 0
	for _, item := range list {
		entries, err := f.Mapping(item, "an event", []string{"deploy", "flush"})
		if err != nil {
			return err
		}
		if len(entries) != 1 {
			return f.Errorf(item, "an event has one name, such as deploy or flush, and this has %d", len(entries))
		}
		at, minute, err := f.event(&sc.Service, entries[0])
		if err != nil {
			return err
		}
		if minute < last {
			return f.Errorf(at, "events must be in order of time: minute %d stands behind minute %d", minute, last)
		}
		if err := sc.Service.Check(); err != nil {
			return f.Errorf(at, "%v", err)
		}
		last = minute
	}
	return nil
}

// event appends one event and returns its minute and where that stands.
func (f file) event(p *service.Params, e yamlfile.Entry) (at ast.Node, minute int, err error) {
	if e.Key == "flush" {
		v, err := f.wholes(e, "minute")
		if err != nil {
			return nil, 0, err
		}
		p.Flushes = append(p.Flushes, v[0].number)
		return v[0].at, v[0].number, nil
	}
	v, err := f.wholes(e, "minute", "rollout_minutes")
	if err != nil {
		return nil, 0, err
	}
	p.Deploys = append(p.Deploys, service.Deploy{Minute: v[0].number, RolloutMinutes: v[1].number})
	if n := v[1].number; n < 1 || n > service.MinutesMax {
		return v[1].at, v[0].number, nil
	}
	return v[0].at, v[0].number, nil
}

// whole is a whole number and where it stands.
type whole struct {
	number int
	at     ast.Node
}

// wholes reads a map that has exactly the given yamlfile.Fields, all whole numbers.
func (f file) wholes(e yamlfile.Entry, names ...string) ([]whole, error) {
	entries, err := f.Mapping(e.Value, e.Key, names)
	if err != nil {
		return nil, err
	}
	values := make([]whole, 0, len(names))
	for _, name := range names {
		v, err := f.Needed(entries, e.Value, name, e.Key)
		if err != nil {
			return nil, err
		}
		n, err := f.Integer(v, name)
		if err != nil {
			return nil, err
		}
		values = append(values, whole{n, v})
	}
	return values, nil
}

func (f file) alerts(sc *scenario.Scenario, n ast.Node) error {
	list, err := f.Sequence(n, "alerts")
	if err != nil {
		return err
	}
	sc.Service.Rules = make([]slo.Rule, 0, min(len(list), slo.RulesMax))
	for _, item := range list {
		rule, err := f.rule(item)
		if err != nil {
			return err
		}
		sc.Service.Rules = append(sc.Service.Rules, rule)
		if err := slo.CheckRules(sc.Service.Rules); err != nil {
			return f.Errorf(item, "%v", err)
		}
	}
	return nil
}

func (f file) rule(n ast.Node) (rule slo.Rule, err error) {
	const what = "an alert"
	entries, err := f.Mapping(n, what, []string{"severity", "burn", "long_minutes", "short_minutes"})
	if err != nil {
		return rule, err
	}
	at, err := f.Needed(entries, n, "severity", what)
	if err != nil {
		return rule, err
	}
	name, err := f.Text(at, "severity")
	if err != nil {
		return rule, err
	}
	var found bool
	if rule.Severity, found = slo.ParseSeverity(name); !found {
		return rule, f.Errorf(at, "severity must be %s or %s, and is %q", slo.Page, slo.Ticket, name)
	}
	if at, err = f.Needed(entries, n, "burn", what); err != nil {
		return rule, err
	}
	if rule.Burn, err = f.Number(at, "burn"); err != nil {
		return rule, err
	}
	for _, window := range []struct {
		name string
		into *int
	}{{"long_minutes", &rule.LongMinutes}, {"short_minutes", &rule.ShortMinutes}} {
		if at, err = f.Needed(entries, n, window.name, what); err != nil {
			return rule, err
		}
		if *window.into, err = f.Integer(at, window.name); err != nil {
			return rule, err
		}
	}
	return rule, nil
}

func (f file) score(sc *scenario.Scenario, n ast.Node) error {
	entries, err := f.Mapping(n, "score", []string{"allowance", "par_dollars", "p99_target_seconds"})
	if err != nil {
		return err
	}
	for _, name := range []string{"allowance", "par_dollars"} {
		if _, err := f.Needed(entries, n, name, "score"); err != nil {
			return err
		}
	}
	// Until all are read, figures that pass stand for those to come.
	sc.Score.Allowance, sc.Score.ParDollars = 1, 1
	figures := map[string]*float64{
		"allowance":          &sc.Score.Allowance,
		"par_dollars":        &sc.Score.ParDollars,
		"p99_target_seconds": &sc.Score.P99TargetSeconds,
	}
	for _, e := range entries {
		v, err := f.Number(e.Value, e.Key)
		if err != nil {
			return err
		}
		*figures[e.Key] = v
		if err := sc.Score.Check(); err != nil {
			return f.Errorf(e.Value, "%v", err)
		}
	}
	return nil
}

// section is a field of a file and what reads it.
type section struct {
	field string
	into  func(*scenario.Scenario, ast.Node) error
}

// readSections reads the sections that the file has, in the order given.
func readSections(sc *scenario.Scenario, top yamlfile.Fields, sections []section) error {
	for _, s := range sections {
		if e := top.Find(s.field); e != nil {
			if err := s.into(sc, e.Value); err != nil {
				return err
			}
		}
	}
	return nil
}
