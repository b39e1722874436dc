package scene

// Draw implements picture.
func (s *servicePicture) Draw(dst []Shape) []Shape {
	if !s.shown {
		return dst
	}
	p := painter{list: dst}
	g := &s.layout.geo
	s.drawPipes(&p, g)
	if s.reduced {
		s.drawStreams(&p, g)
	}
	s.drawBudget(&p, g)
	if !s.reduced {
		s.traffic.draw(&p, true)
	}
	s.drawGhost(&p, g)
	s.drawFleet(&p, g)
	s.drawCache(&p, g)
	s.drawDatabase(&p, g)
	if !s.reduced {
		s.traffic.draw(&p, false)
	}
	s.drawUsers(&p, g)
	s.drawBalancer(&p, g)
	s.drawSpill(&p, g)
	s.drawWarmUp(&p, g)
	if s.reduced {
		s.drawCounts(&p, g)
	}
	s.pulses.draw(&p, g.scale)
	return p.list
}

// painter collects shapes.
type painter struct{ list []Shape }

func (p *painter) add(s Shape) { p.list = append(p.list, s) }

// mark adds a small shape around a point.
func (p *painter) mark(k Kind, c Color, alpha float32, x, y, size float32) {
	p.list = append(p.list, Shape{Kind: k, Color: c, Alpha: alpha, X: x, Y: y, W: size, H: size})
}

// area adds a shape that fills a box.
func (p *painter) area(k Kind, c Color, alpha float32, b box, radius, line float64) {
	p.list = append(p.list, Shape{
		Kind: k, Color: c, Alpha: alpha,
		X: float32(b.cx()), Y: float32(b.cy()), W: float32(b.w), H: float32(b.h),
		R: float32(radius), Line: float32(line),
	})
}

// fill adds a shape that fills a box up to a share of it.
func (p *painter) fill(k Kind, c Color, alpha float32, b box, radius, share float64) {
	p.area(k, c, alpha, b, radius, 0)
	p.list[len(p.list)-1].A = float32(share)
}

// stroke adds a line between two points.
func (p *painter) stroke(c Color, alpha float32, a, b point, width float64) {
	p.list = append(p.list, Shape{
		Kind: Stroke, Color: c, Alpha: alpha, X: float32(a.x), Y: float32(a.y),
		W: float32(b.x - a.x), H: float32(b.y - a.y), Line: float32(width),
	})
}

// arc adds a part of a circle's line, from a turn over an extent.
func (p *painter) arc(c Color, alpha float32, b box, line, from, extent float64) {
	p.list = append(p.list, Shape{
		Kind: Arc, Color: c, Alpha: alpha, X: float32(b.cx()), Y: float32(b.cy()),
		W: float32(b.w), H: float32(b.h), Line: float32(line), A: float32(from), B: float32(extent),
	})
}

func (b box) grow(d float64) box { return box{b.x - d, b.y - d, b.w + 2*d, b.h + 2*d} }

// drawPipes draws the ways between the nodes.
func (s *servicePicture) drawPipes(p *painter, g *geometry) {
	width := 2 * g.lane
	for _, way := range [...][2]point{
		{g.users, g.fleetIn},
		{g.fleetOut, g.cache},
		{g.cache, point{g.drum.cx(), g.cache.y}},
	} {
		p.stroke(ColorLine, 0.6, way[0], way[1], width)
	}
}

// usersPerPerson is how many requests a second one of the small figures stands
// for.
const usersPerPerson = 250.0

func (s *servicePicture) drawUsers(p *painter, g *geometry) {
	size := float32(g.person)
	persons := min(s.now.v[factRate]/usersPerPerson, personsMax)
	for i := range g.persons {
		// The last one comes bit by bit.
		alpha := float32(clamp(persons-float64(i), 0, 1))
		if alpha < 0.08 {
			break
		}
		x, y := float32(g.persons[i].x), float32(g.persons[i].y)
		p.mark(Person, ColorText, 0.9*alpha, x, y, size*(0.7+0.3*alpha))
	}
}

func (s *servicePicture) drawBalancer(p *painter, g *geometry) {
	b := g.hexagon
	line := clamp(2*g.scale, 1.5, 3)
	p.area(Hexagon, ColorPanel, 1, b, 0, 0)
	p.area(HexagonLine, ColorAccent, 1, b, 0, line)
	// A fork: one way in, two out.
	r := b.w * 0.2
	c := point{b.cx(), b.cy()}
	ahead := func(a, side float64) point {
		switch {
		case g.upright:
			return point{c.x + side, c.y + a}
		case g.rtl:
			return point{c.x - a, c.y + side}
		default:
			return point{c.x + a, c.y + side}
		}
	}
	for _, to := range []point{ahead(-r*1.15, 0), ahead(r, -r), ahead(r, r)} {
		p.stroke(ColorAccent, 1, c, to, line)
	}
}

// looks are the mark, colour and size of each fate once it shows.
var looks = [fateCount]struct {
	kind  Kind
	color Color
	size  float32
}{
	Served:     {Disc, ColorOK, 1},
	Slow:       {Bead, ColorSlow, 1.75},
	TimedOut:   {Cross, ColorFail, 2},
	NoCapacity: {Square, ColorFail, 1.45},
	BadBuild:   {Triangle, ColorBad, 2.1},
	TurnedAway: {Ring, ColorShed, 1.7},
	drained:    {Drop, ColorOK, 1.7},
}

// draw draws the requests that are behind the fleet, or the others.
func (t *traffic) draw(p *painter, behind bool) {
	dot := float32(t.g.dot)
	for i := range t.count {
		r := &t.pool[i]
		if r.leg.hidden() || (r.leg == legOffPile) != behind {
			continue
		}
		x, y, alpha := r.at()
		if r.leg.asking() && !(r.fate == Slow && r.leg > legInFleet) {
			p.mark(Disc, ColorServed, alpha, x, y, dot*r.speed)
			continue
		}
		look := &looks[r.fate]
		p.mark(look.kind, look.color, alpha, x, y, dot*look.size)
	}
}
