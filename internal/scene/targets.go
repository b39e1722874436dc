package scene

// targetMin is the side of the smallest box that a finger hits with ease [CSS
// px].
const targetMin = 44.0

// nodes returns the boxes that can be pointed at: what is drawn, made as large
// as a finger needs where its neighbours and the labels leave the room.
func (g *geometry) nodes(width, height float64, labels []Label) []Node {
	way := [...]box{g.crowd, g.hexagon, g.panel, g.ring, g.drum}
	targets := way
	for i := range targets {
		targets[i] = targets[i].atLeast(targetMin).within(width, height)
		for _, l := range labels {
			targets[i].cutLabel(box{left(l, false), l.Y, l.MaxWidth, l.Height()}, way[i])
		}
	}
	for i := range len(way) - 1 {
		part(way[i], way[i+1], &targets[i], &targets[i+1])
	}
	// The budget has nothing over it but what falls.
	bar := g.bar.atLeast(targetMin)
	bar.y = max(g.panel.bottom()+2, min(bar.y, height-targetMin))
	bar.h = min(height, max(g.bar.bottom(), bar.y+targetMin)) - bar.y

	list := make([]Node, 0, len(way)+1)
	for i, id := range [...]string{"users", "balancer", "fleet", "cache", "database"} {
		b := targets[i]
		list = append(list, Node{ID: id, X: b.x, Y: b.y, W: b.w, H: b.h})
	}
	return append(list, Node{ID: "budget", X: bar.x, Y: bar.y, W: bar.w, H: bar.h})
}

// atLeast returns the box, grown around its middle to a smallest side.
func (b box) atLeast(side float64) box {
	return centred(b.cx(), b.cy(), max(b.w, side), max(b.h, side))
}

// within returns the part of the box on a stage of the given size.
func (b box) within(width, height float64) box {
	x, y := max(b.x, 0), max(b.y, 0)
	return box{x, y, min(b.right(), width) - x, min(b.bottom(), height) - y}
}

// cutLabel takes the part that a label covers over or under what is drawn.
func (b *box) cutLabel(label, drawn box) {
	if b.x >= label.right() || label.x >= b.right() || b.y >= label.bottom() || label.y >= b.bottom() {
		return
	}
	if label.y >= drawn.cy() {
		b.h = label.y - b.y
		return
	}
	b.h -= label.bottom() - b.y
	b.y = label.bottom()
}

// part cuts two targets that overlap between what is drawn in them, as near as
// that allows to where the first one is large enough.
func part(a, b box, ta, tb *box) {
	if ta.x >= tb.right() || tb.x >= ta.right() || ta.y >= tb.bottom() || tb.y >= ta.bottom() {
		return
	}
	switch {
	case a.right() <= b.x:
		ta.w, tb.w, tb.x = cut(ta.x, tb.right(), a.right(), b.x)
	case b.right() <= a.x:
		tb.w, ta.w, ta.x = cut(tb.x, ta.right(), b.right(), a.x)
	case a.bottom() <= b.y:
		ta.h, tb.h, tb.y = cut(ta.y, tb.bottom(), a.bottom(), b.y)
	default:
		tb.h, ta.h, ta.y = cut(tb.y, ta.bottom(), b.bottom(), a.y)
	}
}

// cut divides the span from lo to hi somewhere from atLeast to atMost. It returns
// both lengths and where the second one begins.
func cut(lo, hi, atLeast, atMost float64) (first, second, begin float64) {
	at := clamp(lo+targetMin-6, atLeast, atMost)
	return at - lo, hi - at, at
}
