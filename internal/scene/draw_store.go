package scene

import "math"

// The cache: the ring is the share of hits, the pool inside it the share of the
// hot set that is loaded.
func (s *servicePicture) drawCache(p *painter, g *geometry) {
	b := g.ring
	line := clamp(b.w*0.1, 3, 9)
	full := b.grow(-line * 0.5)
	p.area(Box, ColorPanel, 1, full, full.w/2, 0)
	pool := b.grow(-line * 1.7)
	p.area(Box, ColorRaised, 1, pool, pool.w/2, 0)
	p.fill(Pool, ColorOK, 0.5, pool, 0, s.now.v[factWarm])
	p.arc(ColorLine, 1, b, line, 0, 1)
	hit := s.now.v[factHit]
	color := ColorOK
	if hit < 0.4 {
		color = ColorSlow
	}
	if g.rtl {
		p.arc(color, 1, b, line, 1-hit, hit)
		return
	}
	p.arc(color, 1, b, line, 0, hit)
}

// The database: filled by its load. Past 100 % it stands in its own overflow.
func (s *servicePicture) drawDatabase(p *painter, g *geometry) {
	b := g.drum
	load := s.now.v[factDatabase]
	color := ColorOK
	switch {
	case load >= 1:
		color = ColorFail
	case load >= 0.7:
		color = ColorSlow
	}
	lid := b.w * 0.15
	line := clamp(2*g.scale, 1.4, 3)
	p.area(Drum, ColorPanel, 1, b, lid, 0)
	p.list[len(p.list)-1].A = 1
	inner := b.grow(-line - 1)
	p.fill(Drum, color, 0.66, inner, lid-1, clamp(load, 0, 1))
	p.area(DrumLine, color, 1, b, lid, line)
}

// drawSpill lets what the database cannot take run over its rim.
func (s *servicePicture) drawSpill(p *painter, g *geometry) {
	over := s.now.v[factDatabase] - 1
	if over <= 0 {
		return
	}
	b := g.drum
	share := clamp(over/1.2, 0.15, 1)
	lid := b.w * 0.15
	// It stands over the rim, runs down the outside, and drops.
	collar := box{b.x - 2, b.y - lid*(0.3+0.8*share), b.w + 4, lid * (3 + 1.1*share)}
	p.fill(Drum, ColorFail, 1, collar, lid*1.05, 1)
	width := clamp(b.w*0.1, 3, 8)
	for i, place := range [...]float64{-0.5, -0.27, 0.04, 0.3, 0.5} {
		x := b.cx() + place*(b.w+2)
		length := (b.h - 3*lid) * (0.2 + 0.7*share) * (0.62 + 0.38*math.Sin(float64(i)*2.1+1))
		if !s.reduced {
			length *= 1 + 0.12*math.Sin(s.phase*2+float64(i)*1.3)
		}
		p.stroke(ColorFail, 1, point{x, b.y + lid}, point{x, b.y + 2*lid + length}, width)
	}
	if s.reduced {
		return
	}
	for _, side := range [...]float64{-1, 1} {
		n := 2 + int(5*share)
		for i := range n {
			u := math.Mod(s.phase*0.9+float64(i)/float64(n)+side*0.13+2, 1)
			x := b.cx() + side*(b.w/2+3+0.2*b.w*u*(1+0.5*math.Sin(float64(i)*2.3)))
			y := b.y + lid + u*u*(b.h-lid+3)
			p.mark(Drop, ColorFail, float32(min(1, 4*u, 3*(1-u))), float32(x), float32(y), float32(clamp(b.w*0.15, 5, 12)))
		}
	}
}

// drawWarmUp shows the warm-up job: drops that are carried from the database to
// the cache, and its minutes left as an arc around the cache.
func (s *servicePicture) drawWarmUp(p *painter, g *geometry) {
	left := s.now.v[factWarmUpLeft]
	if left <= 0 {
		return
	}
	alpha := float32(min(1, left))
	gap := clamp(6*g.scale, 3.5, 10)
	around := g.ring.grow(gap)
	share := clamp(left/s.setup.WarmUpMinutes, 0, 1)
	p.arc(ColorAccent, alpha, around, clamp(2.5*g.scale, 2, 4), 1-share, share)
	from := point{g.drum.cx(), g.drum.y}
	to := point{g.ring.cx(), g.ring.y}
	lift := min(from.y, to.y) - clamp(46*g.scale, 16, 80)
	if g.upright {
		lift = min(from.y, to.y) - (min(from.y, to.y)-g.panel.bottom())*0.9
	}
	const n = 7
	for i := range n {
		u := math.Mod(s.phase*0.4+float64(i)/n, 1)
		if s.reduced {
			u = (float64(i) + 0.5) / n
		}
		v := 1 - u
		x := v*v*from.x + 2*u*v*(from.x+to.x)/2 + u*u*to.x
		y := v*v*from.y + 2*u*v*lift + u*u*to.y
		p.mark(Drop, ColorAccent, alpha*float32(min(1, 6*u, 6*v)), float32(x), float32(y), float32(g.dot*1.9))
	}
}
