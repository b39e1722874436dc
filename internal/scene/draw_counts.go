package scene

import "math"

// tally is one fate as bars and counts.
type tally struct {
	fate  Fate
	share float64 // of all users' requests
}

// tallies returns the fates that do not end well, as shares of all requests.
func (s *Stage) tallies() [5]tally {
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

// drawCounts is the traffic for readers who asked for less motion: the streams
// as bars whose thickness is their rate, and under the fleet one row of marks
// for each fate, a mark for every 2 % of the requests.
func (s *Stage) drawCounts(p *painter, g *geometry) {
	f := &s.now
	admitted := f.v[factRate] * (1 - f.v[factShed])
	bar := func(a, b point, rate float64) {
		if rate > 0 {
			p.stroke(ColorServed, 0.9, a, b, clamp(2*g.lane*math.Pow(rate/6000, 0.6), 1.5, 1.8*g.lane))
		}
	}
	bar(toward(g.users, g.balancer, g.lane), toward(g.balancer, g.users, g.hexagon.w/2+g.lane), f.v[factRate])
	bar(toward(g.balancer, g.fleetIn, g.hexagon.w/2+g.lane), toward(g.fleetIn, g.balancer, g.lane), admitted)
	edge := g.cacheEdge()
	bar(toward(g.fleetOut, edge, g.lane*0.6), toward(edge, g.fleetOut, g.lane*0.6), admitted)
	far := point{g.ring.right(), g.cache.y}
	if g.rtl {
		far.x = g.ring.x
	}
	bar(toward(far, g.database, g.lane*0.6), toward(g.database, far, g.lane*0.6), admitted*(1-f.v[factHit]))

	list := s.tallies()
	for _, c := range list[:4] {
		s.drawTally(p, g, c)
	}
	s.drawTurnedAway(p, g, list[4].share)
}

// toward returns the point that lies d px from a on the way to b, at most half
// of it.
func toward(a, b point, d float64) point {
	length := dist(a, b)
	if length == 0 {
		return a
	}
	t := min(d/length, 0.5)
	return point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t}
}

// perMark is the share of requests that one mark of a tally stands for.
const perMark = 0.02

func marksOf(share float64) int {
	if share < 0.0005 {
		return 0
	}
	return max(1, int(math.Round(share/perMark)))
}

func (s *Stage) drawTally(p *painter, g *geometry, c tally) {
	n := marksOf(c.share)
	if n == 0 {
		return
	}
	row := map[Fate]float64{NoCapacity: 0, TimedOut: 1, BadBuild: 2, Slow: 3}[c.fate]
	top := g.panel.bottom() + 4
	pitchY := min((g.bar.y-top)/4.2, g.dot*2.8)
	y := top + (row+0.6)*pitchY
	room := g.fallTo - g.fallFrom
	pitch := min(g.dot*2.4, room/26)
	size := min(float64(looks[c.fate].size)*g.dot, pitch*0.92, pitchY*0.95)
	for i := range min(n, 25) {
		x := g.fallFrom + (float64(i)+0.5)*pitch
		if g.rtl {
			x = g.fallTo - (float64(i)+0.5)*pitch
		}
		p.mark(looks[c.fate].kind, looks[c.fate].color, 1, float32(x), float32(y), float32(size))
	}
}

func (s *Stage) drawTurnedAway(p *painter, g *geometry, share float64) {
	n := min(marksOf(share), 25)
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
