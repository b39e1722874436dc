package chart

import (
	"math"
	"strconv"
)

// point is a place in a lane in tenths of a pixel, from its upper left corner.
type point struct {
	x, y int
}

// tracer turns a series into points of a lane.
type tracer struct {
	width, height float64 // of the whole shift's plot, px
	steps         int     // of the whole shift
	columnPx      float64 // one column keeps its least and greatest value
	scale         scale
	stepped       bool // the value holds until the next step
}

// flatTenths is how far, in tenths of a pixel, a crowded line may be from its
// data after straightening: less than anyone sees.
const flatTenths = 2

func (t *tracer) x(step int) int {
	return int(math.Round(float64(t.width*10) * float64(step) / float64(max(1, t.steps))))
}

func (t *tracer) y(v float64) (int, bool) {
	share, ok := t.scale.share(v)
	return int(math.Round(float64(t.height*10) * (1 - share))), ok
}

// crowded says whether there are more steps than columns.
func (t *tracer) crowded() bool {
	return t.width < float64(t.columnPx*float64(t.steps))
}

// trace returns the points of the steps from..to, both included.
func (t *tracer) trace(s Series, from, to int) []point {
	from, to = max(0, from), min(to, s.Len()-1, t.steps)
	if from > to {
		return nil
	}
	if t.crowded() {
		return straighten(t.columns(s, from, to), flatTenths)
	}
	points := make([]point, 0, to-from+1)
	for step := from; step <= to; step++ {
		y, ok := t.y(s.At(step))
		if !ok {
			continue
		}
		p := point{t.x(step), y}
		if n := len(points); t.stepped && n > 0 && points[n-1].y != p.y {
			points = append(points, point{p.x, points[n-1].y})
		}
		points = append(points, p)
	}
	return straighten(points, 0)
}

// columns keeps the first and the last step, and of each column of pixels the
// least and the greatest value in the order of time, so that a spike of one step
// shows however long the shift is.
func (t *tracer) columns(s Series, from, to int) []point {
	var points []point
	keep := func(step int) {
		if y, ok := t.y(s.At(step)); ok {
			points = append(points, point{t.x(step), y})
		}
	}
	column := func(step int) int { return int(float64(t.x(step)) / (10 * t.columnPx)) }
	keep(from)
	for step := from; step <= to; {
		least, most, start := step, step, column(step)
		for ; step <= to && column(step) == start; step++ {
			v := s.At(step)
			// NaN is replaced by anything; nothing is replaced by NaN.
			if low := s.At(least); v < low || low != low {
				least = step
			}
			if high := s.At(most); v > high || high != high {
				most = step
			}
		}
		keep(min(least, most))
		if least != most {
			keep(max(least, most))
		}
	}
	keep(to)
	return points
}

// straighten drops points that a straight line between their neighbours passes
// within the given distance (the swinging door: one pass, every dropped point is
// within the distance).
func straighten(points []point, within float64) []point {
	if len(points) < 3 {
		return points
	}
	kept := points[:1] // never ahead of the point that is read
	anchor, previous := points[0], points[0]
	low, high := math.Inf(-1), math.Inf(1)
	for _, p := range points[1:] {
		if p == previous {
			continue
		}
		slope := float64(p.y-anchor.y) / float64(p.x-anchor.x)
		if p.x == anchor.x || slope < low || slope > high {
			if previous != anchor {
				kept = append(kept, previous)
			}
			anchor, low, high = previous, math.Inf(-1), math.Inf(1)
		}
		if dx := float64(p.x - anchor.x); dx > 0 {
			low = math.Max(low, (float64(p.y-anchor.y)-within)/dx)
			high = math.Min(high, (float64(p.y-anchor.y)+within)/dx)
		} else {
			low, high = math.Inf(1), math.Inf(-1) // a jump: the next point starts anew
		}
		previous = p
	}
	if previous != kept[len(kept)-1] {
		kept = append(kept, previous)
	}
	return kept
}

// appendLine writes points as relative lines, which are about half as long as
// absolute ones. The pen must be at the point before the first.
func appendLine(b []byte, pen point, points []point) []byte {
	for i, p := range points {
		if i == 0 {
			b = append(b, 'l')
		}
		b = appendDelta(b, p.x-pen.x, i > 0)
		b = appendDelta(b, p.y-pen.y, true)
		pen = p
	}
	return b
}

// appendDelta writes a number; the sign of a negative one separates it from the
// number before.
func appendDelta(b []byte, d int, separate bool) []byte {
	if separate && d >= 0 {
		b = append(b, ' ')
	}
	return strconv.AppendInt(b, int64(d), 10)
}

func appendPoint(b []byte, command byte, p point) []byte {
	b = append(b, command)
	b = strconv.AppendInt(b, int64(p.x), 10)
	return appendDelta(b, p.y, true)
}
