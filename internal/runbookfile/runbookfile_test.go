package runbookfile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"oncall/internal/cdn"
	"oncall/internal/runbook"
	"oncall/internal/scenario"
)

// match is a CDN scenario with one link.
func match() *scenario.Scenario {
	sc := scenario.NewCDN("match")
	sc.CDN.Sites = []string{"s01"}
	sc.CDN.Links = []cdn.Link{{ID: "s01-a", CapacityBits: 1e11}}
	return sc
}

func TestReadsEverything(t *testing.T) {
	got, err := Read("all.yaml", []byte("\ufeff"+`# a comment
title: Shed, then give back
rules:
  - name: roll back
    when: {reading: burn_5m, above: 14.4}
    after_minutes: 2
    do:
      - {control: rollback}
  - when:
      all:
        - {reading: utilization, above: 0.9, for_minutes: 3}
        - {reading: warm_up_left, below: 1}
    do:
      - {control: shed, value: 100}
      - control: heavy_feature
        value: 0
    back:
      when: {reading: utilization, below: 0.6}
      after_minutes: 5
      do: [{control: shed, value: 0}]
    repeat: true
  - do: [{control: target_utilization, value: 50}]
`), scenario.New("a"))
	if err != nil {
		t.Fatal(err)
	}
	want := &runbook.Runbook{
		Title: "Shed, then give back",
		Rules: []runbook.Rule{
			{
				Name: "roll back", When: []runbook.Condition{{Reading: "burn_5m", Threshold: 14.4}}, AfterMinutes: 2,
				Do: []runbook.Action{{Control: "rollback", Value: 1}},
			},
			{
				When: []runbook.Condition{
					{Reading: "utilization", Threshold: 0.9, ForMinutes: 3}, {Reading: "warm_up_left", Below: true, Threshold: 1},
				},
				Do: []runbook.Action{{Control: "shed", Value: 100}, {Control: "heavy_feature"}},
				Back: &runbook.Back{
					When: []runbook.Condition{{Reading: "utilization", Below: true, Threshold: 0.6}}, AfterMinutes: 5,
					Do: []runbook.Action{{Control: "shed"}},
				},
				Repeat: true,
			},
			{Do: []runbook.Action{{Control: "target_utilization", Value: 50}}},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Choices go by their names, links by their ids, and minutes in steps of 10 s.
func TestReadsTheCDNWorld(t *testing.T) {
	got, err := Read("cdn.yaml", []byte(`rules:
  - when: {all: [{reading: measured_s01-a, above: 0.95, for_minutes: 0.5}]}
    do:
      - {control: policy, value: pid}
      - {control: drain, target: s01-a, value: 1}
`), match())
	if err != nil {
		t.Fatal(err)
	}
	want := &runbook.Runbook{Rules: []runbook.Rule{{
		When: []runbook.Condition{{Reading: "measured_s01-a", Threshold: 0.95, ForMinutes: 0.5}},
		Do:   []runbook.Action{{Control: "policy", Value: cdn.PolicyPID}, {Control: "drain", Target: "s01-a", Value: 1}},
	}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// one makes a runbook of one rule: its own fields begin on line 3, column 5.
func one(rule string) string {
	return "rules:\n  - do: [{control: rollback}]\n    " + strings.ReplaceAll(rule, "\n", "\n    ") + "\n"
}

var refusals = []struct{ name, text, want string }{
	{"empty", "", "1:1: the file is empty; a runbook needs rules"},
	{"no rules", "title: x\n", "1:1: a runbook: rules is missing"},
	{"a list", "- do: []\n", "1:1: the file must be a map of fields, and is a list"},
	{"unknown field", "rule: []\n", `1:1: the file: unknown field "rule"; did you mean rules?`},
	{"title of two lines", "title: \"a\\nb\"\nrules: []\n", "1:8: title: the control character U+000A is not allowed"},
	{"rules as a map", "rules: {do: []}\n", "1:8: rules must be a list, and is a map"},
	{"too many rules", "rules:\n" + strings.Repeat("  - do: [{control: rollback}]\n", 33), "34:5: a runbook has at most 32 rules, and this is one more"},
	{"misspelt field", one("wen: {}"), `3:5: a rule: unknown field "wen"; did you mean when?`},
	{"no action", "rules:\n  - name: x\n", "2:5: a rule: do is missing"},
	{"empty list of actions", "rules:\n  - do: []\n", "2:9: do needs an action"},
	{"too many actions", "rules:\n  - do: [" + strings.Repeat("{control: rollback}, ", 17) + "]\n", "2:346: at most 16 actions, and this is one more"},
	{"condition without reading", one("when: {above: 3}"), "3:11: a condition: reading is missing"},
	{"condition of nothing", one("when: {}"), "3:11: a condition: reading is missing"},
	{"condition that is a text", one("when: burn > 3"), `3:11: a condition must be a map of fields, and is the text "burn > 3"`},
	{"misspelt reading", one("when: {reading: burn5m, above: 3}"), `3:21: reading: unknown name "burn5m"; did you mean burn_5m?`},
	{"neither above nor below", one("when: {reading: burn, for_minutes: 3}"), "3:11: a condition has either above or below"},
	{"above and below", one("when: {reading: burn, above: 3, below: 5}"), "3:11: a condition has either above or below"},
	{"threshold that is a text", one("when: {reading: burn, above: high}"), `3:34: above must be a number, and is the text "high"`},
	{"threshold far away", one("when: {reading: burn, above: 1e200}"), "3:34: a threshold must lie between -1e+15 and 1e+15, and is 1e+200"},
	{"infinite threshold", one("when: {reading: burn, below: .inf}"), "3:34: below must be a finite number"},
	{"part of a step", one("when: {reading: burn, above: 3, for_minutes: 1.5}"), "3:50: for_minutes must be a whole number of steps of 60 s, and is 1.5"},
	{"longer than a day", one("after_minutes: 1441"), "3:20: after_minutes must lie between 0 and 1440, and is 1441"},
	{"no condition to hold", one("when: {all: []}"), "3:17: all needs a condition; leave when out for a rule that acts at the start"},
	{"all beside a condition", one("when: {all: [], reading: burn}"), "3:12: all stands alone: every condition goes into its list"},
	{"too many conditions", one("when:\n  all:\n" + strings.Repeat("    - {reading: burn, above: 3}\n", 9)), "13:11: at most 8 conditions, and this is one more"},
	{"repeat that is a number", one("repeat: 3"), "3:13: repeat must be true or false, and is a number"},
	{"repeat without a condition", one("repeat: true"), "2:5: repeat needs a condition: the start comes once"},
	{"misspelt control", "rules:\n  - do: [{control: shedd, value: 5}]\n", `2:20: control: unknown name "shedd"; did you mean shed?`},
	{"no value", "rules:\n  - do: [{control: shed}]\n", "2:10: shed: value is missing"},
	{"value off the grid", "rules:\n  - do: [{control: shed, value: 51}]\n", "2:33: shed moves in steps of 5 from 0, and was given 51"},
	{"value out of range", "rules:\n  - do: [{control: fleet_min, value: 41}]\n", "2:38: fleet_min takes 1 to 40, and was given 41"},
	{"value of a button", "rules:\n  - do: [{control: rollback, value: 2}]\n", "2:37: rollback takes 1 to 1, and was given 2"},
	{"target that is none", "rules:\n  - do: [{control: shed, target: s01-a, value: 5}]\n", "2:26: shed acts on the whole world and takes no target"},
	{"way back of nothing", one("back: {after_minutes: 3}"), "3:11: the way back: do is missing"},
	{"way back that repeats", one("back: {do: [{control: rollback}], repeat: true}"), `3:39: the way back: unknown field "repeat"; there is when, after_minutes, do`},
	{"name too long", one("name: " + strings.Repeat("x", 81)), "3:11: name: at most 80 bytes are allowed, and it has 81"},
	{"anchor", one("back: &b {}"), "3:11: anchors, aliases, tags and merge keys are not allowed; write the values out"},
	{"deeply nested", strings.Repeat("[", 1000), "1:9: too much or too deeply nested for a runbook"},
	{"too large", "rules: []\n" + strings.Repeat("#", 64<<10), "1:1: a runbook has at most 65536 bytes, and this file has 65546"},
}

func TestRefusals(t *testing.T) {
	for _, c := range refusals {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read("my.yaml", []byte(c.text), scenario.New("a"))
			if err == nil {
				t.Fatal("accepted")
			}
			if got, want := err.Error(), "my.yaml:"+c.want; got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

func TestRefusalsInTheCDNWorld(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"the true load", "rules:\n  - when: {reading: load_s01-a, above: 1}\n", `2:21: reading: unknown name "load_s01-a"; `},
		{"no link", "rules:\n  - do: [{control: drain, value: 1}]\n", "2:10: drain: target is missing"},
		{"unknown link", "rules:\n  - do: [{control: drain, target: s01-b, value: 1}]\n", `2:35: target: unknown name "s01-b"; did you mean s01-a?`},
		{"unknown choice", "rules:\n  - do: [{control: policy, value: pdi}]\n", `2:35: policy: unknown name "pdi"; there is static, linear, damped, pid`},
		{"number of a choice", "rules:\n  - do: [{control: policy, value: 3}]\n", "2:35: policy must be text, and is a number"},
		{"part of a step", "rules:\n  - when: {reading: minute, above: 1, for_minutes: 0.25}\n", "2:52: for_minutes must be a whole number of steps of 10 s, and is 0.25"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read("my.yaml", []byte(c.text), match())
			if err == nil || !strings.HasPrefix(err.Error(), "my.yaml:"+c.want) {
				t.Errorf("\n got %v\nwant %s", err, c.want)
			}
		})
	}
}

// FuzzRead: whatever is in a file, it is refused with a position, or it is a
// runbook that can be played.
func FuzzRead(f *testing.F) {
	for _, c := range refusals {
		if len(c.text) < 1000 { // mutating a large file finds little, slowly
			f.Add([]byte(c.text), false)
		}
	}
	f.Add([]byte("rules:\n  - when: {all: [{reading: measured_s01-a, above: 0.95, for_minutes: 0.5}]}\n    do: [{control: drain, target: s01-a, value: 1}]\n    back: {after_minutes: 5, do: [{control: policy, value: pid}]}\n    repeat: true\n"), true)
	worlds := map[bool]*scenario.Scenario{false: scenario.New("a"), true: match()}
	f.Fuzz(func(t *testing.T, text []byte, balancer bool) {
		r, err := Read("f", text, worlds[balancer])
		if err != nil {
			var line, column int
			if n, _ := fmt.Sscanf(err.Error(), "f:%d:%d: ", &line, &column); n != 2 || line < 1 || column < 1 {
				t.Errorf("no position in %q", err)
			}
			return
		}
		if _, err := runbook.Compile(r, worlds[balancer]); err != nil {
			t.Errorf("read, and cannot be played: %v", err)
		}
	})
}
