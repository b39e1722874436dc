package ownfiles_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"oncall/internal/ownfiles"
	"oncall/internal/ownform"
	"oncall/internal/scenario"
	"oncall/scenarios"
)

// asJSON are options as a native program has them.
type asJSON string

func (o asJSON) Decode(into any) error { return json.Unmarshal([]byte(o), into) }

func load(t *testing.T) *ownfiles.Files {
	t.Helper()
	all, err := scenarios.All()
	if err != nil {
		t.Fatal(err)
	}
	packed, err := scenario.Pack(all)
	if err != nil {
		t.Fatal(err)
	}
	var f ownfiles.Files
	if err := f.Load(packed); err != nil {
		t.Fatal(err)
	}
	return &f
}

// shown returns an answer as the page gets it.
func shown(t *testing.T, value any) map[string]any {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

func text(t *testing.T, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestServiceThroughYAML(t *testing.T) {
	sc, err := scenarios.Find("viral-surge")
	if err != nil {
		t.Fatal(err)
	}
	own := ownform.FromScenario(sc)
	own.Title, own.Curve = "Mine: №1", []ownform.Knot{{Minute: 0, PerSecond: 10.5}, {Minute: 9, PerSecond: 20}}
	f := load(t)
	written, err := f.WriteYAML(asJSON(text(t, own)))
	if err != nil {
		t.Fatal(err)
	}
	got := shown(t, f.ReadYAML(shown(t, written)["text"].(string)))
	if diff := cmp.Diff(shown(t, own), got["own"]); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsWrongWithAService(t *testing.T) {
	f := load(t)
	for text, want := range map[string]map[string]any{
		"id: a\nworld: service\nscore: {allowance: 1, par_dollars: 2}\nconstants:\n  minutes: 0\n": {"line": 5.0, "column": 12.0, "message": "minutes must lie between 1 and 1440, and is 0"},
		"": {"line": 1.0, "column": 1.0, "message": "the file is empty; a scenario needs id, world and score"},
	} {
		if diff := cmp.Diff(want, shown(t, f.ReadYAML(text))["error"]); diff != "" {
			t.Error(diff)
		}
	}
	_, err := f.WriteYAML(asJSON(`{"title":"x"}`)) // without a score
	if err == nil {
		t.Fatal("written")
	}
	if told := shown(t, f.Describe(err)); told["reason"] != "own" || told["args"].(map[string]any)["field"] != "allowance" {
		t.Errorf("%v", told)
	}
}

func TestTraffic(t *testing.T) {
	f := load(t)
	read := func(csv, options string) map[string]any {
		value, err := f.ReadTraffic(csv, asJSON(options))
		if err != nil {
			t.Fatal(err)
		}
		return shown(t, value)
	}
	want := map[string]any{
		"curve": []any{
			map[string]any{"minute": 0.0, "perSecond": 5.0}, map[string]any{"minute": 1.0, "perSecond": 6.0}, map[string]any{"minute": 2.0, "perSecond": 7.0},
		},
		"from": "09:00", "minutes": 2.0, "mean": 6.0, "rows": 2.0,
		"notes": []any{map[string]any{"reason": "gaps", "minutes": 1.0, "longest": 1.0}},
	}
	if diff := cmp.Diff(want, read("9:00,5\n9:02,7\n", `{}`)); diff != "" {
		t.Error(diff)
	}
	want = map[string]any{"error": map[string]any{"row": 2.0, "column": 2.0, "reason": "negative", "text": `"-7"`, "max": 1e6}}
	if diff := cmp.Diff(want, read("9:00,5\n9:02,-7\n", `{}`)); diff != "" {
		t.Error(diff)
	}
	if got := read("0,5\n9,7\n", `{"from":5,"minutes":60}`); got["minutes"] != 1.0 || got["from"] != "" {
		t.Errorf("%v", got)
	}
}

func TestRunbook(t *testing.T) {
	f := load(t)
	rules, err := scenarios.RunbookText("bad-deploy")
	if err != nil {
		t.Fatal(err)
	}
	sc, err := scenarios.Find("bad-deploy")
	if err != nil {
		t.Fatal(err)
	}
	want, err := scenarios.Runbook("bad-deploy")
	if err != nil {
		t.Fatal(err)
	}
	for _, options := range []string{`{"scenario":"bad-deploy"}`, `{"own":` + text(t, ownform.FromScenario(sc)) + `}`} {
		got, err := f.ReadRunbook(rules, asJSON(options))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(shown(t, want), shown(t, got)["runbook"]); diff != "" {
			t.Error(diff)
		}
	}
	got, err := f.ReadRunbook("rules:\n  - do: {}\n", asJSON(`{"scenario":"bad-deploy"}`))
	if err != nil {
		t.Fatal(err)
	}
	if place := shown(t, got)["error"].(map[string]any); place["line"] != 2.0 || strings.Contains(place["message"].(string), ":2:") {
		t.Errorf("%v", place)
	}
	for _, options := range []string{`{}`, `{"scenario":"moon"}`, `{"own":{}}`, `[`} {
		if _, err := f.ReadRunbook(rules, asJSON(options)); err == nil {
			t.Errorf("%s: read", options)
		}
	}
}
