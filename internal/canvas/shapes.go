package canvas

import (
	"math"

	"oncall/internal/scene"
)

const quarter = math.Pi / 2

// frame is a box in device pixels: its edges.
type frame struct{ x0, y0, x1, y1 float32 }

// snapped returns a shape's box with its edges on whole device pixels, so that
// straight lines are crisp.
func (b *builder) snapped(s *scene.Shape) frame {
	return frame{
		round((s.X - s.W/2) * b.scale), round((s.Y - s.H/2) * b.scale),
		round((s.X + s.W/2) * b.scale), round((s.Y + s.H/2) * b.scale),
	}
}

func round(v float32) float32 { return float32(math.Round(float64(v))) }

// lineWidth returns a shape's line width in device pixels, a whole number of
// them where lines are meant to be crisp.
func (b *builder) lineWidth(s *scene.Shape) float32 { return max(1, round(s.Line*b.scale)) }

// rounded adds the path of a box with round corners, with its normals.
func (b *builder) rounded(f frame, r float32) {
	r = max(0, min(r, (f.x1-f.x0)/2, (f.y1-f.y0)/2))
	b.normal = b.normal[:0]
	b.corner(f.x1-r, f.y1-r, r, 0)
	b.corner(f.x0+r, f.y1-r, r, 1)
	b.corner(f.x0+r, f.y0+r, r, 2)
	b.corner(f.x1-r, f.y0+r, r, 3)
}

func (f frame) inset(d float32) frame { return frame{f.x0 + d, f.y0 + d, f.x1 - d, f.y1 - d} }

func (f frame) middle() (x, y float32) { return (f.x0 + f.x1) / 2, (f.y0 + f.y1) / 2 }

func (b *builder) box(s *scene.Shape) {
	f := b.snapped(s)
	if f.x1-f.x0 < 1 || f.y1-f.y0 < 1 {
		return
	}
	b.rounded(f, s.R*b.scale)
	b.fan(f.middle())
}

func (b *builder) outline(s *scene.Shape) {
	w := b.lineWidth(s)
	f := b.snapped(s).inset(w / 2)
	b.rounded(f, s.R*b.scale-w/2)
	b.band(w, true)
}

// level fills a box from its bottom. Only its moving edge stands between pixels.
func (b *builder) level(s *scene.Shape) {
	f := b.snapped(s)
	f.y0 = f.y1 - (f.y1-f.y0)*s.A
	if f.y1-f.y0 < 0.25 {
		return
	}
	b.rounded(f, s.R*b.scale)
	b.fan(f.middle())
}

// dashed draws a box's line in dashes of equal length, a whole number of them.
func (b *builder) dashed(s *scene.Shape) {
	w := b.lineWidth(s)
	f := b.snapped(s).inset(w / 2)
	b.rounded(f, s.R*b.scale-w/2)
	b.compact(true)
	whole := append(b.dash[:0], b.path...)
	b.dash = whole
	b.path = b.path[:0]
	length := float32(0)
	for i := range whole {
		length += distance(whole[i], whole[(i+1)%len(whole)])
	}
	if length == 0 {
		return
	}
	n := max(4, 2*round(length/(7*max(w, b.scale))/2))
	period := length / n
	pen, walked := period*0.3, float32(0)
	b.to(whole[0].x, whole[0].y)
	down := true
	for i := range whole {
		p, q := whole[i], whole[(i+1)%len(whole)]
		edge := distance(p, q)
		at := float32(0)
		for edge-at > pen-walked {
			at += pen - walked
			walked = 0
			x, y := p.x+(q.x-p.x)*at/edge, p.y+(q.y-p.y)*at/edge
			if down {
				b.to(x, y)
				b.line(w, false)
				pen = period * 0.4
			} else {
				b.to(x, y)
				pen = period * 0.6
			}
			down = !down
		}
		walked += edge - at
		if down {
			b.to(q.x, q.y)
		}
	}
	if down {
		b.line(w, false)
	}
	b.path = b.path[:0]
}

func distance(p, q vec) float32 {
	return float32(math.Hypot(float64(q.x-p.x), float64(q.y-p.y)))
}

// hatch draws slanted lines across a box.
func (b *builder) hatch(s *scene.Shape) {
	f := b.snapped(s)
	width := f.x1 - f.x0
	height := f.y1 - f.y0
	w := max(1, s.Line*b.scale)
	period := max(width*0.46, 4*b.scale, 2.6*w)
	if width > 3*height {
		period = max(height*1.1, 5*b.scale)
	}
	f = f.inset(w * 0.35)
	for c := period * 0.5; c < width+height; c += period {
		// x + y = c, from the left or lower edge to the upper or right one.
		x0, y0 := f.x0+max(0, c-(f.y1-f.y0)), f.y0+min(c, f.y1-f.y0)
		x1, y1 := f.x0+min(c, f.x1-f.x0), f.y0+max(0, c-(f.x1-f.x0))
		if x1 <= x0 {
			continue
		}
		b.to(x0, y0)
		b.to(x1, y1)
		b.line(w, false)
	}
}

// stroke draws a line with round ends.
func (b *builder) stroke(s *scene.Shape) {
	x0, y0 := s.X*b.scale, s.Y*b.scale
	x1, y1 := (s.X+s.W)*b.scale, (s.Y+s.H)*b.scale
	r := max(0.5, s.Line*b.scale/2)
	angle := float32(math.Atan2(float64(y1-y0), float64(x1-x0)))
	b.curve(x1, y1, r, r, angle-quarter, angle+quarter)
	b.curve(x0, y0, r, r, angle+quarter, angle+3*quarter)
	b.fill((x0+x1)/2, (y0+y1)/2)
}

// arc draws a part of a circle's line, with round ends unless it is closed.
func (b *builder) arc(s *scene.Shape) {
	w := s.Line * b.scale
	x, y, r := s.X*b.scale, s.Y*b.scale, s.W*b.scale/2-w/2
	extent := s.B
	if extent <= 0 || r <= 0 {
		return
	}
	from := s.A*4*quarter - quarter
	if extent >= 1 {
		b.curve(x, y, r, r, from, from+4*quarter)
		b.line(w, true)
		return
	}
	to := from + extent*4*quarter
	b.curve(x, y, r, r, from, to)
	b.line(w, false)
	for _, end := range [...]float32{from, to} {
		sin, cos := math.Sincos(float64(end))
		cx, cy := x+r*float32(cos), y+r*float32(sin)
		b.curve(cx, cy, w/2, w/2, 0, 4*quarter)
		b.fill(cx, cy)
	}
}

// pool fills a circle from its bottom.
func (b *builder) pool(s *scene.Shape) {
	x, y, r := s.X*b.scale, s.Y*b.scale, s.W*b.scale/2
	share := min(s.A, 1)
	if share <= 0.002 {
		return
	}
	// The surface stands at the height 1 - 2 share of the radius under the middle.
	half := float32(math.Acos(float64(1 - 2*share)))
	b.curve(x, y, r, r, quarter-half, quarter+half)
	b.fill(x, y+r*(1-share))
}

// hexagonal adds the path of a hexagon.
func (b *builder) hexagonal(s *scene.Shape, inset float32) {
	x, y := s.X*b.scale, s.Y*b.scale
	rx, ry := s.W*b.scale/2-inset, s.H*b.scale/2*0.88-inset
	for _, k := range [...]vec{{-0.5, -1}, {0.5, -1}, {1, 0}, {0.5, 1}, {-0.5, 1}, {-1, 0}} {
		b.to(x+rx*k.x, y+ry*k.y)
	}
}

func (b *builder) hexagon(s *scene.Shape) {
	b.hexagonal(s, 0.5)
	b.fill(s.X*b.scale, s.Y*b.scale)
}

func (b *builder) hexagonLine(s *scene.Shape) {
	w := s.Line * b.scale
	b.hexagonal(s, w/2)
	b.line(w, true)
}

// drum fills a cylinder from its bottom.
func (b *builder) drum(s *scene.Shape) {
	f := b.snapped(s)
	lid := s.R * b.scale
	rx := (f.x1 - f.x0) / 2
	x, _ := f.middle()
	bottom := f.y1 - lid
	top := bottom - (bottom-f.y0-lid)*min(s.A, 1)
	if s.A <= 0.002 {
		return
	}
	b.curve(x, bottom, rx, lid, 0, 2*quarter)
	b.curve(x, top, rx, lid, 2*quarter, 4*quarter)
	b.fill(x, (top+bottom)/2)
}

// drumLine draws a cylinder's line and that of its upper lid.
func (b *builder) drumLine(s *scene.Shape) {
	w := s.Line * b.scale
	f := b.snapped(s).inset(w / 2)
	lid := s.R*b.scale - w/2
	rx := (f.x1 - f.x0) / 2
	x, _ := f.middle()
	b.curve(x, f.y1-lid, rx, lid, 0, 2*quarter)
	b.curve(x, f.y0+lid, rx, lid, 2*quarter, 4*quarter)
	b.line(w, true)
	b.curve(x, f.y0+lid, rx, lid, 0, 2*quarter)
	b.line(w, false)
}

// flame draws a flame: a drop whose tip sways.
func (b *builder) flame(s *scene.Shape) {
	x, y := s.X*b.scale, s.Y*b.scale
	w, h := s.W*b.scale/2, s.H*b.scale
	turn := float64(s.A) * 2 * math.Pi
	sway := func(k float64) float32 { return w * float32(0.22*math.Sin(turn*2+k)+0.12*math.Sin(turn*5+1.3*k)) }
	h *= 1 + 0.07*float32(math.Sin(turn*3))
	const n = 14
	// Width at the height t: full near the foot, none at the tip.
	half := func(t float32) float32 {
		return w * float32(math.Pow(math.Sin(math.Pi*math.Pow(float64(t), 0.55)), 0.9)*(1.05-0.25*float64(t)))
	}
	for i := range n + 1 {
		t := 1 - float32(i)/n
		b.to(x+half(t)+t*t*sway(float64(t)*2), y-h*t)
	}
	for i := 1; i < n; i++ {
		t := float32(i) / n
		b.to(x-half(t)+t*t*sway(float64(t)*2), y-h*t)
	}
	b.fill(x, y-h*0.3)
}
