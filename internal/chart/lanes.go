package chart

import (
	"math"
	"strconv"
	"strings"
)

// lane describes one lane of the timeline as data.
type lane struct {
	id     string
	run    int    // of the tables of a stack, the one that it draws
	main   string // the column of the line and the area under it
	band   string // a column whose part above main is filled apart, or ""
	added  bool   // the band is main plus the column, not the column itself
	second string // the column of a dotted line beside main, or ""

	role       string // colour of the line and the area
	bandRole   string
	secondRole string

	stepped bool    // whole things such as instances: the line has steps
	weight  float64 // share of the height
	floor   float64 // the top is never below it, so that noise stays small
	fixed   float64 // where the top is always the same; 0: round and above the data
	burn    bool    // on the scale of burn rates

	parts  []string // of a lane with several lines and no main: what they belong to
	of     string   // and what of each they show: "measured", for the column measured_a
	target string   // the column of a dashed line that the lines are held at, or ""
}

// lanes of the worlds, in the order in which they are offered. A lane whose main
// column a table lacks stays empty.
var lanes = [...]lane{
	{id: "traffic", main: "admitted", band: "requests", role: "served", bandRole: "shed", weight: 1, floor: 1},
	{id: "errors", main: "error", role: "fail", weight: 1, floor: 0.01},
	{id: "burn", main: "burn_1h", role: "fail", weight: 2.4, burn: true},
	{id: "p99", main: "p99", role: "slow", weight: 1, floor: 0.2},
	{id: "utilization", main: "utilization", role: "accent", weight: 1, fixed: 1},
	{id: "fleet", main: "serving", band: "booting", added: true, role: "accent", bandRole: "boot", stepped: true, weight: 1, floor: 4},
	{id: "cache", main: "hit", second: "warm", role: "ok", secondRole: "ok", weight: 1, fixed: 1},
	{id: "database", main: "db", role: "bad", weight: 1, floor: 1.2},
	{id: "cost", main: "cost", role: "muted", weight: 1, floor: 0.5},
	{id: "cost_per_hour", main: "cost_per_hour", role: "muted", stepped: true, weight: 1, floor: 1},
	{id: "budget", main: "budget", role: "ok", weight: 1, floor: 1},

	{id: "carried", main: "carried", role: "served", weight: 1, floor: 1e9},
	{id: "sessions", main: "sessions", role: "accent", weight: 1, floor: 10},
	{id: "rebuffering", main: "rebuffering", role: "fail", weight: 1, floor: 0.01},
	{id: "refused", main: "refused", second: "given_up", role: "slow", secondRole: "fail", weight: 1, floor: 10},
	{id: "given_up", main: "given_up", role: "fail", weight: 1, floor: 10},
	{id: "moves", main: "moves", role: "boot", weight: 1, floor: 10},
	{id: "amplitude", main: "amplitude", role: "bad", weight: 1, floor: 0.2},
}

// partLanes are the lanes of parts of a world, such as a link of the CDN. The
// lane "measured:a" draws the columns of the part a, whose codes end in "_a";
// the lane "loads:x" has a line for each part of the group x.
var partLanes = [...]struct {
	lane
	truth string // the column to draw instead where Options.Truth is set
	group bool
}{
	{lane: lane{id: "loads", of: "measured", target: targetColumn, weight: 2.4, floor: 1}, truth: "load", group: true},
	{lane: lane{id: "slowdowns", of: "slowdown", weight: 1.6, fixed: 1}, group: true},
	{lane: lane{id: "drops", of: "drop", weight: 1.6, floor: 0.1}, group: true},
	{lane: lane{id: "link", main: "measured", target: targetColumn, role: "served", secondRole: "text", weight: 2.4, floor: 1}, truth: "load"},
	{lane: lane{id: "decision", main: "slowdown", second: "drop", role: "slow", secondRole: "bad", weight: 1, fixed: 1}},
}

// targetColumn holds what controllers hold the load at.
const targetColumn = "target"

// LaneIDs returns the lanes whose main column a table has, in their usual order:
// those of the whole first, then those of its parts. Lanes of groups are not
// among them, because a table does not know what belongs together.
func LaneIDs(t Table) []string {
	var ids []string
	for _, l := range lanes {
		if _, ok := t.Series(l.main); ok {
			ids = append(ids, l.id)
		}
	}
	for _, p := range partLanes {
		if p.group {
			continue
		}
		for _, code := range t.Codes {
			if part, ok := strings.CutPrefix(code, p.main+"_"); ok {
				ids = append(ids, p.id+":"+part)
			}
		}
	}
	return ids
}

// lane returns the lane with an id. "#1" at its end makes it one of the second
// table of a stack.
func (o *Options) lane(id string) (lane, bool) {
	whole, run, _ := strings.Cut(id, "#")
	l, ok := o.plainLane(whole)
	if n, err := strconv.Atoi(run); err == nil {
		l.run = n
	}
	l.id = id
	return l, ok
}

func (o *Options) plainLane(id string) (lane, bool) {
	for _, l := range lanes {
		if l.id == id {
			return l, true
		}
	}
	kind, part, _ := strings.Cut(id, ":")
	for _, p := range partLanes {
		l := p.lane
		switch {
		case p.id != kind:
			continue
		case p.group:
			l.parts = o.Groups[part]
			if o.Truth && p.truth != "" {
				l.of = p.truth
			}
			return l, len(l.parts) > 0
		}
		if o.Truth && p.truth != "" {
			l.main, l.second = p.truth, l.main+"_"+part
		} else if l.second != "" {
			l.second += "_" + part
		}
		l.main += "_" + part
		return l, part != ""
	}
	return lane{}, false
}

// laneData is a lane's series in one table.
type laneData struct {
	main, band, second          Series
	hasMain, hasBand, hasSecond bool

	lines  []Series // one a part, empty where the table lacks it
	target Series
}

// from finds a lane's columns, cut after the last step to be drawn.
func (l lane) from(t Table, last int) laneData {
	var d laneData
	d.main, d.hasMain = t.Series(l.main)
	d.band, d.hasBand = t.Series(l.band)
	d.second, d.hasSecond = t.Series(l.second)
	if l.added && d.hasBand {
		if d.hasBand = d.hasMain; d.hasBand {
			d.band = d.main.add(d.band)
		}
	}
	d.main, d.band, d.second = d.main.until(last), d.band.until(last), d.second.until(last)
	for _, part := range l.parts {
		line, _ := t.Series(l.of + "_" + part)
		d.lines = append(d.lines, line.until(last))
	}
	d.target, _ = t.Series(l.target)
	d.target = d.target.until(last)
	return d
}

// scaleFor returns the lane's scale: it holds what is drawn and the thresholds.
// Of a ghost it holds the main line, which is what is drawn of it.
func (l lane) scaleFor(thresholds []Threshold, ghost laneData, shown ...laneData) scale {
	lo, hi := 0.0, l.floor
	hold := func(s Series) {
		if low, high, ok := s.extent(); ok {
			lo, hi = math.Min(lo, low), math.Max(hi, high)
		}
	}
	hold(ghost.main)
	for _, d := range shown {
		for _, s := range append([]Series{d.main, d.band, d.second, d.target}, d.lines...) {
			hold(s)
		}
	}
	switch {
	case l.burn:
		return burnScale(hi)
	case l.fixed > 0:
		return linear(0, l.fixed)
	}
	for _, t := range thresholds {
		if t.Value <= hugeValue {
			// A line along the upper edge would look like a frame.
			hi = math.Max(hi, t.Value*1.15)
		}
	}
	if lo < 0 {
		lo = -niceTop(-lo)
	}
	return linear(lo, niceTop(hi))
}
