package scene

import "math"

// Fate is what becomes of a request.
type Fate uint8

// The fates of requests.
const (
	Served     Fate = iota // answered in time
	Slow                   // answered, later than the target
	TimedOut               // waited too long
	NoCapacity             // found no worker
	BadBuild               // failed by the bad build
	TurnedAway             // shed at the balancer
	drained                // no request: what a flush washes out of the cache
	fateCount
)

// requestsMax is the size of the pool. Some places are kept for what is not a
// request.
const (
	requestsMax = 1536
	requestsCap = 1400
	pileMax     = 72
)

// request is one moving dot.
type request struct {
	fate  Fate
	leg   leg
	miss  bool
	slot  int16   // place in the pile, or -1
	lane  float32 // distance from the middle of the pipe [px]
	speed float32 // its own, about 1
	age   float32 // since the leg's start, in the leg's own time [s]
	last  float32 // the leg's duration [s]

	x0, y0, x1, y1 float32 // the leg's ends
}

// traffic is the pool of requests that are on their way.
type traffic struct {
	g       *geometry
	dice    dice
	pool    [requestsMax]request
	count   int
	due     float64          // requests that should have left the users by now
	left    [fateCount]int64 // requests that have left, by fate
	taken   [pileMax]bool
	slots   [pileMax]point
	pixels  float32 // speed in a healthy system [px/s]
	transit float64 // mean time from the users and back in a healthy system [s]
	flame   point   // where failed requests fall to
	tilesOn int     // tiles with the bad build
	slower  float32 // how much longer a query takes than in an idle database
}

// layOut fits the traffic to a new layout and takes what is on its way away.
func (t *traffic) layOut(g *geometry) {
	t.g = g
	t.clear()
	way := dist(g.users, g.balancer) + dist(g.balancer, g.fleetIn) + dist(g.fleetOut, g.cache) + dist(g.cache, g.database)
	t.pixels = float32(max(way/3, 20))
	t.transit = 2*way/float64(t.pixels) + 1
	t.laySlots()
	t.flame = point{g.bar.right(), g.bar.y}
}

// laySlots arranges the pile in front of the fleet: the nearest places to its
// entry are taken first.
func (t *traffic) laySlots() {
	g := t.g
	pitch := g.dot * 1.7
	n := 0
	for ring := 1; n < pileMax; ring++ {
		places := 3*ring - 2
		r := pitch * (float64(ring) - 0.35)
		for k := 0; k < places && n < pileMax; k++ {
			// From the middle outwards, in turns to both sides.
			turn := float64((k+1)/2) / max(1, float64(places/2)) * 1.45
			if k%2 == 1 {
				turn = -turn
			}
			t.slots[n] = g.beforeFleet(r*math.Cos(turn), r*math.Sin(turn))
			n++
		}
	}
}

// beforeFleet returns the point at a distance before the fleet's entry and to
// its side.
func (g *geometry) beforeFleet(back, side float64) point {
	switch {
	case g.upright:
		return point{g.fleetIn.x + side, g.fleetIn.y - back}
	case g.rtl:
		return point{g.fleetIn.x + back, g.fleetIn.y + side}
	default:
		return point{g.fleetIn.x - back, g.fleetIn.y + side}
	}
}

func dist(a, b point) float64 { return math.Hypot(b.x-a.x, b.y-a.y) }

func (t *traffic) clear() {
	t.count, t.due = 0, 0
	t.taken = [pileMax]bool{}
}

// perSecond returns how many dots leave the users in a second. It grows with the
// 0.7th power of the requests: 1,000/s are 24 dots, 5,000/s are 74. Where that
// would be more dots than the pool holds at the pace of a slow system, fewer
// leave, and all fates keep their shares.
func (t *traffic) perSecond(f *facts, pace float64) float64 {
	dots := 24 * math.Pow(f.v[factRate]/1000, 0.7)
	return min(dots, requestsCap/(t.transit/pace))
}

// fill shows the traffic of a system that has been like this for a while.
func (t *traffic) fill(f *facts, target float64) {
	t.clear()
	pace := f.pace()
	t.prepare(f)
	period := t.transit/pace + 1
	n := int(t.perSecond(f, pace) * period)
	for range n {
		age := float32(t.dice.share()) * float32(period)
		if r := t.emit(f, target); r != nil {
			if !t.move(r, age, float32(pace)) {
				t.drop(t.count - 1)
			}
		}
	}
}

// prepare takes what the legs of this frame depend on from the facts.
func (t *traffic) prepare(f *facts) {
	t.tilesOn = int(math.Ceil(f.v[factBad]*f.v[factServing] - 1e-9))
	t.slower = float32(clamp(f.v[factQuery]/0.005, 1, 12))
}

// advance moves all that is on its way and lets new requests leave.
func (t *traffic) advance(seconds float32, f *facts, target float64) {
	pace := f.pace()
	t.prepare(f)
	for i := 0; i < t.count; {
		if t.move(&t.pool[i], seconds, float32(pace)) {
			i++
		} else {
			t.drop(i)
		}
	}
	t.due += t.perSecond(f, pace) * float64(seconds)
	for ; t.due >= 1; t.due-- {
		age := t.dice.share() * seconds
		if r := t.emit(f, target); r != nil {
			t.move(r, age, float32(pace))
		}
	}
}

// emit lets one request leave the users, with a fate by the shares of the
// minute. It returns nil where the pool is full.
func (t *traffic) emit(f *facts, target float64) *request {
	fate := t.fate(f, target)
	t.left[fate]++
	if t.count >= requestsCap {
		return nil
	}
	r := t.take(fate)
	r.miss = float64(t.dice.share()) >= f.v[factHit]
	r.lane = t.dice.between(0.16, 0.86) * float32(t.g.lane)
	r.speed = t.dice.between(0.9, 1.12)
	t.start(r, legToBalancer)
	return r
}

// fate draws what becomes of a request.
func (t *traffic) fate(f *facts, target float64) Fate {
	u := float64(t.dice.share())
	if u < f.v[factShed] {
		return TurnedAway
	}
	// The other causes are shares of what is admitted.
	u = float64(t.dice.share())
	for _, c := range [...]struct {
		fact int
		fate Fate
	}{{factNoCapacity, NoCapacity}, {factTimeout, TimedOut}, {factBadBuild, BadBuild}} {
		if u < f.v[c.fact] {
			return c.fate
		}
		u -= f.v[c.fact]
	}
	if float64(t.dice.share()) < f.slowShare(target) {
		return Slow
	}
	return Served
}

// take returns a free place of the pool. The caller knows that there is one.
func (t *traffic) take(fate Fate) *request {
	r := &t.pool[t.count]
	t.count++
	*r = request{fate: fate, slot: -1, speed: 1}
	return r
}

// drop gives the i-th request's place back; the last one moves into it.
func (t *traffic) drop(i int) {
	if slot := t.pool[i].slot; slot >= 0 {
		t.taken[slot] = false
	}
	t.count--
	t.pool[i] = t.pool[t.count]
}

// drain washes drops out of the cache, as a flush does.
func (t *traffic) drain() {
	for range min(48, requestsMax-t.count) {
		r := t.take(drained)
		r.speed = t.dice.between(0.7, 1.2)
		t.start(r, legDrain)
	}
}
