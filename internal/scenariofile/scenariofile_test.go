package scenariofile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/slo"
)

// head makes a whole scenario of what a case is about: the case's own text
// begins on line 4.
const head = "id: a\nworld: service\nscore: {allowance: 1, par_dollars: 2}\n"

func TestReadsEverything(t *testing.T) {
	got, err := Read("all.yaml", []byte("\ufeff"+`# a comment
id: my-morning-2
world: service
title: A morning
briefing: |
  It is   early.
  "Nobody" is there.
clock: "08:05"
constants: {minutes: 1e2, base_per_second: 1_000, budget: -0.5, shed: 0x0A}
surge:
  peak_low: 2
curve:
  - [0, 900]
  - [30, 1_200.5]
events:
  - deploy: {minute: 10, rollout_minutes: 3}
  - flush:
      minute: 10
  - deploy: {minute: 11, rollout_minutes: 1}
alerts:
  - {severity: ticket, burn: 1.5, long_minutes: 60, short_minutes: 5}
score: {allowance: 0.05, par_dollars: 9, p99_target_seconds: 0.25}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := scenario.New("my-morning-2")
	want.Title = "A morning"
	want.Briefing = `It is early. "Nobody" is there.`
	p := &want.Service
	p.ClockMinutes, p.Minutes, p.BasePerSecond, p.Budget, p.Shed = 485, 100, 1000, -0.5, 10
	p.HasSurge, p.Surge.PeakLow = true, 2
	p.Deploys = []service.Deploy{{Minute: 10, RolloutMinutes: 3}, {Minute: 11, RolloutMinutes: 1}}
	p.Flushes = []int{10}
	p.Curve = []service.Knot{{Minute: 0, PerSecond: 900}, {Minute: 30, PerSecond: 1200.5}}
	p.Rules = []slo.Rule{{Severity: slo.Ticket, Burn: 1.5, LongMinutes: 60, ShortMinutes: 5}}
	want.Score = scenario.Score{Allowance: 0.05, ParDollars: 9, P99TargetSeconds: 0.25}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDefaults(t *testing.T) {
	got, err := Read("a.yaml", []byte(head))
	if err != nil {
		t.Fatal(err)
	}
	want := scenario.New("a")
	want.Score = scenario.Score{Allowance: 1, ParDollars: 2, P99TargetSeconds: 0.5}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

// Every constant of the world can be overridden, each with its bounds.
func TestEveryFieldCanBeOverridden(t *testing.T) {
	for _, f := range service.Fields() {
		section := "constants"
		if f.Surge {
			section = "surge"
		}
		text := fmt.Sprintf("%s%s:\n  %s: %v\n", head, section, f.ID, f.Default)
		if _, err := Read("a.yaml", []byte(text)); err != nil {
			t.Errorf("%s at its default: %v", f.ID, err)
		}
		for _, v := range []float64{f.Min - 1, f.Max + 1} {
			text := fmt.Sprintf("%s%s:\n  %s: %v\n", head, section, f.ID, v)
			_, err := Read("a.yaml", []byte(text))
			column := len(f.ID) + 5
			if want := fmt.Sprintf("a.yaml:5:%d: %s must lie between", column, f.ID); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: %v: got %v, want %q", f.ID, v, err, want)
			}
		}
	}
}

var refusals = []struct{ name, text, want string }{
	{"empty", "", `1:1: the file is empty; a scenario needs id, world and score`},
	{"only a comment", "# nothing\n", `1:1: the file is empty; a scenario needs id, world and score`},
	{"a list", "- id: a\n", `1:1: the file must be a map of fields, and is a list`},
	{"no id", "world: service\nscore: {allowance: 1, par_dollars: 2}\n", `1:1: id is missing; a scenario needs id, world and score`},
	{"no score", "id: a\nworld: service\n", `1:1: score is missing; a scenario needs id, world and score`},
	{"unknown field", head + "start: {}\n", `4:1: the file: unknown field "start"; there is id, world, title, briefing, clock, constants, surge, curve, events, alerts, score`},
	{"misspelt constant", head + "constants:\n  minutes: 60\n  fleet_mim: 3\n", `6:3: constants: unknown field "fleet_mim"; did you mean fleet_min?`},
	{"surge field among the constants", head + "constants: {peak_lows: 2}\nsurge: {peak_lows: 3}\n", `4:13: constants: unknown field "peak_lows"; there is minutes,`},
	{"constant in the surge", head + "surge: {fleet_min: 2}\n", `4:9: surge: unknown field "fleet_min"; there is earliest_minutes,`},
	{"twice", head + "title: x\ntitle: y\n", `5:1: the file: title is there twice, first on line 4; keep one`},
	{"twice in a flow map", head + "constants: {fleet_min: 3, fleet_min: 3}\n", `4:27: constants: fleet_min is there twice, first on line 4; keep one`},
	{"text for a number", head + "constants:\n  minutes: long\n", `5:12: minutes must be a number, and is the text "long"`},
	{"number in quotes", head + "constants:\n  minutes: \"60\"\n", `5:12: minutes must be a number, and is the text "60"`},
	{"truth value for a number", head + "constants: {autoscaler: true}\n", `4:25: autoscaler must be a number, and is a truth value`},
	{"nothing for a number", head + "constants:\n  minutes:\n  budget: 1\n", `5:11: minutes must be a number, and is empty`},
	{"list for a number", head + "constants: {minutes: [60]}\n", `4:22: minutes must be a number, and is a list`},
	{"not a number", head + "constants: {budget: .nan}\n", `4:21: budget must be a finite number`},
	{"infinite", head + "constants: {budget: -.inf}\n", `4:21: budget must be a finite number`},
	{"beyond all numbers", head + "constants: {budget: 1e999}\n", `4:21: budget must be a finite number`},
	{"above the bound", head + "constants: {minutes: 99999999999999999999999}\n", `4:22: minutes must lie between 1 and 1440, and is 1e+23`},
	{"below the bound", head + "constants: {boot_minutes: -1}\n", `4:27: boot_minutes must lie between 0 and 60, and is -1`},
	{"not whole", head + "constants: {minutes: 1.5}\n", `4:22: minutes must be a whole number, and is 1.5`},
	{"off the grid", head + "constants:\n  minutes: 60\n  target_utilization: 62\n  fleet_min: 5\n", `6:23: target_utilization moves in steps of 5 from 30, and was given 62`},
	{"fleet past its maximum", head + "constants:\n  fleet_serving: 60\n  budget: 1\n", `5:18: fleet_serving and fleet_min must not pass fleet_max`},
	{"surge turned around", head + "constants: {minutes: 60}\nsurge:\n  peak_low: 7\n  hold_low_minutes: 3\n", `6:13: surge: a lower bound passes its upper bound`},
	{"two things wrong together", head + "constants:\n  fleet_serving: 60\n  query_seconds: 5\n", `1:1: fleet_serving and fleet_min must not pass fleet_max`},
	{"constants as a list", head + "constants:\n  - minutes: 60\n", `5:3: constants must be a map of fields, and is a list`},
	{"field name that is a number", head + "constants: {1: 60}\n", `4:13: constants: a field's name must be text`},
	{"id with capitals", strings.Replace(head, "id: a", "id: Mine", 1), `1:5: id must be 1 to 40 of a-z, 0-9 and -, and is "Mine"`},
	{"id that is a number", strings.Replace(head, "id: a", "id: 7", 1), `1:5: id must be text, and is a number`},
	{"unknown world", strings.Replace(head, "service", "moon", 1), `2:8: unknown world "moon"; there is service, cdn`},
	{"clock past midnight", head + "clock: \"24:00\"\n", `4:8: clock must be a time of day between "00:00" and "23:59", and is "24:00"`},
	{"clock without zero", head + "clock: \"9:00\"\n", `4:8: clock must be a time of day between "00:00" and "23:59", and is "9:00"`},
	{"clock twice over", head + "clock: \"09:00\"\nconstants:\n  clock_minutes: 5\n", `6:3: clock_minutes: clock says it already; keep one`},
	{"title too long", head + "title: " + strings.Repeat("x", 81) + "\n", `4:8: title: at most 80 bytes are allowed, and it has 81`},
	{"control character", head + "title: \"a\\u0007b\"\n", `4:8: title: the control character U+0007 is not allowed`},
	{"curve of nothing", head + "curve: []\n", `4:8: curve has 1 to 1441 knots, and this has 0; leave it out for the daily sine`},
	{"curve as a map", head + "curve: {0: 900}\n", `4:8: curve must be a list, and is a map`},
	{"knot as a number", head + "curve:\n  - 900\n", `5:5: a knot must be a list, and is a number`},
	{"half a knot", head + "curve:\n  - [0]\n", `5:5: a knot is [minute, requests a second], and this has 1 numbers`},
	{"late first knot", head + "curve: [[5, 900]]\n", `4:10: the curve's first knot must stand at minute 0, and stands at 5`},
	{"knots out of order", head + "curve:\n  - [0, 900]\n  - [5, 900]\n  - [4, 900]\n", `7:6: the curve's knots must be in order of time, one a minute: minute 4 stands behind minute 5`},
	{"knot between minutes", head + "curve:\n  - [0.5, 900]\n", `5:6: a knot's minute must be a whole number, and is 0.5`},
	{"negative traffic", head + "curve:\n  - [0, -900]\n", `5:9: a knot's requests a second must lie between 0 and 1e+06, and are -900`},
	{"no traffic at all", head + "curve:\n  - [0, none]\n", `5:9: a knot's requests a second must be a number, and is the text "none"`},
	{"no such event", head + "events:\n  - reboot: {minute: 3}\n", `5:5: an event: unknown field "reboot"; there is deploy, flush`},
	{"events as a map", head + "events: {flush: {minute: 3}}\n", `4:9: events must be a list, and is a map`},
	{"two events in one", head + "events:\n  - flush: {minute: 3}\n    deploy: {minute: 3, rollout_minutes: 2}\n", `5:5: an event has one name, such as deploy or flush, and this has 2`},
	{"event without its minute", head + "events:\n  - deploy: {rollout_minutes: 3}\n", `5:13: deploy: minute is missing`},
	{"event past the end", head + "constants: {minutes: 20}\nevents:\n  - flush: {minute: 21}\n", `6:21: a flush's minute must lie between 1 and the shift's last, and is 21`},
	{"event at no whole minute", head + "events:\n  - flush: {minute: 2.5}\n", `5:21: minute must be a whole number, and is 2.5`},
	{"event far away", head + "events:\n  - flush: {minute: 1e300}\n", `5:21: minute must be a whole number, and is 1e+300`},
	{"rollout of no length", head + "events:\n  - deploy: {minute: 3, rollout_minutes: 0}\n", `5:42: a rollout must last between 1 and 1440 minutes, and lasts 0`},
	{"events out of order", head + "events:\n  - flush: {minute: 30}\n  - deploy: {minute: 10, rollout_minutes: 3}\n", `6:22: events must be in order of time: minute 10 stands behind minute 30`},
	{"two of a kind in a minute", head + "events:\n  - flush: {minute: 30}\n  - flush: {minute: 30}\n", `6:21: flushes must be in order of time, one a minute`},
	{"too many events", head + "constants: {minutes: 99}\nevents:\n" + manyFlushes(17), `22:21: at most 16 events of a kind`},
	{"alert of unknown severity", head + "alerts:\n  - {severity: alarm, burn: 6, long_minutes: 60, short_minutes: 5}\n", `5:16: severity must be page or ticket, and is "alarm"`},
	{"alert without burn", head + "alerts:\n  - {severity: page, long_minutes: 60, short_minutes: 5}\n", `5:5: an alert: burn is missing`},
	{"alert whose windows are swapped", head + "alerts:\n  - severity: page\n    burn: 6\n    long_minutes: 5\n    short_minutes: 60\n", `5:5: alert rule 1: the windows must satisfy 1 <= short <= long <= 43200 minutes`},
	{"score of nothing", strings.Replace(head, "allowance: 1", "allowance: 0", 1), `3:20: allowance must be above 0 and at most 10, and is 0`},
	{"score without par", strings.Replace(head, ", par_dollars: 2", "", 1), `3:8: score: par_dollars is missing`},
	{"negative par", strings.Replace(head, "par_dollars: 2", "par_dollars: -2", 1), `3:36: par_dollars must be above 0 and at most 1e+09, and is -2`},
	{"anchor and alias", head + "constants:\n  minutes: &m 60\n  fleet_min: *m\n", `5:12: anchors, aliases, tags and merge keys are not allowed; write the values out`},
	{"alias bomb", "a: &a [1, 1]\nb: &b [*a, *a]\nc: [*b, *b]\n", `1:4: anchors, aliases, tags and merge keys are not allowed; write the values out`},
	{"tag", head + "constants: {minutes: !!int 60}\n", `4:22: anchors, aliases, tags and merge keys are not allowed; write the values out`},
	{"merge key", head + "constants:\n  <<: {minutes: 60}\n", `5:3: anchors, aliases, tags and merge keys are not allowed; write the values out`},
	{"two documents", head + "---\nid: b\n", `1:1: the file must be one YAML document, without directives`},
	{"not YAML", head + "constants: {minutes: 60\n", `4:12: not YAML: could not find flow mapping end token '}'`},
	{"not UTF-8", head + "title: caf\xe9\n", `4:11: the file must be UTF-8`},
	{"too large", head + strings.Repeat("#", BytesMax), `1:1: a scenario has at most 65536 bytes, and this file has 65595`},
	{"deeply nested", strings.Repeat("[", 60000), `1:9: too much or too deeply nested for a scenario`},
	{"nested by indentation", strings.Repeat("- ", 30000), `1:65: too much or too deeply nested for a scenario`},
}

func manyFlushes(count int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, "  - flush: {minute: %d}\n", i+1)
	}
	return b.String()
}

func TestRefusals(t *testing.T) {
	for _, c := range refusals {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read("my.yaml", []byte(c.text))
			if err == nil {
				t.Fatal("accepted")
			}
			got, want := err.Error(), "my.yaml:"+c.want
			// A list of all names is long: its beginning is enough.
			if strings.HasSuffix(want, ",") && len(got) > len(want) {
				got = got[:len(want)]
			}
			if got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

// FuzzRead: whatever is in a file, it is refused with a position, or it is a
// scenario that passes its check.
func FuzzRead(f *testing.F) {
	f.Add([]byte(head))
	f.Add([]byte(headCDN))
	for _, c := range refusals {
		if len(c.text) < 1000 { // mutating a large file finds little, slowly
			f.Add([]byte(c.text))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		sc, err := Read("f", text)
		if err != nil {
			var line, column int
			if n, _ := fmt.Sscanf(err.Error(), "f:%d:%d: ", &line, &column); n != 2 || line < 1 || column < 1 {
				t.Errorf("no position in %q", err)
			}
			return
		}
		if err := sc.Check(); err != nil {
			t.Errorf("read, and does not pass: %v", err)
		}
	})
}
