// Package certify shows what the lesson of a scenario is worth: its mean score
// beside nobody's, a wrong lesson's, the best setting's that is made at the start
// and left alone, and hindsight's. A scenario teaches something only where the
// lesson wins by far, and not by luck.
package certify

import (
	"fmt"
	"strings"

	"oncall/internal/runbook"
	"oncall/internal/scenario"
	"oncall/internal/search"
	"oncall/internal/sweep"
	"oncall/internal/world"
)

// What a scenario with a lesson must keep [points, in the mean].
const (
	LessonWorthMin = 30 // the runbook above nobody; the wrong lesson stays below it
	NobodyMax      = 60
)

// Options say on how many seeds a certificate rests.
type Options struct {
	First          uint32
	Seeds          int
	HindsightSeeds int // 0 leaves hindsight out, and the best setting too
	Workers        int
	Progress       func(share float64) // nil for none
}

// Certificate is the mean scores of a scenario.
type Certificate struct {
	Scenario                  *scenario.Scenario
	Lesson, Wrong             string // titles
	NobodyScore, WrongScore   float64
	LessonScore               float64
	LessonKept                float64 // share of the seeds in which it kept the budget
	SettingScore              float64
	Setting                   []world.Action // in step 1
	HindsightScore            float64
	HindsightSeeds            int
	LessonScoreOfTheSameSeeds float64 // the runbook on the seeds of hindsight
}

// Run plays a scenario in all those ways.
func Run(sc *scenario.Scenario, lesson, wrong *runbook.Runbook, o Options) (*Certificate, error) {
	c := &Certificate{Scenario: sc, Lesson: lesson.Title, Wrong: wrong.Title}
	stage := func(from, to float64) func(float64) {
		if o.Progress == nil {
			return nil
		}
		return func(share float64) { o.Progress(from + float64((to-from)*share)) }
	}
	mean := func(rules *runbook.Runbook, progress func(float64)) (*sweep.Plan, sweep.Summary, error) {
		setup := sweep.Setup{Scenario: sc}
		if rules != nil {
			program, err := runbook.Compile(rules, sc)
			if err != nil {
				return nil, sweep.Summary{}, err
			}
			setup.Runbook = program
		}
		plan, err := sweep.New(setup)
		if err != nil {
			return nil, sweep.Summary{}, err
		}
		return plan, sweep.Summarize(plan.Columns(), plan.RunAll(o.First, o.Seeds, o.Workers, progress)), nil
	}
	_, nobody, err := mean(nil, stage(0, 0.1))
	if err != nil {
		return nil, err
	}
	_, wrongly, err := mean(wrong, stage(0.1, 0.2))
	if err != nil {
		return nil, fmt.Errorf("the wrong lesson: %w", err)
	}
	plan, rightly, err := mean(lesson, stage(0.2, 0.3))
	if err != nil {
		return nil, fmt.Errorf("the runbook: %w", err)
	}
	c.NobodyScore, c.WrongScore, c.LessonScore, c.LessonKept = score(nobody), score(wrongly), score(rightly), rightly.Kept
	if o.HindsightSeeds == 0 {
		return c, nil
	}
	setting, err := search.Setting(sc, o.First, o.Seeds, o.Workers, stage(0.3, 0.6))
	if err != nil {
		return nil, err
	}
	c.Setting, c.SettingScore = setting.Actions, setting.Score
	return c, c.hindsight(plan, o, stage(0.6, 1))
}

func score(s sweep.Summary) float64 {
	f, _ := s.Find(sweep.Score)
	return f.Mean
}

// hindsight searches on the first seeds, from the runbook and the best setting
// on, so that it cannot lose to either.
func (c *Certificate) hindsight(plan *sweep.Plan, o Options, progress func(float64)) error {
	n := o.HindsightSeeds
	found, played, failed := make([]float64, n), make([]float64, n), make([]error, n)
	sweep.Each(n, o.Workers, func(_, i int) {
		seed := o.First + uint32(i)
		s, err := plan.Shift(seed)
		if err != nil {
			failed[i] = err
			return
		}
		starts := [][]world.Action{s.Actions(), c.Setting}
		r, err := search.Hindsight(c.Scenario, seed, nil, starts, search.Evaluations(c.Scenario), nil)
		found[i], failed[i] = r.Score, err
		played[i] = plan.Run(nil, seed, 1)[1]
	}, func(done int) {
		if progress != nil {
			progress(float64(done) / float64(n))
		}
	})
	for i := range n {
		if failed[i] != nil {
			return failed[i]
		}
		c.HindsightScore += found[i] / float64(n)
		c.LessonScoreOfTheSameSeeds += played[i] / float64(n)
	}
	c.HindsightSeeds = n
	return nil
}

// Check reports what the certificate lacks.
func (c *Certificate) Check() error {
	var lacks []string
	if c.NobodyScore > NobodyMax {
		lacks = append(lacks, fmt.Sprintf("nobody scores %.1f, which is more than %d", c.NobodyScore, NobodyMax))
	}
	if worth := c.LessonScore - c.NobodyScore; worth < LessonWorthMin {
		lacks = append(lacks, fmt.Sprintf("the lesson is worth %.1f points, which is less than %d", worth, LessonWorthMin))
	}
	if worth := c.WrongScore - c.NobodyScore; worth >= LessonWorthMin {
		lacks = append(lacks, fmt.Sprintf("the wrong lesson is worth %.1f points", worth))
	}
	if len(lacks) > 0 {
		return fmt.Errorf("%s: %s", c.Scenario.ID, strings.Join(lacks, "; "))
	}
	return nil
}

// Head is the head of the table whose rows Row gives, in Markdown.
const Head = "| scenario | nobody | the wrong lesson | the runbook | best setting left alone | hindsight |\n|---|---:|---|---|---|---:|\n"

// Row returns the certificate as a row of a table in Markdown.
func (c *Certificate) Row() string {
	setting, hindsight := "", ""
	if c.HindsightSeeds > 0 {
		setting = fmt.Sprintf("%.1f: %s", c.SettingScore, describe(c.Scenario, c.Setting))
		hindsight = fmt.Sprintf("%.1f", c.HindsightScore)
	}
	return fmt.Sprintf("| %s | %.1f | %.1f: %s | **%.1f**: %s | %s | %s |\n",
		c.Scenario.ID, c.NobodyScore, c.WrongScore, c.Wrong, c.LessonScore, c.Lesson, setting, hindsight)
}

// describe tells a setting by the names of the controls.
func describe(sc *scenario.Scenario, actions []world.Action) string {
	if len(actions) == 0 {
		return "as it opens"
	}
	controls := sc.Controls()
	texts := make([]string, len(actions))
	for i, a := range actions {
		c := controls[a.Control]
		texts[i] = c.ID
		if len(c.Targets) > 0 {
			texts[i] += ":" + c.Targets[a.Target]
		}
		if len(c.Choices) > 0 {
			texts[i] += "=" + c.Choices[a.Value]
		} else {
			texts[i] += fmt.Sprintf("=%d", a.Value)
		}
	}
	return strings.Join(texts, ", ")
}
