// Package canvas turns the shapes of a scene into triangles and draws them with
// Ebitengine: marks from one atlas that is drawn when the program starts,
// everything else from triangles with soft edges, all of it in one call.
package canvas

import (
	"image"
	"math"

	"oncall/internal/scene"
)

// markSizes are the sizes in which each mark stands in the atlas [px]. A mark is
// drawn from the nearest size that is not smaller, so that it is scaled by less
// than a third and stays crisp.
var markSizes = [...]int{6, 8, 10, 12, 14, 17, 20, 24, 29, 35, 42, 50, 60}

// The atlas: one row a size, one column a mark, and a white patch for all that is
// not a mark. Around each mark there is a transparent margin.
const (
	atlasWidth  = 528
	atlasHeight = 384
	atlasMargin = 2
	whiteX      = 500 // middle of the white patch
	whiteY      = 60
)

// region is a mark's place in the atlas, margins of half a pixel included.
type region struct{ x0, y0, x1, y1, size float32 }

// atlas is the picture of all marks.
type atlas struct {
	pixels  *image.RGBA
	regions [len(markSizes)][scene.MarkKinds]region
}

// newAtlas draws the atlas.
func newAtlas() *atlas {
	a := &atlas{pixels: image.NewRGBA(image.Rect(0, 0, atlasWidth, atlasHeight))}
	y := atlasMargin
	for row, size := range markSizes {
		x := atlasMargin
		for kind := range scene.MarkKinds {
			a.drawMark(scene.Kind(kind), x, y, size)
			a.regions[row][kind] = region{
				float32(x) - 1, float32(y) - 1, float32(x+size) + 1, float32(y+size) + 1, float32(size),
			}
			x += size + 2*atlasMargin
		}
		y += size + 2*atlasMargin
	}
	for y := whiteY - 3; y < whiteY+3; y++ {
		for x := whiteX - 3; x < whiteX+3; x++ {
			a.set(x, y, 1)
		}
	}
	return a
}

// find returns the place of a mark that is to be drawn in a size [px].
func (a *atlas) find(kind scene.Kind, size float32) region {
	for row := range markSizes {
		if float32(markSizes[row]) >= size-0.25 {
			return a.regions[row][kind]
		}
	}
	return a.regions[len(markSizes)-1][kind]
}

// set paints a pixel white with a coverage, alpha premultiplied.
func (a *atlas) set(x, y int, coverage float64) {
	v := uint8(math.Round(255 * min(max(coverage, 0), 1)))
	i := a.pixels.PixOffset(x, y)
	for k := range 4 {
		a.pixels.Pix[i+k] = v
	}
}

// drawMark paints one mark. Each pixel's coverage is the mean of 6 x 6 samples.
func (a *atlas) drawMark(kind scene.Kind, left, top, size int) {
	const samples = 6
	for y := range size {
		for x := range size {
			hits := 0
			for sy := range samples {
				for sx := range samples {
					u := (float64(x)+(float64(sx)+0.5)/samples)/float64(size)*2 - 1
					v := (float64(y)+(float64(sy)+0.5)/samples)/float64(size)*2 - 1
					if inside(kind, u, v) {
						hits++
					}
				}
			}
			a.set(left+x, top+y, float64(hits)/(samples*samples))
		}
	}
}

// inside tells whether a point of the square from -1 to 1 belongs to a mark.
func inside(kind scene.Kind, u, v float64) bool {
	rr := u*u + v*v
	switch kind {
	case scene.Disc:
		return rr <= 1
	case scene.Ring:
		return rr <= 1 && rr >= 0.62*0.62
	case scene.Bead:
		return rr <= 1 && rr >= 0.7*0.7 || rr <= 0.42*0.42
	case scene.Cross:
		return min(math.Abs(u+v), math.Abs(u-v)) <= 0.36 && max(math.Abs(u), math.Abs(v)) <= 0.94
	case scene.Square:
		return max(math.Abs(u), math.Abs(v)) <= 0.92
	case scene.Triangle:
		// Point upwards.
		return v <= 0.8 && v >= -0.95 && math.Abs(u) <= (v+0.95)*0.57
	case scene.Drop:
		// A circle with a point on top.
		if u*u+(v-0.32)*(v-0.32) <= 0.62*0.62 {
			return true
		}
		return v <= 0.1 && v >= -0.98 && math.Abs(u) <= (v+0.98)*0.56
	default:
		// A person: head and shoulders.
		if u*u+(v+0.5)*(v+0.5) <= 0.42*0.42 {
			return true
		}
		x, y := u/0.8, (v-0.92)/0.88
		return v <= 0.92 && v > 0.02 && x*x+y*y <= 1
	}
}
