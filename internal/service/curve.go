package service

import (
	"errors"
	"strconv"
)

// Knot is a point of a traffic curve.
type Knot struct {
	Minute    int     // of the shift
	PerSecond float64 // requests a second
}

// Limits of a traffic curve: a knot for each minute of the longest shift, the
// opening included, and the bound of base_per_second.
const (
	CurveMax          = MinutesMax + 1
	CurvePerSecondMax = 1e6
)

// CheckCurve reports the first knot that cannot be. No knots are no curve, which
// is right; else the first stands at minute 0, and the others in order of time.
func CheckCurve(curve []Knot) error {
	if len(curve) > CurveMax {
		return errors.New("a curve has at most " + strconv.Itoa(CurveMax) + " knots, and this has " + strconv.Itoa(len(curve)))
	}
	for i, k := range curve {
		if err := k.Check(curve[:i]); err != nil {
			return err
		}
	}
	return nil
}

// Check reports what is wrong with a knot that stands behind others.
func (k Knot) Check(before []Knot) error {
	switch {
	case len(before) == 0 && k.Minute != 0:
		return errors.New("the curve's first knot must stand at minute 0, and stands at " + strconv.Itoa(k.Minute))
	case len(before) > 0 && k.Minute <= before[len(before)-1].Minute:
		return errors.New("the curve's knots must be in order of time, one a minute: minute " + strconv.Itoa(k.Minute) +
			" stands behind minute " + strconv.Itoa(before[len(before)-1].Minute))
	case k.Minute > MinutesMax:
		return errors.New("a knot's minute must lie between 0 and " + strconv.Itoa(MinutesMax) + ", and is " + strconv.Itoa(k.Minute))
	case !(k.PerSecond >= 0 && k.PerSecond <= CurvePerSecondMax):
		return errors.New("a knot's requests a second must lie between 0 and " + format(CurvePerSecondMax) + ", and are " + format(k.PerSecond))
	}
	return nil
}

// CurveAt returns the requests a second of a curve at a minute: on the straight
// line between the two knots around it, and as the last one from there on. There
// must be a knot. from is the place of a knot at or before the minute, 0 if
// nothing better is known; that of the last such knot comes back.
func CurveAt(curve []Knot, minute, from int) (perSecond float64, at int) {
	for from+1 < len(curve) && curve[from+1].Minute <= minute {
		from++
	}
	left := curve[from]
	if from+1 == len(curve) {
		return left.PerSecond, from
	}
	right := curve[from+1]
	share := float64(minute-left.Minute) / float64(right.Minute-left.Minute)
	return left.PerSecond + float64((right.PerSecond-left.PerSecond)*share), from
}
