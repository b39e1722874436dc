package chart

import (
	"math"
	"strconv"
	"testing"
)

// contrast is WCAG 2.2's contrast ratio of two #rrggbb colours.
func contrast(t *testing.T, a, b string) float64 {
	luminance := func(c string) float64 {
		rgb, err := strconv.ParseUint(c[1:], 16, 32)
		if err != nil {
			t.Fatalf("colour %q: %v", c, err)
		}
		var sum float64
		for i, weight := range [...]float64{0.0722, 0.7152, 0.2126} {
			v := float64(rgb>>(8*i)&0xff) / 255
			if v <= 0.04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
			sum += weight * v
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

// Every role but the faint lines is used for text somewhere: 4.5 at least.
func TestReportsAreReadable(t *testing.T) {
	for _, dark := range []bool{false, true} {
		p := ReportPalette(dark)
		for _, role := range pageRoles {
			if role == "panel" || role == "line" {
				continue
			}
			if ratio := contrast(t, p[role], p["panel"]); ratio < 4.5 {
				t.Errorf("dark %v: %s has a contrast of %.2f", dark, role, ratio)
			}
		}
	}
}

// Page and reports know the same roles; a lane or a marker uses no other.
func TestRolesAreKnown(t *testing.T) {
	page := PagePalette()
	var used []string
	for _, l := range lanes {
		used = append(used, l.role, l.bandRole, l.secondRole)
	}
	for _, role := range markRoles {
		used = append(used, role)
	}
	for _, style := range lineStyles {
		used = append(used, style.role)
	}
	for _, role := range used {
		if role != "" && (page[role] == "" || ReportPalette(true)[role] == "" || ReportPalette(false)[role] == "") {
			t.Errorf("role %q has no colour", role)
		}
	}
}
