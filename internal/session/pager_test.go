package session_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// paging is what the page reads of the pager's export.
type paging struct {
	Rules []struct {
		Severity string
		Burn     float64
		Fired    []firedAlert
	}
	Damage, TimeToPage, ResetMinutes *int
	SpentAtPage                      *float64
	Pages, FalsePages, Missed, Stuck int
	Workbook                         []struct {
		Severity                  string
		Burn                      float64
		LongMinutes, ShortMinutes int
	}
}

type firedAlert struct {
	Step    int
	Cleared *int
	Spent   float64
	False   bool
}

// In bad-deploy the build is out over the minutes 10 to 12 and fails 5 % of the
// requests, 50x of what 99.9 % allows: the minutes burn at 50/3, 100/3, 50, 50,
// ... A window of an hour has them summed up over 60, and a minute at 1x burns
// 1/43200 of the budget of 30 days.
func TestThePagerOfABadDeploy(t *testing.T) {
	s := load(t)
	open(t, s, `{"scenario": "bad-deploy", "seed": 7}`)
	steps(t, s, 120)
	for _, test := range []struct {
		rules              string
		step               int
		burnedMinutes      float64
		pages, bad, missed int
	}{
		// 6x of an hour are 360: 50/3 + 100/3 + 50 x 6 = 350 by minute 17, 400 by 18.
		{`{}`, 18, 400, 1, 0, 0},
		{`{"rules": [{"severity": "page", "burn": 3, "longMinutes": 60, "shortMinutes": 5}]}`, 14, 200, 1, 0, 0},
		// 864 take 50 x 17 = 850 after the 50 of minutes 10 and 11.
		{`{"rules": [{"severity": "page", "burn": 14.4, "longMinutes": 60, "shortMinutes": 5}]}`, 28, 900, 1, 0, 0},
		// 18 x 60 = 1080, of a rule that wakes nobody, beside the one above.
		{`{"rules": [{"severity": "ticket", "burn": 3, "longMinutes": 60, "shortMinutes": 5},
			{"severity": "page", "burn": 18, "longMinutes": 60, "shortMinutes": 5}]}`, 32, 1100, 1, 0, 0},
		{`{"rules": [{"severity": "page", "burn": 100, "longMinutes": 60, "shortMinutes": 5}]}`, 0, 0, 0, 0, 1},
		{`{"rules": []}`, 0, 0, 0, 0, 1},
	} {
		var p paging
		export(t, s, "pager", test.rules, &p)
		if p.Damage == nil || *p.Damage != 10 || p.Pages != test.pages || p.FalsePages != test.bad || p.Missed != test.missed {
			t.Errorf("%s: %+v", test.rules, p)
			continue
		}
		if test.step == 0 {
			if p.TimeToPage != nil || p.SpentAtPage != nil {
				t.Errorf("%s: a page that never came after %v minutes", test.rules, p.TimeToPage)
			}
			continue
		}
		if p.TimeToPage == nil || *p.TimeToPage != test.step-10 || math.Abs(*p.SpentAtPage-test.burnedMinutes/43200) > 1e-12 {
			t.Errorf("%s: %+v, want a page in minute %d with %v burned", test.rules, p, test.step, test.burnedMinutes/43200)
		}
	}
}

// Rolled back in minute 13, the build is gone with minute 18: 350/43200, less
// than 2 % of the budget. Nobody's shift burns on, so the page was worth it.
func TestAPageIsNotFalseBecauseSomebodyWasQuick(t *testing.T) {
	s := load(t)
	playBadDeploy(t, s)
	var p paging
	export(t, s, "pager", `{"rules": [{"severity": "page", "burn": 3, "longMinutes": 60, "shortMinutes": 5}]}`, &p)
	cleared := 22 // the fifth minute without errors empties the short window
	want := []firedAlert{{Step: 14, Cleared: &cleared, Spent: 200.0 / 43200}}
	if diff := cmp.Diff(want, p.Rules[0].Fired, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })); diff != "" {
		t.Error(diff)
	}
	if p.FalsePages != 0 || p.Missed != 0 || p.ResetMinutes == nil || *p.ResetMinutes != cleared-17 {
		t.Errorf("%+v", p)
	}
}

// The scenario's own rules fire in the replay when they fired in the shift.
func TestThePagerAgreesWithTheShift(t *testing.T) {
	for _, scenario := range []string{"bad-deploy", "cache-flush", "viral-surge", "free-play"} {
		s := load(t)
		d := open(t, s, `{"scenario": "`+scenario+`", "seed": 17}`)
		steps(t, s, d.Steps/2)
		act(t, s, "fleet_min", 20)
		steps(t, s, d.Steps-d.Steps/2)
		var b struct {
			Alerts []struct {
				Minute, Rule int
				Fires        bool
			}
			Damage *int `json:"damage_minute"`
			ToPage *int `json:"minutes_to_page"`
		}
		export(t, s, "debrief", `{}`, &b)
		var p paging
		export(t, s, "pager", `{}`, &p)
		budget := budgetColumn(t, d)
		opening := s.Seek(0)[budget]
		want := make([][]firedAlert, len(p.Rules))
		for _, a := range b.Alerts {
			if a.Fires {
				want[a.Rule] = append(want[a.Rule], firedAlert{Step: a.Minute})
			} else {
				want[a.Rule][len(want[a.Rule])-1].Cleared = &a.Minute
			}
		}
		for i, rule := range p.Rules {
			for k, f := range rule.Fired {
				if gone := opening - s.Seek(f.Step)[budget]; math.Abs(gone-f.Spent) > 1e-12 {
					t.Errorf("%s: %v of the budget gone by minute %d, want %v", scenario, f.Spent, f.Step, gone)
				}
				rule.Fired[k].Spent = 0
			}
			if diff := cmp.Diff(want[i], rule.Fired); diff != "" && len(want[i])+len(rule.Fired) > 0 {
				t.Errorf("%s, rule %d: %s", scenario, i, diff)
			}
		}
		if diff := cmp.Diff([]*int{b.Damage, b.ToPage}, []*int{p.Damage, p.TimeToPage}); diff != "" {
			t.Errorf("%s: %s", scenario, diff)
		}
		if len(p.Workbook) != 3 || p.Workbook[0].Burn != 14.4 || p.Workbook[2].LongMinutes != 4320 || p.Workbook[2].Severity != "ticket" {
			t.Errorf("the Workbook's rules: %+v", p.Workbook)
		}
	}
}

func budgetColumn(t *testing.T, d described) int {
	t.Helper()
	for i, r := range d.Readings {
		if r.Code == "budget" {
			return i
		}
	}
	t.Fatal("no reading budget")
	return 0
}

func TestThePagerRefusesRulesThatMakeNoSense(t *testing.T) {
	s := load(t)
	open(t, s, `{"scenario": "bad-deploy", "seed": 7}`)
	rule := `{"severity": "page", "burn": 6, "longMinutes": 60, "shortMinutes": 5}`
	for name, rules := range map[string]string{
		"severity":   `[{"severity": "shout", "burn": 6, "longMinutes": 60, "shortMinutes": 5}]`,
		"threshold":  `[{"severity": "page", "burn": 0, "longMinutes": 60, "shortMinutes": 5}]`,
		"windows":    `[{"severity": "page", "burn": 6, "longMinutes": 5, "shortMinutes": 60}]`,
		"nine rules": `[` + rule + `,` + rule + `,` + rule + `,` + rule + `,` + rule + `,` + rule + `,` + rule + `,` + rule + `,` + rule + `]`,
		"no list":    `7`,
	} {
		if _, err := s.Export("pager", asJSON(`{"rules": `+rules+`}`)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// The CDN world has no error budget that a rule could watch.
func TestTheCDNHasNoPager(t *testing.T) {
	s := load(t)
	open(t, s, `{"scenario": "link-failure", "seed": 1}`)
	if _, err := s.Export("pager", asJSON(`{}`)); err == nil {
		t.Error("a pager of a world without an error budget")
	}
}
