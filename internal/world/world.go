// Package world is the vocabulary that the simulated worlds share: what a
// player can set, what a world shows, and what happens in it. A world
// describes itself as data, so that the page, the command line, the record and
// the debrief work for any of them.
//
// A world is a state machine. It has no clock, no I/O and no randomness but its
// seed: the same seed, scenario and actions give the same bits everywhere.
package world

// World is one running simulation. It is made at step 0, the opening, and every
// call of Step moves it on by one step.
type World interface {
	// Controls lists what the player can set, ordered by code: Controls()[i].Code
	// is i.
	Controls() []Control
	// Readings lists the columns of a row in order. They are hashed into the
	// digest and written to CSV, so their order is part of the model.
	Readings() []Reading
	// Extras lists what pictures need beside a row, such as the minutes that are
	// left of a boot. Extras are neither hashed nor exported.
	Extras() []Reading
	// Step computes the next step with the player's actions of that step, in the
	// order in which they were made. The actions must have passed Check. What it
	// returns is valid until the next call.
	Step(actions []Action) []Event
	// Row writes the current step's readings, len(Readings()) of them.
	Row(dst []float64)
	// Extra writes the current step's extras, len(Extras()) of them.
	Extra(dst []float64)
	// Settings writes the controls' current values, len(Controls()) of them for
	// each target in turn. A button's is 0.
	Settings(dst []int)
}

// Kind says what a control is to the hand.
type Kind uint8

// The kinds of control.
const (
	Slider Kind = iota // a whole number from Min to Max on a grid of Step
	Switch             // 0 or 1
	Button             // pressed with the value 1; remembers nothing
	Choice             // one of Choices, by its index
)

// Unit names what a number counts, so that a view can format it.
type Unit string

// The units of readings, controls and constants. Shares are fractions of one;
// percent is only the scale of a control.
const (
	Number           Unit = "number"
	Times            Unit = "times"   // a multiple, shown as 14.4×
	Share            Unit = "share"   // 0..1, shown in percent
	Percent          Unit = "percent" // 0..100
	PerSecond        Unit = "per_second"
	Seconds          Unit = "seconds"
	Minutes          Unit = "minutes"
	Days             Unit = "days"
	Dollars          Unit = "dollars"
	DollarsPerHour   Unit = "dollars_per_hour"
	Instances        Unit = "instances"
	Flag             Unit = "flag" // 0 or 1
	BitsPerSecond    Unit = "bits_per_second"
	QueriesPerSecond Unit = "queries_per_second"
)

// Control describes one thing that the player can set or press.
type Control struct {
	ID      string   `json:"id"`
	Code    int      `json:"code"`  // its number in records; never reused
	Group   string   `json:"group"` // the panel it stands in
	Kind    Kind     `json:"kind"`
	Min     int      `json:"min"`
	Max     int      `json:"max"`
	Step    int      `json:"step"`
	Unit    Unit     `json:"unit"`
	Opening int      `json:"opening"`           // the scenario's value at step 0
	Choices []string `json:"choices,omitempty"` // ids, of a Choice
	Targets []string `json:"targets,omitempty"` // ids; empty where it acts on the whole world
}

// Reading describes one number that a world shows.
type Reading struct {
	Code string `json:"code"` // the CSV's column
	Unit Unit   `json:"unit"`
}

// Setting is a value that a control opens with instead of the scenario's.
type Setting struct {
	Control int // code
	Target  int // index into the control's Targets; 0 where it has none
	Value   int
}

// Action is one thing that the player did. It takes effect in its Step.
type Action struct {
	Step    int
	Control int // code
	Target  int // index into the control's Targets; 0 where it has none
	Value   int
}

// EventKind says what happened.
type EventKind string

// Event is something that happened by itself: the scenario's doing or an alert.
type Event struct {
	Step int       `json:"step"`
	Kind EventKind `json:"kind"`
	// Rule is the alert rule's place in the scenario's list, for alerts.
	Rule int `json:"rule"`
	// Target is the index of the link or other part it happened to.
	Target int `json:"target"`
	// Hindsight events are not known to the player while they play.
	Hindsight bool `json:"hindsight"`
}

// The events that every world may have.
const (
	AlertFired   EventKind = "alert_fired"
	AlertCleared EventKind = "alert_cleared"
)
