package session_test

import (
	"strings"
	"testing"
)

// compared is what the page reads of two policies.
type compared struct {
	A, B struct {
		Policy, Metric  int
		Link, Digest    string
		Score           map[string]float64
		OvershootPoints *float64 `json:"overshoot_points"`
		CrossedStep     *int     `json:"crossed_step"`
		SettlingSeconds *int     `json:"settling_seconds"`
		AmplitudePoints float64  `json:"amplitude_points"`
		Moves, Harm     float64
	}
}

// The bench's first policy swings for ever, the third one settles: both beside
// each other are the same shifts as those that open with them.
func TestTwoPoliciesOnOneSeed(t *testing.T) {
	s := load(t)
	open(t, s, `{"scenario": "two-links", "seed": 1}`)
	steps(t, s, 100)
	if err := s.Act("policy", "", 2); err != nil { // no longer in force in the comparison
		t.Fatal(err)
	}
	steps(t, s, 1340)
	const pair = `"a": {"policy": 1, "metric": 0}, "b": {"policy": 3, "metric": 2}`
	var c compared
	export(t, s, "policies", `{`+pair+`}`, &c)
	if c.A.Policy != 1 || c.B.Metric != 2 || c.A.OvershootPoints == nil || *c.A.OvershootPoints < 20 || c.A.SettlingSeconds != nil {
		t.Errorf("linear: %+v", c.A)
	}
	if c.B.SettlingSeconds == nil || *c.B.SettlingSeconds > 3600 || *c.B.OvershootPoints > *c.A.OvershootPoints || c.B.Link != "a" {
		t.Errorf("PID: %+v", c.B)
	}
	if c.A.AmplitudePoints < 30 || c.B.AmplitudePoints > 12 || c.A.Moves < 10*c.B.Moves || c.A.Harm < c.B.Harm || c.B.Score["total"] < c.A.Score["total"]+30 {
		t.Errorf("linear %+v beside PID %+v", c.A, c.B)
	}
	for request, digest := range map[string]string{
		`{"scenario": "two-links", "seed": 1}`: c.A.Digest,
		`{"scenario": "two-links", "seed": 1, "opening": [{"control": "policy", "value": 3}, {"control": "metric", "value": 2}]}`: c.B.Digest,
	} {
		alone := load(t)
		open(t, alone, request)
		steps(t, alone, 1440)
		var d struct{ Digest string }
		export(t, alone, "debrief", "{}", &d)
		if d.Digest != digest {
			t.Errorf("%s: %s alone, %s in the comparison", request, d.Digest, digest)
		}
	}
	svg, err := s.Export("policy_chart", asJSON(`{`+pair+`, "width": 700, "lanes": ["loads:s01#0", "loads:s01#1"], "truth": true,
		"groups": {"s01": ["a", "b"]}, "labels": {"loads:s01#0": "Linear", "loads:s01#1": "PID"}, "steps": 1440, "stepSeconds": 10, "last": 1440, "position": 1440, "cursor": -1}`))
	if err != nil || strings.Count(svg.(string), `data-part="a"`) != 2 || !strings.Contains(svg.(string), ">PID<") {
		t.Errorf("%.300v, %v", svg, err)
	}
	for _, wrong := range []string{`{"a": {"policy": 9}, "b": {}}`, `{"a": {}, "b": {"metric": -1}}`} {
		if _, err := s.Export("policies", asJSON(wrong)); err == nil {
			t.Errorf("%s was accepted", wrong)
		}
	}
	open(t, s, `{"scenario": "bad-deploy", "seed": 1}`)
	if _, err := s.Export("policies", asJSON(`{`+pair+`}`)); err == nil {
		t.Error("the service world has policies")
	}
}

func BenchmarkPolicies(b *testing.B) {
	for _, id := range []string{"two-links", "world-cup-match"} {
		b.Run(id, func(b *testing.B) {
			s := load(b)
			if _, err := s.Open(asJSON(`{"scenario": "` + id + `", "seed": 1}`)); err != nil {
				b.Fatal(err)
			}
			for s.Step() != nil {
			}
			for i := 0; b.Loop(); i++ {
				// Another pair each time, so that nothing is kept.
				if _, err := s.Export("policies", asJSON([]string{`{"a": {"policy": 1}, "b": {"policy": 3, "metric": 2}}`, `{"a": {"policy": 3, "metric": 2}, "b": {"policy": 1}}`}[i%2])); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
