package site

import (
	"math"
	"strconv"
	"testing"
)

// visions are matrices on linear RGB that simulate eyes without one kind of
// cone: Machado, Oliveira, Fernandes, IEEE TVCG 15(6), 2009, severity 1.
var visions = map[string][3][3]float64{
	"all cones":    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// What becomes of a request is told by shape first; its colour must still tell
// good from bad for every eye: served and failed are at least 20 apart in CIELAB
// (a just noticeable difference is about 2.3), any two outcomes at least 8.
func TestOutcomesDifferForEveryEye(t *testing.T) {
	good, bad := []string{"served", "ok"}, []string{"fail", "bad"}
	all := []string{"served", "slow", "fail", "bad", "shed"}
	for i, palette := range palettes(t) {
		for vision, matrix := range visions {
			apart := func(a, b string, least float64) {
				t.Helper()
				x, y := lab(t, palette[a], matrix), lab(t, palette[b], matrix)
				if d := math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2]); d < least {
					t.Errorf("palette %d, %s: %s and %s are %.1f apart, want %v", i, vision, a, b, d, least)
				}
			}
			for _, g := range good {
				for _, b := range bad {
					apart(g, b, 20)
				}
			}
			for i, a := range all {
				for _, b := range all[i+1:] {
					apart(a, b, 8)
				}
			}
		}
	}
}

// lab is a colour such as #43d9a3, as the eye with the matrix sees it, in CIELAB
// under D65.
func lab(t *testing.T, colour string, eye [3][3]float64) [3]float64 {
	t.Helper()
	bits, err := strconv.ParseUint(colour[1:], 16, 32)
	if err != nil || len(colour) != 7 {
		t.Fatalf("colour %q", colour)
	}
	var linear, seen [3]float64
	for i := range linear {
		c := float64(bits>>(16-8*i)&0xff) / 255
		if linear[i] = c / 12.92; c > 0.04045 {
			linear[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	for i := range seen {
		seen[i] = min(1, max(0, eye[i][0]*linear[0]+eye[i][1]*linear[1]+eye[i][2]*linear[2]))
	}
	f := func(v float64) float64 {
		if v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x := f((0.4124564*seen[0] + 0.3575761*seen[1] + 0.1804375*seen[2]) / 0.95047)
	y := f(0.2126729*seen[0] + 0.7151522*seen[1] + 0.0721750*seen[2])
	z := f((0.0193339*seen[0] + 0.1191920*seen[1] + 0.9503041*seen[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}
