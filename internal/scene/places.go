package scene

import (
	"math"
	"slices"
)

// personsMax is how many figures stand for the users at most.
const personsMax = 18

// pileMax is how many requests without capacity wait before the fleet at most.
const pileMax = 72

// layPersons places the users' figures: a crowd that gathers around the mouth of
// the pipe, the nearest first.
func (g *geometry) layPersons() {
	crowd, size := gather(g.crowd, personsMax)
	g.person = size
	mouth := point{g.crowd.right(), g.crowd.cy()}
	if g.upright {
		mouth = point{g.crowd.cx(), g.crowd.bottom() + size}
	}
	places := make([]place, len(crowd))
	for i, p := range crowd {
		places[i] = place{p, dist(p, mouth)}
	}
	nearest(places)
	for i := range g.persons {
		g.persons[i] = places[i].point
	}
}

// gather places so many figures in staggered rows in the middle of a box, as
// large as they can be. There may be more places in the last row.
func gather(b box, n int) (list []point, size float64) {
	columns := 1
	for c := 1; c <= n; c++ {
		rows := math.Ceil(float64(n) / float64(c))
		if s := min(b.w/(float64(c)+0.5), b.h/(rows*1.06-0.06)); s > size {
			size, columns = s, c
		}
	}
	rows := (n + columns - 1) / columns
	list = make([]point, 0, rows*columns)
	left := b.cx() - size*(float64(columns)+0.5)/2
	top := b.cy() - size*(float64(rows)*1.06-0.06)/2
	for r := range rows {
		for c := range columns {
			list = append(list, point{left + size*(float64(c)+0.5+0.5*float64(r%2)), top + size*(float64(r)*1.06+0.5)})
		}
	}
	return list, size
}

// layPile places what finds no capacity: a heap against the fleet's edge around
// its entry, which grows along the edge rather than back into the stream. It
// keeps clear of the balancer and of the labels.
func (g *geometry) layPile(labels []Label) {
	pitch := g.dot * 1.75
	taken := []box{g.hexagon.grow(g.dot)}
	for _, l := range labels {
		taken = append(taken, box{left(l, false), l.Y, l.MaxWidth, l.Height()}.grow(g.dot))
	}
	deepest := g.fleetIn.x - g.hexagon.cx()
	if g.upright {
		deepest = g.fleetIn.y - g.hexagon.cy()
	}
	half := int(min(g.panel.h, 40*pitch)/2/pitch) - 1
	if g.upright {
		half = int(min(g.panel.w, 40*pitch)/2/pitch) - 1
	}
	heap := make([]place, 0, 512)
	for row := range 8 {
		for k := -half; k <= half; k++ {
			back, side := (float64(row)+0.6)*pitch, float64(k)*pitch
			p := point{g.fleetIn.x - back, g.fleetIn.y + side}
			if g.upright {
				p = point{g.fleetIn.x + side, g.fleetIn.y - back}
			}
			if back < deepest && !slices.ContainsFunc(taken, func(b box) bool { return b.holds(p) }) {
				heap = append(heap, place{p, math.Hypot(back*1.7, side)})
			}
		}
	}
	nearest(heap)
	for i := range g.pile {
		g.pile[i] = g.fleetIn
		if len(heap) > 0 {
			g.pile[i] = heap[i%len(heap)].point
		}
	}
}

func (b box) holds(p point) bool {
	return p.x >= b.x && p.x <= b.right() && p.y >= b.y && p.y <= b.bottom()
}

// place is a point and how far away it counts.
type place struct {
	point
	far float64
}

// nearest sorts places by how far away they are.
func nearest(places []place) {
	slices.SortStableFunc(places, func(a, b place) int {
		switch d := a.far - b.far; {
		case d < -1e-9:
			return -1
		case d > 1e-9:
			return 1
		default:
			return 0
		}
	})
}

func dist(a, b point) float64 { return math.Hypot(b.x-a.x, b.y-a.y) }
