package scene

// line returns the straight way between two points.
func line(a, b point) [4]point {
	return [4]point{a, {a.x + (b.x-a.x)/3, a.y + (b.y-a.y)/3}, {b.x + (a.x-b.x)/3, b.y + (a.y-b.y)/3}, b}
}

// ahead returns 1 where the pipes run to the right, -1 where they run to the
// left.
func (g *pipework) ahead() float64 {
	if g.rtl {
		return -1
	}
	return 1
}

// along returns the point at a share of a pipe's length, at a height.
func (g *pipework) along(p *pipe, share, y float64) point {
	return point{p.mouth.x + g.ahead()*share*p.w, y}
}

// leave returns a place where the streams leave the audience, from side to side.
func (g *pipework) leave(side float64) point {
	if g.upright {
		return point{g.gate.x + side*2*g.dot, g.crowd.bottom()}
	}
	return point{g.gate.x, g.gate.y + side*2*g.dot}
}

// toMouth returns the way from the audience, or from before a mouth, to a mouth.
func (g *pipework) toMouth(a, b point) [4]point {
	if !g.upright {
		middle := (a.x + b.x) / 2
		return [4]point{a, {middle, a.y}, {middle, b.y}, b}
	}
	// Down along the mouths, and in.
	return [4]point{a, {g.trunk, max(a.y, g.gate.y)}, {g.trunk, b.y - (b.y-a.y)*0.1}, b}
}

// back returns the bow in which a session is turned away from a mouth.
func (g *pipework) back(a point, far, side float64) [4]point {
	reach := g.ahead() * (a.x - g.trunk) * far * 0.7
	rise := 14 * g.scale * side
	if !g.upright {
		reach = g.ahead() * (a.x - g.gate.x) * far * 0.42
		rise = 26 * g.scale * side
	}
	b := point{a.x - g.ahead()*reach, a.y + rise}
	return [4]point{a, {a.x - g.ahead()*reach*0.5, a.y}, {b.x, a.y + rise*0.4}, b}
}

// toHeap returns the way to where sessions wait.
func (g *pipework) toHeap(a, b point) [4]point {
	if g.upright {
		return [4]point{a, {g.trunk, a.y}, {g.trunk, b.y}, b}
	}
	return [4]point{a, {(a.x + b.x) / 2, a.y}, {b.x, (a.y+b.y)/2 - 20*g.scale}, b}
}
