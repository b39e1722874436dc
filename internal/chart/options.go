package chart

import (
	"math"
	"slices"
)

// Options says what a timeline shows. Every text is in the reader's language;
// numbers are formatted by the caller. What is out of bounds is brought inside.
type Options struct {
	// Width in px. Below 600 px labels and values stand above their lanes.
	Width float64 `json:"width"`
	// Height in px; 0 is what the lanes like best, and so is what is too low.
	Height float64 `json:"height,omitempty"`
	// FontSize in px, 12 when 0; everything grows with it.
	FontSize float64 `json:"fontSize,omitempty"`
	// RTL puts labels on the right and values on the left. Time still runs
	// from left to right.
	RTL bool `json:"rtl,omitempty"`
	// Label is the text alternative of the whole picture.
	Label string `json:"label"`

	// Lanes are ids of LaneIDs, or "loads:x", "slowdowns:x" and "drops:x" of a
	// group x, from top to bottom; unknown ones are left out.
	Lanes []string `json:"lanes"`
	// Groups are parts of a world, such as links, that share a lane: their ids by
	// the group's name.
	Groups map[string][]string `json:"groups,omitempty"`
	// Truth draws true loads: in the lanes of groups instead of the measured ones,
	// in a link's lane beside them.
	Truth bool `json:"truth,omitempty"`
	// Labels names the lanes, by id; "happened" and "done" name the two rows of
	// markers.
	Labels map[string]string `json:"labels,omitempty"`
	// Values are the lanes' readings at the cursor, by id.
	Values map[string]string `json:"values,omitempty"`
	// Thresholds are dashed lines in the lanes, by id, the most important first:
	// where two labels would touch, the later one is left out.
	Thresholds map[string][]Threshold `json:"thresholds,omitempty"`
	// Windows are those of alert rules in the lane of the burn rate, the most
	// important first.
	Windows []Window `json:"windows,omitempty"`

	// Steps is the length of the shift; step 0 is the opening.
	Steps int `json:"steps"`
	// StepSeconds is the length of a step, 60 when 0.
	StepSeconds float64 `json:"stepSeconds,omitempty"`
	// ClockMinutes is the time of day at step 0.
	ClockMinutes float64 `json:"clockMinutes"`
	// Digits are ten digits to write times with, where they are not 0123456789.
	Digits string `json:"digits,omitempty"`

	// Last is the last step that is drawn, in play the newest one.
	Last int `json:"last"`
	// Position is where the shift or the replay stands. Steps after it, up to
	// Last, are drawn faintly.
	Position int `json:"position"`
	// Cursor is the step of the crosshair and of Values; none when negative.
	Cursor int `json:"cursor"`
	// Range is a range of steps to shade, first and last; none when empty.
	Range []int `json:"range,omitempty"`
	// Knob draws a handle on the time axis at Position.
	Knob bool `json:"knob,omitempty"`

	Markers []Marker `json:"markers,omitempty"`
	// Palette is PagePalette when nil.
	Palette Palette `json:"palette,omitempty"`
}

// Threshold is a value worth a line, in the unit of the lane's column.
type Threshold struct {
	Value float64 `json:"value"`
	Label string  `json:"label,omitempty"`
}

// Marker is something that happened at a step.
type Marker struct {
	Step int    `json:"step"`
	Kind string `json:"kind"` // one of the Mark constants; others are drawn as events
	Text string `json:"text,omitempty"`
}

// The kinds of markers, each with a shape and a colour of its own. Events and
// alerts stand in the upper row of the axis, actions and notes in the lower one.
const (
	MarkEvent  = "event"  // diamond
	MarkPage   = "page"   // filled triangle: an alert that pages
	MarkTicket = "ticket" // open triangle: an alert that opens a ticket
	MarkAction = "action" // circle
	MarkNote   = "note"   // square
)

// Bounds of what is drawn.
const (
	sideMin, sideMax = 40, 10_000 // px
	fontMin, fontMax = 6, 64      // px
	stepsMax         = 1 << 20
	markersMax       = 2000
	lanesMax         = 32
	partsMax         = 256
	narrowPx         = 600
)

func clamp(v, lo, hi float64) float64 {
	if !(v > lo) { // NaN too
		return lo
	}
	return math.Min(v, hi)
}

// bounded returns the options with everything inside its bounds.
func (o Options) bounded() Options {
	o.Width = math.Round(clamp(o.Width, 4*sideMin, sideMax))
	o.Height = math.Round(clamp(o.Height, 0, sideMax))
	o.FontSize = boundedFont(o.FontSize)
	o.Steps = max(1, min(o.Steps, stepsMax))
	o.StepSeconds = boundedStep(o.StepSeconds)
	o.ClockMinutes = boundedClock(o.ClockMinutes)
	o.Last = max(-1, min(o.Last, o.Steps))
	o.Position = max(0, min(o.Position, o.Steps))
	o.Cursor = max(-1, min(o.Cursor, o.Steps))
	o.Markers = o.Markers[:min(len(o.Markers), markersMax)]
	o.Lanes = o.Lanes[:min(len(o.Lanes), lanesMax)]
	o.Groups = boundedGroups(o.Groups)
	o.Windows = slices.Clone(o.Windows[:min(len(o.Windows), windowsMax)])
	for i, w := range o.Windows {
		o.Windows[i].Step = max(0, min(w.Step, o.Steps))
		o.Windows[i].LongMinutes, o.Windows[i].ShortMinutes = boundedWindow(w.LongMinutes), boundedWindow(w.ShortMinutes)
	}
	if o.Palette == nil {
		o.Palette = PagePalette()
	}
	return o
}

// boundedGroups returns the groups with as many parts as a lane can show.
func boundedGroups(groups map[string][]string) map[string][]string {
	bounded := make(map[string][]string, len(groups))
	for name, parts := range groups {
		bounded[name] = parts[:min(len(parts), partsMax)]
	}
	return bounded
}

func boundedFont(px float64) float64 {
	if !(px > 0) {
		return 12
	}
	return clamp(px, fontMin, fontMax)
}

func boundedStep(seconds float64) float64 {
	if !(seconds > 0) {
		return 60
	}
	return clamp(seconds, 0.001, 86400)
}

func boundedWindow(minutes float64) float64 { return clamp(minutes, 0, 1e6) }

func boundedClock(minutes float64) float64 { return clamp(minutes, 0, 1e6) }
