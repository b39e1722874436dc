package scenario

import (
	"errors"

	"github.com/tinylib/msgp/msgp"

	"oncall/internal/scenario/tuple"
	"oncall/internal/service"
)

// A traffic curve is one more element behind those that every scenario of the
// service world has, so that the hashes and bodies of all others stay as they
// are.

// fieldsWith returns the number of a tuple's elements, the curve included where
// there is one.
func fieldsWith(fields int, curve []service.Knot) uint32 {
	if len(curve) > 0 {
		fields++
	}
	return uint32(fields)
}

// appendCanonicalCurve appends the curve, if there is one, as (minute, requests a
// second), ... with 64-bit floats.
func appendCanonicalCurve(b []byte, curve []service.Knot) []byte {
	if len(curve) == 0 {
		return b
	}
	b = msgp.AppendArrayHeader(b, uint32(2*len(curve)))
	for _, k := range curve {
		b = msgp.AppendInt(b, k.Minute)
		b = msgp.AppendFloat64(b, k.PerSecond+0) // + 0 makes -0 the same as 0
	}
	return b
}

// appendCurve appends the curve, if there is one, as (minutes since the last
// knot, requests a second), ... in the shortest form of each number.
func appendCurve(b []byte, curve []service.Knot) []byte {
	if len(curve) == 0 {
		return b
	}
	b = msgp.AppendArrayHeader(b, uint32(2*len(curve)))
	last := 0
	for _, k := range curve {
		b = msgp.AppendInt(b, k.Minute-last)
		b = tuple.AppendNumber(b, k.PerSecond)
		last = k.Minute
	}
	return b
}

// readCurve reads what appendCurve wrote of a curve with knots.
func readCurve(r *tuple.Reader) []service.Knot {
	count := r.Count("curve", 2*service.CurveMax)
	if r.Err() == nil && (count == 0 || count%2 != 0) {
		r.Fail(errors.New("curve: no knots, or one that is not whole"))
		return nil
	}
	curve := make([]service.Knot, 0, count/2)
	minute := 0
	for range count / 2 {
		minute += int(r.Int("knot", 0, service.MinutesMax))
		curve = append(curve, service.Knot{Minute: minute, PerSecond: r.Number("requests a second")})
	}
	return curve
}
