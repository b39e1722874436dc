package scene

import "math"

// box is a rectangle: its left and upper edge, width and height [CSS px].
type box struct{ x, y, w, h float64 }

func (b box) cx() float64     { return b.x + b.w/2 }
func (b box) cy() float64     { return b.y + b.h/2 }
func (b box) right() float64  { return b.x + b.w }
func (b box) bottom() float64 { return b.y + b.h }

// centred returns the box of the given size around a point.
func centred(x, y, w, h float64) box { return box{x - w/2, y - h/2, w, h} }

// point is a place on the stage [CSS px].
type point struct{ x, y float64 }

// geometry is everything that the animation draws with.
type geometry struct {
	upright bool
	rtl     bool
	scale   float64 // 1 on a stage of 752 x 476

	crowd    box   // the users
	hexagon  box   // the balancer
	panel    box   // the fleet
	tiles    []box // its instances, in the order in which they fill
	corner   float64
	ghost    float64 // how far a second fleet looks out over the panel
	ring     box     // the cache, a circle
	drum     box     // the database
	bar      box     // the error budget
	flame    float64
	lane     float64 // half the width of a pipe
	dot      float64 // diameter of a request
	fallFrom float64 // failed requests fall from here
	fallTo   float64 // to here along the panel's lower edge
	shedTo   point   // where what is shed leaves to, from the balancer

	// The way of a request: from the users, to the balancer, into the fleet, out
	// of it, to the cache, to the database.
	users, balancer, fleetIn, fleetOut, cache, database point

	persons [personsMax]point // the places of the users' figures, in the order in which they come
	person  float64           // their size
	pile    [pileMax]point    // where what finds no capacity waits, the nearest to the entry first
}

// mirror turns the picture around for a reader from right to left.
func (g *geometry) mirror(width float64) {
	g.rtl = true
	for _, b := range []*box{&g.crowd, &g.hexagon, &g.panel, &g.ring, &g.drum, &g.bar} {
		b.x = width - b.x - b.w
	}
	for i := range g.tiles {
		g.tiles[i].x = width - g.tiles[i].x - g.tiles[i].w
	}
	for _, p := range []*point{&g.users, &g.balancer, &g.fleetIn, &g.fleetOut, &g.cache, &g.database, &g.shedTo} {
		p.x = width - p.x
	}
	for i := range g.persons {
		g.persons[i].x = width - g.persons[i].x
	}
	for i := range g.pile {
		g.pile[i].x = width - g.pile[i].x
	}
	g.fallFrom, g.fallTo = width-g.fallTo, width-g.fallFrom
}

// grid is a fleet's arrangement in columns and rows of square tiles.
type grid struct {
	columns, rows  int
	tile, gap, pad float64
}

func (g grid) width() float64 {
	return float64(g.columns)*(g.tile+g.gap) - g.gap + 2*g.pad
}

func (g grid) height() float64 {
	return float64(g.rows)*(g.tile+g.gap) - g.gap + 2*g.pad
}

// fitGrid finds the arrangement of n tiles with the largest ones in the given
// space, none larger than tileMax. A grid without empty places is taken when it
// costs at most an eighth of the tile's size.
func fitGrid(n int, width, height, tileMax float64) grid {
	var best grid
	bestScore := -1.0
	for columns := 1; columns <= n; columns++ {
		rows := (n + columns - 1) / columns
		// A gap is a sixth of a tile, the padding around all a third.
		units := func(k int) float64 { return float64(k) + float64(k-1)/6 + 2.0/3 }
		tile := min(width/units(columns), height/units(rows), tileMax)
		tile = max(2, math.Floor(tile*2)/2)
		score := tile
		if rows*columns != n {
			score *= 0.875
		}
		// Wide rows are read more easily than high columns.
		if columns < rows {
			score *= 0.9
		}
		if score > bestScore {
			bestScore = score
			best = grid{columns, rows, tile, math.Max(1, math.Round(tile/3)/2), math.Round(tile*2/3) / 2}
		}
	}
	return best
}

// place returns the boxes of n tiles of a grid whose panel stands at (x, y).
func (g grid) place(n int, x, y float64) []box {
	list := make([]box, n)
	for i := range list {
		c, r := float64(i%g.columns), float64(i/g.columns)
		list[i] = box{x + g.pad + c*(g.tile+g.gap), y + g.pad + r*(g.tile+g.gap), g.tile, g.tile}
	}
	return list
}
