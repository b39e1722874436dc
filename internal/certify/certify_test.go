package certify_test

import (
	"runtime"
	"strings"
	"testing"

	"oncall/internal/certify"
	"oncall/internal/runbook"
	"oncall/internal/scenario"
	"oncall/scenarios"
)

// certificate runs a scenario that ships.
func certificate(t *testing.T, sc *scenario.Scenario, o certify.Options) *certify.Certificate {
	t.Helper()
	lesson, err := scenarios.Runbook(sc.ID)
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := scenarios.WrongRunbook(sc.ID)
	if err != nil {
		t.Fatal(err)
	}
	c, err := certify.Run(sc, lesson, wrong, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The design gives what each lesson of the service world is worth, and the
// runbooks must reach it. Who changes a scenario, the score or the model so that a
// lesson is no longer worth learning is told here.
func TestLessonsAreWorthLearning(t *testing.T) {
	reached := map[string]float64{"bad-deploy": 93, "viral-surge": 91, "cache-flush": 90}
	for _, id := range scenarios.Lessons() {
		t.Run(id, func(t *testing.T) {
			sc, err := scenarios.Find(id)
			if err != nil {
				t.Fatal(err)
			}
			o := certify.Options{First: 1, Seeds: 100, Workers: runtime.GOMAXPROCS(0)}
			if sc.CDN != nil {
				o.Seeds = 6 // a shift takes a hundred times as long, and chance does less to it
			}
			c := certificate(t, sc, o)
			if err := c.Check(); err != nil {
				t.Error(err)
			}
			if want := reached[id]; want > 0 && (c.LessonScore < want || c.LessonKept < 0.99) {
				t.Errorf("the runbook scores %.2f and keeps the budget in %.2f of the seeds, want %v in nearly all", c.LessonScore, c.LessonKept, want)
			}
		})
	}
}

// Hindsight starts from the runbook and the best setting, and so cannot lose.
func TestHindsightIsTheBest(t *testing.T) {
	sc, err := scenarios.Find("bad-deploy")
	if err != nil {
		t.Fatal(err)
	}
	last := 0.0
	c := certificate(t, sc, certify.Options{First: 5, Seeds: 2, HindsightSeeds: 2, Workers: 2, Progress: func(share float64) {
		if share < last || share > 1 {
			t.Errorf("progress went from %v to %v", last, share)
		}
		last = share
	}})
	if c.HindsightScore < c.LessonScoreOfTheSameSeeds || c.HindsightScore < c.SettingScore || c.SettingScore < c.NobodyScore {
		t.Errorf("%+v", c)
	}
	if row := c.Row(); !strings.HasPrefix(row, "| bad-deploy | 5") || strings.Count(row, "|") != strings.Count(strings.SplitAfter(certify.Head, "\n")[0], "|") {
		t.Errorf("row %q under %q", row, certify.Head)
	}
}

// A scenario in which nobody does well, or the lesson does nothing, gets no
// certificate.
func TestCheckRefuses(t *testing.T) {
	sc, err := scenarios.Find("free-play")
	if err != nil {
		t.Fatal(err)
	}
	idle := &runbook.Runbook{Title: "Watch"}
	c, err := certify.Run(sc, idle, idle, certify.Options{First: 1, Seeds: 3})
	if err != nil {
		t.Fatal(err)
	}
	err = c.Check()
	if err == nil || !strings.Contains(err.Error(), "nobody scores") || !strings.Contains(err.Error(), "the lesson is worth 0.0 points") {
		t.Errorf("got %v", err)
	}
}

// The bounds themselves still pass.
func TestCheckHasBounds(t *testing.T) {
	sc := &scenario.Scenario{ID: "x"}
	for _, c := range []struct {
		nobody, wrong, lesson float64
		ok                    bool
	}{
		{nobody: 60, wrong: 60, lesson: 90, ok: true},
		{nobody: 60, wrong: 60, lesson: 89.9},
		{nobody: 60.1, wrong: 60, lesson: 95},
		{nobody: 40, wrong: 69.9, lesson: 90, ok: true},
		{nobody: 40, wrong: 70, lesson: 90},
	} {
		made := certify.Certificate{Scenario: sc, NobodyScore: c.nobody, WrongScore: c.wrong, LessonScore: c.lesson}
		if err := made.Check(); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
