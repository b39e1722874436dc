package canvas

import (
	"github.com/hajimehoshi/ebiten/v2"

	"oncall/internal/scene"
)

// rgb is a colour, each part 0..1.
type rgb struct{ r, g, b float32 }

// Theme is the table of colours.
type Theme struct{ colors [scene.ColorCount]rgb }

// DefaultTheme returns the dark colours, for the time until the page has sent
// its own.
func DefaultTheme() Theme {
	var t Theme
	for i, hex := range [...]string{
		"#0d1117", "#151b23", "#1d2530", "#2b3542", "#e8eef5", "#9fb0c3",
		"#4cc9f0", "#43d9a3", "#f6c945", "#ff7a5c", "#bb7af5", "#8fa3bb", "#f6c945", "#7cc4ff",
	} {
		t.Set(scene.Color(i), hex)
	}
	return t
}

// Set sets a colour from its text, "#rrggbb" or "#rgb". It returns false and
// changes nothing where the text is neither.
func (t *Theme) Set(c scene.Color, text string) bool {
	if int(c) >= len(scene.ColorNames) || len(text) == 0 || text[0] != '#' {
		return false
	}
	var digits [6]float32
	text = text[1:]
	if len(text) != 3 && len(text) != 6 {
		return false
	}
	for i := range len(text) {
		v, ok := digit(text[i])
		if !ok {
			return false
		}
		if len(text) == 3 {
			digits[2*i], digits[2*i+1] = v, v
		} else {
			digits[i] = v
		}
	}
	t.colors[c] = rgb{
		(digits[0]*16 + digits[1]) / 255,
		(digits[2]*16 + digits[3]) / 255,
		(digits[4]*16 + digits[5]) / 255,
	}
	if s := t.colors[scene.ColorSlow]; c == scene.ColorSlow {
		top := max(s.r, s.g, s.b, 1.0/255)
		t.colors[scene.ColorGlow] = rgb{s.r / top, s.g / top, s.b / top}
	}
	return true
}

func digit(c byte) (float32, bool) {
	switch {
	case c >= '0' && c <= '9':
		return float32(c - '0'), true
	case c >= 'a' && c <= 'f':
		return float32(c-'a') + 10, true
	case c >= 'A' && c <= 'F':
		return float32(c-'A') + 10, true
	}
	return 0, false
}

// Canvas draws shapes. It is made once; it keeps its memory from frame to
// frame.
type Canvas struct {
	b     builder
	image *ebiten.Image // of the atlas
}

// New returns a canvas with its atlas drawn and room for a busy frame.
func New() *Canvas {
	return &Canvas{b: builder{
		atlas:    newAtlas(),
		vertices: make([]ebiten.Vertex, 0, 24<<10),
		indices:  make([]uint32, 0, 96<<10),
	}}
}

// Build turns shapes into triangles, for a screen with so many device pixels a
// CSS pixel. It needs no screen.
func (c *Canvas) Build(shapes []scene.Shape, theme *Theme, scale float64) {
	c.b.reset(float32(scale))
	for i := range shapes {
		s := &shapes[i]
		if s.Alpha <= 0 || s.Color >= scene.ColorCount {
			continue
		}
		c.b.paint(theme.colors[s.Color], min(s.Alpha, 1))
		c.b.add(s)
	}
}

// Counts returns how many vertices and triangles were built.
func (c *Canvas) Counts() (vertices, triangles int) {
	return len(c.b.vertices), len(c.b.indices) / 3
}

// Present draws what was built on the screen, over its background, in one call.
func (c *Canvas) Present(screen *ebiten.Image, theme *Theme) {
	if c.image == nil {
		c.image = ebiten.NewImageFromImage(c.b.atlas.pixels)
	}
	bg := theme.colors[scene.ColorBg]
	screen.Fill(solid{bg})
	screen.DrawTriangles32(c.b.vertices, c.b.indices, c.image, &ebiten.DrawTrianglesOptions{
		ColorScaleMode: ebiten.ColorScaleModePremultipliedAlpha,
		Filter:         ebiten.FilterLinear,
		DisableMipmaps: true,
	})
}

// solid is an opaque colour.
type solid struct{ rgb }

// RGBA returns the colour's parts, 0..65535 each.
func (s solid) RGBA() (r, g, b, a uint32) {
	part := func(v float32) uint32 { return uint32(v*65535 + 0.5) }
	return part(s.r), part(s.g), part(s.b), 65535
}

// add builds one shape.
func (b *builder) add(s *scene.Shape) {
	if int(s.Kind) < scene.MarkKinds {
		b.mark(s)
		return
	}
	switch s.Kind {
	case scene.Box:
		b.box(s)
	case scene.Outline:
		b.outline(s)
	case scene.Dashed:
		b.dashed(s)
	case scene.Level:
		b.level(s)
	case scene.Hatch:
		b.hatch(s)
	case scene.Gauge:
		b.gauge(s)
	case scene.Torn:
		b.torn(s)
	case scene.Stroke:
		b.stroke(s)
	case scene.Bend:
		b.bend(s)
	case scene.Arc:
		b.arc(s)
	case scene.Pool:
		b.pool(s)
	case scene.Hexagon:
		b.hexagon(s)
	case scene.HexagonLine:
		b.hexagonLine(s)
	case scene.Drum:
		b.drum(s)
	case scene.DrumLine:
		b.drumLine(s)
	case scene.Flame:
		b.flame(s)
	}
}
