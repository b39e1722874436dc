package explain

import (
	"math"

	"oncall/internal/service"
)

// value returns what is neither a reading nor a constant nor a setting; there is
// a step.
func (m *minute) value(id string) float64 {
	switch id {
	case "chance", "surge_and_chance":
		return ratio(m.at(m.step, service.Requests), m.worked("λ_d")*m.worked("X"))
	case "curve_before", "curve_after", "knot_before", "knot_after":
		return m.curve(id)
	case "surge_onset", "surge_peak", "surge_ramp", "surge_hold":
		return m.surge(id)
	case "rollback_switch":
		return flag(m.happened(service.EventRollbackDone, m.step))
	case "rollback_runs":
		return flag(m.extra(m.step, service.ExtraRollbackLeft) > 0)
	case "rollout_done":
		done, _ := m.rollout()
		return done
	case "rollout_total":
		_, total := m.rollout()
		return total
	case "warm_up_runs":
		return flag(m.extra(m.step, service.ExtraWarmUpLeft) > 0)
	case "warm_up_ran":
		return flag(m.extra(m.step-1, service.ExtraWarmUpLeft) > 0)
	case "flush":
		return flag(m.happened(service.EventFlush, m.step))
	case "booted":
		return m.booted(m.step)
	case "booted_next":
		return m.booted(m.step + 1)
	}
	return m.quiet()
}

// term implements context: the error rate so many minutes ago.
func (m *minute) term(_ string, index int) float64 { return m.at(m.step-index, service.Error) }

// holds implements context. Without a step the guards choose the longest formula.
func (m *minute) holds(guard string) bool {
	instant := m.live && m.params.BootMinutes == 0
	switch guard {
	case "opening":
		return m.opening()
	case "veiled": // the surge is not told while the shift lasts
		return m.veiled()
	case "surge":
		return m.params.HasSurge && !m.veiled()
	case "calm":
		return !m.params.HasSurge
	case "curve":
		return m.curved()
	case "held": // behind the curve's last knot
		return m.step >= m.params.Curve[len(m.params.Curve)-1].Minute
	case "rollout":
		done, _ := m.rollout()
		return !m.live || !m.opening() && done > 0
	case "on":
		return !m.opening() && (!m.live || m.control(m.step, service.Autoscaler) == 1)
	case "instant":
		return instant
	}
	return instant || m.opening() // none boot
}

func (m *minute) veiled() bool { return m.params.HasSurge && m.live && !m.shift.Ended() }

// curved reports whether a curve has the place of the daily sine.
func (m *minute) curved() bool { return len(m.params.Curve) > 0 }

// curve returns the two knots of the curve between which the minute lies: behind
// the last one there is no second.
func (m *minute) curve(id string) float64 {
	curve := m.params.Curve
	_, at := service.CurveAt(curve, m.step, 0)
	switch id {
	case "curve_before":
		return curve[at].PerSecond
	case "knot_before":
		return float64(curve[at].Minute)
	case "curve_after":
		return curve[at+1].PerSecond
	}
	return float64(curve[at+1].Minute)
}

// opening reports whether the minute is the one that a shift opens with.
func (m *minute) opening() bool { return m.live && m.step == 0 }

// surge returns what chance has made of the surge profile.
func (m *minute) surge(id string) float64 {
	drawn := m.params.DrawSurge(m.shift.Seed())
	switch id {
	case "surge_onset":
		return drawn.OnsetMinutes
	case "surge_peak":
		return drawn.Peak
	case "surge_ramp":
		return drawn.RampMinutes
	}
	return drawn.HoldMinutes
}

// rollout returns the minute of the rollout that is under way, from 1 on, and
// how many it takes; 0 where none is.
func (m *minute) rollout() (done, total float64) {
	for _, d := range m.params.Deploys {
		n := m.step - d.Minute + 1
		if n < 1 || n > d.RolloutMinutes {
			continue
		}
		done, total = float64(n), float64(d.RolloutMinutes)
		// A switch to the last good build ends it.
		for minute := d.Minute + 1; minute <= m.step; minute++ {
			if m.happened(service.EventRollbackDone, minute) {
				done = 0
			}
		}
	}
	return done, total
}

// booted returns how many instances end their boot as a minute begins.
func (m *minute) booted(step int) float64 {
	n := 0.0
	for _, left := range m.shift.Extra(max(0, step-1))[service.ExtraBoots:] {
		if left > 0 && left <= 1 {
			n++
		}
	}
	return n
}

// control returns a control's setting in a minute.
func (m *minute) control(step, code int) float64 { return float64(m.shift.Settings(step)[code]) }

// quiet returns how many quiet minutes in a row the autoscaler has counted, this
// one included: it goes through the shift as the model does.
func (m *minute) quiet() float64 {
	quiet := 0.0
	for t := 1; t <= m.step; t++ {
		if quiet == m.params.ScaleInMinutes {
			quiet = 0
		}
		serving := m.at(t-1, service.Serving) + m.booted(t)
		quotient := serving * m.at(t-1, service.Utilization) / (m.control(t, service.TargetUtilization) / 100)
		desired := max(m.control(t, service.FleetMin), math.Ceil(quotient-1e-9))
		if m.control(t, service.Autoscaler) == 0 || m.at(t, service.Booting) > 0 || min(desired, m.params.FleetMax) >= serving {
			quiet = 0
		} else {
			quiet++
		}
	}
	return quiet
}
