package canvas

import (
	"math"
	"testing"

	"oncall/internal/scene"
)

func TestMarksStandApartInTheAtlas(t *testing.T) {
	a := newAtlas()
	type owner struct{ row, kind int }
	taken := map[[2]int]owner{}
	for row := range markSizes {
		for kind := range scene.MarkKinds {
			r := a.regions[row][kind]
			if r.x0 < 0 || r.y0 < 0 || r.x1 > atlasWidth || r.y1 > atlasHeight {
				t.Fatalf("mark %d of %d px leaves the atlas: %+v", kind, markSizes[row], r)
			}
			for y := int(r.y0); y < int(r.y1); y++ {
				for x := int(r.x0); x < int(r.x1); x++ {
					if other, ok := taken[[2]int{x, y}]; ok {
						t.Fatalf("marks %+v and %d of row %d share a pixel", other, kind, row)
					}
					taken[[2]int{x, y}] = owner{row, kind}
				}
			}
		}
	}
	for y := int(whiteY) - 2; y <= int(whiteY)+2; y++ {
		for x := int(whiteX) - 2; x <= int(whiteX)+2; x++ {
			if _, ok := taken[[2]int{x, y}]; ok {
				t.Fatal("the white patch stands in a mark")
			}
		}
	}
	if got := a.pixels.RGBAAt(int(whiteX), int(whiteY)); got.A != 255 || got.R != 255 {
		t.Errorf("the white patch is %v", got)
	}
}

// The share of its square that a mark covers, from geometry: a disc pi/4, a ring
// between the radii 0.62 and 1.
func TestMarksCoverWhatTheirShapeCovers(t *testing.T) {
	a := newAtlas()
	for _, c := range []struct {
		kind scene.Kind
		want float64
	}{
		{scene.Disc, math.Pi / 4},
		{scene.Ring, math.Pi / 4 * (1 - 0.62*0.62)},
		{scene.Square, 0.92 * 0.92},
		{scene.Triangle, 1.75 * 1.75 * 0.57 / 4},
	} {
		for row, size := range markSizes {
			if size < 10 {
				continue
			}
			r := a.regions[row][c.kind]
			sum := 0.0
			for y := int(r.y0); y < int(r.y1); y++ {
				for x := int(r.x0); x < int(r.x1); x++ {
					sum += float64(a.pixels.RGBAAt(x, y).A) / 255
				}
			}
			if got := sum / float64(size*size); math.Abs(got-c.want) > 0.03 {
				t.Errorf("mark %d of %d px covers %.3f, want %.3f", c.kind, size, got, c.want)
			}
		}
	}
}

func TestMarksAreScaledByLessThanAThird(t *testing.T) {
	a := newAtlas()
	for size := float32(6); size <= 60; size += 0.5 {
		if g := a.find(scene.Disc, size); g.size < size-0.25 || g.size > size*1.34 {
			t.Errorf("a mark of %v px comes from one of %v px", size, g.size)
		}
	}
}

func TestThemeTakesColoursAndRefusesTheRest(t *testing.T) {
	theme := DefaultTheme()
	if !theme.Set(scene.ColorBg, "#eef2f6") || !theme.Set(scene.ColorPanel, "#FFF") {
		t.Error("a colour was refused")
	}
	if got, want := theme.colors[scene.ColorBg], (rgb{0xee / 255.0, 0xf2 / 255.0, 0xf6 / 255.0}); got != want {
		t.Errorf("#eef2f6 is %v, want %v", got, want)
	}
	if got := theme.colors[scene.ColorPanel]; got != (rgb{1, 1, 1}) {
		t.Errorf("#FFF is %v", got)
	}
	for _, text := range []string{"", "#", "#12345", "#1234567", "123456", "#12345g", "red"} {
		before := theme
		if theme.Set(scene.ColorText, text) || theme != before {
			t.Errorf("%q was taken", text)
		}
	}
	if theme.Set(scene.ColorGlow, "#ffffff") || theme.Set(200, "#ffffff") {
		t.Error("a colour that the page does not have was taken")
	}
}

// The straight sides of boxes and of their lines lie on whole device pixels:
// their soft edges then fall between two pixels and are not seen.
func TestBoxesAreCrisp(t *testing.T) {
	for _, scale := range []float32{1, 1.25, 1.5, 2} {
		c := New()
		theme := DefaultTheme()
		c.Build([]scene.Shape{
			{Kind: scene.Box, Alpha: 1, X: 50.3, Y: 40.7, W: 31.1, H: 20.9, R: 4},
			{Kind: scene.Outline, Alpha: 1, X: 50.3, Y: 40.7, W: 31.1, H: 20.9, R: 4, Line: 1.6},
		}, &theme, float64(scale))
		lo := float32(math.Inf(1))
		for _, v := range c.b.vertices {
			lo = min(lo, v.DstX)
		}
		if edge := lo + 0.5; edge != round(edge) {
			t.Errorf("scale %v: the left edge lies at %v", scale, edge)
		}
	}
}
