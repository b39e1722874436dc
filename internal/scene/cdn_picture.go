package scene

import (
	"math"
	"slices"
)

// cdnPicture is the living picture of the CDN world. Nothing in it grows with
// the audience: streams are computed from where they stand in their pipe, and
// what is on its way between pipes comes from a pool of fixed size.
type cdnPicture struct {
	setup  Setup
	layout Layout
	tempo

	sources       cdnSources
	from, to, now cdnFacts
	next          cdnFacts // scratch of Show
	pace          float64  // simulated minutes a real second

	flows   []flow // by link
	waiting float64
	spacing float64 // of the streams in a pipe [px]
	flights flights
	pulses  pulses
}

// flow is what moves in one pipe.
type flow struct {
	fill    spring  // shown load
	ghost   spring  // measured load, where the true one is shown
	gate    float64 // how far it is shut: the shown slowdown
	broken  float64 // 0 whole .. 1 down
	hatched float64 // 0 in use .. 1 draining
	streams float64 // shown
	way     float64 // that the streams have gone, lengths of the pipe
}

func newCDNPicture() *cdnPicture {
	s := &cdnPicture{}
	s.flights.dice = 0x6c078965
	s.SetUp(Setup{World: WorldCDN})
	return s
}

// SetUp implements picture.
func (s *cdnPicture) SetUp(setup Setup) {
	before := s.setup.CDN
	s.setup = setup
	s.setup.complete()
	s.layout = CDN(s.setup.Size, s.setup.CDN)
	s.sources = findCDNSources(&s.setup)
	if !s.shown || !slices.Equal(before.Links, s.setup.CDN.Links) || before.Networks != s.setup.CDN.Networks {
		links, networks := len(s.setup.CDN.Links), s.setup.CDN.Networks
		s.from, s.to = newCDNFacts(links, networks), newCDNFacts(links, networks)
		s.now, s.next = newCDNFacts(links, networks), newCDNFacts(links, networks)
		s.flows = make([]flow, links)
		s.shown = false
	}
	s.spacing = s.layout.cdn.spacing()
	s.pulses.clear()
	s.flights.layOut(s)
	if s.shown {
		s.land()
	}
}

// complete fills in what the page did not say, and takes out what cannot be.
func (u *Setup) complete() {
	if u.BitrateBits <= 0 || math.IsNaN(u.BitrateBits) {
		u.BitrateBits = 4e6
	}
	if !(u.OverloadLoad > 0 && u.OverloadLoad < 1) {
		u.OverloadLoad = 0.95
	}
	u.CDN.Links = u.CDN.Links[:min(len(u.CDN.Links), linksMax)]
	u.CDN.Networks = int(clamp(float64(u.CDN.Networks), 1, networksMax))
	u.Routes = slices.DeleteFunc(slices.Clone(u.Routes), func(r Route) bool {
		return r.Network < 0 || r.Network >= u.CDN.Networks || r.Link < 0 || r.Link >= len(u.CDN.Links) || !(r.Weight > 0)
	})
	if len(u.Routes) == 0 {
		// All links for one network, by what they can carry.
		u.CDN.Networks = 1
		for i, l := range u.CDN.Links {
			u.Routes = append(u.Routes, Route{0, i, max(l.CapacityBits, 1)})
		}
	}
	slices.SortStableFunc(u.Routes, func(a, b Route) int { return a.Network - b.Network })
}

// networksMax is more networks than any scenario has.
const networksMax = 512

// Reduce implements picture: no streams and nothing on its way, but gates, heaps
// and counts.
func (s *cdnPicture) Reduce(reduced bool) {
	if reduced == s.reduced {
		return
	}
	s.reduced = reduced
	s.flights.clear()
	if s.shown {
		s.land()
	}
}

// Show implements picture.
func (s *cdnPicture) Show(values []float64, seconds float64, running bool) {
	s.sources.read(&s.next, values)
	if s.shown && s.next.equal(&s.to) {
		s.again(running)
		return
	}
	if s.jumps(seconds) {
		s.running = running
		s.to.copyFrom(&s.next)
		s.from.copyFrom(&s.next)
		s.now.copyFrom(&s.next)
		s.arrive()
		s.pulses.clear()
		s.land()
		return
	}
	s.catchUp()
	s.notice(&s.to, &s.next)
	s.flights.cross(&s.to, &s.next)
	s.pace = clamp((s.next.minute-s.to.minute)/seconds, 0.5, 16)
	s.from.copyFrom(&s.now)
	s.to.copyFrom(&s.next)
	s.begin(seconds, running)
}

// catchUp lets the time pass that the latest snapshot still had: where frames are
// rare, the fills would fall behind the numbers beside them.
func (s *cdnPicture) catchUp() {
	if lost := s.span - s.elapsed; lost > 0 && s.running {
		s.now.copyFrom(&s.to)
		for i := range s.flows {
			s.flow(i, lost, false)
		}
	}
}

// land shows a step as if it had been there for a while.
func (s *cdnPicture) land() {
	for i := range s.flows {
		f, l := &s.flows[i], &s.now.links[i]
		way := f.way
		*f = flow{gate: l.slowdown, streams: s.streams(i), way: way}
		f.fill.x, f.ghost.x = s.load(l), l.measured
		f.broken, f.hatched = states(l)
	}
	s.waiting = s.now.refused
	s.flights.clear()
	if !s.reduced {
		s.flights.fill(s)
	}
}

// load returns the load that is shown as the fill of a pipe.
func (s *cdnPicture) load(l *linkFacts) float64 {
	if s.setup.Truth {
		return l.load
	}
	return l.measured
}

// states returns whether a link is down and whether it drains, 0 or 1 each.
func states(l *linkFacts) (broken, hatched float64) {
	switch l.state {
	case linkDown:
		return 1, 0
	case linkDraining:
		return 0, 1
	}
	return 0, 0
}

// notice lets a ring spread from what has just happened.
func (s *cdnPicture) notice(a, b *cdnFacts) {
	g := s.layout.cdn
	for i := range b.links {
		x, y := &a.links[i], &b.links[i]
		switch {
		case x.state != linkDown && y.state == linkDown:
			s.pulses.start(g.pipes[i].box, false, ColorFail)
		case x.state == linkDown && y.state != linkDown:
			s.pulses.start(g.pipes[i].box, false, ColorOK)
		case x.state == linkUp && y.state == linkDraining:
			s.pulses.start(g.pipes[i].box, false, ColorBoot)
		}
	}
}

// Advance implements picture.
func (s *cdnPicture) Advance(seconds float64) {
	if !s.shown || seconds <= 0 || s.Settled() {
		return
	}
	if share := s.pass(seconds); share < 1 {
		s.now.blend(&s.from, &s.to, share)
	} else {
		s.now.copyFrom(&s.to)
	}
	moving := s.moving()
	for i := range s.flows {
		s.flow(i, seconds, moving)
	}
	s.waiting += (s.now.refused - s.waiting) * min(1, seconds*s.stiffness()/2)
	if math.Abs(s.waiting-s.now.refused) < 0.5 {
		s.waiting = s.now.refused
	}
	if moving {
		s.phase = math.Mod(s.phase+seconds, 3600)
		s.flights.advance(s, seconds)
	}
	s.stop()
	s.pulses.advance(float32(seconds))
}

// stiffness returns how fast what is shown follows the numbers [1/s]. The
// routers' figures come once in a simulated minute: at 1x the fills take about a
// second to follow, and so they swing without a stop.
func (s *cdnPicture) stiffness() float64 { return clamp(6.5*s.pace, 5, 30) }

// flow lets real time pass in one pipe.
func (s *cdnPicture) flow(i int, seconds float64, moving bool) {
	f, l := &s.flows[i], &s.now.links[i]
	f.fill.follow(s.load(l), seconds, s.stiffness())
	f.ghost.follow(l.measured, seconds, s.stiffness())
	step := seconds * s.stiffness() / 2
	f.gate = approach64(f.gate, l.slowdown, step)
	broken, hatched := states(l)
	f.broken = approach64(f.broken, broken, seconds*3)
	f.hatched = approach64(f.hatched, hatched, seconds*3)
	f.streams = approach64(f.streams, s.streams(i), max(4, f.streams)*step/2)
	if moving {
		// Streams crawl where the link is full.
		f.way += seconds * (0.16 - 0.1*clamp((f.fill.x-0.9)/0.15, 0, 1))
	}
}

// Settled implements picture.
func (s *cdnPicture) Settled() bool {
	if !s.shown {
		return true
	}
	if s.moving() || s.elapsed < s.span || s.pulses.on() || s.waiting != s.now.refused {
		return false
	}
	for i := range s.flows {
		f, l := &s.flows[i], &s.to.links[i]
		broken, hatched := states(l)
		if f.fill != (spring{x: s.load(l)}) || f.ghost != (spring{x: l.measured}) || f.gate != l.slowdown ||
			f.broken != broken || f.hatched != hatched || f.streams != s.streams(i) {
			return false
		}
	}
	return true
}

// streamsMax is how many streams move in all pipes at most.
const streamsMax = 900

// spacing returns how far from each other the streams of full pipes are, so that
// there are never too many.
func (g *pipework) spacing() float64 {
	area := 0.0
	for i := range g.pipes {
		area += g.pipes[i].w * max(g.pipes[i].h, 9)
	}
	return max(3.1*g.dot, math.Sqrt(area*1.5/streamsMax))
}

// streams returns how many streams move in a pipe: as dense as its sessions ask
// for what it can carry.
func (s *cdnPicture) streams(i int) float64 {
	p := &s.layout.cdn.pipes[i]
	full := s.setup.CDN.Links[i].CapacityBits / s.setup.BitrateBits
	share := clamp(s.now.links[i].sessions/max(full, 1), 0, 1.5)
	return share * p.w * max(p.h, 9) / (s.spacing * s.spacing)
}

// spring is a value that follows another without overshooting, and whose speed
// does not jump (a critically damped oscillator, integrated exactly).
type spring struct{ x, v float64 }

func (s *spring) follow(target, seconds, stiffness float64) {
	decay := math.Exp(-stiffness * seconds)
	gap := s.x - target
	push := (s.v + stiffness*gap) * seconds
	s.v = (s.v - stiffness*push) * decay
	s.x = target + (gap+push)*decay
	if math.Abs(s.x-target) < 2e-4 && math.Abs(s.v) < 2e-3 {
		s.x, s.v = target, 0
	}
}

func approach64(v, target, step float64) float64 {
	if v < target {
		return min(target, v+step)
	}
	return max(target, v-step)
}
