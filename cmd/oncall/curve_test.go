package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A metrics system's export becomes a scenario whose shift plays, and whose link
// verifies though its curve is thinned.
func TestCurveOfACSV(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("time;requests\r\n")
	for minute := range 1440 {
		if minute != 100 {
			fmt.Fprintf(&rows, "2024-03-01 %02d:%02d;%d,5\r\n", minute/60, minute%60, 600+minute*minute%89)
		}
	}
	folder := t.TempDir()
	table, scenario := filepath.Join(folder, "rps.csv"), filepath.Join(folder, "mine.yaml")
	if err := os.WriteFile(table, []byte(rows.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	lines := mustRun(t, "scenario", "curve", table)
	for _, want := range []string{"# minutes without a value: 1, at most 1 in a row", "clock: \"00:00\"\n", "  minutes: 1439\n", "\n  - [0, 600.5]\n  - [1, 601.5]\n"} {
		if !strings.Contains(lines, want) {
			t.Errorf("no %q in\n%s", want, lines[:300])
		}
	}
	if err := os.WriteFile(scenario, []byte("id: mine\nworld: service\nscore: {allowance: 1, par_dollars: 100}\n"+lines), 0o600); err != nil {
		t.Fatal(err)
	}
	if said := mustRun(t, "scenario", "check", scenario); !strings.Contains(said, "good: a shift of 1439 steps") {
		t.Error(said)
	}
	link := strings.TrimSpace(mustRun(t, "link", scenario, "--seed", "7"))
	if len(link) >= 1800 {
		t.Errorf("a link of %d characters", len(link))
	}
	if _, err := oncall(t, "replay", link); err != nil {
		t.Errorf("replay: %v", err)
	}
	short := mustRun(t, "scenario", "curve", table, "--from", "60", "--minutes", "2")
	if !strings.HasSuffix(short, "\n  - [0, 640.5]\n  - [1, 672.5]\n") || !strings.Contains(short, `clock: "01:00"`) {
		t.Error(short)
	}
}

func TestCurveRefusesWithRowAndColumn(t *testing.T) {
	table := filepath.Join(t.TempDir(), "rps.csv")
	if err := os.WriteFile(table, []byte("time,rps\n09:00,5\n09:01,-3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := oncall(t, "scenario", "curve", table)
	if err == nil || !strings.HasSuffix(err.Error(), `rps.csv: row 3, column 2: "-3" requests a second are fewer than none`) {
		t.Errorf("%v", err)
	}
}
