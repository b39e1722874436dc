// Package scene is the picture of a running world as pure functions: where its
// nodes and labels stand, and which shapes show a snapshot while time passes.
// It knows no clock, no screen and no words. Words are HTML over the canvas,
// placed at the anchors that a Layout names; the time that has passed is given
// to it; and what it produces are shapes with indices into a table of colours.
package scene

// Size is what a layout depends on.
type Size struct {
	Width  float64 // of the stage [CSS px]
	Height float64 // of the stage [CSS px]
	RTL    bool    // reads from right to left: the picture is mirrored
	Embed  bool    // stands in somebody else's page: smaller margins
	Tiles  int     // instances that the fleet can have; 0 stands for 40
}

// Layout says where everything stands, in CSS px from the stage's upper left
// corner. The page places labels and targets with it; the animation draws with
// it. The same Size always gives the same Layout.
type Layout struct {
	Width   float64 `json:"width"`
	Height  float64 `json:"height"`
	Upright bool    `json:"upright"` // flows from top to bottom
	RTL     bool    `json:"rtl"`
	Nodes   []Node  `json:"nodes"`
	Labels  []Label `json:"labels"`

	geo geometry  // of the service world
	cdn *pipework // of the CDN world
}

// Node is a part of the system that can be pointed at. Its box holds what is
// drawn for it; boxes of different nodes never overlap. What a finger hits is
// the box together with the label of the same id.
type Node struct {
	ID string  `json:"id"` // users, balancer, fleet, cache, database, budget; audience, link:<id>, site:<id>
	X  float64 `json:"x"`  // left edge
	Y  float64 `json:"y"`  // upper edge
	W  float64 `json:"w"`
	H  float64 `json:"h"`
}

// Align says which point of a label its anchor is, in reading direction.
type Align string

// The anchors of a label. AlignStart is the left edge where text runs from left
// to right, and the right edge where it runs from right to left.
const (
	AlignStart  Align = "start"
	AlignCenter Align = "center"
	AlignEnd    Align = "end"
)

// Label is the place of a node's label: a strong line (15 px) and, where Lines
// is 2, a muted line (12 px) under it. A balancer without a label of its own
// leaves what it has to say to the users' second line.
type Label struct {
	ID       string  `json:"id"`       // of its node
	X        float64 `json:"x"`        // the anchor
	Y        float64 `json:"y"`        // upper edge
	Align    Align   `json:"align"`    // which point of the label X is
	MaxWidth float64 `json:"maxWidth"` // wider text has to be shortened
	Lines    int     `json:"lines"`    // 1 or 2
	Small    bool    `json:"small"`    // one line of 11.5 px
	Left     float64 `json:"left"`     // left edge of the box of MaxWidth
}

// Heights of a label of one line and of two [CSS px]: line boxes of 20 px and
// 18 px; and of a small one.
const (
	LabelHeight1     = 20.0
	LabelHeight2     = 38.0
	LabelHeightSmall = 15.0
)

// Height returns the height that is kept free for the label [CSS px].
func (l Label) Height() float64 {
	switch {
	case l.Small:
		return LabelHeightSmall
	case l.Lines < 2:
		return LabelHeight1
	default:
		return LabelHeight2
	}
}

// TilesDefault is the number of instances that a fleet can have where the size
// does not say.
const TilesDefault = 40

// The smallest and largest stage that a layout is made for [CSS px]. Other
// sizes are laid out as the nearest of these.
const (
	widthMin  = 240.0
	widthMax  = 4096.0
	heightMin = 180.0
	heightMax = 2400.0
)

// Service lays out the service world: users, balancer, fleet, cache and
// database from the start of the line to its end, with the error budget under
// the fleet, where failed requests fall into its fire. A narrow and high stage
// is laid out upright, from top to bottom.
func Service(s Size) Layout {
	s.Width = clamp(s.Width, widthMin, widthMax)
	s.Height = clamp(s.Height, heightMin, heightMax)
	if s.Tiles <= 0 {
		s.Tiles = TilesDefault
	}
	var g geometry
	var labels []Label
	upright := isUpright(s)
	if upright {
		g, labels = layUpright(s)
	} else {
		g, labels = layWide(s)
	}
	g.layPersons()
	g.layPile(labels)
	nodes := g.nodes(s.Width, s.Height, labels)
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
	return Layout{
		Width: s.Width, Height: s.Height, Upright: upright, RTL: s.RTL,
		Nodes: nodes, Labels: labels, geo: g,
	}
}

// isUpright tells whether a stage is too narrow for its height to show the way
// of a request as one line.
func isUpright(s Size) bool {
	return s.Width < 640 && s.Height >= 225 && s.Height >= 0.58*s.Width
}

// left returns the left edge of a label's box.
func left(l Label, rtl bool) float64 {
	switch {
	case l.Align == AlignCenter:
		return l.X - l.MaxWidth/2
	case (l.Align == AlignEnd) != rtl:
		return l.X - l.MaxWidth
	default:
		return l.X
	}
}

func clamp(v, lo, hi float64) float64 { return min(max(v, lo), hi) }
