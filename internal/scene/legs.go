package scene

import "math"

// leg is a part of a request's way.
type leg uint8

// The legs, in the order in which a request that misses the cache takes them.
const (
	legToBalancer  leg = iota
	legToFleet         // from the balancer
	legInFleet         // out of sight
	legToCache         // from the fleet to the cache's edge
	legThrough         // a miss: past the cache
	legToDatabase      // a miss
	legInDatabase      // out of sight
	legFromData        // back to the cache's middle
	legThroughBack     // past the cache to its edge
	legTurn            // a hit: around at the cache's edge
	legFromCache       // back to the fleet
	legInFleetBack     // out of sight
	legBack            // from the fleet to the balancer
	legHome            // to the users
	legShed            // turned away at the balancer
	legToPile          // no capacity: to a place before the fleet
	legInPile          // waits there
	legOffPile         // behind the fleet and down to its lower edge
	legFall            // into the fire
	legDrain           // washed out of the cache
	legDone
)

// hidden tells whether a request is inside a node and not seen.
func (l leg) hidden() bool { return l == legInFleet || l == legInFleetBack || l == legInDatabase }

// asking tells whether a request is on its way to its answer, and not yet on the
// way back.
func (l leg) asking() bool { return l <= legToDatabase }

// pace returns how fast a leg passes in a system that is as slow as pace says.
// What has left the stream falls as fast as ever, and the way to the fleet slows
// down less than what waits for the fleet.
func (l leg) pace(pace float32) float32 {
	switch {
	case l >= legShed:
		return 1
	case l <= legToFleet:
		return max(pace, 0.3+0.6*pace)
	default:
		return pace
	}
}

// move lets a request go on for a while. It returns false at the end of its way.
func (t *traffic) move(r *request, seconds, pace float32) bool {
	for seconds > 0 {
		rate := r.speed * r.leg.pace(pace)
		need := (r.last - r.age) / rate
		if seconds < need {
			r.age += seconds * rate
			return true
		}
		seconds -= max(need, 0)
		next := t.next(r)
		if next == legDone {
			return false
		}
		t.start(r, next)
	}
	return true
}

// next returns the leg after the current one.
func (t *traffic) next(r *request) leg {
	switch r.leg {
	case legToBalancer:
		t.meetBalancer(r)
		if r.fate == TurnedAway {
			return legShed
		}
	case legToFleet:
		t.meetFleet(r)
		if r.fate == NoCapacity {
			return legToPile
		}
	case legInFleet:
		if r.fate == TimedOut || r.fate == BadBuild {
			return legFall
		}
	case legToCache:
		if !r.miss {
			return legTurn
		}
	case legThroughBack:
		return legFromCache
	case legInPile:
		if t.g.upright {
			return legDone
		}
	case legHome, legShed, legFall, legDrain:
		return legDone
	}
	return r.leg + 1
}

// start puts a request at the beginning of a leg.
func (t *traffic) start(r *request, l leg) {
	g := t.g
	r.leg, r.age = l, 0
	var a, b point
	switch l {
	case legInFleet:
		r.last = t.dice.between(0.25, 0.75)
		if r.fate == TimedOut {
			r.last *= 1.6
		}
		return
	case legInDatabase:
		r.last = t.dice.between(0.04, 0.1) * t.slower
		return
	case legInFleetBack:
		r.last = t.dice.between(0.1, 0.3)
		return
	case legShed:
		a = g.out(r.lane, g.balancer, false)
		b = point{g.shedTo.x + float64(t.dice.between(-18, 18))*g.scale, g.shedTo.y + float64(t.dice.between(-10, 10))*g.scale}
		r.last = 1.5
	case legToPile:
		a = g.out(r.lane, g.fleetIn, false)
		b = t.pilePlace(r)
		r.last = 0.25
	case legInPile:
		r.x0, r.y0 = r.x1, r.y1
		r.last = t.dice.between(1.4, 2.2)
		return
	case legOffPile:
		a = point{float64(r.x1), float64(r.y1)}
		b = point{g.panel.x + g.panel.w*float64(t.dice.between(0.02, 0.16)), g.panel.bottom() + g.dot}
		if g.rtl {
			b.x = g.panel.right() - (b.x - g.panel.x)
		}
		r.last = 0.6
		if r.slot >= 0 {
			t.taken[r.slot] = false
			r.slot = -1
		}
	case legFall:
		a, b = t.fallFrom(r), point{t.flame.x + float64(t.dice.between(-0.25, 0.25))*g.flame, t.flame.y}
		r.last = 1.15
		if r.fate == NoCapacity {
			r.last = 0.7
		}
	case legDrain:
		a = point{g.ring.cx() + float64(t.dice.between(-0.34, 0.34))*g.ring.w, g.ring.cy() + float64(t.dice.between(-0.2, 0.4))*g.ring.h}
		b = point{a.x + (a.x-g.ring.cx())*float64(t.dice.between(0.6, 1.8)), g.ring.bottom() + g.dot}
		r.last = t.dice.between(0.5, 1.1)
	default:
		a, b = g.pipe(l, float64(r.lane))
		r.last = max(float32(dist(a, b))/t.pixels, 0.01)
	}
	r.x0, r.y0, r.x1, r.y1 = float32(a.x), float32(a.y), float32(b.x), float32(b.y)
}

// pilePlace takes the free place of the pile that is nearest to the entry.
func (t *traffic) pilePlace(r *request) point {
	for i := range t.taken {
		if !t.taken[i] {
			t.taken[i] = true
			r.slot = int16(i)
			return t.g.pile[i]
		}
	}
	return t.g.pile[int(t.dice.share()*pileMax)]
}

// fallFrom returns where a failed request leaves the fleet: under a tile with
// the bad build, or anywhere along the lower edge.
func (t *traffic) fallFrom(r *request) point {
	g := t.g
	if r.fate == NoCapacity {
		return point{float64(r.x1), float64(r.y1)}
	}
	share := float64(t.dice.share())
	if r.fate == BadBuild && t.tilesOn > 0 {
		b := g.tiles[min(int(share*float64(t.tilesOn)), len(g.tiles)-1)]
		share = clamp((b.cx()-g.panel.x-g.corner)/max(1, g.panel.w-2*g.corner), 0, 1)
	}
	return point{g.fallFrom + (g.fallTo-g.fallFrom)*share, g.panel.bottom() + g.dot*0.4}
}

// out returns the place beside a point of the way, on the lane out or back.
func (g *geometry) out(lane float32, p point, back bool) point {
	d := float64(lane)
	if back {
		d = -d
	}
	if g.upright {
		if g.rtl {
			d = -d
		}
		return point{p.x - d, p.y}
	}
	return point{p.x, p.y - d}
}

// pipe returns the ends of a leg inside the pipes. Requests keep to one side of
// a pipe, answers to the other, and the way has no jumps.
func (g *geometry) pipe(l leg, lane float64) (a, b point) {
	d := float32(lane)
	edge, corner, cornerBack := g.cacheEdge(), g.out(d, g.cache, false), g.out(d, g.cache, true)
	store, storeBack := g.out(d, g.database, false), g.out(d, g.database, true)
	if g.upright {
		corner.y += lane
		cornerBack.y -= lane
		store, storeBack = point{g.database.x, g.cache.y + lane}, point{g.database.x, g.cache.y - lane}
	}
	switch l {
	case legToBalancer:
		return g.out(d, g.users, false), g.out(d, g.balancer, false)
	case legToFleet:
		return g.out(d, g.balancer, false), g.out(d, g.fleetIn, false)
	case legToCache:
		return g.out(d, g.fleetOut, false), g.out(d, edge, false)
	case legThrough:
		return g.out(d, edge, false), corner
	case legToDatabase:
		return corner, store
	case legFromData:
		return storeBack, cornerBack
	case legThroughBack:
		return cornerBack, g.out(d, edge, true)
	case legTurn:
		return g.out(d, edge, false), g.out(d, edge, true)
	case legFromCache:
		return g.out(d, edge, true), g.out(d, g.fleetOut, true)
	case legBack:
		return g.out(d, g.fleetIn, true), g.out(d, g.balancer, true)
	default:
		return g.out(d, g.balancer, true), g.out(d, g.users, true)
	}
}

// cacheEdge returns the point of the cache's ring that the fleet's pipe meets.
func (g *geometry) cacheEdge() point {
	switch {
	case g.upright:
		return point{g.cache.x, g.ring.y}
	case g.rtl:
		return point{g.ring.right(), g.cache.y}
	default:
		return point{g.ring.x, g.cache.y}
	}
}

// at returns where a request is, and how visible.
func (r *request) at() (x, y, alpha float32) {
	u := float32(1)
	if r.last > 0 {
		u = min(r.age/r.last, 1)
	}
	alpha = 1
	switch r.leg {
	case legShed:
		// A bow: first across the stream, then away.
		c := point{float64(r.x0), float64(r.y1)}
		if math.Abs(float64(r.x1-r.x0)) > 2*math.Abs(float64(r.y1-r.y0)) {
			c = point{float64(r.x0+r.x1) / 2, float64(r.y0)}
		}
		v := 1 - u
		x = v*v*r.x0 + 2*u*v*float32(c.x) + u*u*r.x1
		y = v*v*r.y0 + 2*u*v*float32(c.y) + u*u*r.y1
		return x, y, min(1, 3*(1-u))
	case legOffPile:
		// First behind the panel, then down.
		return r.x0 + (r.x1-r.x0)*(1-(1-u)*(1-u)), r.y0 + (r.y1-r.y0)*u*u*u, 1
	case legFall:
		fall := u * u
		if r.fate == NoCapacity {
			fall = u
		}
		return r.x0 + (r.x1-r.x0)*u*u, r.y0 + (r.y1-r.y0)*fall, min(1, 8*(1-u))
	case legDrain:
		return r.x0 + (r.x1-r.x0)*u, r.y0 + (r.y1-r.y0)*u*u, min(1, 2*(1-u))
	case legInPile:
		return r.x1, r.y1, 1
	}
	return r.x0 + (r.x1-r.x0)*u, r.y0 + (r.y1-r.y0)*u, alpha
}
