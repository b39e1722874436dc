package scene

import "math"

// layWide lays the service out as one line, from the users at the start to the
// database at the end.
func layWide(s Size) (geometry, []Label) {
	w, h := s.Width, s.Height
	g := geometry{scale: clamp(min(w/752, h/476), 0.5, 1.9)}
	margin := clamp(w*0.016, 6, 24)
	if s.Embed {
		margin = 6
	}

	// Columns. On a narrow stage the users and the balancer share one label.
	narrow := w < 640
	col := wideColumns(margin, w-2*margin, narrow)

	// Rows: the fleet's label, the panel, the room to fall, the budget.
	lines := 2
	if h < 300 {
		lines = 1
	}
	label := Label{Lines: lines}.Height()
	top := clamp(h*0.03, 4, 20)
	gap := clamp(h*0.03, 6, 22) // between the label and the panel, where a second fleet shows
	fall := clamp(h*0.21, 26, 200)
	strip := max(label, 20) + clamp(h*0.03, 4, 22)
	room := h - top - label - gap - fall - strip
	tiles := fitGrid(s.Tiles, col[2].w, room, 76)
	slack := room - tiles.height()
	panelY := top + label + gap + slack*0.42
	g.panel = box{col[2].cx() - tiles.width()/2, panelY, tiles.width(), tiles.height()}
	g.ghost = gap - 2
	g.tiles = tiles.place(s.Tiles, g.panel.x, g.panel.y)
	g.corner = math.Min(14, tiles.pad+4)
	axis := g.panel.cy()

	// The nodes stand on the axis, each in its column.
	g.lane = clamp(17*g.scale, 8, 30)
	g.dot = clamp(5*math.Sqrt(g.scale), 3.6, 6.5)
	crowdW := min(col[0].w*0.78, 84*g.scale)
	crowdH := min(crowdW*1.15, g.panel.h*0.6)
	g.crowd = centred(col[0].cx(), axis, crowdW, crowdH)
	hex := clamp(min(col[1].w*0.46, 52*g.scale), 22, 90)
	g.hexagon = centred(col[1].cx(), axis, hex, hex)
	ring := min(col[3].w*0.66, g.panel.h*0.52, 96*g.scale)
	g.ring = centred(col[3].cx(), axis, ring, ring)
	drumW := min(col[4].w*0.62, 84*g.scale, g.panel.h*0.46)
	g.drum = centred(col[4].cx(), axis, drumW, min(drumW*1.4, g.panel.h*0.66))

	g.users = point{g.crowd.right() + g.lane*0.4, axis}
	g.balancer = point{g.hexagon.cx(), axis}
	g.fleetIn = point{g.panel.x, axis}
	g.fleetOut = point{g.panel.right(), axis}
	g.cache = point{g.ring.cx(), axis}
	g.database = point{g.drum.x, axis}

	// The budget lies under the fleet, where the failed fall on it.
	barH := clamp(13*g.scale, 7, 20)
	barY := h - strip - slack*0.34 + (label-barH)/2
	g.bar = box{g.panel.x, barY, g.panel.w, barH}
	g.flame = clamp(min(fall*0.66, 64*g.scale), 12, 110)
	g.fallFrom = g.panel.x + g.corner
	g.fallTo = g.panel.right() - g.corner
	g.shedTo = point{col[0].cx(), min(axis-hex*1.6, g.panel.y-4)}

	return g, wideLabels(&g, col, gap, lines, narrow)
}

// wideColumns divides the line between the users, the balancer, the fleet, the
// cache and the database.
func wideColumns(x, width float64, narrow bool) [5]box {
	shares := [5]float64{0.115, 0.14, 0.41, 0.165, 0.17}
	if narrow {
		shares = [5]float64{0.125, 0.145, 0.36, 0.185, 0.185}
	}
	var col [5]box
	for i, share := range shares {
		col[i] = box{x: x, w: width * share}
		x += col[i].w
	}
	return col
}

// wideLabels places the fleet's label over the panel, the others under their
// nodes, and the budget's at the start of its bar.
func wideLabels(g *geometry, col [5]box, gap float64, lines int, narrow bool) []Label {
	height := Label{Lines: lines}.Height()
	// One line for the labels at both sides of the fleet.
	low := g.panel.cy() + max(g.crowd.h, g.hexagon.h, g.ring.h, g.drum.h)/2 + 9
	under := func(id string, c box) Label {
		return Label{ID: id, X: c.cx(), Y: low, Align: AlignCenter, MaxWidth: c.w - 6, Lines: lines}
	}
	users := under("users", col[0])
	list := []Label{users}
	if narrow {
		both := box{x: col[0].x, w: col[0].w + col[1].w}
		list[0] = under("users", both)
	} else {
		list = append(list, under("balancer", col[1]))
	}
	budgetY := g.bar.cy() - height/2
	budgetX := g.bar.x - 12
	list = append(list,
		Label{ID: "fleet", X: g.panel.cx(), Y: g.panel.y - gap - height, Align: AlignCenter, MaxWidth: max(col[2].w, g.panel.w), Lines: lines},
		under("cache", col[3]),
		under("database", col[4]),
		Label{ID: "budget", X: budgetX, Y: budgetY, Align: AlignEnd, MaxWidth: budgetX - col[0].x, Lines: lines},
	)
	return list
}
