package debrief

import (
	"oncall/internal/cdn"
	"oncall/internal/shift"
)

// Response is how the balancer met the audience: the figures by which control
// engineering tells a step response, of the big link that went furthest above its
// target. Steps are those of the shift; what does not exist is nil.
//
// Overshoot is the largest excess of the true load over the target after the
// load first came to it. The settling time runs from there until the load stays
// inside a band around the target (D. E. Seborg, T. F. Edgar, D. A. Mellichamp,
// Process Dynamics and Control, 2nd ed. 2004, chapter 5). The band is
// settlingBand to both sides, with one exception that a step response does not
// know: a link that refuses nobody and lies below the target has not enough
// demand, and no controller could lift it.
type Response struct {
	Link            string   `json:"link"` // its id, "" where no big link came to its target
	OvershootPoints *float64 `json:"overshoot_points"`
	CrossedStep     *int     `json:"crossed_step"`
	SettlingSeconds *int     `json:"settling_seconds"` // nil where it never settled
}

const (
	settlingBand = 0.05
	// settledSteps is how long a load must have stayed inside the band by the end:
	// a sawtooth that is between two crests when the shift ends has not settled.
	settledSteps = 600 / cdn.StepSeconds
)

// ResponseOf returns the response of a shift in the CDN world.
func ResponseOf(s *shift.Shift) Response {
	var worst Response
	p := s.Scenario().CDN
	for link, l := range p.Links {
		if l.CapacityBits < p.BigLinkBits {
			continue
		}
		r := responseOf(s, link)
		if r.OvershootPoints != nil && (worst.OvershootPoints == nil || *r.OvershootPoints > *worst.OvershootPoints) {
			worst = r
		}
	}
	return worst
}

func responseOf(s *shift.Shift, link int) Response {
	excess := func(step int) float64 { return s.Row(step)[cdn.Column(link, cdn.LinkLoad)] - target(s, step) }
	crossed := 1
	for crossed <= s.Step() && excess(crossed) < 0 {
		crossed++
	}
	if crossed > s.Step() {
		return Response{}
	}
	overshoot, outside := 0.0, crossed-1
	for step := crossed; step <= s.Step(); step++ {
		e := excess(step)
		overshoot = max(overshoot, 100*e)
		open := s.Row(step)[cdn.Column(link, cdn.LinkSlowdown)] == 0
		if e > settlingBand || e < -settlingBand && !open {
			outside = step
		}
	}
	r := Response{Link: s.Scenario().CDN.Links[link].ID, OvershootPoints: &overshoot, CrossedStep: &crossed}
	if s.Step()-outside >= settledSteps {
		seconds := (outside + 1 - crossed) * cdn.StepSeconds
		r.SettlingSeconds = &seconds
	}
	return r
}

// target returns the target utilization in force in a step, a share. The controls
// before it have no targets, so its setting stands where its code says.
func target(s *shift.Shift, step int) float64 {
	return float64(s.Settings(step)[cdn.ControlTargetUtilization]) / 100
}
