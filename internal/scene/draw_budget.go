package scene

import "math"

// flameShare returns the flame's size for a burn rate as a share of the largest
// one, on a logarithmic scale: 1x is a small flame, 1000x, where everything
// fails at an objective of 99.9 %, the largest.
func flameShare(burn float64) float64 {
	if burn < 0.05 {
		return 0
	}
	return clamp(0.1+0.9*math.Log(1+burn)/math.Log(1001), 0, 1)
}

// flamePoint returns the foot of the flame: the end of what is left.
func (s *servicePicture) flamePoint() point {
	g := &s.layout.geo
	left := clamp(s.now.v[factBudget], 0, 1) * g.bar.w
	x := g.bar.x + left
	if g.rtl {
		x = g.bar.right() - left
	}
	return point{x, g.bar.y + g.bar.h*0.5}
}

// The error budget: a bar that burns away from its end.
func (s *servicePicture) drawBudget(p *painter, g *geometry) {
	b := g.bar
	radius := b.h / 2
	p.area(Box, ColorLine, 1, b, radius, 0)
	left := s.now.v[factBudget]
	if left < 0 {
		// Overspent: the empty bar is struck through.
		p.area(Hatch, ColorFail, 1, b.grow(-1), 0, max(1.5, b.h*0.22))
	}
	if width := clamp(left, 0, 1) * b.w; width > 0 {
		color := ColorOK
		switch {
		case left < 0.1:
			color = ColorFail
		case left < 0.3:
			color = ColorSlow
		}
		bar := box{b.x, b.y, max(width, b.h*0.7), b.h}
		if g.rtl {
			bar.x = b.right() - bar.w
		}
		p.area(Box, color, 1, bar, radius, 0)
	}
	// Quarters, so that what is left can be read without a number.
	for i := 1; i < 4; i++ {
		x := b.x + b.w*float64(i)/4
		p.stroke(ColorBg, 0.55, point{x, b.y + 1}, point{x, b.bottom() - 1}, 1.2)
	}
	s.drawFlame(p, g)
}

func (s *servicePicture) drawFlame(p *painter, g *geometry) {
	share := flameShare(s.now.v[factBurn])
	if share == 0 {
		return
	}
	foot := s.flamePoint()
	h := share * g.flame
	w := h * 0.72
	x := clamp(foot.x, g.bar.x+w*0.3, g.bar.right()-w*0.3)
	y := g.bar.bottom()
	flicker := func(size float64, c Color, alpha float32, offset float64) {
		turn := math.Mod(s.phase*1.7+offset, 1)
		if s.reduced {
			turn = 0
		}
		p.add(Shape{
			Kind: Flame, Color: c, Alpha: alpha, X: float32(x), Y: float32(y),
			W: float32(w * size), H: float32((h + g.bar.h) * size), A: float32(turn),
		})
	}
	flicker(1, ColorFail, 1, 0)
	flicker(0.58, ColorGlow, 1, 0.37)
	if s.reduced {
		return
	}
	// Sparks, the more the fiercer.
	n := int(share * 9)
	for i := range n {
		u := math.Mod(s.phase*(0.55+0.11*float64(i%3))+float64(i)*0.381, 1)
		dx := w * 0.5 * math.Sin(float64(i)*2.4+u*4)
		p.mark(Disc, ColorGlow, float32(0.9*(1-u)), float32(x+dx), float32(y-h*0.7-u*h*0.75), float32(clamp(h*0.06, 1.5, 3.5)))
	}
}
