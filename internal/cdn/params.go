package cdn

import (
	"errors"
	"strconv"

	"oncall/internal/world"
)

// StepSeconds is how long a step is [s]: the longest segment that the talk's
// players fetch. It is the world's time scale, and so no field.
const StepSeconds = 10

// Limits of the lists in Params.
const (
	MinutesMax      = 1440
	SitesMax        = 64
	LinksMax        = 256 // a record names a link in one byte
	NetworksMax     = 512
	NetworkLinksMax = 8
	ClassesMax      = 8
	PhasesMax       = 64 // arrivals of a class, and as many ways to leave it
	EventsMax       = 32
	IDMax           = 24
)

// Params are the constants of one CDN, of its audience, and of one shift on it.
// Numbers of the table Fields are float64, whole ones included. Defaults
// returns the design's; a scenario overrides what it needs and lists sites,
// links, networks, audience and events.
type Params struct {
	// The shift.
	Minutes      float64 // how long it lasts [min]
	ClockMinutes float64 // time of day at its start [min after midnight]

	// Sessions and links.
	BitrateBits      float64 // what a session asks for [bit/s]
	Movable          float64 // share of players that can change host in mid-play
	PatienceSeconds  float64 // mean wait of a refused session until it gives up [s]
	Misrouted        float64 // share of a link's traffic that leaves by the next link
	OtherShare       float64 // other services' mean traffic, share of a link's capacity
	OtherSeconds     float64 // time constant of its drift [s]
	OtherSpread      float64 // its standard deviation, share of its mean
	BufferPackets    float64 // packets that a link holds, K of M/M/1/K
	SegmentBytes     float64 // TCP's maximum segment size [B]
	RoundTripSeconds float64 // round-trip time [s]
	OverloadLoad     float64 // load from which a link counts as overloaded
	BigLinkBits      float64 // capacity from which a link counts as big [bit/s]

	// What the balancer can know.
	RouterSeconds      float64 // what a router's figure is the mean of [s]
	RouterDelaySeconds float64 // how long after it is published [s]
	RouterNoise        float64 // sd of the relative error of a router's figure
	ServerNoise        float64 // and of the servers' own count
	FusedWeight        float64 // weight of a new difference router - server

	// The policies linear and damped.
	SlowdownFrom   float64 // load at which new sessions begin to be refused
	SlowdownFull   float64 // load at which all are
	DropFrom       float64 // load at which playing sessions begin to be moved
	DropFull       float64 // load at which DropMost of them are
	DropMost       float64 // share a step
	WindowSeconds  float64 // what the oscillation is measured over [s]
	ExtraFrom      float64 // oscillation at which extra slowdown begins
	ExtraFull      float64 // oscillation at which it is ExtraMost
	ExtraMost      float64
	ReductionMost  float64 // slowdown taken off where nothing oscillates
	ReductionUntil float64 // oscillation from which nothing is taken off

	// The policy PID, and draining.
	FilterSeconds float64 // time constant of the derivative's filter [s]
	PIDDrop       float64 // share a step that is moved for each unit of output above 1
	DrainDrop     float64 // share of a draining link that is moved a step, at least

	// What the shift opens with.
	Policy            float64 // PolicyStatic ...
	Metric            float64 // MetricRouter ...
	TargetUtilization float64 // [%]
	Kp                float64 // controller's gain, a multiple of 0.1
	Ti                float64 // integral time [s]
	Td                float64 // derivative time [s]

	Sites    []string // ids
	Links    []Link
	Networks []Network
	Classes  []Class
	Outages  []Outage // in order of time
	Notices  []Notice // in order of time
}

// Link ties a site to an operator.
type Link struct {
	ID           string
	Site         int     // index into Sites
	CapacityBits float64 // [bit/s]
}

// Network is a client network and the links that its sessions may use.
type Network struct {
	Prefix Prefix
	Links  []Weight // at most NetworkLinksMax
}

// Weight says how much of a network's audience should use a link, relative to
// the network's other links: capacity and closeness.
type Weight struct {
	Link   int // index into Links
	Weight float64
}

// Class is a part of the audience that comes and goes in its own way.
type Class struct {
	ID          string
	DemandBits  float64   // what all of it would ask for [bit/s]; its size is DemandBits / BitrateBits
	MeanSeconds float64   // mean session outside of every Leaving [s]
	Start       float64   // share of its size that plays at the start
	StartLinks  []float64 // shares of those over the links; nil where the weights say it
	Shares      []float64 // over the networks
	Arrivals    []Arrival
	Leavings    []Leaving // of two at the same time, the first counts
}

// ArrivalKind says how a part of a class arrives.
type ArrivalKind uint8

// The kinds of arrival.
const (
	// ArriveSteadily: at Share times the rate that keeps the class at its size,
	// which is its size / its mean session, from FromMinutes to ToMinutes.
	ArriveSteadily ArrivalKind = iota
	// ArriveEvenly: Share of the class's size, spread over FromMinutes to
	// ToMinutes.
	ArriveEvenly
	// ArriveAround: Share of the class's size, as a normal curve around
	// AroundMinutes with a standard deviation of SpreadSeconds.
	ArriveAround
)

// Arrival is a part of a class that arrives.
type Arrival struct {
	Kind          ArrivalKind
	Share         float64
	FromMinutes   float64
	ToMinutes     float64
	AroundMinutes float64
	SpreadSeconds float64
}

// Leaving is a time in which a class leaves at another rate than usual: either
// Share of it by the end of that time, or each after MeanSeconds in the mean;
// the other one is 0.
type Leaving struct {
	FromMinutes float64
	ToMinutes   float64
	Share       float64
	MeanSeconds float64
	To          int     // the class that takes leavers over, or -1
	ToShare     float64 // share of the leavers that it takes over
}

// Outage is a link that is down for a while.
type Outage struct {
	Link    int
	Minute  float64 // when it fails
	Minutes float64 // how long it stays down
}

// Notice is something that the audience's world does, such as a kick-off. It
// only tells: the arrivals say what comes of it.
type Notice struct {
	Minute float64
	Kind   world.EventKind
}

// Defaults returns the design's constants without sites, links and audience.
func Defaults() Params {
	var p Params
	for _, f := range fields {
		*f.At(&p) = f.Default
	}
	return p
}

// Steps returns how many steps the shift lasts.
func (p *Params) Steps() int { return int(p.Minutes) * stepsPerMinute }

const stepsPerMinute = 60 / StepSeconds

// Field describes one constant of Params: what a scenario file calls it, its
// bounds and its default.
type Field struct {
	ID       string
	Unit     world.Unit
	Min, Max float64 // both included
	Default  float64
	Whole    bool     // a whole number
	Choices  []string // the names of its values, where it has them
	At       func(*Params) *float64
}

// Fields lists every scalar constant of Params in canonical order: the order in
// which a scenario is hashed and carried. It is part of the model.
func Fields() []Field { return fields[:] }

// Check reports whether a value is one that the field can have. The error names
// the field and what would be right.
func (f Field) Check(v float64) error {
	if !(v >= f.Min && v <= f.Max) {
		return errors.New(f.ID + " must lie between " + format(f.Min) + " and " + format(f.Max) + ", and is " + format(v))
	}
	if f.Whole && v != float64(int64(v)) {
		return errors.New(f.ID + " must be a whole number, and is " + format(v))
	}
	return nil
}

func format(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
