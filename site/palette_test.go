package site

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"testing"
)

var (
	block    = regexp.MustCompile(`(?s):root(\[data-theme="(\w+)"\])?\s*\{([^}]*)\}`)
	variable = regexp.MustCompile(`--([\w-]+):\s*(#[0-9a-f]{6})`)
)

// palettes returns the page's palettes: the two of the system's setting,
// then those of the page's own switch.
func palettes(t *testing.T) []map[string]string {
	t.Helper()
	var list []map[string]string
	for _, match := range block.FindAllStringSubmatch(read(t, "style/palette.css"), -1) {
		palette := map[string]string{}
		for _, v := range variable.FindAllStringSubmatch(match[3], -1) {
			palette[v[1]] = v[2]
		}
		list = append(list, palette)
	}
	if len(list) != 4 {
		t.Fatalf("palette.css has %d palettes, and should have dark and light, each twice", len(list))
	}
	return list
}

func TestSwitchedPalettesAreTheSystems(t *testing.T) {
	list := palettes(t)
	for i := range 2 {
		if got, want := fmt.Sprint(list[i+2]), fmt.Sprint(list[i]); got != want {
			t.Errorf("palette %d of the switch is %s, and the system's is %s", i, got, want)
		}
	}
}

// Text needs a contrast of 4.5 to 1, what can be pressed an edge of 3 to 1 (Web
// Content Accessibility Guidelines 2.2, success criteria 1.4.3 and 1.4.11).
func TestContrast(t *testing.T) {
	for i, palette := range palettes(t) {
		check := func(front, back string, least float64) {
			if got := contrast(t, palette[front], palette[back]); got < least {
				t.Errorf("palette %d: %s on %s has a contrast of %.2f, and needs %.1f", i, front, back, got, least)
			}
		}
		for _, back := range []string{"bg", "panel", "raised"} {
			for _, front := range []string{"text", "muted", "served", "ok", "slow", "fail", "bad", "accent"} {
				check(front, back, 4.5)
			}
			check("edge", back, 3)
		}
		check("on-accent", "accent", 4.5)
		check("accent", "chosen", 4.5)
		check("text", "alarm", 4.5)
		check("fail", "alarm", 4.5)
	}
}

// contrast is the ratio of relative luminances of WCAG 2.2.
func contrast(t *testing.T, front, back string) float64 {
	t.Helper()
	a, b := luminance(t, front), luminance(t, back)
	return (math.Max(a, b) + 0.05) / (math.Min(a, b) + 0.05)
}

func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	value, err := strconv.ParseUint(colour[min(1, len(colour)):], 16, 32)
	if err != nil {
		t.Fatalf("colour %q: %v", colour, err)
	}
	channel := func(shift int) float64 {
		c := float64(value>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(16) + 0.7152*channel(8) + 0.0722*channel(0)
}
