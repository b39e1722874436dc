package scene

import "math"

func (s *servicePicture) drawFleet(p *painter, g *geometry) {
	p.area(Box, ColorPanel, 1, g.panel, g.corner, 0)
	line := clamp(1.6*g.scale, 1, 2.4)
	edge := ColorLine
	if s.now.v[factUtilization] >= 0.98 {
		edge = ColorFail
	}
	p.area(Outline, edge, 1, g.panel, g.corner, line)
	for i := range g.tiles {
		s.drawTile(p, g.tiles[i], i, line)
	}
}

func (s *servicePicture) drawTile(p *painter, b box, i int, line float64) {
	t := &s.tiles[i]
	radius := max(1.5, b.w*0.19)
	if left := s.now.boot[i]; t.live < 1 && left > 0 {
		s.drawBooting(p, b, radius, line, left)
		return
	}
	if t.live < 1 {
		p.area(Outline, ColorLine, 0.75*(1-t.live), b, radius, max(1, line*0.75))
	}
	if t.live == 0 {
		return
	}
	use := s.tileUse(i)
	color := ColorServed
	switch {
	case use >= 0.97:
		color = ColorFail
	case use >= 0.85:
		color = ColorSlow
	}
	p.area(Box, ColorBg, t.live, b, radius, 0)
	inner := b.grow(-line - max(1, b.w*0.05))
	p.fill(Level, color, 0.78*t.live*(1-t.bad), inner, max(1, radius-line), use)
	edge := color
	if t.bad > 0 {
		edge = ColorBad
		p.fill(Level, ColorBad, 0.5*t.bad, inner, max(1, radius-line), use)
		p.area(Hatch, ColorBad, t.bad, inner, 0, max(1.4, b.w*0.07))
	}
	p.area(Outline, edge, t.live, b, radius, line)
	if t.flash > 0 {
		grow := float64(1-t.flash) * b.w * 0.3
		p.area(Outline, t.color, t.flash, b.grow(1+grow), radius+grow, line*1.6)
	}
}

// drawBooting shows an instance that starts: dashes, and what is left of its
// minutes as an arc.
func (s *servicePicture) drawBooting(p *painter, b box, radius, line, left float64) {
	p.area(Dashed, ColorBoot, 1, b, radius, line)
	share := clamp(left/s.setup.BootMinutes, 0, 1)
	size := b.w * 0.56
	p.arc(ColorLine, 1, centred(b.cx(), b.cy(), size, size), max(1.6, b.w*0.1), 0, 1)
	p.arc(ColorBoot, 1, centred(b.cx(), b.cy(), size, size), max(1.6, b.w*0.1), 1-share, share)
}

// tileUse returns how busy a tile is shown: around the fleet's utilization, each
// a little different, none where all are idle or all are full.
func (s *servicePicture) tileUse(i int) float64 {
	use := s.now.v[factUtilization]
	t := &s.tiles[i]
	sway := float64(t.bias) + 0.5*math.Sin(s.phase*(0.9+0.3*float64(t.bias))+float64(i)*1.7)
	return clamp(use+0.28*use*(1-use)*sway, 0, 1)
}

// drawGhost shows the second fleet of a rollback: as large as the first one, it
// stands behind it and looks out over its edge as a row of small tiles. They
// fill one after the other while its minutes pass.
func (s *servicePicture) drawGhost(p *painter, g *geometry) {
	left := s.now.v[factRollbackLeft]
	if left <= 0 {
		return
	}
	alpha := float32(min(1, left))
	done := clamp(1-left/s.setup.RollbackMinutes, 0, 1)
	b := g.panel
	b.y -= g.ghost
	b.x += g.ghost * 0.5
	if g.rtl {
		b.x -= g.ghost
	}
	line := clamp(1.6*g.scale, 1, 2.4)
	p.area(Box, ColorRaised, alpha, b, g.corner, 0)
	p.area(Dashed, ColorAccent, alpha, b, g.corner, line)
	n := int(clamp(math.Round(s.now.v[factServing]), 1, tilesMax))
	room := b.w - 2*g.corner
	pitch := min(room/float64(n), g.ghost*1.1)
	size := min(pitch*0.74, g.ghost-2*line-2)
	x := b.x + g.corner + pitch/2
	if g.rtl {
		x, pitch = b.right()-g.corner-pitch/2, -pitch
	}
	for i := range n {
		tile := centred(x+float64(i)*pitch, b.y+line+(g.ghost-line)/2, size, size)
		ready := clamp(done*float64(n)-float64(i), 0, 1)
		p.area(Box, ColorAccent, alpha*float32(0.25+0.75*ready), tile, size*0.22, 0)
	}
}
