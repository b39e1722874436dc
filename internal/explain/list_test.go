package explain_test

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"oncall/internal/cdn"
	"oncall/internal/explain"
	"oncall/internal/scenario"
	"oncall/internal/service"
)

func texts(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("../../site/locale/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]string
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

var worlds = []string{scenario.WorldService, scenario.WorldCDN}

// Every reading and every control has an explanation, and what is recommended to
// be read next has one too.
func TestEverythingIsExplained(t *testing.T) {
	var named []string
	for _, r := range service.Readings() {
		if r.Code != "minute" {
			named = append(named, "service "+r.Code)
		}
	}
	params := service.Defaults()
	for _, c := range params.Controls() {
		named = append(named, "service set:"+c.ID)
	}
	// A world of one link a: its columns, extras and controls end in _a.
	one := cdn.Defaults()
	one.Links = []cdn.Link{{ID: "a", CapacityBits: 1e9}}
	for _, r := range append(one.Readings(), one.Extras()...) {
		code, ofLink := strings.CutSuffix(r.Code, "_a")
		if ofLink && (code == "sessions" || code == "rebuffering") {
			code = "link_" + code
		}
		if code != "minute" {
			named = append(named, "cdn "+code)
		}
	}
	for _, c := range one.Controls() {
		named = append(named, "cdn set:"+c.ID)
	}
	for _, w := range worlds {
		codes := explain.List(w)
		if unique := slices.Compact(slices.Sorted(slices.Values(codes))); len(unique) != len(codes) {
			t.Errorf("%s lists a code twice", w)
		}
		for _, name := range named {
			if code, found := strings.CutPrefix(name, w+" "); found && !slices.Contains(codes, code) {
				t.Errorf("%s is not explained", name)
			}
		}
		for _, code := range codes {
			x, err := explain.General(w, code, plain)
			if err != nil {
				t.Fatal(err)
			}
			for _, related := range x.Related {
				if !slices.Contains(codes, related) || related == code {
					t.Errorf("%s %s recommends %s", w, code, related)
				}
			}
		}
	}
}

// keys collects the locale keys that explanations name, and checks the symbols.
func keys(t *testing.T, x explain.Explanation, into map[string]bool) {
	t.Helper()
	into[x.What], into[x.Label] = true, true
	for _, limit := range x.Limits {
		into[limit] = true
	}
	seen := map[string]string{}
	for _, s := range x.Symbols {
		parse(t, s.Symbol)
		into[s.Label] = true
		if other, ok := seen[s.Symbol]; ok {
			t.Errorf("%s: %s stands for %s and for %s", x.Code, s.Symbol, other, s.Label)
		}
		seen[s.Symbol] = s.Label
		if s.Unit == "" {
			t.Errorf("%s: %s has no unit", x.Code, s.Label)
		}
	}
}

// Every key that an explanation names has a text, every text is named, and texts
// are as the page shows them: without placeholders.
func TestTextsOfExplanations(t *testing.T) {
	named := map[string]bool{}
	for _, w := range worlds {
		all := ofWorld(t, w)
		if w == scenario.WorldService {
			all = append(all, harsh(t), curved(t, false))
		}
		for _, code := range explain.List(w) {
			x, err := explain.General(w, code, plain)
			if err != nil {
				t.Fatal(err)
			}
			keys(t, x, named)
		}
		for i, sc := range all {
			s := played(t, sc, uint32(i), sc.Steps()-1)
			for step := 0; step <= s.Step(); step += 1 + s.Step()/60 {
				for _, code := range explain.List(w) {
					x, err := explain.Of(s, step, code, "", plain)
					if err != nil {
						t.Fatal(err)
					}
					keys(t, x, named)
				}
			}
		}
	}
	english := texts(t)
	for key := range named {
		if english[key] == "" {
			t.Errorf("en.json lacks %s", key)
		}
	}
	ours := regexp.MustCompile(`^(explain|symbol|limit)\.`)
	term := regexp.MustCompile(`\[\[(\w+)\|[^\]|]+\]\]`)
	for _, key := range slices.Sorted(maps.Keys(english)) {
		if !ours.MatchString(key) || strings.HasPrefix(key, "explain.part.") {
			continue
		}
		if !named[key] {
			t.Errorf("no explanation names %s", key)
		}
		text := english[key]
		for _, mark := range term.FindAllStringSubmatch(text, -1) {
			if english["term."+mark[1]+".text"] == "" || !strings.HasSuffix(key, ".what") {
				t.Errorf("%s marks the term %s", key, mark[1])
			}
		}
		if strings.ContainsAny(term.ReplaceAllString(text, ""), "{}[]<>|") {
			t.Errorf("%s has a placeholder or a broken mark: %q", key, text)
		}
	}
}

// assumptions are the constants that the design marks as such.
var assumptions = map[string][]string{
	scenario.WorldService: {
		"low_priority", "hot_objects", "queries_per_request", "heavy_queries", "warm_up_per_second", "database_per_second", "query_seconds",
		"query_max_seconds", "service_seconds", "heavy_seconds", "bad_slowdown", "bad_error", "workers_per_instance", "fleet_max", "dollars_per_instance_hour",
	},
	scenario.WorldCDN: {
		"patience_seconds", "other_share", "buffer_packets", "round_trip_seconds", "drop_most",
		"extra_from", "extra_full", "extra_most", "reduction_most", "reduction_until", "pid_drop",
	},
}

func TestAssumptionsAreMarked(t *testing.T) {
	for _, w := range worlds {
		marked := map[string]bool{}
		for _, code := range explain.List(w) {
			x, err := explain.General(w, code, plain)
			if err != nil {
				t.Fatal(err)
			}
			any := false
			for _, s := range x.Symbols {
				any = any || s.Assumption
				marked[s.Constant] = marked[s.Constant] || s.Assumption
				if s.Constant != "" && s.Value == "" || s.Constant == "" && (s.Value != "" || s.Assumption) {
					t.Errorf("%s: without a step the constants have values and nothing else: %+v", code, s)
				}
			}
			if x.Assumption != any {
				t.Errorf("%s: the badge says %v", code, x.Assumption)
			}
			for _, step := range x.Steps {
				parse(t, step.Formula)
				if step.Values != "" {
					t.Errorf("%s has numbers without a step", code)
				}
			}
		}
		for _, id := range assumptions[w] {
			if !marked[id] {
				t.Errorf("%s is an assumption, and no badge says so", id)
			}
		}
		for _, id := range []string{"objective", "budget_days", "base_per_second", "bitrate_bits", "segment_bytes"} {
			if marked[id] {
				t.Errorf("%s is no assumption", id)
			}
		}
	}
}

// With other digits and another decimal sign the formulas are the same.
func TestNumbersOfTheReader(t *testing.T) {
	arabic := explain.Numbers{Digits: "٠١٢٣٤٥٦٧٨٩", Decimal: "٫"}
	latin := regexp.MustCompile(`<mn>[^<]*[0-9.][^<]*</mn>`)
	for _, w := range worlds {
		sc := ofWorld(t, w)[0]
		s := played(t, sc, 2, sc.Steps())
		for _, code := range explain.List(w) {
			x, err := explain.Of(s, 100, code, "", arabic)
			if err != nil {
				t.Fatal(err)
			}
			judge(t, code, x, arabic)
			general, err := explain.General(w, code, arabic)
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range append(x.Steps, general.Steps...) {
				if found := latin.FindString(step.Formula + step.Values); found != "" {
					t.Errorf("%s has %s among Arabic digits", code, found)
				}
			}
			for _, symbol := range append(x.Symbols, general.Symbols...) {
				if strings.ContainsAny(symbol.Value, "0123456789.") {
					t.Errorf("%s: %q among Arabic digits", code, symbol.Value)
				}
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	s := played(t, ofWorld(t, scenario.WorldService)[0], 1, 3)
	c := played(t, ofWorld(t, scenario.WorldCDN)[0], 1, 3)
	for name, err := range map[string]error{
		"unknown code":     second(explain.Of(s, 1, "nothing", "", plain)),
		"step not there":   second(explain.Of(s, 4, "p99", "", plain)),
		"negative step":    second(explain.Of(s, -1, "p99", "", plain)),
		"needless target":  second(explain.Of(s, 1, "p99", "s01-a", plain)),
		"unknown link":     second(explain.Of(c, 1, "load", "s99-a", plain)),
		"link of a total":  second(explain.Of(c, 1, "carried", "s01-a", plain)),
		"other world":      second(explain.General(scenario.WorldCDN, "p99", plain)),
		"unknown, general": second(explain.General(scenario.WorldService, "nothing", plain)),
	} {
		if err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	x, err := explain.Of(c, 2, "sessions_s02-b", "", plain)
	if err != nil || x.Code != "link_sessions" || x.Target != "s02-b" {
		t.Errorf("a column's name gives %s of %s, %v", x.Code, x.Target, err)
	}
}

func second(_ explain.Explanation, err error) error { return err }
