package canvas

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"oncall/internal/scene"
)

// builder collects vertices and indices. Its slices keep their memory from frame
// to frame.
type builder struct {
	atlas    *atlas
	scale    float32 // device pixels a CSS pixel
	vertices []ebiten.Vertex
	indices  []uint32
	path     []vec // of the shape being built
	normal   []vec
	dash     []vec // the path that dashes are cut from

	r, g, b, a float32 // colour, alpha premultiplied
}

// vec is a point or direction in device pixels.
type vec struct{ x, y float32 }

func (b *builder) reset(scale float32) {
	b.vertices, b.indices = b.vertices[:0], b.indices[:0]
	b.scale = scale
}

// paint sets the colour of what follows.
func (b *builder) paint(c rgb, alpha float32) {
	b.r, b.g, b.b, b.a = c.r*alpha, c.g*alpha, c.b*alpha, alpha
}

// vertex adds a vertex of the current colour, with a share of its opacity, and
// returns its index.
func (b *builder) vertex(x, y, share float32) uint32 {
	b.vertices = append(b.vertices, ebiten.Vertex{
		DstX: x, DstY: y, SrcX: whiteX, SrcY: whiteY,
		ColorR: b.r * share, ColorG: b.g * share, ColorB: b.b * share, ColorA: b.a * share,
	})
	return uint32(len(b.vertices) - 1)
}

func (b *builder) triangle(i, j, k uint32) { b.indices = append(b.indices, i, j, k) }

func (b *builder) quad(i, j, k, l uint32) { b.indices = append(b.indices, i, j, k, i, k, l) }

// mark adds a picture of the atlas.
func (b *builder) mark(s *scene.Shape) {
	size := s.W * b.scale
	g := b.atlas.find(s.Kind, size)
	// The region is one pixel wider on each side than the mark.
	half := size / 2 * (g.size + 2) / g.size
	x, y := s.X*b.scale, s.Y*b.scale
	c, d := half, float32(0)
	if s.A != 0 {
		sin, cos := math.Sincos(2 * math.Pi * float64(s.A))
		c, d = half*float32(cos), half*float32(sin)
	}
	n := uint32(len(b.vertices))
	v := ebiten.Vertex{ColorR: b.r, ColorG: b.g, ColorB: b.b, ColorA: b.a}
	v.DstX, v.DstY, v.SrcX, v.SrcY = x-c+d, y-c-d, g.x0, g.y0
	b.vertices = append(b.vertices, v)
	v.DstX, v.DstY, v.SrcX, v.SrcY = x+c+d, y-c+d, g.x1, g.y0
	b.vertices = append(b.vertices, v)
	v.DstX, v.DstY, v.SrcX, v.SrcY = x+c-d, y+c+d, g.x1, g.y1
	b.vertices = append(b.vertices, v)
	v.DstX, v.DstY, v.SrcX, v.SrcY = x-c-d, y+c-d, g.x0, g.y1
	b.vertices = append(b.vertices, v)
	b.quad(n, n+1, n+2, n+3)
}

// to adds a point to the path.
func (b *builder) to(x, y float32) { b.path = append(b.path, vec{x, y}) }

// curve adds points on an ellipse, from an angle to another [rad, clockwise from
// the right].
func (b *builder) curve(x, y, rx, ry, from, to float32) {
	n := max(2, int(math.Ceil(math.Abs(float64(to-from))*math.Sqrt(float64(max(rx, ry)))/1.1)))
	sin, cos := math.Sincos(float64(from))
	turnSin, turnCos := math.Sincos(float64(to-from) / float64(n))
	for range n + 1 {
		b.to(x+rx*float32(cos), y+ry*float32(sin))
		sin, cos = sin*turnCos+cos*turnSin, cos*turnCos-sin*turnSin
	}
}

// unitSteps is how many points of the unit circle's quarter are at hand.
const unitSteps = 48

// unitCircle holds points of the unit circle, clockwise from the right, and its
// first quarter once more at the end.
var unitCircle = func() (list [5*unitSteps + 1]vec) {
	for i := range list {
		sin, cos := math.Sincos(float64(i) / unitSteps * math.Pi / 2)
		list[i] = vec{float32(cos), float32(sin)}
	}
	return list
}()

// stride returns how many points of the unit circle may be skipped for a circle
// of a radius [px], so that nobody sees its corners.
func stride(r float32) int {
	switch {
	case r < 2.5:
		return unitSteps / 2
	case r < 6:
		return unitSteps / 3
	case r < 12:
		return unitSteps / 4
	case r < 24:
		return unitSteps / 6
	case r < 60:
		return unitSteps / 8
	default:
		return unitSteps / 16
	}
}

// corner adds a quarter of a circle to the path, with its normals, which need no
// computing.
func (b *builder) corner(x, y, r float32, quarters int) {
	for i, step := 0, stride(r); i <= unitSteps; i += step {
		d := unitCircle[quarters*unitSteps+i]
		b.path = append(b.path, vec{x + r*d.x, y + r*d.y})
		b.normal = append(b.normal, d)
	}
}

// normals computes at each point of the path the direction to its outside, long
// enough that a line moved by it lies one pixel further out. The path runs
// clockwise on the screen.
func (b *builder) normals(closed bool) {
	b.compact(closed)
	n := len(b.path)
	b.normal = b.normal[:0]
	if n < 2 {
		return
	}
	p := direction(b.path[n-1], b.path[0])
	if !closed {
		p = direction(b.path[0], b.path[1])
	}
	for i := range n {
		q := p
		switch {
		case i < n-1:
			q = direction(b.path[i], b.path[i+1])
		case closed:
			q = direction(b.path[i], b.path[0])
		}
		// The mean of both edges' normals, longer at a corner; at most twice as long.
		m := vec{p.y + q.y, -p.x - q.x}
		k := float32(1)
		if length := m.x*m.x + m.y*m.y; length > 1e-6 {
			k = min(2/length, 2)
		}
		b.normal = append(b.normal, vec{m.x * k, m.y * k})
		p = q
	}
}

// compact removes points that stand on their predecessor.
func (b *builder) compact(closed bool) {
	const tiny = 1e-3
	kept := b.path[:0]
	for _, p := range b.path {
		if n := len(kept); n > 0 && abs(p.x-kept[n-1].x) < tiny && abs(p.y-kept[n-1].y) < tiny {
			continue
		}
		kept = append(kept, p)
	}
	for n := len(kept); closed && n > 1 && abs(kept[0].x-kept[n-1].x) < tiny && abs(kept[0].y-kept[n-1].y) < tiny; n = len(kept) {
		kept = kept[:n-1]
	}
	b.path = kept
}

// direction returns the direction from p to q, one pixel long.
func direction(p, q vec) vec {
	x, y := q.x-p.x, q.y-p.y
	length := float32(math.Sqrt(float64(x*x + y*y)))
	if length == 0 {
		return vec{}
	}
	return vec{x / length, y / length}
}

func abs(v float32) float32 { return max(v, -v) }

// fill fills the path, which must be seen whole from (x, y), and clears it. Its
// edge is soft over one pixel.
func (b *builder) fill(x, y float32) {
	b.normals(true)
	b.fan(x, y)
}

// fan is fill for a path whose normals are there.
func (b *builder) fan(x, y float32) {
	n := uint32(len(b.path))
	if n < 3 {
		b.path = b.path[:0]
		return
	}
	center := b.vertex(x, y, 1)
	first := center + 1
	for i, p := range b.path {
		d := b.normal[i]
		b.vertex(p.x-d.x/2, p.y-d.y/2, 1)
		b.vertex(p.x+d.x/2, p.y+d.y/2, 0)
	}
	for i := range n {
		j := i + 1
		if j == n {
			j = 0
		}
		b.triangle(center, first+2*i, first+2*j)
		b.quad(first+2*i, first+2*i+1, first+2*j+1, first+2*j)
	}
	b.path = b.path[:0]
}

// line draws a line of a width along the path and clears it. The path is the
// line's middle.
func (b *builder) line(width float32, closed bool) {
	b.normals(closed)
	b.band(width, closed)
}

// band is line for a path whose normals are there.
func (b *builder) band(width float32, closed bool) {
	n := len(b.path)
	if n < 2 {
		b.path = b.path[:0]
		return
	}
	core, outer := max(width-1, 0)/2, width/2+0.5
	share := min(width, 1)
	first := uint32(len(b.vertices))
	for i, p := range b.path {
		d := b.normal[i]
		b.vertex(p.x+d.x*outer, p.y+d.y*outer, 0)
		b.vertex(p.x+d.x*core, p.y+d.y*core, share)
		b.vertex(p.x-d.x*core, p.y-d.y*core, share)
		b.vertex(p.x-d.x*outer, p.y-d.y*outer, 0)
	}
	last := n
	if !closed {
		last = n - 1
	}
	for i := range last {
		p, q := first+uint32(4*i), first+uint32(4*i+4)
		if i == n-1 {
			q = first
		}
		for k := range uint32(3) {
			b.quad(p+k, q+k, q+k+1, p+k+1)
		}
	}
	b.path = b.path[:0]
}
