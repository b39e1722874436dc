package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A row of a sweep is the debrief of that seed's shift, in CSV and in JSON.
func TestSweepRowsAreSingleRuns(t *testing.T) {
	for _, c := range []struct {
		scenario string
		with     []string
	}{
		{"bad-deploy", nil},
		{"bad-deploy", []string{"--actions", filepath.Join("testdata", "actions-bad-deploy.json"), "--set", "fleet_min=9"}},
		{"viral-surge", []string{"--runbook", "reference"}},
		{"two-links", []string{"--set", "policy=damped"}},
	} {
		t.Run(c.scenario+strings.Join(c.with, " "), func(t *testing.T) {
			swept := append([]string{"sweep", c.scenario, "--seeds", "5..7"}, c.with...)
			table := rows(t, mustRun(t, append(swept, "--format", "csv")...))
			var document struct {
				Debrief struct {
					Score struct{ Total struct{ Mean float64 } }
				}
				Rows []struct {
					Seed    uint32
					Debrief map[string]any
				}
			}
			if err := json.Unmarshal([]byte(mustRun(t, append(swept, "--format", "json")...)), &document); err != nil {
				t.Fatal(err)
			}
			if len(table) != 4 || len(document.Rows) != 3 {
				t.Fatalf("%d lines and %d rows, want 4 and 3", len(table), len(document.Rows))
			}
			sum := 0.0
			for i, row := range document.Rows {
				var single struct{ Debrief map[string]any }
				args := append([]string{"run", c.scenario, "--seed", strconv.Itoa(5 + i), "--format", "json"}, c.with...)
				if err := json.Unmarshal([]byte(mustRun(t, args...)), &single); err != nil {
					t.Fatal(err)
				}
				score := single.Debrief["score"].(map[string]any)
				for code, v := range row.Debrief["score"].(map[string]any) {
					if score[code] != v {
						t.Errorf("seed %d: score %s = %v, want %v", row.Seed, code, v, score[code])
					}
				}
				for code, v := range row.Debrief {
					if code != "score" && single.Debrief[code] != v {
						t.Errorf("seed %d: %s = %v, want %v", row.Seed, code, v, single.Debrief[code])
					}
				}
				inTable := map[string]string{}
				for c, code := range table[0] {
					inTable[code] = table[1+i][c]
				}
				total := strconv.FormatFloat(score["total"].(float64), 'g', -1, 64)
				if inTable["seed"] != strconv.Itoa(5+i) || inTable["score"] != total {
					t.Errorf("CSV has seed %s with %s, want %d with %s", inTable["seed"], inTable["score"], 5+i, total)
				}
				sum += score["total"].(float64)
			}
			if mean := sum / 3; document.Debrief.Score.Total.Mean != mean {
				t.Errorf("mean %v, want %v", document.Debrief.Score.Total.Mean, mean)
			}
		})
	}
}

// The worst seed's link plays that shift and verifies.
func TestTheWorstSeedHasALink(t *testing.T) {
	out := mustRun(t, "sweep", "viral-surge", "--seeds", "1..30", "--runbook", "reference", "--address", "https://example.org/oncall/")
	_, rest, ok := strings.Cut(out, "worst seed ")
	seed, rest, _ := strings.Cut(rest, ": ")
	link, _, _ := strings.Cut(rest, "\n")
	if !ok || !strings.HasPrefix(link, "https://example.org/oncall/#r=") {
		t.Fatalf("no link in\n%s", out)
	}
	if replayed := mustRun(t, "replay", link); !strings.Contains(replayed, "seed "+seed+" ") {
		t.Errorf("the link of seed %s plays\n%s", seed, replayed)
	}
}

// The link of a shift that a runbook played carries what it did.
func TestLinkOfARunbook(t *testing.T) {
	link := strings.TrimSpace(mustRun(t, "link", "bad-deploy", "--seed", "7", "--runbook", "reference"))
	if replayed := mustRun(t, "replay", link); !strings.Contains(replayed, "rollback") {
		t.Errorf("no rollback in\n%s", replayed)
	}
}

func TestSweepRefuses(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.yaml")
	if err := os.WriteFile(broken, []byte("rules:\n  - when: {reading: burn, above: 3}\n    do: [{control: shed, value: 7}]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(t.TempDir(), "own.yaml")
	if err := os.WriteFile(own, []byte("id: own\nworld: service\nscore: {allowance: 1, par_dollars: 2}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"seeds are A..B":                {"bad-deploy", "--seeds", "ten"},
		"not \"9..3\"":                  {"bad-deploy", "--seeds", "9..3"},
		"a sweep has 1 to 100000 seeds": {"bad-deploy", "--seeds", "1..100001"},
		"broken.yaml:3:33: shed moves":  {"bad-deploy", "--runbook", broken},
		"a scenario of your own has no": {own, "--runbook", "reference"},
		"can't be used together":        {"bad-deploy", "--runbook", "reference", "--actions", "a.json"},
		"no such file":                  {"bad-deploy", "--runbook", "nowhere.yaml"},
	} {
		if _, err := oncall(t, append([]string{"sweep"}, args...)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", args, err, want)
		}
	}
}

func TestCertifyPrintsItsTable(t *testing.T) {
	out := mustRun(t, "certify", "bad-deploy", "--seeds", "1..5", "--hindsight", "0")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[2], "| bad-deploy | 52.") || !strings.Contains(lines[2], "Roll back before the deploy") {
		t.Errorf("got\n%s", out)
	}
	if _, err := oncall(t, "certify", "free-play"); err == nil || !strings.Contains(err.Error(), "no lesson") {
		t.Errorf("free-play: %v", err)
	}
}
