package search

import (
	"slices"

	"oncall/internal/debrief"
	"oncall/internal/scenario"
	"oncall/internal/sweep"
	"oncall/internal/world"
)

// Bounds of the search for a setting.
const (
	gridValues       = 4 // of each slider, beside its opening
	finalists        = 4 // settings that are played on all seeds
	refined          = 2 // of them, that are refined
	refinements      = 3 // rounds, each of which keeps the best change
	screenedService  = 8 // seeds on which settings are compared
	screenedCDN      = 3
	chunk            = 8          // seeds that a worker plays at a time
	advancedControls = "advanced" // group of controls that are left as they are in the grid
)

// Setting searches for the setting that does best, in the mean over so many seeds
// from the first on, when it is made in the first step and left alone: a grid
// over all controls that act on the whole world, then steps along single
// controls, both compared on few seeds; the best few are played on all of them.
// Buttons are no setting. The error says that the scenario cannot be played.
func Setting(sc *scenario.Scenario, first uint32, seeds, workers int, progress func(share float64)) (Result, error) {
	if _, err := sweep.New(sweep.Setup{Scenario: sc}); err != nil {
		return Result{}, err
	}
	f := &finder{sc: sc, controls: sc.Controls(), first: first, workers: workers, screened: min(seeds, screenedService)}
	if sc.CDN != nil {
		f.screened = min(seeds, screenedCDN)
	}
	if progress == nil {
		progress = func(float64) {}
	}
	best := f.compare(f.grid(), f.screened)
	progress(0.5)
	for i := range min(refined, len(best)) {
		for range refinements {
			better := f.compare(f.around(best[i].actions), f.screened)[0]
			if better.mean <= best[i].mean {
				break
			}
			best[i] = better
		}
	}
	progress(0.75)
	var last [][]world.Action
	for _, b := range best[:min(finalists, len(best))] {
		last = append(last, b.actions)
	}
	winner := f.compare(last, seeds)[0]
	progress(1)
	return Result{Actions: winner.actions, Score: winner.mean, Evaluations: f.played}, nil
}

// finder compares settings.
type finder struct {
	sc       *scenario.Scenario
	controls []world.Control
	first    uint32
	screened int
	workers  int
	played   int
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

// grid returns every combination of some values of each control that acts on
// the whole world. What opens so anyway is left out of a setting.
func (f *finder) grid() [][]world.Action {
	list := [][]world.Action{nil}
	for _, c := range f.controls {
		if c.Kind == world.Button || len(c.Targets) > 0 || c.Group == advancedControls {
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

// around returns a setting and all that differ from it in one control.
func (f *finder) around(actions []world.Action) [][]world.Action {
	list := [][]world.Action{actions}
	for _, c := range f.controls {
		if c.Kind == world.Button {
			continue
		}
		for target := range max(1, len(c.Targets)) {
			at := slices.IndexFunc(actions, func(a world.Action) bool { return a.Control == c.Code && a.Target == target })
			value := c.Opening
			if at >= 0 {
				value = actions[at].Value
			}
			for _, v := range beside(c, value) {
				changed := slices.Clone(actions)
				if at >= 0 {
					changed[at].Value = v
				} else {
					changed = append(changed, world.Action{Step: 1, Control: c.Code, Target: target, Value: v})
				}
				list = append(list, changed)
			}
		}
	}
	return list
}

// beside returns values near the one that a control has: all of a switch or a
// choice; of a slider of one target, what halves or doubles it or turns it off.
func beside(c world.Control, value int) []int {
	var values []int
	switch {
	case c.Kind != world.Slider:
		for v := c.Min; v <= c.Max; v += c.Step {
			values = append(values, v)
		}
	case len(c.Targets) > 0:
		values = []int{c.Min, value / 2, 2 * value}
	default:
		for d := c.Step; d <= 8*c.Step; d *= 2 {
			values = append(values, value-d, value+d)
		}
	}
	return slices.DeleteFunc(values, func(v int) bool {
		return v == value || v < c.Min || v > c.Max || (v-c.Min)%c.Step != 0
	})
}
