package scene

import "math"

// tally is one fate as bars and counts.
type tally struct {
	fate  Fate
	share float64 // of all users' requests
}

// tallies returns the fates that do not end well, as shares of all requests.
func (s *servicePicture) tallies() [5]tally {
	f := &s.now
	admitted := 1 - f.v[factShed]
	good := max(0, 1-f.v[factNoCapacity]-f.v[factTimeout]-f.v[factBadBuild])
	return [5]tally{
		{NoCapacity, admitted * f.v[factNoCapacity]},
		{TimedOut, admitted * f.v[factTimeout]},
		{BadBuild, admitted * f.v[factBadBuild]},
		{Slow, admitted * good * f.slowShare(s.setup.P99TargetSeconds)},
		{TurnedAway, f.v[factShed]},
	}
}

// drawStreams shows the traffic to readers who asked for less motion: bars in
// the pipes, as thick as the rate is high.
func (s *servicePicture) drawStreams(p *painter, g *geometry) {
	f := &s.now
	admitted := f.v[factRate] * (1 - f.v[factShed])
	bar := func(a, b point, rate float64) {
		if rate > 0 {
			p.stroke(ColorServed, 0.9, a, b, clamp(2*g.lane*math.Pow(rate/6000, 0.6), 1.5, 1.8*g.lane))
		}
	}
	bar(g.users, g.balancer, f.v[factRate])
	bar(g.balancer, g.fleetIn, admitted)
	bar(g.fleetOut, g.cache, admitted)
	bar(g.cache, point{g.drum.cx(), g.cache.y}, admitted*(1-f.v[factHit]))
}

// drawCounts shows what becomes of the requests without motion: one row of marks
// for each fate that is not good. A row from end to end is all requests.
func (s *servicePicture) drawCounts(p *painter, g *geometry) {
	list := s.tallies()
	row := 0
	for _, c := range list[:4] {
		if s.drawTally(p, g, c, float64(row)) {
			row++
		}
	}
	s.drawTurnedAway(p, g, list[4].share)
}

// marksMax is how many marks stand for all requests at most.
const marksMax = 25

// marksOf returns how many of so many marks a share is, at least one where there
// is anything.
func marksOf(share float64, marks int) int {
	if share < 0.0005 {
		return 0
	}
	return max(1, int(math.Round(share*float64(marks))))
}

// drawTally draws the row of one fate, and tells whether there is anything in
// it.
func (s *servicePicture) drawTally(p *painter, g *geometry, c tally, row float64) bool {
	room := g.fallTo - g.fallFrom
	marks := min(marksMax, int(room/(g.dot*2)))
	n := marksOf(c.share, marks)
	if n == 0 {
		return false
	}
	top := g.panel.bottom() + 4
	height := min((g.bar.y-g.flame*0.3-top)/4, g.dot*3)
	y := top + (row+0.5)*height
	pitch := room / float64(marks)
	size := min(float64(looks[c.fate].size)*g.dot, pitch*0.92, height*0.95)
	p.stroke(ColorLine, 1, point{g.fallFrom, y}, point{g.fallTo, y}, 1.5)
	for i := range n {
		x := g.fallFrom + (float64(i)+0.5)*pitch
		if g.rtl {
			x = g.fallTo - (float64(i)+0.5)*pitch
		}
		p.mark(looks[c.fate].kind, looks[c.fate].color, 1, float32(x), float32(y), float32(size))
	}
	return true
}

// drawTurnedAway draws what was shed beside the balancer.
func (s *servicePicture) drawTurnedAway(p *painter, g *geometry, share float64) {
	n := marksOf(share, marksMax)
	const columns = 5
	pitch := g.dot * 2.1
	for i := range n {
		dx, dy := float64(i%columns-columns/2)*pitch, float64(i/columns)*pitch
		x, y := g.balancer.x+dx, g.hexagon.y-pitch-dy
		if g.upright {
			x, y = g.hexagon.x-pitch*1.5-float64(i/2)*pitch, g.shedTo.y+float64(i%2)*pitch-pitch/2
			if g.rtl {
				x = g.hexagon.right() + pitch*1.5 + float64(i/2)*pitch
			}
		}
		p.mark(Ring, ColorShed, 1, float32(x), float32(y), float32(g.dot*1.7))
	}
}
