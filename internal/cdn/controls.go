package cdn

import (
	"math"

	"oncall/internal/world"
)

// The codes of the controls, as they stand in records.
const (
	ControlPolicy            = iota // a Choice: PolicyStatic ...
	ControlMetric                   // a Choice: MetricRouter ...
	ControlTargetUtilization        // what PID holds [%]
	ControlDrain                    // 1 drains the target link
	ControlWeight                   // factor on the target link's weights [tenths]
	ControlKp                       // PID's gain [tenths]
	ControlTi                       // PID's integral time [s]
	ControlTd                       // PID's derivative time [s]
	controlCount
)

// The policies, by their values in records.
const (
	PolicyStatic = iota // weights only
	PolicyLinear        // the talk's first version
	PolicyDamped        // its second
	PolicyPID           // its third
	policyCount
)

// The metrics, by their values in records.
const (
	MetricRouter = iota // all traffic of the link, late and once a minute
	MetricServer        // the balancer's own bytes, every step
	MetricFused         // the servers' bytes, corrected by the routers'
	metricCount
)

// Bounds of the controller's settings.
const (
	KpMax        = 100 // a number, in steps of 0.1
	TiMin, TiMax = 10, 3600
	TdMax        = 600

	weightMax     = 100 // tenths
	weightNeutral = 10  // tenths: the scenario's weights as they are
)

var (
	policies = [policyCount]string{PolicyStatic: "static", PolicyLinear: "linear", PolicyDamped: "damped", PolicyPID: "pid"}
	metrics  = [metricCount]string{MetricRouter: "router", MetricServer: "server", MetricFused: "fused"}
)

// The units that this world adds.
const (
	Sessions world.Unit = "sessions"
	Tenths   world.Unit = "tenths" // a control's whole number, ten of which make 1
)

// Controls returns the CDN world's controls as a shift with these constants
// opens them.
func (p *Params) Controls() []world.Control {
	links := make([]string, len(p.Links))
	for i, l := range p.Links {
		links[i] = l.ID
	}
	return []world.Control{
		{ID: "policy", Code: ControlPolicy, Group: "balancer", Kind: world.Choice, Max: policyCount - 1, Step: 1, Unit: world.Number, Opening: int(p.Policy), Choices: policies[:]},
		{ID: "metric", Code: ControlMetric, Group: "balancer", Kind: world.Choice, Max: metricCount - 1, Step: 1, Unit: world.Number, Opening: int(p.Metric), Choices: metrics[:]},
		{ID: "target_utilization", Code: ControlTargetUtilization, Group: "balancer", Kind: world.Slider, Min: 50, Max: 95, Step: 1, Unit: world.Percent, Opening: int(p.TargetUtilization)},
		{ID: "drain", Code: ControlDrain, Group: "links", Kind: world.Switch, Max: 1, Step: 1, Unit: world.Flag, Targets: links},
		{ID: "weight", Code: ControlWeight, Group: "links", Kind: world.Slider, Max: weightMax, Step: 1, Unit: Tenths, Opening: weightNeutral, Targets: links},
		{ID: "kp", Code: ControlKp, Group: "advanced", Kind: world.Slider, Max: 10 * KpMax, Step: 1, Unit: Tenths, Opening: int(tenths(p.Kp))},
		{ID: "ti", Code: ControlTi, Group: "advanced", Kind: world.Slider, Min: TiMin, Max: TiMax, Step: 1, Unit: world.Seconds, Opening: int(p.Ti)},
		{ID: "td", Code: ControlTd, Group: "advanced", Kind: world.Slider, Max: TdMax, Step: 1, Unit: world.Seconds, Opening: int(p.Td)},
	}
}

// tenths returns the nearest whole number of tenths.
func tenths(v float64) float64 { return math.Floor(float64(10*v) + 0.5) }

// The events of the CDN world: what happens to links, and what the audience's
// world does.
const (
	EventLinkDown    world.EventKind = "link_down" // with the link as target
	EventLinkUp      world.EventKind = "link_up"   // with the link as target
	EventKickOff     world.EventKind = "kick_off"
	EventHalfTime    world.EventKind = "half_time"
	EventSecondHalf  world.EventKind = "second_half"
	EventFinal       world.EventKind = "final_whistle"
	EventMaintenance world.EventKind = "maintenance"
	EventConcert     world.EventKind = "concert"
	EventConcertOver world.EventKind = "concert_over"
)

// notices are the events that a scenario may announce.
var notices = [...]world.EventKind{
	EventKickOff, EventHalfTime, EventSecondHalf, EventFinal, EventMaintenance, EventConcert, EventConcertOver,
}

// Notices lists the events that a scenario may announce.
func Notices() []world.EventKind { return notices[:] }
