package chart

import "math"

// lane describes one lane of the timeline as data.
type lane struct {
	id     string
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
}

// LaneIDs returns the lanes that a timeline can have, in their usual order.
func LaneIDs() []string {
	ids := make([]string, len(lanes))
	for i, l := range lanes {
		ids[i] = l.id
	}
	return ids
}

func findLane(id string) (lane, bool) {
	for _, l := range lanes {
		if l.id == id {
			return l, true
		}
	}
	return lane{}, false
}

// laneData is a lane's series in one table.
type laneData struct {
	main, band, second          Series
	hasMain, hasBand, hasSecond bool
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
	return d
}

// scaleFor returns the lane's scale: it holds what is drawn, the ghost and the
// thresholds.
func (l lane) scaleFor(d, ghost laneData, thresholds []Threshold) scale {
	lo, hi := 0.0, l.floor
	for _, s := range [...]Series{d.main, d.band, d.second, ghost.main} {
		if low, high, ok := s.extent(); ok {
			lo, hi = math.Min(lo, low), math.Max(hi, high)
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
