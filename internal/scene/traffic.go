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
	left    [fateCount]int64 // requests by what has become of them
	taken   [pileMax]bool
	pixels  float32 // speed in a healthy system [px/s]
	transit float64 // mean time from the users and back in a healthy system [s]
	flame   point   // where failed requests fall to
	facts   *facts  // of this frame
	target  float64 // above it an answer is slow [s]
	tilesOn int     // tiles with the bad build
	slower  float32 // how much longer a query takes than in an idle database
}

// layOut fits the traffic to a new layout and takes what is on its way away.
func (t *traffic) layOut(g *geometry) {
	t.g = g
	t.clear()
	way := dist(g.users, g.balancer) + dist(g.balancer, g.fleetIn) + dist(g.fleetOut, g.cache) + dist(g.cache, g.database)
	t.pixels = float32(max(way/2.6, 20))
	t.transit = 2*way/float64(t.pixels) + 1
	t.flame = point{g.bar.right(), g.bar.y}
}

func (t *traffic) clear() {
	t.count, t.due = 0, 0
	t.taken = [pileMax]bool{}
}

// perSecond returns how many dots leave the users in a second. It grows with the
// 0.7th power of the requests: 1,000/s are 32 dots, 5,000/s are 99. Where that
// would be more dots than the pool holds at the pace of a slow system, fewer
// leave, and all fates keep their shares.
func (t *traffic) perSecond(f *facts, pace float64) float64 {
	dots := 32 * math.Pow(f.v[factRate]/1000, 0.7)
	return min(dots, requestsCap/(t.transit/pace))
}

// fill shows the traffic of a system that has been like this for a while.
func (t *traffic) fill(f *facts, target float64) {
	t.clear()
	pace := f.pace()
	t.prepare(f, target)
	period := t.transit/pace + 1
	n := int(t.perSecond(f, pace) * period)
	for range n {
		age := float32(t.dice.share()) * float32(period)
		if r := t.emit(); r != nil {
			if !t.move(r, age, float32(pace)) {
				t.drop(t.count - 1)
			}
		}
	}
}

// prepare takes what the legs of this frame depend on from the facts.
func (t *traffic) prepare(f *facts, target float64) {
	t.facts, t.target = f, target
	t.tilesOn = int(math.Ceil(f.v[factBad]*f.v[factServing] - 1e-9))
	t.slower = float32(clamp(f.v[factQuery]/0.005, 1, 12))
}

// advance moves all that is on its way and lets new requests leave.
func (t *traffic) advance(seconds float32, f *facts, target float64) {
	pace := f.pace()
	t.prepare(f, target)
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
		if r := t.emit(); r != nil {
			t.move(r, age, float32(pace))
		}
	}
}

// emit lets one request leave the users. What becomes of it is decided on its
// way, by the shares of the moment in which it comes to the balancer and to the
// fleet. emit returns nil where the pool is full.
func (t *traffic) emit() *request {
	if t.count >= requestsCap {
		return nil
	}
	r := t.take(Served)
	r.lane = t.dice.between(0.16, 0.86) * float32(t.g.lane)
	r.speed = t.dice.between(0.9, 1.12)
	t.start(r, legToBalancer)
	return r
}

// meetBalancer decides whether a request is turned away.
func (t *traffic) meetBalancer(r *request) {
	if t.chance(t.facts.v[factShed]) {
		r.fate = TurnedAway
		t.left[TurnedAway]++
	}
}

// meetFleet decides what becomes of a request that was admitted. The causes of
// failure are shares of what is admitted; slow are some of the answers.
func (t *traffic) meetFleet(r *request) {
	f := t.facts
	u := float64(t.dice.share())
	switch {
	case u < f.v[factNoCapacity]:
		r.fate = NoCapacity
	case u < f.v[factNoCapacity]+f.v[factTimeout]:
		r.fate = TimedOut
	case u < f.v[factNoCapacity]+f.v[factTimeout]+f.v[factBadBuild]:
		r.fate = BadBuild
	case t.chance(f.slowShare(t.target)):
		r.fate = Slow
	}
	r.miss = !t.chance(f.v[factHit])
	t.left[r.fate]++
}

func (t *traffic) chance(share float64) bool { return float64(t.dice.share()) < share }

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
