package session_test

import (
	"encoding/json"
	"testing"

	"oncall/internal/ownform"
)

func formOf(t *testing.T, scenario string) ownform.Own {
	t.Helper()
	var own ownform.Own
	export(t, load(t), "own_form", `{"scenario":"`+scenario+`"}`, &own)
	return own
}

func requestOf(t *testing.T, own ownform.Own) string {
	t.Helper()
	request, err := json.Marshal(map[string]any{"own": own, "seed": 7})
	if err != nil {
		t.Fatal(err)
	}
	return string(request)
}

// The form of a shipped scenario plays the same shift under no name, and its
// link carries it whole.
func TestOwnServicePlaysAndTravels(t *testing.T) {
	s := load(t)
	own := formOf(t, "bad-deploy")
	shipped := open(t, load(t), `{"scenario":"bad-deploy","seed":7}`)
	mine := open(t, s, requestOf(t, own))
	if mine.Scenario.ID != "" || mine.Digest != shipped.Digest || mine.Mode != "play" {
		t.Errorf("opened %q with digest %s, want none and %s", mine.Scenario.ID, mine.Digest, shipped.Digest)
	}
	own.Curve = []ownform.Knot{{Minute: 0, PerSecond: 500}, {Minute: 60, PerSecond: 1500}}
	open(t, s, requestOf(t, own))
	steps(t, s, 10)
	act(t, s, "rollback", 1)
	steps(t, s, 20)
	var link struct{ Fragment string }
	export(t, s, "link", `{"notes":[]}`, &link)
	reader := load(t)
	replayed := open(t, reader, `{"link":"#`+link.Fragment+`"}`)
	if !replayed.Verified || replayed.LastStep != 30 {
		t.Errorf("the link is verified: %v, to step %d", replayed.Verified, replayed.LastStep)
	}
	var form ownform.Own
	export(t, reader, "own_form", `{}`, &form)
	if len(form.Curve) != 2 || form.Curve[1] != own.Curve[1] {
		t.Errorf("the link's curve is %v", form.Curve)
	}
}

func TestOwnServiceIsRefusedByField(t *testing.T) {
	s := load(t)
	own := formOf(t, "free-play")
	own.Constants["fleet_max"] = 0
	_, err := s.Open(asJSON(requestOf(t, own)))
	if err == nil {
		t.Fatal("opened")
	}
	var described struct {
		Reason string
		Args   map[string]string
	}
	via(t, s.Describe(err), &described)
	if a := described.Args; described.Reason != "own" || a["field"] != "fleet_max" || a["reason"] != "range" || a["min"] != "1" || a["max"] != "100" {
		t.Errorf("%+v", described)
	}
}

func TestFormsNeedNoShift(t *testing.T) {
	s := load(t)
	var d struct {
		Fields []struct{ ID, Unit, Group string }
	}
	export(t, s, "own_fields", `{}`, &d)
	if len(d.Fields) != 50 || d.Fields[0].ID != "minutes" || d.Fields[0].Unit != "minutes" || d.Fields[0].Group != "shift" {
		t.Errorf("fields %+v", d.Fields)
	}
	for _, options := range []string{`{}`, `{"scenario":"two-links"}`, `{"scenario":"moon"}`} {
		if _, err := s.Export("own_form", asJSON(options)); err == nil {
			t.Errorf("a form for %s", options)
		}
	}
}

// A curve of a day does not fit into a link: the answer says what was left out.
func TestLinkOfALongCurve(t *testing.T) {
	s := load(t)
	own := formOf(t, "free-play")
	own.Constants["minutes"] = 1440
	for minute := range 1441 {
		own.Curve = append(own.Curve, ownform.Knot{Minute: minute, PerSecond: float64(500 + minute*minute%97)})
	}
	open(t, s, requestOf(t, own))
	steps(t, s, 90)
	var link struct {
		Fragment string
		Thinned  *struct {
			Points, Of int
			ErrorShare float64
		}
	}
	export(t, s, "link", `{}`, &link)
	if link.Thinned == nil || link.Thinned.Of != 1441 || link.Thinned.Points > 400 || !(link.Thinned.ErrorShare > 0) {
		t.Fatalf("%+v", link.Thinned)
	}
	if d := open(t, load(t), `{"link":"#`+link.Fragment+`"}`); !d.Verified || d.LastStep != 90 {
		t.Errorf("verified: %v, to step %d", d.Verified, d.LastStep)
	}
	var file struct{ Base64 string }
	export(t, s, "file", `{}`, &file)
	reader := load(t)
	if d := open(t, reader, `{"file":"`+file.Base64+`"}`); !d.Verified {
		t.Error("the file is not verified")
	}
	var form ownform.Own
	export(t, reader, "own_form", `{}`, &form)
	if len(form.Curve) != 1441 {
		t.Errorf("the file has %d knots", len(form.Curve))
	}
}
