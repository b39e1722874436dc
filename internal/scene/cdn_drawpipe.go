package scene

import "math"

// span returns the part of a pipe between two shares of its length.
func (g *pipework) span(p *pipe, from, to float64) box {
	b := box{p.x + from*p.w, p.y, (to - from) * p.w, p.h}
	if g.rtl {
		b.x = p.right() - to*p.w
	}
	return b
}

// drawPipe draws a link: its length is its capacity, its fill the load.
func (s *cdnPicture) drawPipe(p *painter, g *pipework, i int) {
	pipe, f := &g.pipes[i], &s.flows[i]
	// It ends in a socket of its site.
	socket := box{pipe.x + pipe.w, pipe.cy() - pipe.h*0.35, 5 * g.scale, pipe.h * 0.7}
	if g.rtl {
		socket.x = pipe.x - socket.w
	}
	p.area(Box, ColorLine, 1, socket, min(2, socket.h/2), 0)
	if f.broken >= 0.5 {
		s.drawBroken(p, g, pipe)
		return
	}
	p.area(Box, ColorPanel, 1, pipe.box, pipe.radius, 0)
	s.drawFill(p, g, pipe, f)
	if !s.reduced {
		s.drawStreams(p, g, i)
	}
	s.drawMarks(p, g, pipe, i)
	edge := ColorLine
	if f.fill.x >= s.setup.OverloadLoad {
		edge = ColorFail
	}
	if f.hatched > 0 {
		p.area(Hatch, ColorBoot, 0.55*float32(f.hatched), pipe.box, 0, clamp(pipe.h*0.08, 1.2, 3))
		p.area(Dashed, ColorBoot, float32(f.hatched), pipe.box, pipe.radius, g.line)
	} else {
		p.area(Outline, edge, 1, pipe.box, pipe.radius, g.line)
	}
	s.drawGate(p, g, pipe, f)
	if s.reduced {
		s.drawDropped(p, g, pipe, s.now.links[i].drop)
	}
}

// drawFill draws the load, and what lies beyond overload.
func (s *cdnPicture) drawFill(p *painter, g *pipework, pipe *pipe, f *flow) {
	inner := pipe.box.grow(-min(g.line, pipe.h*0.2))
	load := clamp(f.fill.x, 0, 1)
	color := s.loadColor(f.fill.x)
	if load > 0.002 {
		p.fill(Gauge, color, 0.45, inner, max(0, pipe.radius-g.line), load*g.ahead())
	}
	zone := g.span(pipe, s.setup.OverloadLoad, 1)
	if f.fill.x >= s.setup.OverloadLoad {
		p.area(Box, ColorFail, 0.5, zone, min(pipe.radius, zone.w/2), 0)
	}
	p.area(Hatch, ColorMuted, 0.5, zone, 0, 1)
	p.stroke(ColorMuted, 0.6, point{g.along(pipe, s.setup.OverloadLoad, 0).x, pipe.y}, point{g.along(pipe, s.setup.OverloadLoad, 0).x, pipe.bottom()}, 1)
}

// drawMarks draws the front of the fill, as bright as the figure is new, the
// target, and where the true load is shown the measured one.
func (s *cdnPicture) drawMarks(p *painter, g *pipework, pipe *pipe, i int) {
	f := &s.flows[i]
	line := func(share, over, width float64, c Color, alpha float32) {
		x := g.along(pipe, clamp(share, 0, 1), 0).x
		p.stroke(c, alpha, point{x, pipe.y - over}, point{x, pipe.bottom() + over}, width)
	}
	fresh := 1 - 0.6*clamp(s.now.links[i].age/80, 0, 1)
	if s.setup.Truth {
		fresh = 1
	}
	if f.fill.x > 0.01 {
		line(f.fill.x, -g.line, clamp(pipe.h*0.12, 1.6, 4), s.loadColor(f.fill.x), float32(fresh))
	}
	over := min(3.5, (pipe.slot.h-pipe.h)*0.35)
	if s.now.target > 0 {
		line(s.now.target, over, clamp(1.6*g.scale, 1.4, 2.6), ColorAccent, 1)
	}
	if s.setup.Truth {
		line(f.ghost.x, 0, clamp(1.6*g.scale, 1.4, 2.6), ColorText, 0.9)
		at := g.along(pipe, clamp(f.ghost.x, 0, 1), pipe.cy())
		p.mark(Ring, ColorText, 0.9, float32(at.x), float32(at.y), float32(clamp(pipe.h*0.6, 5, 12)))
	}
}

// drawGate draws the gate in a pipe's mouth: two jaws, shut as far as the link
// refuses new sessions.
func (s *cdnPicture) drawGate(p *painter, g *pipework, pipe *pipe, f *flow) {
	width := clamp(pipe.h*0.16, 3, 9)
	x := g.along(pipe, 0, 0).x - width/2
	post := min(2.5, (pipe.slot.h-pipe.h)*0.3)
	jaw := post + pipe.h/2*f.gate
	for _, b := range [...]box{{x, pipe.y - post, width, jaw}, {x, pipe.bottom() + post - jaw, width, jaw}} {
		p.area(Box, ColorShed, 1, b, min(1.5, width/3), 0)
	}
}

// drawStreams draws the sessions that play: as many as there are, evenly over the
// pipe, and stalled where it overflows.
func (s *cdnPicture) drawStreams(p *painter, g *pipework, i int) {
	pipe, f := &g.pipes[i], &s.flows[i]
	size := min(g.dot, pipe.h*0.62)
	if size < 1 {
		return
	}
	stalled := clamp((f.fill.x-s.setup.OverloadLoad)/0.08, 0, 1)
	n := int(math.Ceil(f.streams))
	for j := range n {
		k := float64(j)
		// Points of low discrepancy: any number of them is spread evenly.
		place, lane, own := fraction((k+0.4*float64(i))*0.6180339887), fraction(k*0.7548776662+0.3), fraction(k*0.5698402909)
		u := fraction(place + f.way*(0.86+0.28*own))
		at := g.along(pipe, u, pipe.cy()+(lane-0.5)*max(0, pipe.h-1.6*size))
		alpha := float32(min(1, 14*u, 14*(1-u), f.streams-k))
		kind, color, scale := Disc, ColorServed, 1.0
		if own < stalled {
			kind, color, scale = Bead, ColorSlow, 1.6
		}
		p.mark(kind, color, alpha, float32(at.x), float32(at.y), float32(min(size*scale, pipe.h*0.9)))
	}
}

func fraction(v float64) float64 { return v - math.Floor(v) }

// drawBroken draws a pipe that is down: two ends that do not meet.
func (s *cdnPicture) drawBroken(p *painter, g *pipework, pipe *pipe) {
	for _, half := range [...]struct{ from, to, torn float64 }{{0, 0.42, 1}, {0.58, 1, -1}} {
		b := g.span(pipe, half.from, half.to)
		torn := float32(half.torn * g.ahead())
		p.area(Torn, ColorPanel, 1, b, pipe.radius, 0)
		p.list[len(p.list)-1].A = torn
		p.area(Torn, ColorFail, 0.9, b, pipe.radius, g.line)
		p.list[len(p.list)-1].A = torn
	}
	at := g.along(pipe, 0.5, pipe.cy())
	p.mark(Cross, ColorFail, 1, float32(at.x), float32(at.y), float32(clamp(pipe.h*0.7, 7, 26)))
}

// drawSpill lets what a link cannot take run out of its mouth.
func (s *cdnPicture) drawSpill(p *painter, g *pipework, i int) {
	pipe, f := &g.pipes[i], &s.flows[i]
	if f.fill.x < s.setup.OverloadLoad || f.broken >= 0.5 {
		return
	}
	share := clamp((f.fill.x-s.setup.OverloadLoad)/0.1, 0.1, 1)
	width := clamp(pipe.h*0.22, 4, 14)
	x := pipe.mouth.x - g.ahead()*width*0.9
	swell := 2 + 4*share*g.scale
	p.area(Box, ColorFail, 1, centred(x, pipe.cy(), width, pipe.h+2*swell), width/2, 0)
	n := 2 + int(4*share)
	size := clamp(g.dot*1.7, 5, 12)
	for k := range n {
		u := fraction(s.phase*0.8 + float64(k)/float64(n) + float64(i)*0.37)
		if s.reduced {
			u = (float64(k) + 0.5) / float64(n)
		}
		dx := g.ahead() * (width*0.4 + (6+10*fraction(float64(k)*0.618))*g.scale*u)
		y := pipe.cy() + pipe.h*0.4 + u*u*(pipe.h*0.4+26*g.scale)
		p.mark(Drop, ColorFail, float32(min(1, 5*u, 3*(1-u))), float32(x-dx), float32(y), float32(size))
	}
}

// dropMost is a drop that shows as all of its marks: a tenth of the sessions in a
// step.
const dropMost = 0.1

// drawDropped shows to readers who asked for less motion how many sessions a link
// offers elsewhere.
func (s *cdnPicture) drawDropped(p *painter, g *pipework, pipe *pipe, drop float64) {
	const marks = 5
	n := marksOf(min(1, drop/dropMost), marks)
	size := clamp(pipe.h*0.5, 4, g.dot*1.9)
	for k := range n {
		at := g.along(pipe, 0.06, pipe.cy())
		p.mark(Bead, ColorText, 1, float32(at.x+g.ahead()*float64(k)*size*1.25), float32(at.y), float32(size))
	}
}
