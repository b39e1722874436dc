package canvas

import (
	"math"

	"oncall/internal/scene"
)

// gauge fills a box from one end. Only its moving edge stands between pixels.
func (b *builder) gauge(s *scene.Shape) {
	f := b.snapped(s)
	if width := (f.x1 - f.x0) * min(abs(s.A), 1); s.A < 0 {
		f.x0 = f.x1 - width
	} else {
		f.x1 = f.x0 + width
	}
	if f.x1-f.x0 < 0.25 || f.y1-f.y0 < 1 {
		return
	}
	b.rounded(f, s.R*b.scale)
	b.fan(f.middle())
}

// torn draws a box that ends in teeth.
func (b *builder) torn(s *scene.Shape) {
	f := b.snapped(s)
	w := float32(0)
	if s.Line > 0 {
		w = b.lineWidth(s)
		f = f.inset(w / 2)
	}
	width, height := f.x1-f.x0, f.y1-f.y0
	r := max(0, min(s.R*b.scale-w/2, width/2, height/2))
	depth := min(height*0.4, 5*b.scale, width/2)
	const teeth = 4
	edge := func(i int, down bool) {
		// Every other point stands back.
		x, y := f.x1, f.y0+height*float32(i)/teeth
		if !down {
			x, y = f.x0, f.y1-height*float32(i)/teeth
		}
		if i%2 == 1 {
			if down {
				x -= depth
			} else {
				x += depth
			}
		}
		b.to(x, y)
	}
	if s.A > 0 {
		for i := range teeth + 1 {
			edge(i, true)
		}
		b.curve(f.x0+r, f.y1-r, r, r, quarter, 2*quarter)
		b.curve(f.x0+r, f.y0+r, r, r, 2*quarter, 3*quarter)
	} else {
		for i := range teeth + 1 {
			edge(i, false)
		}
		b.curve(f.x1-r, f.y0+r, r, r, 3*quarter, 4*quarter)
		b.curve(f.x1-r, f.y1-r, r, r, 0, quarter)
	}
	if w > 0 {
		b.line(w, true)
		return
	}
	b.fill(f.middle())
}

// bend draws a curved line: a cubic whose ends point sideways, or whose first end
// points up or down.
func (b *builder) bend(s *scene.Shape) {
	x0, y0 := s.X*b.scale, s.Y*b.scale
	dx, dy := s.W*b.scale, s.H*b.scale
	n := int(min(24, 6+math.Hypot(float64(dx), float64(dy))/(12*float64(b.scale))))
	for i := range n + 1 {
		t := float32(i) / float32(n)
		v := 1 - t
		near, far := 3*v*v*t, 3*v*t*t
		if end := t * t * t; s.A > 0 {
			b.to(x0+dx*(far*0.4+end), y0+dy*(near*0.6+far+end))
		} else {
			b.to(x0+dx*(near*0.5+far*0.5+end), y0+dy*(far+end))
		}
	}
	b.line(s.Line*b.scale, false)
}
