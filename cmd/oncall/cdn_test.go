package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The contract of issue "The second world": one row a step, the columns of each
// link, the totals; --set takes a choice's name and a link.
func TestRunOfTheCDNWorld(t *testing.T) {
	got := rows(t, mustRun(t, "run", "two-links", "--format", "csv", "--set", "policy=linear", "--set", "metric=router"))
	const columns = "minute,load_a,measured_a,slowdown_a,drop_a,sessions_a,load_b,measured_b,slowdown_b,drop_b,sessions_b," +
		"carried,sessions,rebuffering,refused,given_up,moves"
	if len(got) != 1442 || strings.Join(got[0], ",") != columns {
		t.Fatalf("%d rows of %v", len(got), got[0])
	}
	number := func(row, column int) float64 {
		v, err := strconv.ParseFloat(got[row][column], 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if m := number(2, 0); m != 1.0/6 {
		t.Errorf("the second row is of minute %v", m)
	}
	// The sawtooth: A swings by more than 40 points in the last hour.
	low, high := 9.0, 0.0
	for i := len(got) - 360; i < len(got); i++ {
		low, high = min(low, number(i, 1)), max(high, number(i, 1))
	}
	if high-low < 0.4 {
		t.Errorf("A between %v and %v", low, high)
	}
	shown := mustRun(t, "run", "two-links", "--set", "policy=pid", "--set", "weight:b=20")
	if !strings.Contains(shown, "load_b") || !strings.Contains(shown, "playback") || !strings.Contains(shown, "gave up") {
		t.Errorf("%s", shown)
	}
}

// Actions name a step and a link; the link plays them again.
func TestActionsOfTheCDNWorld(t *testing.T) {
	file := filepath.Join(t.TempDir(), "actions.json")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`[{"step": 361, "control": "drain", "target": "s02-b", "value": 1}, {"step": 400, "control": "policy", "value": 3}]`)
	args := []string{"maintenance-drain", "--seed", "5", "--actions", file}
	shown := mustRun(t, append([]string{"run"}, args...)...)
	if !strings.Contains(shown, "drain:s02-b=1, maintenance") || !strings.Contains(shown, "policy=pid") {
		t.Errorf("%s", shown)
	}
	link := strings.TrimSpace(mustRun(t, append([]string{"link"}, args...)...))
	played := mustRun(t, append([]string{"run", "--format", "csv"}, args...)...)
	if replayed := mustRun(t, "replay", link, "--format", "csv"); replayed != played {
		t.Error("the replay prints something else than the run")
	}
	dir := t.TempDir()
	mustRun(t, "report", link, "-o", dir)
	text, svg := mustRead(t, filepath.Join(dir, "report.md")), mustRead(t, filepath.Join(dir, "timeline.svg"))
	for _, want := range []string{"| Harm:", "| Swing |", "| 20:00:10 | Player: Drain s02-b on |", "Player: Policy PID", "The operator begins to work"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	for _, want := range []string{">Load, s02<", `data-part="s02-b"`, ": true, measured<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the timeline lacks %q", want)
		}
	}
	if csv := mustRead(t, filepath.Join(dir, "minutes.csv")); csv != played {
		t.Error("the report's CSV is not that of the run")
	}
	for text, want := range map[string]string{
		`[{"minute": 60, "control": "drain", "target": "s02-b", "value": 1}]`:  `give "step" instead of "minute"`,
		`[{"step": 60, "control": "drain", "value": 1}]`:                       `drain has no target ""`,
		`[{"step": 60, "control": "drain", "target": "s09", "value": 1}]`:      `drain has no target "s09"`,
		`[{"step": 60, "control": "weight", "target": "s02-b", "value": 101}]`: `weight takes 0 to 100`,
		`[{"step": 60, "control": "kp", "target": "s02-b", "value": 1}]`:       `kp takes no target`,
	} {
		write(text)
		if _, err := oncall(t, append([]string{"run"}, args...)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
