package scene

import "math"

// Draw implements picture.
func (s *cdnPicture) Draw(dst []Shape) []Shape {
	if !s.shown {
		return dst
	}
	p := painter{list: dst}
	g := s.layout.cdn
	s.drawGuides(&p, g)
	for i := range g.sites {
		s.drawSite(&p, g, i)
	}
	for i := range g.pipes {
		s.drawPipe(&p, g, i)
	}
	s.drawAudience(&p, g)
	s.drawHeap(&p, g)
	for i := range g.pipes {
		s.drawSpill(&p, g, i)
	}
	s.flights.draw(&p, g)
	s.pulses.draw(&p, g.scale)
	return p.list
}

// guidesMax is how many pipes have their way from the audience drawn.
const guidesMax = 48

// drawGuides draws the ways from the audience to the pipes. To readers who asked
// for less motion they show, by their width, how many sessions want to start.
func (s *cdnPicture) drawGuides(p *painter, g *pipework) {
	if len(g.pipes) == 0 || len(g.pipes) > guidesMax {
		return
	}
	if g.upright {
		p.stroke(ColorLine, 1, point{g.trunk, g.gate.y}, point{g.trunk, g.pipes[len(g.pipes)-1].mouth.y - 8*g.scale}, 2*g.line)
	}
	for i := range g.pipes {
		s.drawGuide(p, g, g.pipes[i].mouth, ColorLine, max(1, g.line*0.8))
	}
	if !s.reduced {
		return
	}
	for k := range s.setup.Routes {
		r := &s.setup.Routes[k]
		if asks := s.now.networks[r.Network].arrivals * s.share(r); asks >= 0.5 {
			s.drawGuide(p, g, g.pipes[r.Link].mouth, ColorServed, clamp(0.16*math.Sqrt(asks), 1, 6)*g.scale)
		}
	}
}

// share returns which part of its network's sessions a route gets.
func (s *cdnPicture) share(r *Route) float64 {
	sum := 0.0
	for k := s.flights.first[r.Network]; k < s.flights.first[r.Network+1]; k++ {
		sum += s.setup.Routes[k].Weight * s.now.links[s.setup.Routes[k].Link].weight
	}
	if sum == 0 {
		return 0
	}
	return r.Weight * s.now.links[r.Link].weight / sum
}

func (s *cdnPicture) drawGuide(p *painter, g *pipework, mouth point, c Color, width float64) {
	from, vertical := g.gate, float32(0)
	if g.upright {
		from, vertical = point{g.trunk, max(g.gate.y, mouth.y-8*g.scale)}, 1
	}
	p.stroke(c, 1, from, mouth, width)
	bend := &p.list[len(p.list)-1]
	bend.Kind, bend.A = Bend, vertical
}

// drawAudience draws the figures: a network's are the larger, the more of its
// sessions play.
func (s *cdnPicture) drawAudience(p *painter, g *pipework) {
	full := 0.0
	for _, l := range s.setup.CDN.Links {
		full += l.CapacityBits / s.setup.BitrateBits
	}
	shown := min(len(s.now.networks), figuresMax)
	// A figure is as large as can be where a network has twice its even part of
	// what all links could carry.
	most := 1.5 * full / float64(max(1, shown*g.each))
	for n := range shown {
		sessions := 0.0
		for k := n; k < len(s.now.networks); k += figuresMax {
			sessions += s.now.networks[k].sessions
		}
		level := sessions / float64(g.each) / max(most, 1)
		for k := range g.each {
			// One after the other where a network has many of them.
			own := level
			if g.each >= 8 {
				own = clamp(level*float64(g.each)*1.5-float64(k), 0, 1)
			}
			size := g.person * clamp(math.Sqrt(own), 0, 1)
			if size < 1.5 {
				continue
			}
			at := g.people[n*g.each+k]
			p.mark(Person, ColorText, 0.9, float32(at.x), float32(at.y), float32(max(size, g.person*0.3)))
		}
	}
}

// drawHeap draws what waits.
func (s *cdnPicture) drawHeap(p *painter, g *pipework) {
	n := heapShown(s.waiting)
	if n == 0 {
		return
	}
	y := g.floor.bottom() + 1
	p.stroke(ColorLine, 1, point{g.floor.x + 2, y}, point{g.floor.right() - 2, y}, g.line)
	size := float32(min(g.dot*1.75, g.floor.w/5, g.floor.h/3))
	for i := range n {
		p.mark(Ring, ColorShed, 1, float32(g.heap[i].x), float32(g.heap[i].y), size)
	}
}

// drawSite draws a site's panel, and its servers filled by what its links carry.
func (s *cdnPicture) drawSite(p *painter, g *pipework, i int) {
	site := &g.sites[i]
	radius := min(10*g.scale, site.panel.h/3)
	p.area(Box, ColorPanel, 1, site.panel, radius, 0)
	p.area(Outline, ColorLine, 1, site.panel, radius, g.line)
	var carried, capacity float64
	for k := range g.pipes {
		if g.pipes[k].site == i {
			bits := s.setup.CDN.Links[k].CapacityBits
			carried += min(1, s.flows[k].fill.x) * (1 - s.flows[k].broken) * bits
			capacity += bits
		}
	}
	share := carried / max(capacity, 1)
	b := site.rack
	units := int(clamp(b.h/(b.w*0.62), 1, 14))
	pitch := b.h / float64(units)
	for k := range units {
		// From the bottom up.
		unit := box{b.x, b.bottom() - float64(k+1)*pitch + pitch*0.13, b.w, pitch * 0.74}
		p.area(Box, ColorLine, 1, unit, min(2, unit.h/3), 0)
		if lit := clamp(share*float64(units)-float64(k), 0, 1); lit > 0 {
			color := s.loadColor(share)
			p.fill(Gauge, color, 0.85, unit, min(2, unit.h/3), lit*g.ahead())
		}
	}
}

// loadColor returns the colour of a load: of one that overflows, of one that is
// clearly above the target, or of any other.
func (s *cdnPicture) loadColor(load float64) Color {
	switch {
	case load >= s.setup.OverloadLoad:
		return ColorFail
	case s.now.target > 0 && load > s.now.target+0.02:
		return ColorSlow
	}
	return ColorServed
}

// flightLooks are the mark, colour and size of what is outside of the pipes.
var flightLooks = [flightDone]struct {
	kind  Kind
	color Color
	size  float32
}{
	flightAsk:   {Disc, ColorServed, 1},
	flightEnter: {Disc, ColorServed, 1},
	flightAway:  {Ring, ColorShed, 1.75},
	flightHop:   {Ring, ColorShed, 1.75},
	flightWait:  {Ring, ColorShed, 1.75},
	flightMove:  {Bead, ColorText, 1.9},
	flightQuit:  {Cross, ColorFail, 2},
}

func (t *flights) draw(p *painter, g *pipework) {
	for i := range t.count {
		r := &t.pool[i]
		if r.kind == flightDone {
			continue
		}
		x, y, alpha := r.at()
		look := &flightLooks[r.kind]
		p.mark(look.kind, look.color, alpha, x, y, float32(g.dot)*look.size)
	}
}
