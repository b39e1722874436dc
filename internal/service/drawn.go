package service

import "oncall/internal/random"

// DrawnSurge is what chance has made of a surge profile in one shift.
type DrawnSurge struct {
	OnsetMinutes float64
	RampMinutes  float64
	HoldMinutes  float64
	Peak         float64 // multiple of the base
	DecayMinutes float64
}

// DrawSurge returns the surge of the shift with a seed, which World draws in the
// same way before its first minute. It has a meaning only where HasSurge is set.
func (p *Params) DrawSurge(seed uint32) DrawnSurge {
	events := random.New(seed ^ eventsMix)
	d := drawSurge(&events, p.Surge)
	return DrawnSurge{OnsetMinutes: d.onset, RampMinutes: d.ramp, HoldMinutes: d.hold, Peak: d.peak, DecayMinutes: d.decay}
}
