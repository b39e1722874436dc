package search

import (
	"slices"

	"oncall/internal/debrief"
	"oncall/internal/random"
	"oncall/internal/scenario"
	"oncall/internal/sweep"
	"oncall/internal/world"
)

// Bounds of the search for a setting.
const (
	gridValues       = 4  // of each slider, beside its opening
	refined          = 4  // settings that are refined, of different policies where there are any
	rounds           = 40 // of changes of each of them
	mutants          = 12 // changed settings in a round, of which the best is kept
	changesMax       = 3  // controls that a change sets anew
	screenedService  = 8  // seeds on which settings are compared
	screenedCDN      = 3
	chunk            = 8          // seeds that a worker plays at a time
	advancedControls = "advanced" // group of controls that are left as they are in the grid
)

// Setting searches for the setting that does best, in the mean over so many seeds
// from the first on, when it is made in the first step and left alone. Only
// controls of the whole world are set: who sets single links knows already which
// of them will fail. A grid over the controls comes first, then small random
// changes from the best of each policy on, both compared on few seeds; the best
// few are played on all of them. Buttons are no setting. The error says that the
// scenario cannot be played.
func Setting(sc *scenario.Scenario, first uint32, seeds, workers int, progress func(share float64)) (Result, error) {
	if _, err := sweep.New(sweep.Setup{Scenario: sc}); err != nil {
		return Result{}, err
	}
	f := &finder{sc: sc, controls: settable(sc.Controls()), first: first, workers: workers, screened: min(seeds, screenedService)}
	f.mutator = &mutator{random: random.New(first ^ mutation), controls: f.controls}
	f.refined = f.controls
	f.policy = slices.IndexFunc(f.controls, func(c world.Control) bool { return c.Kind == world.Choice })
	if f.policy >= 0 {
		f.refined = slices.Delete(slices.Clone(f.controls), f.policy, f.policy+1)
	}
	if sc.CDN != nil {
		f.screened = min(seeds, screenedCDN)
	}
	if progress == nil {
		progress = func(float64) {}
	}
	best := f.starts(f.compare(f.grid(), f.screened))
	progress(0.25)
	for i := range best {
		best[i] = f.climb(best[i])
		progress(0.25 + float64(0.5*float64(i+1)/float64(len(best))))
	}
	var last [][]world.Action
	for _, b := range best {
		last = append(last, b.actions)
	}
	winner := f.compare(last, seeds)[0]
	progress(1)
	// What opens so anyway is no part of the answer.
	needed := slices.DeleteFunc(winner.actions, func(a world.Action) bool {
		return slices.ContainsFunc(f.controls, func(c world.Control) bool { return c.Code == a.Control && c.Opening == a.Value })
	})
	return Result{Actions: needed, Score: winner.mean, Evaluations: f.played}, nil
}

// settable returns the controls that act on the whole world and keep what is set.
func settable(controls []world.Control) []world.Control {
	return slices.DeleteFunc(slices.Clone(controls), func(c world.Control) bool {
		return c.Kind == world.Button || len(c.Targets) > 0
	})
}

// finder compares settings.
type finder struct {
	sc       *scenario.Scenario
	controls []world.Control
	first    uint32
	screened int
	workers  int
	played   int
	mutator  *mutator
	policy   int             // place of the first choice among the controls, -1 where there is none
	refined  []world.Control // all others: each policy is refined by itself
}

// candidate is a setting and its mean score.
type candidate struct {
	actions []world.Action
	mean    float64
}

// compare plays settings on so many seeds and returns them, the best first.
func (f *finder) compare(settings [][]world.Action, seeds int) []candidate {
	n := len(settings) * seeds
	scores := make([]float64, n)
	benches := make([]*sweep.Bench, max(1, f.workers))
	chunks := (seeds + chunk - 1) / chunk
	sweep.Each(len(settings)*chunks, f.workers, func(worker, i int) {
		if benches[worker] == nil {
			benches[worker] = sweep.NewBench(f.sc, nil)
		}
		setting, from := i/chunks, i%chunks*chunk
		benches[worker].PlayAll(f.first+uint32(from), min(chunk, seeds-from), settings[setting], func(k int, t *debrief.Tally) {
			_, scores[setting*seeds+from+k] = t.Points()
		})
	}, nil)
	f.played += n
	list := make([]candidate, len(settings))
	for i := range list {
		sum := 0.0
		for _, v := range scores[i*seeds : (i+1)*seeds] {
			sum += v
		}
		list[i] = candidate{settings[i], sum / float64(seeds)}
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		switch {
		case a.mean > b.mean:
			return -1
		case a.mean < b.mean:
			return 1
		}
		return len(a.actions) - len(b.actions)
	})
	return list
}

// starts returns the best candidates, of which each makes another first choice,
// such as the policy, where the world has one: what is best on a coarse grid need
// not be so when it is refined.
func (f *finder) starts(sorted []candidate) []candidate {
	if f.policy < 0 {
		return sorted[:min(refined, len(sorted))]
	}
	code := f.controls[f.policy].Code
	var list []candidate
	var made []int
	for _, c := range sorted {
		value := f.controls[f.policy].Opening
		if at := slices.IndexFunc(c.actions, func(a world.Action) bool { return a.Control == code }); at >= 0 {
			value = c.actions[at].Value
		}
		if len(list) < refined && !slices.Contains(made, value) {
			made = append(made, value)
			list = append(list, c)
		}
	}
	return list
}

// grid returns every combination of some values of each control that is not
// advanced. What opens so anyway is left out of a setting.
func (f *finder) grid() [][]world.Action {
	list := [][]world.Action{nil}
	for _, c := range f.controls {
		if c.Group == advancedControls {
			continue
		}
		combined := slices.Clip(list)
		for _, v := range gridOf(c) {
			for _, actions := range list {
				combined = append(combined, append(slices.Clone(actions), world.Action{Step: 1, Control: c.Code, Value: v}))
			}
		}
		list = combined
	}
	return list
}

// gridOf returns values of a control other than its opening: all of a switch or
// a choice, some of a slider.
func gridOf(c world.Control) []int {
	last := (c.Max - c.Min) / c.Step
	var values []int
	for i := range last + 1 {
		values = append(values, c.Min+i*c.Step)
	}
	if c.Kind == world.Slider && len(values) > gridValues {
		values = values[:0]
		for i := range gridValues {
			values = append(values, c.Min+(last*i/(gridValues-1))*c.Step)
		}
	}
	return slices.DeleteFunc(values, func(v int) bool { return v == c.Opening })
}

// climb changes a setting at random, a few controls at a time, since some of them,
// such as the gains of a controller, are of use only together.
func (f *finder) climb(c candidate) candidate {
	for range rounds {
		list := [][]world.Action{c.actions}
		for range mutants {
			list = append(list, f.changed(c.actions))
		}
		c = f.compare(list, f.screened)[0]
	}
	return c
}

// changed returns a setting that differs in up to changesMax controls.
func (f *finder) changed(actions []world.Action) []world.Action {
	actions = slices.Clone(actions)
	for range 1 + f.mutator.below(changesMax) {
		c := f.refined[f.mutator.below(len(f.refined))]
		at := slices.IndexFunc(actions, func(a world.Action) bool { return a.Control == c.Code })
		if at < 0 {
			at = len(actions)
			actions = append(actions, world.Action{Step: 1, Control: c.Code, Value: c.Opening})
		}
		actions[at].Value = f.mutator.value(c, actions[at].Value)
	}
	return actions
}
