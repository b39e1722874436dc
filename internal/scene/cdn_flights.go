package scene

import "math"

// flightKind is what a session does outside of the pipes.
type flightKind uint8

const (
	flightAsk   flightKind = iota // from the audience to a link
	flightEnter                   // accepted: into the pipe
	flightAway                    // refused: back from the mouth
	flightHop                     // on to the next link
	flightWait                    // no link accepts: onto the heap
	flightMove                    // from one pipe to another
	flightQuit                    // gives up waiting
	flightDone
)

// flightsMax is the size of the pool.
const flightsMax = 420

// flight is one session on its way.
type flight struct {
	kind    flightKind
	network int16
	route   int16 // that it is on its way to, place in the list of routes
	tried   int16 // links that have refused it
	age     float32
	last    float32  // the leg's duration [s]
	way     [4]point // a cubic
}

// flights is the pool of sessions that are on their way between the audience and
// the pipes, and between the pipes.
type flights struct {
	dice  dice
	pool  [flightsMax]flight
	count int

	first            []int // of each network: its first route
	routes           []Route
	out, in          []float64 // of each link: how much of what crosses over leaves it, and comes to it
	sumOut, sumIn    float64
	asks, moves, due float64 // how many should have started by now
}

// layOut fits the flights to a new layout and takes all of them away.
func (t *flights) layOut(s *cdnPicture) {
	t.routes = s.setup.Routes
	t.first = make([]int, s.setup.CDN.Networks+1)
	for n := range s.setup.CDN.Networks {
		at := t.first[n]
		for at < len(t.routes) && t.routes[at].Network == n {
			at++
		}
		t.first[n+1] = at
	}
	t.out, t.in = make([]float64, len(s.flows)), make([]float64, len(s.flows))
	t.sumOut, t.sumIn = 0, 0
	t.clear()
}

func (t *flights) clear() { t.count, t.asks, t.moves, t.due = 0, 0, 0, 0 }

// perSecond returns how many of a step's sessions are shown in a second of real
// time, whatever the speed: on a stage of 752 x 476, 100 are 10, 1,000 are 31,
// and 7,000 are 84.
func (s *cdnPicture) perSecond(sessions float64) float64 {
	room := math.Sqrt(s.layout.Width * s.layout.Height / (752 * 476))
	return min(90, math.Sqrt(sessions)) * clamp(room, 0.5, 1.3)
}

// cross notes between which links sessions cross over in a step: they leave those
// that drop or are down, and come to those that grow.
func (t *flights) cross(a, b *cdnFacts) {
	t.sumOut, t.sumIn = 0, 0
	for i := range b.links {
		x, y := &a.links[i], &b.links[i]
		t.out[i] = x.drop * x.sessions
		if y.state == linkDown {
			t.out[i] += x.sessions
		}
		t.in[i] = 0
		if y.state == linkUp {
			t.in[i] = max(0, y.sessions-x.sessions)
		}
		t.sumOut += t.out[i]
		t.sumIn += t.in[i]
	}
	if t.sumIn > 0 {
		return
	}
	// More leave than come: those who cross over come to where they are taken.
	for i := range b.links {
		if y := &b.links[i]; y.state == linkUp && t.out[i] == 0 {
			t.in[i] = 1 - y.slowdown
			t.sumIn += t.in[i]
		}
	}
}

// fill shows the flights of a step that has been there for a while.
func (t *flights) fill(s *cdnPicture) {
	for n := int(s.perSecond(s.now.arrivals)); n > 0; n-- {
		t.ask(s, float32(t.dice.share()))
	}
}

// advance moves all that is on its way and lets more start.
func (t *flights) advance(s *cdnPicture, seconds float64) {
	for i := 0; i < t.count; {
		if t.move(s, &t.pool[i], float32(seconds)) {
			i++
		} else {
			t.count--
			t.pool[i] = t.pool[t.count]
		}
	}
	f := &s.now
	t.asks += s.perSecond(f.arrivals+f.refused) * seconds
	for ; t.asks >= 1; t.asks-- {
		t.ask(s, t.dice.share()*float32(seconds))
	}
	if t.sumOut > 0 && t.sumIn > 0 && f.moves >= 1 {
		t.moves += min(60, 1.6*s.perSecond(f.moves)) * seconds
		for ; t.moves >= 1; t.moves-- {
			t.crossOver(s)
		}
	}
	t.due += min(12, 2*math.Sqrt(f.givenUp)) * seconds
	for ; t.due >= 1; t.due-- {
		t.quit(s)
	}
}

// take returns a free place of the pool, or nil.
func (t *flights) take(kind flightKind) *flight {
	if t.count == flightsMax {
		return nil
	}
	r := &t.pool[t.count]
	t.count++
	*r = flight{kind: kind}
	return r
}

// ask lets one session leave the audience for a link, some of them those that
// wait.
func (t *flights) ask(s *cdnPicture, age float32) {
	n := t.network(s)
	route := t.choose(s, n, 0)
	if route < 0 {
		return
	}
	r := t.take(flightAsk)
	if r == nil {
		return
	}
	r.network, r.route = int16(n), int16(route)
	g := s.layout.cdn
	start := g.leave(float64(t.dice.between(-1, 1)))
	if f := &s.now; float64(t.dice.share())*(f.arrivals+f.refused) < f.refused {
		start = g.heap[int(t.dice.share()*float32(heapShown(s.waiting)))]
	}
	r.way = g.toMouth(start, t.mouth(s, route))
	r.last = t.dice.between(0.85, 1.15)
	t.move(s, r, age)
}

// network draws a network by its arrivals.
func (t *flights) network(s *cdnPicture) int {
	sum := 0.0
	for i := range s.now.networks {
		sum += s.now.networks[i].arrivals
	}
	at := float64(t.dice.share()) * sum
	for i := range s.now.networks {
		if at -= s.now.networks[i].arrivals; at < 0 {
			return i
		}
	}
	return int(t.dice.share() * float32(len(s.now.networks)))
}

// choose draws one of a network's links that are up and have not been tried, by
// weight. It returns -1 where there is none.
func (t *flights) choose(s *cdnPicture, network int, tried int16) int {
	weight := func(k int) float64 {
		if k-t.first[network] < 15 && tried&(1<<(k-t.first[network])) != 0 {
			return 0
		}
		l := &s.to.links[t.routes[k].Link]
		if l.state != linkUp {
			return 0
		}
		return t.routes[k].Weight * l.weight
	}
	sum := 0.0
	for k := t.first[network]; k < t.first[network+1]; k++ {
		sum += weight(k)
	}
	at := float64(t.dice.share()) * sum
	for k := t.first[network]; k < t.first[network+1]; k++ {
		if at -= weight(k); at < 0 {
			return k
		}
	}
	return -1
}

// mouth returns a place in the mouth of a route's link.
func (t *flights) mouth(s *cdnPicture, route int) point {
	p := &s.layout.cdn.pipes[t.routes[route].Link]
	return point{p.mouth.x, p.mouth.y + float64(t.dice.between(-0.5, 0.5))*max(0, p.h-s.layout.cdn.dot)}
}

// move lets a flight go on for a while. It returns false at the end of its way.
func (t *flights) move(s *cdnPicture, r *flight, seconds float32) bool {
	r.age += seconds
	for r.age >= r.last {
		r.age -= r.last
		t.next(s, r)
		if r.kind == flightDone {
			return false
		}
	}
	return true
}

// next starts the leg after the current one.
func (t *flights) next(s *cdnPicture, r *flight) {
	g := s.layout.cdn
	at := r.way[3]
	switch r.kind {
	case flightAsk, flightHop:
		link := t.routes[r.route].Link
		if l := &s.now.links[link]; l.state == linkUp && float64(t.dice.share()) >= l.slowdown {
			r.kind, r.last = flightEnter, 0.45
			r.way = line(at, g.along(&g.pipes[link], 0.09, at.y))
			return
		}
		if k := int(r.route) - t.first[r.network]; k < 15 {
			r.tried |= 1 << k
		}
		r.kind, r.last = flightAway, 0.5
		r.way = g.back(at, float64(t.dice.between(0.5, 1)), float64(t.dice.between(-1, 1)))
	case flightAway:
		if route := t.choose(s, int(r.network), r.tried); route >= 0 {
			r.kind, r.route, r.last = flightHop, int16(route), 0.6
			r.way = g.toMouth(at, t.mouth(s, route))
			return
		}
		r.kind, r.last = flightWait, 0.8
		r.way = g.toHeap(at, g.heap[max(0, heapShown(s.waiting)-1)])
	default:
		r.kind = flightDone
	}
}

// crossOver lets a session go over from one pipe to another.
func (t *flights) crossOver(s *cdnPicture) {
	from, to := t.pick(t.out, t.sumOut), t.pick(t.in, t.sumIn)
	if from == to {
		return
	}
	r := t.take(flightMove)
	if r == nil {
		return
	}
	g := s.layout.cdn
	lane := func(p *pipe) float64 { return p.cy() + float64(t.dice.between(-0.4, 0.4))*max(0, p.h-g.dot) }
	share := float64(t.dice.between(0.12, 0.5))
	a := g.along(&g.pipes[from], share, lane(&g.pipes[from]))
	b := g.along(&g.pipes[to], min(0.9, share+0.14), lane(&g.pipes[to]))
	r.way = [4]point{a, {a.x + (b.x-a.x)*0.7, a.y}, {a.x + (b.x-a.x)*0.3, b.y}, b}
	r.last = t.dice.between(0.6, 0.9)
}

// pick draws a place by its weight.
func (t *flights) pick(weights []float64, sum float64) int {
	at := float64(t.dice.share()) * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return 0
}

// quit lets a session leave the heap for good.
func (t *flights) quit(s *cdnPicture) {
	r := t.take(flightQuit)
	if r == nil {
		return
	}
	g := s.layout.cdn
	a := g.heap[int(t.dice.share()*float32(max(1, heapShown(s.waiting))))]
	side := float64(t.dice.between(-1, 1)) * g.floor.w * 0.3
	r.way = [4]point{a, {a.x + side*0.3, a.y - g.dot*5}, {a.x + side, a.y - g.dot*5}, {a.x + side*1.4, g.floor.bottom() + g.dot*2}}
	r.last = 1.1
}

// at returns where a flight is, and how visible.
func (r *flight) at() (x, y, alpha float32) {
	u := float64(r.age / r.last)
	if r.kind == flightAway {
		u = 1 - (1-u)*(1-u)
	}
	v := 1 - u
	a, b, c, d := v*v*v, 3*v*v*u, 3*v*u*u, u*u*u
	w := &r.way
	alpha = 1
	switch r.kind {
	case flightAsk:
		alpha = float32(min(1, u*6))
	case flightEnter, flightQuit:
		alpha = float32(min(1, 2.5*v))
	case flightMove:
		alpha = float32(min(1, u*6, v*6))
	}
	return float32(a*w[0].x + b*w[1].x + c*w[2].x + d*w[3].x), float32(a*w[0].y + b*w[1].y + c*w[2].y + d*w[3].y), alpha
}

// heapMax is how many sessions are shown to wait at most.
const heapMax = 72

// heapShown returns how many marks stand for so many sessions that wait: 10 are
// 4, 100 are 16, 1,000 are 65.
func heapShown(sessions float64) int {
	if sessions < 0.5 {
		return 0
	}
	return int(clamp(math.Ceil(0.9*math.Pow(sessions, 0.62)), 1, heapMax))
}
