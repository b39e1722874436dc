package scenariofile

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/slo"
	"oncall/internal/world"
)

// Write returns a scenario of the service world as the file that Read reads: what
// differs from the design's defaults, each constant with its unit. Runs of white
// space in title and briefing come back as one space. The scenario must have an
// id and pass its check.
func Write(sc *scenario.Scenario) (string, error) {
	if err := sc.Check(); err != nil {
		return "", fmt.Errorf("write scenario: %w", err)
	}
	switch {
	case sc.World != scenario.WorldService:
		return "", errors.New("write scenario: only the service world is written as a file")
	case sc.ID == "":
		return "", errors.New("write scenario: it has no id")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "id: %s\nworld: %s\n", quoted(sc.ID), sc.World)
	for _, text := range [][2]string{{"title", sc.Title}, {"briefing", sc.Briefing}} {
		if text[1] != "" {
			fmt.Fprintf(&b, "%s: %s\n", text[0], quoted(text[1]))
		}
	}
	p := &sc.Service
	if clock := int(p.ClockMinutes); clock != int(fieldOf("clock_minutes").Default) {
		fmt.Fprintf(&b, "clock: \"%02d:%02d\"\n", clock/60, clock%60)
	}
	b.WriteString(overridden("constants", p, false))
	if p.HasSurge {
		if fields := overridden("surge", p, true); fields != "" {
			b.WriteString(fields)
		} else {
			b.WriteString("surge: {}\n")
		}
	}
	writeCurve(&b, p.Curve)
	writeEvents(&b, p)
	writeRules(&b, p.Rules)
	fmt.Fprintf(&b, "score:\n  allowance: %s # share of the error budget\n  par_dollars: %s # dollars\n  p99_target_seconds: %s # seconds\n",
		number(sc.Score.Allowance), number(sc.Score.ParDollars), number(sc.Score.P99TargetSeconds))
	return b.String(), nil
}

// CurveText returns a traffic curve as the lines of a file, empty without knots.
func CurveText(curve []service.Knot) string {
	var b strings.Builder
	writeCurve(&b, curve)
	return b.String()
}

// quoted writes a text between quotation marks, in which nothing but these and
// the backslash has a meaning.
func quoted(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// units are how files name what a constant counts.
var units = map[world.Unit]string{
	world.Times: "times", world.Share: "share", world.Percent: "%", world.PerSecond: "requests a second",
	world.Seconds: "seconds", world.Minutes: "minutes", world.Days: "days", world.Dollars: "dollars",
	world.Instances: "instances", world.Flag: "0 or 1", world.QueriesPerSecond: "queries a second",
}

// overridden returns a section with the constants that differ from their
// defaults, those of the surge or all the others; nothing where none does.
func overridden(section string, p *service.Params, surge bool) string {
	var b strings.Builder
	for _, f := range service.Fields() {
		v := *f.At(p)
		if f.Surge != surge || v == f.Default || f.ID == "clock_minutes" {
			continue
		}
		fmt.Fprintf(&b, "  %s: %s", f.ID, number(v))
		if unit, known := units[f.Unit]; known {
			b.WriteString(" # " + unit)
		}
		b.WriteByte('\n')
	}
	if b.Len() == 0 {
		return ""
	}
	return section + ":\n" + b.String()
}

func writeCurve(b *strings.Builder, curve []service.Knot) {
	if len(curve) == 0 {
		return
	}
	b.WriteString("curve: # minute, requests a second\n")
	for _, k := range curve {
		fmt.Fprintf(b, "  - [%d, %s]\n", k.Minute, number(k.PerSecond))
	}
}

func writeEvents(b *strings.Builder, p *service.Params) {
	type event struct {
		minute int
		text   string
	}
	var events []event
	for _, d := range p.Deploys {
		events = append(events, event{d.Minute, fmt.Sprintf("deploy: {minute: %d, rollout_minutes: %d}", d.Minute, d.RolloutMinutes)})
	}
	for _, minute := range p.Flushes {
		events = append(events, event{minute, fmt.Sprintf("flush: {minute: %d}", minute)})
	}
	if len(events) == 0 {
		return
	}
	slices.SortStableFunc(events, func(a, b event) int { return a.minute - b.minute })
	b.WriteString("events:\n")
	for _, e := range events {
		b.WriteString("  - " + e.text + "\n")
	}
}

func writeRules(b *strings.Builder, rules []slo.Rule) {
	switch {
	case slices.Equal(rules, slo.WorkbookRules()):
		return
	case len(rules) == 0:
		b.WriteString("alerts: []\n")
		return
	}
	b.WriteString("alerts:\n")
	for _, r := range rules {
		fmt.Fprintf(b, "  - {severity: %s, burn: %s, long_minutes: %d, short_minutes: %d}\n",
			r.Severity, number(r.Burn), r.LongMinutes, r.ShortMinutes)
	}
}
