package session_test

import (
	"strings"
	"testing"
)

// explained is what the page reads of an explanation.
type explained struct {
	Code, Target, Label, What string
	Step                      int
	Steps                     []struct {
		Formula, Values string
		Result          bool
	}
	Symbols []struct{ Symbol, Label, Value, Unit, Code, Constant string }
	Result  float64
}

func TestExplain(t *testing.T) {
	s := load(t)
	open(t, s, `{"scenario": "free-play", "seed": 1}`)
	steps(t, s, 1)
	var list struct{ Codes []string }
	export(t, s, "explain_list", `{}`, &list)
	if len(list.Codes) != 32 {
		t.Errorf("%d codes, want 24 readings and 8 controls", len(list.Codes))
	}
	for _, code := range list.Codes {
		var x explained
		export(t, s, "explain", `{"code": "`+code+`", "step": 1}`, &x)
		if x.Code != code || x.Step != 1 || x.Label == "" || x.What == "" || len(x.Steps) == 0 || len(x.Symbols) == 0 {
			t.Errorf("%s: %+v", code, x)
		}
	}

	// 30 % of the traffic, of which nothing is shed.
	var shed explained
	export(t, s, "explain", `{"code": "shed", "step": 1, "digits": "٠١٢٣٤٥٦٧٨٩", "decimal": "٫"}`, &shed)
	if !strings.Contains(shed.Steps[0].Values, "<mn>٠٫٣</mn><mo>·</mo><mn>٠</mn>") {
		t.Errorf("in Arabic digits: %s", shed.Steps[0].Values)
	}

	for _, wrong := range []string{`{"code": "nothing", "step": 1}`, `{"code": "p99", "step": 2}`, `{"code": "p99", "target": "s01-a", "step": 1}`} {
		if _, err := s.Export("explain", asJSON(wrong)); err == nil {
			t.Errorf("%s is explained", wrong)
		}
	}
}

func TestExplainOfALink(t *testing.T) {
	s := load(t)
	open(t, s, `{"scenario": "two-links", "seed": 1}`)
	var x explained
	export(t, s, "explain", `{"code": "slowdown", "target": "b", "step": 0}`, &x)
	if x.Code != "slowdown" || x.Target != "b" || len(x.Steps) == 0 {
		t.Errorf("%+v", x)
	}
}
