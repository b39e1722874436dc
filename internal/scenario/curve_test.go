package scenario_test

import (
	"math"
	"testing"

	"oncall/internal/scenario"
	"oncall/internal/scenario/tuple"
	"oncall/internal/service"
)

// A curve is an eighth element behind the seven, in hash and body; without one
// both stay as TestHash has them.
func TestCurveIsTheEighthElement(t *testing.T) {
	without, with := plain(), plain()
	with.Service.Curve = []service.Knot{{Minute: 0, PerSecond: 900}, {Minute: 200, PerSecond: 0.1}}

	bare, body := without.AppendBody(nil), with.AppendBody(nil)
	want := append([]byte{0x98}, bare[1:]...) // 0x97, an array of seven, becomes one of eight
	want = append(want, 0x94, 0, 0xd1, 900>>8, 900&0xff, 0xd1, 0, 200)
	want = append(want, 0xcb, 0x3f, 0xb9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9a) // 0.1
	if string(body) != string(want) {
		t.Errorf("body % x, want % x", body, want)
	}
	if without.Hash() == with.Hash() {
		t.Error("the curve does not change the hash")
	}
	moved := plain()
	moved.Service.Curve = []service.Knot{{Minute: 0, PerSecond: 900}, {Minute: 201, PerSecond: 0.1}}
	if moved.Hash() == with.Hash() {
		t.Error("a knot's minute does not change the hash")
	}
}

func TestReadBodyRefusesBadCurves(t *testing.T) {
	bare := plain().AppendBody(nil)
	for name, curve := range map[string][]byte{
		"no knots":      {0x90},
		"half a knot":   {0x91, 0},
		"not at 0":      {0x92, 1, 5},
		"twice":         {0x94, 0, 5, 0, 5},
		"negative":      {0x92, 0, 0xff},
		"too late":      {0x94, 0, 5, 0xcd, 0x05, 0xa1, 5}, // minute 1441
		"infinite":      {0x92, 0, 0xcb, 0x7f, 0xf0, 0, 0, 0, 0, 0, 0},
		"announced":     {0xdd, 0xff, 0xff, 0xff, 0xff},
		"there is none": {},
	} {
		body := append([]byte{0x98}, bare[1:]...)
		if _, err := scenario.ReadBody(scenario.WorldService, tuple.NewReader(append(body, curve...))); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// -0 plays like 0 and hashes like it.
func TestCurveHashKnowsOneZero(t *testing.T) {
	zero, minus := plain(), plain()
	zero.Service.Curve = []service.Knot{{}}
	minus.Service.Curve = []service.Knot{{PerSecond: math.Copysign(0, -1)}}
	if zero.Hash() != minus.Hash() {
		t.Error("0 and -0 have two hashes")
	}
}
