package cdn

import (
	"strconv"

	"oncall/internal/world"
)

// A row is the minute, then LinkColumns columns for each link in turn, then the
// totals.
const (
	Minute      = 0 // of the shift, in sixths
	firstOfLink = 1
)

// The columns of one link.
const (
	LinkLoad     = iota // true load: what is offered, share of the capacity; above 1 in overload
	LinkMeasured        // the load that the balancer knows, by the metric in force
	LinkSlowdown        // share of new sessions that it refuses from the next step on
	LinkDrop            // share of its playing sessions that it offers elsewhere in a step
	LinkSessions        // that play over it
	LinkColumns
)

// The columns of the whole CDN.
const (
	TotalCarried     = iota // by all links, other services included [bit/s]
	TotalSessions           // that play
	TotalRebuffering        // share of their play time
	TotalRefused            // sessions that no link accepted in this step, and which wait
	TotalGivenUp            // sessions that gave up waiting in this step
	TotalMoves              // sessions that went over to another link in this step
	TotalColumns
)

// Column returns the place of a link's column in a row.
func Column(link, column int) int { return firstOfLink + link*LinkColumns + column }

// TotalColumn returns the place of a total in the row of so many links.
func TotalColumn(links, total int) int { return firstOfLink + links*LinkColumns + total }

var linkReadings = [LinkColumns]world.Reading{
	LinkLoad:     {Code: "load", Unit: world.Share},
	LinkMeasured: {Code: "measured", Unit: world.Share},
	LinkSlowdown: {Code: "slowdown", Unit: world.Share},
	LinkDrop:     {Code: "drop", Unit: world.Share},
	LinkSessions: {Code: "sessions", Unit: Sessions},
}

var totalReadings = [TotalColumns]world.Reading{
	TotalCarried:     {Code: "carried", Unit: world.BitsPerSecond},
	TotalSessions:    {Code: "sessions", Unit: Sessions},
	TotalRebuffering: {Code: "rebuffering", Unit: world.Share},
	TotalRefused:     {Code: "refused", Unit: Sessions},
	TotalGivenUp:     {Code: "given_up", Unit: Sessions},
	TotalMoves:       {Code: "moves", Unit: Sessions},
}

// Readings returns the columns of a row, in the order of CSV and digest.
func (p *Params) Readings() []world.Reading {
	readings := []world.Reading{{Code: "minute", Unit: world.Minutes}}
	readings = p.appendOfLinks(readings, linkReadings[:])
	return append(readings, totalReadings[:]...)
}

// The extras are the totals below, then LinkExtras for each link in turn, then
// NetworkExtras for each network, then the playing sessions of each network on
// each of its links.
const (
	ExtraArrivals       = iota // sessions that wanted to start in this step, not counting those that wait
	ExtraOverMinutes           // link-minutes above the overload load, so far
	ExtraAmplitude             // range of the last 10 min of the load of the worst big link
	ExtraUtilization           // what all links carry, share of their capacity
	ExtraMovesByArrival        // moves for each arrival, so far
	TotalExtras
)

// The extras of one link.
const (
	ExtraAge         = iota // how old the measured load is [s]
	ExtraOscillation        // range of the measured load over the damped policy's window
	ExtraState              // StateUp ...
	ExtraRouter             // what each of the metrics says
	ExtraServer
	ExtraFused
	ExtraOther        // other services' traffic, share of the capacity
	ExtraLoss         // share of packets
	ExtraRebuffering  // share of the play time of its sessions
	ExtraProportional // the terms of the PID controller
	ExtraIntegral
	ExtraDerivative
	LinkExtras
)

// The extras of one network.
const (
	ExtraNetworkArrivals = iota // sessions that wanted to start in this step
	ExtraNetworkRefused         // sessions that wait
	NetworkExtras
)

// The states of a link.
const (
	StateUp = iota
	StateDown
	StateDraining
)

var totalExtras = [TotalExtras]world.Reading{
	ExtraArrivals:       {Code: "arrivals", Unit: Sessions},
	ExtraOverMinutes:    {Code: "over_minutes", Unit: world.Minutes},
	ExtraAmplitude:      {Code: "amplitude", Unit: world.Share},
	ExtraUtilization:    {Code: "utilization", Unit: world.Share},
	ExtraMovesByArrival: {Code: "moves_by_arrival", Unit: world.Number},
}

var linkExtras = [LinkExtras]world.Reading{
	ExtraAge:          {Code: "age", Unit: world.Seconds},
	ExtraOscillation:  {Code: "oscillation", Unit: world.Share},
	ExtraState:        {Code: "state", Unit: world.Number},
	ExtraRouter:       {Code: "router", Unit: world.Share},
	ExtraServer:       {Code: "server", Unit: world.Share},
	ExtraFused:        {Code: "fused", Unit: world.Share},
	ExtraOther:        {Code: "other", Unit: world.Share},
	ExtraLoss:         {Code: "loss", Unit: world.Share},
	ExtraRebuffering:  {Code: "rebuffering", Unit: world.Share},
	ExtraProportional: {Code: "proportional", Unit: world.Number},
	ExtraIntegral:     {Code: "integral", Unit: world.Number},
	ExtraDerivative:   {Code: "derivative", Unit: world.Number},
}

var networkExtras = [NetworkExtras]world.Reading{
	ExtraNetworkArrivals: {Code: "arrivals", Unit: Sessions},
	ExtraNetworkRefused:  {Code: "refused", Unit: Sessions},
}

// Extras returns what pictures need beside a row. A network's code is its place
// in the list: refused_n3, and sessions_n3_s01-a for its sessions on a link.
func (p *Params) Extras() []world.Reading {
	extras := p.appendOfLinks(totalExtras[:len(totalExtras):len(totalExtras)], linkExtras[:])
	for i := range p.Networks {
		for _, r := range networkExtras {
			extras = append(extras, world.Reading{Code: r.Code + networkCode(i), Unit: r.Unit})
		}
	}
	for i, n := range p.Networks {
		for _, w := range n.Links {
			extras = append(extras, world.Reading{Code: "sessions" + networkCode(i) + "_" + p.Links[w.Link].ID, Unit: Sessions})
		}
	}
	return extras
}

func networkCode(i int) string { return "_n" + strconv.Itoa(i) }

func (p *Params) appendOfLinks(readings, each []world.Reading) []world.Reading {
	for _, l := range p.Links {
		for _, r := range each {
			readings = append(readings, world.Reading{Code: r.Code + "_" + l.ID, Unit: r.Unit})
		}
	}
	return readings
}

// Readings implements world.World.
func (w *World) Readings() []world.Reading { return w.readings }

// Extras implements world.World.
func (w *World) Extras() []world.Reading { return w.extras }

// Row implements world.World.
func (w *World) Row(dst []float64) {
	dst[Minute] = float64(w.step) / stepsPerMinute
	for l := range w.links {
		link := &w.links[l]
		row := dst[Column(l, 0):]
		row[LinkLoad] = link.load
		row[LinkMeasured] = link.known
		row[LinkSlowdown] = w.slowdown(l)
		row[LinkDrop] = w.drop(l)
		row[LinkSessions] = float64(link.sessions)
	}
	copy(dst[TotalColumn(len(w.links), 0):], w.totals[:])
}

// Extra implements world.World.
func (w *World) Extra(dst []float64) {
	copy(dst, w.extraTotals[:])
	dst = dst[TotalExtras:]
	for l := range w.links {
		link := &w.links[l]
		dst[ExtraAge] = w.age()
		dst[ExtraOscillation] = link.oscillation
		dst[ExtraState] = float64(w.state(l))
		dst[ExtraRouter] = link.router
		dst[ExtraServer] = link.server
		dst[ExtraFused] = link.fused()
		dst[ExtraOther] = link.other
		dst[ExtraLoss] = link.loss
		dst[ExtraRebuffering] = link.rebuffering
		dst[ExtraProportional] = link.pid.proportional
		dst[ExtraIntegral] = link.pid.integral
		dst[ExtraDerivative] = link.pid.derivative
		dst = dst[LinkExtras:]
	}
	for g := range w.groups() {
		var arrivals, waiting int
		for c := range w.cohorts {
			arrivals += w.arrived[w.at(c, g)]
			waiting += w.waiting[w.at(c, g)]
		}
		dst[ExtraNetworkArrivals], dst[ExtraNetworkRefused] = float64(arrivals), float64(waiting)
		dst = dst[NetworkExtras:]
	}
	for cell := range w.cells {
		playing := 0
		for c := range w.cohorts {
			playing += w.playing[c*len(w.cells)+cell]
		}
		dst[cell] = float64(playing)
	}
}

// Settings implements world.World.
func (w *World) Settings(dst []int) { copy(dst, w.settings) }

// state returns what a link is: a draining one that is down is down.
func (w *World) state(l int) int {
	switch {
	case w.links[l].down:
		return StateDown
	case w.setting(ControlDrain, l) == 1:
		return StateDraining
	}
	return StateUp
}
