package scene

// Kind is what a shape looks like.
type Kind uint8

// The kinds. Marks are small and many; they come from an atlas. The others are
// built from triangles.
const (
	// Marks: X, Y is the centre, W the size, A a rotation in turns.
	Disc      Kind = iota // a request on its way, or its answer
	Ring                  // shed
	Bead                  // a ring with a full middle: a slow answer
	Cross                 // timed out
	Square                // found no capacity
	Triangle              // error of the bad build
	Drop                  // data, falling or being loaded
	Person                // a user
	markKinds             // how many marks there are

	// Rounded boxes: X, Y is the centre, W and H the size, R the corners' radius,
	// Line the width of an outline.
	Box     // filled
	Outline // its line, inside the box
	Dashed  // its line in dashes
	Level   // filled from its bottom up to the share A
	Hatch   // slanted lines, Line wide
	Gauge   // filled from its left end up to the share A, or from its right one up to the share -A
	Torn    // broken off at its right end where A is above 0, else at its left one; its line where Line is above 0

	// Lines: from X, Y by W, H with round ends, Line wide. A Bend leaves and
	// arrives sideways, or where A is above 0 leaves upwards or downwards.
	Stroke
	Bend

	// Circles: X, Y is the centre, W the diameter. Arc is a line along the
	// circle's inside, Line wide, from the turn A over the extent B, both in turns
	// clockwise from the top. Pool is filled from its bottom up to the share A.
	Arc
	Pool

	// Hexagons with a corner at the left and right: X, Y, W, H as a box.
	Hexagon     // filled
	HexagonLine // its line, Line wide

	// Cylinders that stand: X, Y, W, H as a box, lids included; R is half a lid's
	// height.
	Drum     // filled from its bottom up to the share A
	DrumLine // its line and its upper lid's, Line wide

	// Flame: X, Y is the middle of its foot, W and H its size, A where its
	// flickering stands in turns.
	Flame
)

// MarkKinds is the number of kinds that come from the atlas: the kinds below
// it.
const MarkKinds = int(markKinds)

// Color is an index into the theme's table of colours.
type Color uint8

// The colours of a theme. ColorGlow is none of the page's: it is ColorSlow made
// as bright as it can be, for the middle of a fire.
const (
	ColorBg Color = iota
	ColorPanel
	ColorRaised
	ColorLine
	ColorText
	ColorMuted
	ColorServed
	ColorOK
	ColorSlow
	ColorFail
	ColorBad
	ColorShed
	ColorBoot
	ColorAccent
	ColorGlow
	ColorCount
)

// ColorNames are the names of the page's colours, by index.
var ColorNames = [ColorGlow]string{
	"bg", "panel", "raised", "line", "text", "muted",
	"served", "ok", "slow", "fail", "bad", "shed", "boot", "accent",
}

// Shape is one thing to draw. Lengths are CSS px; what the fields mean depends
// on the kind.
type Shape struct {
	Kind  Kind
	Color Color
	Alpha float32 // 0..1
	X, Y  float32
	W, H  float32
	R     float32
	Line  float32
	A, B  float32
}
