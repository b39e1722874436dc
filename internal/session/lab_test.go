package session_test

import (
	"encoding/json"
	"strings"
	"testing"

	"oncall/internal/session"
	"oncall/internal/shift"
	"oncall/internal/world"
	"oncall/scenarios"
)

// rollback is bad-deploy with the roll-back at minute 13, and what a shift of its
// own scores on a seed.
func rollback(t *testing.T) *session.Session {
	t.Helper()
	s := load(t)
	open(t, s, `{"scenario": "bad-deploy", "seed": 7}`)
	steps(t, s, 12)
	act(t, s, "rollback", 1)
	steps(t, s, 108)
	return s
}

type score struct{ Score struct{ Total float64 } }

// scoreOn plays the roll-back, or nothing, on another seed by hand.
func scoreOn(t *testing.T, seed string, acts bool) float64 {
	t.Helper()
	s := load(t)
	open(t, s, `{"scenario": "bad-deploy", "seed": `+seed+`}`)
	steps(t, s, 12)
	if acts {
		act(t, s, "rollback", 1)
	}
	steps(t, s, 108)
	var d score
	export(t, s, "debrief", "{}", &d)
	return d.Score.Total
}

// A sweep's figures are those of single shifts, whatever was open when it was
// planned.
func TestASweepIsManySingleShifts(t *testing.T) {
	s := rollback(t)
	for play, acts := range map[string]bool{"you": true, "nobody": false} {
		var plan struct{ Columns []struct{ Code string } }
		export(t, s, "sweep_plan", `{"play": "`+play+`"}`, &plan)
		figures := s.Sweep(20, 3)
		if len(figures) != 3*len(plan.Columns) || plan.Columns[1].Code != "score" {
			t.Fatalf("%s: %d figures in the columns %v", play, len(figures), plan.Columns)
		}
		for i, seed := range []string{"20", "21", "22"} {
			if got, want := figures[i*len(plan.Columns)+1], scoreOn(t, seed, acts); got != want {
				t.Errorf("%s, seed %s: score %v, and a shift of its own has %v", play, seed, got, want)
			}
		}
		value, err := s.Summarize(figures)
		if err != nil {
			t.Fatal(err)
		}
		var summary struct {
			Seeds   int
			Worst   uint32
			Figures []struct {
				Code         string
				Mean, Median float64
			}
		}
		via(t, value, &summary)
		n := len(plan.Columns)
		mean := (figures[1] + figures[n+1] + figures[2*n+1]) / 3
		if got := summary.Figures[0]; got.Code != "score" || got.Mean-mean > 1e-9 || mean-got.Mean > 1e-9 || summary.Seeds != 3 {
			t.Errorf("%s: summary %+v, want the mean %v of 3 seeds", play, summary, mean)
		}
		if summary.Worst < 20 || summary.Worst > 22 {
			t.Errorf("%s: the worst seed is %d", play, summary.Worst)
		}
		var one struct{ Fragment string }
		export(t, s, "sweep_shift", `{"seed": 21}`, &one)
		other := load(t)
		open(t, other, `{"link": "`+one.Fragment+`"}`)
		var d score
		export(t, other, "debrief", "{}", &d)
		if want := figures[n+1]; d.Score.Total != want {
			t.Errorf("%s: the link of seed 21 scores %v, the sweep says %v", play, d.Score.Total, want)
		}
	}
}

func TestSweepsThatCannotBe(t *testing.T) {
	s := rollback(t)
	if s.Sweep(1, 10) != nil {
		t.Error("a sweep without a plan has figures")
	}
	if _, err := s.Summarize([]float64{1}); err == nil {
		t.Error("a summary without a plan was made")
	}
	for _, options := range []string{`{"play": "ghosts"}`, `{"play": "runbook"}`,
		`{"play": "runbook", "runbook": {"rules": [{"do": [{"control": "brake", "value": 1}]}]}}`} {
		if _, err := s.Export("sweep_plan", asJSON(options)); err == nil {
			t.Errorf("%s was planned", options)
		}
	}
	var plan struct{}
	export(t, s, "sweep_plan", `{"play": "you"}`, &plan)
	if s.Sweep(1, 0) != nil || s.Sweep(1, 1<<20) != nil {
		t.Error("a sweep has figures of no seed or of a million")
	}
	if _, err := s.Summarize([]float64{1, 2}); err == nil {
		t.Error("half a seed was summed up")
	}
}

// runbookOf returns a scenario's reference as the page hands it over.
func runbookOf(t *testing.T, id string) string {
	t.Helper()
	rules, err := scenarios.Runbook(id)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(rules)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The runbook of bad-deploy rolls back when it sees the damage: on the player's
// seed it comes out far above nobody.
func TestTheRunbookStandsBesideThePlayer(t *testing.T) {
	s := rollback(t)
	var d struct {
		score
		Nobody  score
		Runbook *score
	}
	export(t, s, "debrief", `{"runbook": `+runbookOf(t, "bad-deploy")+`}`, &d)
	if d.Runbook == nil || d.Runbook.Score.Total < d.Nobody.Score.Total+30 {
		t.Errorf("the runbook scores %+v, nobody %v", d.Runbook, d.Nobody.Score.Total)
	}
	svg, err := s.Export("compare", asJSON(`{"width": 700, "reading": "budget", "steps": 120, "clockMinutes": 540, "lines": {"you": {"label": "You"}, "runbook": {"label": "The rules"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(svg.(string), "The rules") {
		t.Error("the runbook has no line in the chart")
	}
	d.Runbook = nil
	export(t, s, "debrief", `{}`, &d)
	if d.Runbook != nil {
		t.Error("a runbook that is no longer asked for is still there")
	}
}

// What hindsight finds is not worse than the player nor than the runbook, can be
// played from its link, and comes out the same every time.
func TestHindsightIsNoWorse(t *testing.T) {
	s := rollback(t)
	var you, found score
	var again struct{ Evaluations int }
	export(t, s, "debrief", "{}", &you)
	told := 0.0
	value, err := s.Hindsight(asJSON(`{"runbook": `+runbookOf(t, "bad-deploy")+`}`), func(share float64) bool {
		told = share
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	var result struct {
		Score       float64
		Fragment    string
		Evaluations int
	}
	via(t, value, &result)
	if result.Score < you.Score.Total || told < 0.9 || result.Evaluations < 100 {
		t.Errorf("found %+v with %v of the search, and the player has %v", result, told, you.Score.Total)
	}
	other := load(t)
	open(t, other, `{"link": "`+result.Fragment+`"}`)
	export(t, other, "debrief", "{}", &found)
	if found.Score.Total != result.Score {
		t.Errorf("the link scores %v, hindsight said %v", found.Score.Total, result.Score)
	}
	stopped, err := s.Hindsight(asJSON(`{}`), func(float64) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	via(t, stopped, &again)
	if again.Evaluations >= result.Evaluations {
		t.Errorf("a search that was stopped played %d shifts", again.Evaluations)
	}
}

// A sweep of a shift with another opening keeps that opening.
func TestASweepKeepsTheOpening(t *testing.T) {
	s := load(t)
	open(t, s, `{"scenario": "viral-surge", "seed": 3, "opening": [{"control": "fleet_min", "value": 30}]}`)
	steps(t, s, 240)
	var plan struct{ Columns []struct{ Code string } }
	export(t, s, "sweep_plan", `{"play": "nobody"}`, &plan)
	figures := s.Sweep(5, 1)
	sc, err := scenarios.Find("viral-surge")
	if err != nil {
		t.Fatal(err)
	}
	code := 0
	for _, c := range sc.Controls() {
		if c.ID == "fleet_min" {
			code = c.Code
		}
	}
	played, err := shift.New(sc, 5, []world.Setting{{Control: code, Value: 30}})
	if err == nil {
		err = played.Run(nil, 240)
	}
	if err != nil {
		t.Fatal(err)
	}
	cost := 0.0
	for step := 0; step <= 240; step++ {
		for i, r := range played.Readings() {
			if r.Code == "cost" {
				cost = played.Row(step)[i]
			}
		}
	}
	for i, c := range plan.Columns {
		if c.Code == "cost" && figures[i] != cost {
			t.Errorf("the sweep's shift cost %v, with the opening it costs %v", figures[i], cost)
		}
	}
}
