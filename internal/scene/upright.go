package scene

import "math"

// layUpright lays the service out from top to bottom: users and balancer over
// the fleet, cache and database under its end, and under its start the room for
// what falls into the burning budget.
func layUpright(s Size) (geometry, []Label) {
	w, h := s.Width, s.Height
	g := geometry{upright: true, scale: clamp(min(w/390, h/304)*0.78, 0.5, 1.6)}
	margin := 8.0
	if s.Embed {
		margin = 6
	}
	center := w / 2
	lines := 2
	label := Label{Lines: lines}.Height()

	top := clamp(h*0.28, 74, 170)
	low := clamp(h*0.32, 88, 210)
	tiles := fitGrid(s.Tiles, w-2*margin, h-top-low, 60)
	slack := h - top - low - tiles.height()
	top += slack * 0.4
	g.panel = box{center - tiles.width()/2, top, tiles.width(), tiles.height()}
	g.ghost = clamp(9*g.scale+2, 7, 14)
	g.tiles = tiles.place(s.Tiles, g.panel.x, g.panel.y)
	g.corner = math.Min(12, tiles.pad+4)

	g.lane = clamp(17*g.scale, 9, 24)
	g.dot = clamp(5*math.Sqrt(g.scale), 4, 6)
	crowdH := clamp(top*0.27, 17, 44)
	crowdW := clamp(w*0.22, 60, 110)
	g.crowd = box{center - crowdW/2, 4, crowdW, crowdH}
	hex := clamp(top*0.4, 26, 60)
	g.hexagon = centred(center, g.crowd.bottom()+(top-g.crowd.bottom())*0.54, hex, hex)

	// Under the panel: three columns, the first to fall through.
	y := g.panel.bottom()
	room := h - y
	fallW := (w - 2*margin) * 0.36
	nodeW := (w - 2*margin - fallW) / 2
	ringX := margin + fallW + nodeW/2
	drumX := margin + fallW + nodeW*1.5
	stem := clamp(room*0.13, 10, 26)
	size := min(room-stem-label-6, nodeW*0.6, 96)
	g.ring = centred(ringX, y+stem+size/2, size, size)
	g.drum = centred(drumX, y+stem+size/2-1, min(size*0.86, nodeW*0.5), size)

	barH := clamp(9*g.scale, 6, 12)
	g.bar = box{margin + 4, h - barH - 7, fallW - 14, barH}
	g.flame = clamp(room*0.42, 16, 70)
	g.fallFrom = g.panel.x + g.corner
	g.fallTo = max(g.fallFrom+20, margin+fallW-14)

	g.users = point{center, g.crowd.bottom() + g.lane*0.5}
	g.balancer = point{center, g.hexagon.cy()}
	g.fleetIn = point{center, g.panel.y}
	g.fleetOut = point{ringX, y}
	g.cache = point{ringX, g.ring.cy()}
	g.database = point{g.drum.x, g.ring.cy()}
	g.shedTo = point{margin, (max(margin+label, g.hexagon.cy()) + g.panel.y) / 2}

	side := center - max(g.crowd.w, g.hexagon.w)/2 - 8 - margin
	underY := g.ring.bottom() + 4
	return g, []Label{
		{ID: "users", X: margin, Y: 6, Align: AlignStart, MaxWidth: side, Lines: lines},
		{ID: "fleet", X: w - margin, Y: 6, Align: AlignEnd, MaxWidth: side, Lines: lines},
		{ID: "cache", X: ringX, Y: underY, Align: AlignCenter, MaxWidth: nodeW - 6, Lines: lines},
		{ID: "database", X: drumX, Y: underY, Align: AlignCenter, MaxWidth: nodeW - 6, Lines: lines},
	}
}
