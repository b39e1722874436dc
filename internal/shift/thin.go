package shift

import (
	"math"

	"oncall/internal/replay"
	"oncall/internal/scenario"
	"oncall/internal/service"
)

// linkCharactersMax is the length of a link's record above which a traffic curve
// is thinned: links of more than 1,800 characters are cut by some tools, and a
// hundred of them are the site's address.
const linkCharactersMax = 1700

// recordCharactersMax is the length in base64 of the longest record that a link
// may have.
const recordCharactersMax = (replay.LinkBytesMax*4 + 2) / 3

// Link is a shift as a link carries it.
type Link struct {
	Fragment string // the record, as it stands behind "r="
	// Points of Of knots of the traffic curve are in it, and Of is 0 where nothing
	// is left out. The link's shift is then another than the one that was played,
	// with the same actions.
	Points, Of int
	// ErrorShare is the largest difference between the two curves in any minute of
	// the shift, as a share of the mean.
	ErrorShare float64
}

// Link returns the link of the shift as far as it was played. A traffic curve
// that makes it too long for some tools is thinned until it fits; where the
// actions alone are too long for that, until the format takes it. The error is
// that of replay.Record.Fragment.
func (s *Shift) Link(notes []replay.Note) (Link, error) {
	record := s.Record(notes)
	fragment, err := record.Fragment()
	if record.Custom == nil || len(s.scenario.Service.Curve) == 0 || err == nil && len(fragment) <= linkCharactersMax {
		return Link{Fragment: fragment}, err
	}
	thinned := s.thin(record, linkCharactersMax)
	if thinned == nil && err == nil {
		return Link{Fragment: fragment}, nil
	}
	if thinned == nil {
		if thinned = s.thin(record, recordCharactersMax); thinned == nil {
			return Link{}, err
		}
	}
	played, err := New(thinned, s.seed, s.opening)
	if err == nil {
		err = played.Run(s.actions[:s.applied], s.Step())
	}
	if err != nil {
		return Link{}, err
	}
	if fragment, err = played.Record(notes).Fragment(); err != nil {
		return Link{}, err
	}
	whole := s.scenario.Service.Curve
	return Link{
		Fragment: fragment, Points: len(thinned.Service.Curve), Of: len(whole),
		ErrorShare: curveError(whole, thinned.Service.Curve, s.Steps()),
	}, nil
}

// bisections halve the tolerance often enough that a curve is off by no more than
// a thousandth more than it must be.
const bisections = 16

// thin returns the scenario with the curve of the smallest tolerance with which
// the record's link has at most so many characters, or nil where no curve is
// short enough.
func (s *Shift) thin(record *replay.Record, characters int) *scenario.Scenario {
	whole := until(s.scenario.Service.Curve, s.Steps())
	with := func(tolerance float64) *scenario.Scenario {
		changed := *s.scenario
		changed.Service.Curve = short(simplify(whole, tolerance))
		resized := *record
		resized.Custom, resized.ScenarioHash = &changed, changed.Hash()
		resized.Digest = math.MaxUint32 // the longest; the right one is known once it is played
		if fragment, err := resized.Fragment(); err != nil || len(fragment) > characters {
			return nil
		}
		return &changed
	}
	low, high := 0.0, 0.0
	for _, k := range whole {
		high = max(high, k.PerSecond)
	}
	best := with(high)
	for range bisections {
		if best == nil {
			break
		}
		middle := (low + high) / 2
		if found := with(middle); found != nil {
			best, high = found, middle
		} else {
			low = middle
		}
	}
	return best
}

// until returns a curve up to a minute, with a knot there if it goes on behind.
func until(curve []service.Knot, minute int) []service.Knot {
	value, at := service.CurveAt(curve, minute, 0)
	cut := append([]service.Knot(nil), curve[:at+1]...)
	if at+1 < len(curve) && curve[at].Minute < minute {
		cut = append(cut, service.Knot{Minute: minute, PerSecond: value})
	}
	return cut
}

// simplify returns the fewest of a curve's knots, its first and last among them,
// from which no other is further away than the tolerance [requests a second]: the
// shortest way through the graph of all chords that are near enough (H. Imai, M.
// Iri, Comput. Vision Graph. Image Process. 36, 1986, 31-41). Whether a chord is,
// the slopes tell that pass every knot under it near enough.
func simplify(curve []service.Knot, tolerance float64) []service.Knot {
	steps, from := make([]int, len(curve)), make([]int, len(curve))
	for i := range curve {
		low, high := math.Inf(-1), math.Inf(1)
		for j := i + 1; j < len(curve) && low <= high; j++ {
			minutes := float64(curve[j].Minute - curve[i].Minute)
			rise := curve[j].PerSecond - curve[i].PerSecond
			if slope := rise / minutes; slope >= low && slope <= high && (steps[j] == 0 || steps[i]+1 < steps[j]) {
				steps[j], from[j] = steps[i]+1, i
			}
			low, high = max(low, (rise-tolerance)/minutes), min(high, (rise+tolerance)/minutes)
		}
	}
	last := len(curve) - 1
	kept := make([]service.Knot, steps[last]+1)
	for i, at := len(kept)-1, last; i >= 0; i, at = i-1, from[at] {
		kept[i] = curve[at]
	}
	return kept
}

// short rounds a curve's values to what a record writes in few bytes: whole
// requests a second where these are 0.5 % of the mean or less, else 24 bits.
func short(curve []service.Knot) []service.Knot {
	const wholeFrom = 200
	total := 0.0
	for _, k := range curve {
		total += k.PerSecond
	}
	for i := range curve {
		if total >= float64(wholeFrom*len(curve)) {
			curve[i].PerSecond = math.RoundToEven(curve[i].PerSecond)
		} else {
			curve[i].PerSecond = float64(float32(curve[i].PerSecond))
		}
	}
	return curve
}

// curveError returns the largest difference of two curves in the minutes of a
// shift, as a share of the first one's mean; 0 where that has no traffic.
func curveError(whole, thinned []service.Knot, minutes int) float64 {
	total, worst := 0.0, 0.0
	at, other := 0, 0
	for minute := range minutes + 1 {
		var a, b float64
		a, at = service.CurveAt(whole, minute, at)
		b, other = service.CurveAt(thinned, minute, other)
		total += a
		worst = max(worst, math.Abs(a-b))
	}
	if total == 0 {
		return 0
	}
	return worst / (total / float64(minutes+1))
}
