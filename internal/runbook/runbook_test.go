package runbook_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"oncall/internal/cdn"
	"oncall/internal/replay"
	"oncall/internal/runbook"
	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/shift"
	"oncall/internal/world"
	"oncall/scenarios"
)

func find(t testing.TB, id string) *scenario.Scenario {
	t.Helper()
	sc, err := scenarios.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

func compile(t testing.TB, sc *scenario.Scenario, rules ...runbook.Rule) *runbook.Program {
	t.Helper()
	p, err := runbook.Compile(&runbook.Runbook{Rules: rules}, sc)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func set(control string, value int) []runbook.Action {
	return []runbook.Action{{Control: control, Value: value}}
}

func above(reading string, threshold, minutes float64) runbook.Condition {
	return runbook.Condition{Reading: reading, Threshold: threshold, ForMinutes: minutes}
}

func below(reading string, threshold, minutes float64) runbook.Condition {
	return runbook.Condition{Reading: reading, Below: true, Threshold: threshold, ForMinutes: minutes}
}

// follow shows a player a utilization (in tenths) for each step from the opening
// on, and tells what it does as "step:value" of the control shed.
func follow(p *runbook.Program, utilization string) string {
	player := p.Start()
	row, extra := make([]float64, service.ColumnCount), make([]float64, service.ExtraBoots)
	var told []string
	for step, digit := range utilization {
		row[service.Utilization] = float64(digit-'0') / 10
		for _, a := range player.Next(step, row, extra) {
			if a.Step != step+1 {
				return fmt.Sprintf("step %d acts in step %d", step, a.Step)
			}
			told = append(told, fmt.Sprintf("%d:%d", a.Step, a.Value))
		}
	}
	return strings.Join(told, " ")
}

func TestWhenRulesAct(t *testing.T) {
	sc := find(t, "free-play")
	high, low := above("utilization", 0.65, 0), below("utilization", 0.35, 0)
	back := &runbook.Back{When: []runbook.Condition{low}, Do: set("shed", 0)}
	for _, c := range []struct {
		name, utilization, want string
		rule                    runbook.Rule
	}{
		{"in the step after the one that shows it, once", "5577557", "3:100", runbook.Rule{When: []runbook.Condition{high}, Do: set("shed", 100)}},
		{"not at the threshold", "6666", "", runbook.Rule{When: []runbook.Condition{above("utilization", 0.6, 0)}, Do: set("shed", 100)}},
		{"already at the opening", "7777", "1:100", runbook.Rule{When: []runbook.Condition{high}, Do: set("shed", 100)}},
		{"after three minutes in a row", "5775777777", "7:100", runbook.Rule{When: []runbook.Condition{above("utilization", 0.65, 3)}, Do: set("shed", 100)}},
		{"after a delay, whatever comes in between", "5755555", "5:100", runbook.Rule{When: []runbook.Condition{high}, AfterMinutes: 4, Do: set("shed", 100)}},
		{"all conditions at once", "5789", "4:100", runbook.Rule{When: []runbook.Condition{high, above("utilization", 0.85, 0)}, Do: set("shed", 100)}},
		{"at the start", "5555", "1:100", runbook.Rule{Do: set("shed", 100)}},
		{"at a minute", "5555", "3:100", runbook.Rule{AfterMinutes: 3, Do: set("shed", 100)}},
		{"and back when it is over", "57775533", "2:100 7:0", runbook.Rule{When: []runbook.Condition{high}, Do: set("shed", 100), Back: back}},
		{"back by time only", "577777777", "2:100 5:0", runbook.Rule{When: []runbook.Condition{high}, Do: set("shed", 100), Back: &runbook.Back{AfterMinutes: 3, Do: set("shed", 0)}}},
		// Low before the rule acts does not count for the way back.
		{"back counts from the act on", "5733333", "4:100 7:0", runbook.Rule{When: []runbook.Condition{high}, AfterMinutes: 3, Do: set("shed", 100),
			Back: &runbook.Back{When: []runbook.Condition{below("utilization", 0.35, 3)}, Do: set("shed", 0)}}},
		{"again when it has ceased", "57755775", "2:100 6:100", runbook.Rule{When: []runbook.Condition{high}, Do: set("shed", 100), Repeat: true}},
		{"again after the way back only", "575573377", "2:100 6:0 8:100", runbook.Rule{When: []runbook.Condition{high}, Do: set("shed", 100), Back: back, Repeat: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := follow(compile(t, sc, c.rule), c.utilization); got != c.want {
				t.Errorf("did %q, want %q", got, c.want)
			}
		})
	}
}

// Rules act in their order within a step, so a later one has the last word.
func TestRulesActInOrder(t *testing.T) {
	p := compile(t, find(t, "free-play"), runbook.Rule{Do: set("shed", 100)}, runbook.Rule{Do: set("shed", 50)})
	if got := follow(p, "55"); got != "1:100 1:50" {
		t.Errorf("did %q", got)
	}
}

// In the CDN world a minute is six steps, and a rule may wait for a part of one.
func TestMinutesOfTheCDNWorld(t *testing.T) {
	sc := find(t, "link-failure")
	p := compile(t, sc, runbook.Rule{
		When: []runbook.Condition{above("measured_s02-b", 0.5, 0.5)}, AfterMinutes: 1,
		Do: []runbook.Action{{Control: "weight", Target: "s03-e", Value: 20}},
	})
	player := p.Start()
	row := make([]float64, len(sc.Readings()))
	extra := make([]float64, len(sc.CDN.Extras()))
	for step := range 20 {
		if step >= 4 {
			row[cdn.Column(5, cdn.LinkMeasured)] = 0.6
		}
		got := player.Next(step, row, extra)
		// Steps 4, 5, 6 are half a minute; a minute later is step 12.
		var want []world.Action
		if step == 11 {
			want = []world.Action{{Step: 12, Control: cdn.ControlWeight, Target: 11, Value: 20}}
		}
		if !slices.Equal(got, want) {
			t.Errorf("step %d: %v, want %v", step, got, want)
		}
	}
}

// What a runbook did is a shift like any other: its link plays the same one.
func TestAPlayedRunbookIsALinkedShift(t *testing.T) {
	for _, id := range []string{"bad-deploy", "viral-surge", "cache-flush"} {
		rules, err := scenarios.Runbook(id)
		if err != nil {
			t.Fatal(err)
		}
		sc := find(t, id)
		s, err := runbook.Play(sc, 9, nil, compile(t, sc, rules.Rules...))
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Actions()) == 0 || !s.Ended() {
			t.Fatalf("%s: %d actions", id, len(s.Actions()))
		}
		fragment, err := s.Record(nil).Fragment()
		if err != nil {
			t.Fatal(err)
		}
		record, err := replay.ParseLink(fragment)
		if err != nil {
			t.Fatal(err)
		}
		again, err := shift.FromRecord(record, func(id string) *scenario.Scenario { return find(t, id) })
		if err != nil || again.Verify(record, nil) != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// A player who starts over has forgotten the shift before.
func TestRestartForgets(t *testing.T) {
	p := compile(t, find(t, "free-play"), runbook.Rule{When: []runbook.Condition{above("utilization", 0.65, 2)}, Do: set("shed", 100)})
	player := p.Start()
	row := make([]float64, service.ColumnCount)
	row[service.Utilization] = 0.7
	acts := func() string {
		text := ""
		for step := range 4 {
			for _, a := range player.Next(step, row, nil) {
				text += fmt.Sprint(a.Step)
			}
		}
		return text
	}
	first := acts()
	player.Restart()
	if again := acts(); first != "2" || again != first {
		t.Errorf("acted in %q, then in %q", first, again)
	}
}

// A record has room for so many actions, and a runbook stops there.
func TestARunbookStopsWhereARecordIsFull(t *testing.T) {
	p := compile(t, find(t, "free-play"), runbook.Rule{
		When: []runbook.Condition{above("utilization", 0.65, 0)}, Do: slices.Repeat(set("shed", 5), runbook.ActionsMax), Repeat: true,
	})
	did := strings.Fields(follow(p, strings.Repeat("57", 300)))
	if len(did) != replay.ActionsMax {
		t.Errorf("%d actions, want %d", len(did), replay.ActionsMax)
	}
}

func TestCompileRefuses(t *testing.T) {
	service, match := find(t, "free-play"), find(t, "link-failure")
	ok := set("shed", 100)
	for _, c := range []struct {
		name string
		sc   *scenario.Scenario
		rule runbook.Rule
		want string
	}{
		{"unknown reading", service, runbook.Rule{When: []runbook.Condition{above("mood", 1, 0)}, Do: ok}, `rule 1: there is no reading "mood" that a player sees`},
		{"the true load", match, runbook.Rule{When: []runbook.Condition{above("load_s01-a", 1, 0)}, Do: set("metric", 1)}, `rule 1: there is no reading "load_s01-a" that a player sees`},
		{"no action", service, runbook.Rule{}, "rule 1: do takes 1 to 16 actions, and has 0"},
		{"unknown control", service, runbook.Rule{Do: set("coffee", 1)}, `rule 1: there is no control "coffee"`},
		{"off the grid", service, runbook.Rule{Do: set("shed", 51)}, "rule 1: shed moves in steps of 5 from 0, and was given 51"},
		{"no target", match, runbook.Rule{Do: set("drain", 1)}, `rule 1: drain has no target ""`},
		{"part of a step", service, runbook.Rule{AfterMinutes: 0.5, Do: ok}, "rule 1: after_minutes must be a whole number of steps of 60 s, and is 0.5"},
		{"negative delay", service, runbook.Rule{AfterMinutes: -1, Do: ok}, "rule 1: after_minutes must lie between 0 and 1440, and is -1"},
		{"repeating the start", service, runbook.Rule{Do: ok, Repeat: true}, "rule 1: repeat needs a condition: the start comes once"},
		{"way back without an action", service, runbook.Rule{Do: ok, Back: &runbook.Back{}}, "rule 1: back: do takes 1 to 16 actions, and has 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := runbook.Compile(&runbook.Runbook{Rules: []runbook.Rule{c.rule}}, c.sc)
			if err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}
