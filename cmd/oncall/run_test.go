package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"oncall/internal/service"
	"oncall/internal/shift"
	"oncall/internal/world"
	"oncall/scenarios"
)

// oncall runs the command line and returns what it prints.
func oncall(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var c cli
	var out bytes.Buffer
	parser, err := kong.New(&c, kong.Name("oncall"), kong.BindTo(&out, (*output)(nil)),
		kong.Exit(func(int) { t.Fatalf("oncall %v exits while it parses", args) }))
	if err != nil {
		t.Fatal(err)
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		return "", err
	}
	err = ctx.Run()
	return out.String(), err
}

func mustRun(t *testing.T, args ...string) string {
	t.Helper()
	out, err := oncall(t, args...)
	if err != nil {
		t.Fatalf("oncall %s: %v", strings.Join(args, " "), err)
	}
	return out
}

func rows(t *testing.T, text string) [][]string {
	t.Helper()
	r, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The files were computed by an independent program from the design alone; the
// tolerance is theirs: 1e-9 relative or 1e-12 absolute, whole numbers exactly.
func TestRunReproducesTheVectors(t *testing.T) {
	whole := map[string]bool{"minute": true, "serving": true, "booting": true, "heavy": true}
	for _, c := range []struct {
		file, scenario, seed, actions string
	}{
		{"service-free-play-seed1.csv", "free-play", "1", ""},
		{"service-bad-deploy-seed1.csv", "bad-deploy", "1", ""},
		{"service-viral-surge-seed1.csv", "viral-surge", "1", ""},
		{"service-viral-surge-seed17.csv", "viral-surge", "17", ""},
		{"service-cache-flush-seed1.csv", "cache-flush", "1", ""},
		{"service-bad-deploy-seed7-actions.csv", "bad-deploy", "7", "actions-bad-deploy.json"},
		{"service-cache-flush-seed7-actions.csv", "cache-flush", "7", "actions-cache-flush.json"},
	} {
		t.Run(c.file, func(t *testing.T) {
			args := []string{"run", c.scenario, "--seed", c.seed, "--format", "csv"}
			if c.actions != "" {
				args = append(args, "--actions", filepath.Join("testdata", c.actions))
			}
			expected, err := os.ReadFile(filepath.Join("testdata", c.file))
			if err != nil {
				t.Fatal(err)
			}
			want, got := rows(t, string(expected)), rows(t, mustRun(t, args...))
			if len(got) != len(want) || strings.Join(got[0], ",") != strings.Join(want[0], ",") {
				t.Fatalf("%d rows of %v, want %d of %v", len(got), got[0], len(want), want[0])
			}
			for i := 1; i < len(want); i++ {
				for j, name := range want[0] {
					w, _ := strconv.ParseFloat(want[i][j], 64)
					g, err := strconv.ParseFloat(got[i][j], 64)
					tolerance := max(1e-9*math.Abs(w), 1e-12)
					if whole[name] {
						tolerance = 0
					}
					if err != nil || math.Abs(g-w) > tolerance {
						t.Errorf("minute %d: %s = %s, want %s", i-1, name, got[i][j], want[i][j])
					}
				}
			}
		})
	}
}

func TestTheOpeningRowOfFreePlay(t *testing.T) {
	r := rows(t, mustRun(t, "run", "free-play", "--seed", "1", "--format", "csv"))
	got := map[string]string{}
	for i, name := range r[0] {
		got[name] = r[1][i]
	}
	for name, want := range map[string]string{
		"requests": "1125", "serving": "10", "booting": "0", "hit": "0.7714285714285715", "db": "0.19285714285714284",
		"cost_per_hour": "4", "age": "30", "burn_1h": "0",
	} {
		if got[name] != want {
			t.Errorf("%s = %s, want %s", name, got[name], want)
		}
	}
}

// What run, link and replay say of one shift is the same.
func TestReplayOfALinkVerifies(t *testing.T) {
	args := []string{"bad-deploy", "--seed", "7", "--actions", "testdata/actions-bad-deploy.json", "--set", "fleet_min=9"}
	link := strings.TrimSpace(mustRun(t, append([]string{"link"}, args...)...))
	played := mustRun(t, append([]string{"run", "--format", "json"}, args...)...)
	replayed := mustRun(t, "replay", "https://example.org/oncall/"+link+"&t=37", "--format", "json")
	if played != replayed {
		t.Error("the replay prints something else than the run")
	}
	var d struct {
		Digest  string
		Debrief struct {
			Digest string
			Score  map[string]float64
		}
		Rows []map[string]float64
	}
	if err := json.Unmarshal([]byte(played), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Digest) != 8 || d.Debrief.Digest != d.Digest || len(d.Rows) != 121 || len(d.Rows[13]) != 25 || d.Debrief.Score["total"] == 0 {
		t.Errorf("digest %q, debrief %+v, %d rows of %d", d.Digest, d.Debrief, len(d.Rows), len(d.Rows[13]))
	}
	if table := mustRun(t, "replay", link); !strings.Contains(table, d.Digest) || !strings.Contains(table, "09:13") {
		t.Errorf("the table has no digest %s or no clock", d.Digest)
	}
}

func TestWrongInputIsRefusedWithItsPlace(t *testing.T) {
	dir := t.TempDir()
	file := func(text string) string {
		name := filepath.Join(dir, "actions.json")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for _, c := range []struct {
		name, actions string
		args          []string
		want          string
	}{
		{name: "no such scenario", args: []string{"run", "bad-day"}, want: `there is no scenario "bad-day"`},
		{name: "no such control", actions: `[{"minute": 3, "control": "fleet", "value": 1}]`, want: `entry 1: there is no control "fleet"`},
		{name: "out of range", actions: `[{"minute": 3, "control": "shed", "value": 0},
			{"minute": 4, "control": "shed", "value": 105}]`, want: "entry 2: shed takes 0 to 100, and was given 105"},
		{name: "off the grid", actions: `[{"minute": 3, "control": "cache_ttl", "value": 61}]`, want: "entry 1: cache_ttl moves in steps of 5"},
		{name: "out of order", actions: `[{"minute": 3, "control": "shed", "value": 5}, {"minute": 2, "control": "shed", "value": 0}]`, want: "entry 2"},
		{name: "past the end", actions: `[{"minute": 500, "control": "shed", "value": 5}]`, want: "step 500"},
		{name: "minute 0", actions: `[{"minute": 0, "control": "shed", "value": 5}]`, want: "step 0"},
		{name: "a target", actions: `[{"minute": 1, "control": "shed", "target": "s01-a", "value": 5}]`, want: "takes no target"},
		{name: "an unknown field", actions: "[\n{\"minute\": 1,\n\"contrl\": \"shed\", \"value\": 5}]", want: "line 3"},
		{name: "no value", actions: `[{"minute": 1, "control": "shed"}]`, want: "entry 1: give"},
		{name: "something after the list", actions: "[]\n[]", want: "something follows"},
		{name: "a set without a value", args: []string{"run", "free-play", "--set", "shed"}, want: "write CONTROL=VALUE"},
		{name: "a set of a button", args: []string{"run", "free-play", "--set", "rollback=1"}, want: "is a button"},
		{name: "a set that is no number", args: []string{"run", "free-play", "--set", "shed=much"}, want: `"much" is not a whole number`},
		{name: "a damaged link", args: []string{"replay", "#r=AAAA"}, want: "cut"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := c.args
			if c.actions != "" {
				args = []string{"run", "free-play", "--actions", file(c.actions)}
			}
			_, err := oncall(t, args...)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}

func TestScenarioCheck(t *testing.T) {
	name := filepath.Join(t.TempDir(), "mine.yaml")
	text := mustRead(t, "../../scenarios/bad-deploy.yaml")
	write := func(text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(text)
	if out := mustRun(t, "scenario", "check", name); !strings.Contains(out, "good") {
		t.Errorf("a good file: %q", out)
	}
	write(strings.Replace(text, "base_per_second", "base_per_sceond", 1))
	_, err := oncall(t, "scenario", "check", name)
	line := 1 + strings.Count(text[:strings.Index(text, "base_per_second")], "\n")
	if err == nil || !strings.Contains(err.Error(), "mine.yaml:"+strconv.Itoa(line)+":") {
		t.Errorf("an unknown field: %v, want it at line %d", err, line)
	}
}

// A custom scenario has no id that another could know: it travels in the link.
func TestACustomScenarioTravelsWhole(t *testing.T) {
	name := filepath.Join(t.TempDir(), "mine.yaml")
	text := strings.Replace(mustRead(t, "../../scenarios/bad-deploy.yaml"), "base_per_second: 950", "base_per_second: 1200", 1)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	link := strings.TrimSpace(mustRun(t, "link", name, "--seed", "5"))
	if got, want := mustRun(t, "replay", link, "--format", "csv"), mustRun(t, "run", name, "--seed", "5", "--format", "csv"); got != want {
		t.Error("the replay of a custom scenario's link prints something else than its run")
	}
}

func mustRead(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// The report's three files are made by the same code as the page's.
func TestReportWritesItsFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	link := "https://example.org/oncall/" + strings.TrimSpace(mustRun(t, "link", "bad-deploy", "--seed", "7", "--actions", "testdata/actions-bad-deploy.json"))
	mustRun(t, "report", link+"&t=40&lang=it", "-o", dir)
	if got, want := mustRead(t, filepath.Join(dir, "minutes.csv")), mustRun(t, "replay", link, "--format", "csv"); got != want {
		t.Error("minutes.csv is not what replay prints")
	}
	if text := mustRead(t, filepath.Join(dir, "report.md")); !strings.Contains(text, "[09:13]("+link+"&t=13)") {
		t.Errorf("the report does not link minute 13:\n%s", text)
	}
	if svg := mustRead(t, filepath.Join(dir, "timeline.svg")); !strings.HasPrefix(svg, "<svg") {
		t.Errorf("timeline.svg starts with %.40q", svg)
	}
	if _, err := oncall(t, "report", link, "-o", dir, "--lang", "tlh"); err == nil || !strings.Contains(err.Error(), `no language "tlh"`) {
		t.Errorf("an unknown language: %v", err)
	}
}

// A record file that was tampered with is dated by its checkpoints.
func TestReplayOfAFileDatesAMismatch(t *testing.T) {
	sc, err := scenarios.Find("free-play")
	if err != nil {
		t.Fatal(err)
	}
	played, err := shift.New(sc, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := played.Run([]world.Action{{Step: 40, Control: service.Shed, Value: 50}}, 100); err != nil {
		t.Fatal(err)
	}
	record := played.Record(nil)
	write := func() string {
		data, err := record.EncodeFile(played.Checkpoints())
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "shift.oncall")
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	mustRun(t, "replay", write())
	record.Actions = nil
	if _, err := oncall(t, "replay", write()); err == nil || !strings.Contains(err.Error(), "one of 33 to 48") {
		t.Errorf("error %v, want the first difference in minutes 33 to 48", err)
	}
}
