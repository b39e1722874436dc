package scene

import "slices"

// Link is one link of the CDN world.
type Link struct {
	ID           string
	Site         string  // id of the site that it ties to the audience
	CapacityBits float64 // [bit/s]
}

// CDNSetup is what the layout of the CDN world depends on beside the size.
type CDNSetup struct {
	Links    []Link // in the order of the scenario; the first linksMax are shown
	Networks int    // of the audience
}

// linksMax is the largest number of links that the picture shows.
const linksMax = 256

// pipework is everything that the animation of the CDN world draws with. Until
// it is mirrored, the audience is at the left or at the top.
type pipework struct {
	upright bool
	rtl     bool
	scale   float64 // 1 on a stage of 752 x 476
	dot     float64 // diameter of a session on its way
	line    float64 // width of an outline

	crowd  box     // the audience
	people []point // the places of its figures, network by network
	each   int     // figures of one network
	person float64 // the largest size of a figure
	gate   point   // where the streams leave the audience
	trunk  float64 // upright: middle of the way down along the mouths
	floor  box     // what waits stands on its lower edge
	heap   [heapMax]point

	pipes []pipe // by link
	sites []site
}

// pipe is a link.
type pipe struct {
	box            // from the mouth to the site
	slot   box     // what belongs to it: no other pipe reaches into it
	radius float64 // of its corners
	mouth  point   // where sessions come in
	site   int
}

// site is where links end.
type site struct {
	id    string
	panel box
	rack  box // its servers
}

// CDN lays out the CDN world: the audience at the start, the links as pipes in
// the middle, grouped by site, the sites at the end. On a narrow and high stage
// the audience stands above the pipes. Where there is no room for the label of
// every link, the larger links keep theirs, and links that are neither labelled
// nor thick enough to be pointed at have no node.
func CDN(s Size, setup CDNSetup) Layout {
	s.Width = clamp(s.Width, widthMin, widthMax)
	s.Height = clamp(s.Height, heightMin, heightMax)
	setup.Links = setup.Links[:min(len(setup.Links), linksMax)]
	g := &pipework{upright: isUpright(s), scale: clamp(min(s.Width/752, s.Height/476), 0.5, 1.9)}
	g.line = clamp(1.6*g.scale, 1, 2.4)
	g.dot = clamp(4.6*g.scale, 3.4, 6.5)
	var c cdnColumns
	var labels []Label
	if g.upright {
		g.scale = clamp(min(s.Width/390, s.Height/304)*0.78, 0.5, 1.6)
		g.dot = clamp(4.6*g.scale, 3.4, 6)
		c, labels = g.layStrip(s)
	} else {
		c, labels = g.layColumn(s)
	}
	bands := fitRows(setup, c.top, c.bottom-c.top)
	g.layPipes(setup, c, bands)
	labels = append(labels, g.linkLabels(setup, c, bands)...)
	labels = append(labels, g.siteLabels(c)...)
	g.layHeap()
	nodes := g.nodes(setup, labels)
	if s.RTL {
		g.mirror(s.Width)
		for i := range nodes {
			nodes[i].X = s.Width - nodes[i].X - nodes[i].W
		}
		for i := range labels {
			labels[i].X = s.Width - labels[i].X
		}
	}
	for i := range labels {
		labels[i].Left = left(labels[i], s.RTL)
	}
	return Layout{Width: s.Width, Height: s.Height, Upright: g.upright, RTL: s.RTL, Nodes: nodes, Labels: labels, cdn: g}
}

// cdnColumns are the columns of the pipes and of what follows them: left edges
// and widths, and the height that they have.
type cdnColumns struct {
	top, bottom         float64
	pipe, link, site    float64 // left edges
	pipeW, linkW, siteW float64
	rack                float64 // width of a site's servers
	end                 float64 // right edge of the sites
}

// divide shares the width out between the pipes, the links' labels, the sites'
// labels and their servers.
func divide(left, right, top, bottom float64, scale float64, upright bool) cdnColumns {
	width := right - left
	c := cdnColumns{top: top, bottom: bottom, end: right}
	c.linkW, c.siteW = clamp(104*scale, 92, 150), clamp(76*scale, 66, 120)
	if upright {
		c.linkW, c.siteW = clamp(96*scale, 82, 130), clamp(70*scale, 60, 100)
	}
	c.rack = clamp(15*scale, 10, 26)
	if most := width * 0.6; c.linkW+c.siteW+c.rack > most {
		f := most / (c.linkW + c.siteW + c.rack)
		c.linkW, c.siteW, c.rack = c.linkW*f, c.siteW*f, c.rack*f
	}
	c.pipe = left
	gap := min(6, width*0.01)
	c.site = right - c.rack - 2*gap - c.siteW
	c.link = c.site - c.linkW
	c.pipeW = c.link - gap - left
	return c
}

// layColumn puts the audience into a column at the start of the line, what waits
// under it.
func (g *pipework) layColumn(s Size) (cdnColumns, []Label) {
	w, h := s.Width, s.Height
	margin := clamp(w*0.016, 6, 24)
	if s.Embed {
		margin = 6
	}
	edge := clamp(h*0.024, 2, 22)
	audience := clamp(w*0.14, 40, 230)
	fan := clamp(w*0.13, 26, 230)
	lines := 2
	if h < 220 {
		lines = 1
	}
	label := Label{ID: "audience", Align: AlignCenter, MaxWidth: audience, Lines: lines, X: margin + audience/2}
	crowdH := min(clamp(h*0.4, 40, 380), audience*1.6)
	pileH := clamp(h*0.15, 18, 110)
	gap := clamp(h*0.016, 3, 12)
	total := crowdH + gap + label.Height() + gap + pileH
	// In the middle, unless what is under it needs the room.
	g.crowd = box{margin, max(edge, min((h-crowdH)/2, h-edge-total)), audience, crowdH}
	label.Y = g.crowd.bottom() + gap
	g.floor = box{margin, label.Y + label.Height() + gap, audience, pileH}
	g.gate = point{g.crowd.right() + g.dot, g.crowd.cy()}
	return divide(margin+audience+fan, w-margin, edge, h-edge, g.scale, false), []Label{label}
}

// layStrip puts the audience into a strip over the pipes, what waits beside it.
func (g *pipework) layStrip(s Size) (cdnColumns, []Label) {
	w, h := s.Width, s.Height
	margin := 8.0
	if s.Embed {
		margin = 6
	}
	strip := clamp(h*0.14, 22, 110)
	lines := 2
	if strip < LabelHeight2 {
		lines = 1
	}
	trunk := clamp(w*0.1, 24, 56)
	width := w - 2*margin
	g.crowd = box{margin, 3, width * 0.34, strip - 5}
	g.floor = box{margin + width*0.36, 3, width * 0.19, strip - 6}
	label := Label{ID: "audience", Align: AlignEnd, MaxWidth: width * 0.43, Lines: lines, X: w - margin}
	label.Y = max(1, (strip-label.Height())/2)
	g.trunk = margin + trunk*0.4
	g.gate = point{g.trunk, strip}
	return divide(margin+trunk, w-margin, max(strip+2, label.Y+label.Height()), h-4, g.scale, true), []Label{label}
}

// layPipes gives every link its pipe and every site its panel.
func (g *pipework) layPipes(setup CDNSetup, c cdnColumns, bands []band) {
	g.pipes = make([]pipe, len(setup.Links))
	g.sites = make([]site, len(bands))
	for i, b := range bands {
		g.sites[i] = site{
			id: b.id, panel: box{c.pipe + c.pipeW, b.y, c.end - c.pipe - c.pipeW, b.h},
			rack: box{c.end - c.rack - 3, b.y + min(3, b.h*0.1), c.rack, b.h - 2*min(3, b.h*0.1)},
		}
		for _, r := range b.rows {
			in := box{c.pipe, r.y + (r.h-r.thick)/2, c.pipeW, r.thick}
			g.pipes[r.link] = pipe{
				box: in, slot: box{c.pipe, r.y, c.pipeW, r.h}, site: i,
				radius: min(r.thick/2, 8*g.scale), mouth: point{c.pipe, in.cy()},
			}
		}
	}
	g.layAudience(setup.Networks)
}

// figuresMax is how many figures stand for the audience at most.
const figuresMax = 24

// layAudience places the figures of the audience: some for each network, next to
// each other.
func (g *pipework) layAudience(networks int) {
	groups := int(clamp(float64(networks), 1, figuresMax))
	g.each = max(1, figuresMax/groups)
	g.people, g.person = gather(g.crowd, groups*g.each)
}

// layHeap places what waits: a heap on the floor that grows from its middle.
func (g *pipework) layHeap() {
	pitch := min(g.dot*1.9, g.floor.w/5, g.floor.h/3)
	columns := max(1, int(g.floor.w/pitch))
	rows := max(1, int(g.floor.h/pitch))
	heap := make([]place, 0, columns*rows)
	for r := range rows {
		for k := range columns {
			x := g.floor.cx() + (float64(k)-float64(columns-1)/2)*pitch
			y := g.floor.bottom() - (float64(r)+0.5)*pitch
			heap = append(heap, place{point{x, y}, max(x-g.floor.cx(), g.floor.cx()-x) + (g.floor.bottom()-y)*1.5})
		}
	}
	nearest(heap)
	for i := range g.heap {
		g.heap[i] = heap[min(i, len(heap)-1)].point
	}
}

// mirror turns the picture around for a reader from right to left.
func (g *pipework) mirror(width float64) {
	g.rtl = true
	flip := func(list ...*box) {
		for _, b := range list {
			b.x = width - b.x - b.w
		}
	}
	flip(&g.crowd, &g.floor)
	g.gate.x, g.trunk = width-g.gate.x, width-g.trunk
	for i := range g.people {
		g.people[i].x = width - g.people[i].x
	}
	for i := range g.heap {
		g.heap[i].x = width - g.heap[i].x
	}
	for i := range g.pipes {
		p := &g.pipes[i]
		flip(&p.box, &p.slot)
		p.mouth.x = width - p.mouth.x
	}
	for i := range g.sites {
		flip(&g.sites[i].panel, &g.sites[i].rack)
	}
}

// nodes returns the boxes that can be pointed at: the audience, each link's pipe
// with what belongs to it, and each site's servers.
func (g *pipework) nodes(setup CDNSetup, labels []Label) []Node {
	list := []Node{{ID: "audience", X: g.crowd.x, Y: g.crowd.y, W: g.crowd.w, H: g.crowd.h}}
	links, sites := make([]Node, len(g.pipes)), make([]Node, len(g.sites))
	for i := range g.pipes {
		b := &g.pipes[i].slot
		links[i] = Node{ID: "link:" + setup.Links[i].ID, X: b.x, Y: b.y, W: b.w, H: b.h}
	}
	for i := range g.sites {
		s := &g.sites[i]
		sites[i] = Node{ID: "site:" + s.id, X: s.rack.x, Y: s.panel.y, W: s.rack.w, H: s.panel.h}
	}
	list = append(list, pointable(links, labels)...)
	return append(list, pointable(sites, labels)...)
}

// nodeMin is the height of the lowest node [CSS px].
const nodeMin = 4.0

// pointable returns the nodes of one column as they are, or where they are too
// low to be pointed at those that have labels, as high as these.
func pointable(column []Node, labels []Label) []Node {
	if !slices.ContainsFunc(column, func(n Node) bool { return n.H < nodeMin }) {
		return column
	}
	kept := column[:0]
	for _, n := range column {
		at := slices.IndexFunc(labels, func(l Label) bool { return l.ID == n.ID })
		if at >= 0 {
			n.Y, n.H = labels[at].Y, labels[at].Height()
			kept = append(kept, n)
		}
	}
	return kept
}
