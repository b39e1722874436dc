package explain

import (
	"strings"

	"oncall/internal/cdn"
)

// formula returns the formula of an entry. What a metric or a controller says is
// put together by what is in force, and without a step of all there is.
func (m *moment) formula(e *entry) string {
	switch e.code {
	case "measured", "set:metric":
		return m.measured()
	case "slowdown", "set:policy":
		return m.controlled("s", "1", fLinear, fDampedPart, fDamped, fPIDSlowdown)
	case "drop", "set:drain":
		return m.controlled("d", "max(d_d, d')", fLinearDrop, "", fLinearDrop, fPIDDrop)
	case "proportional":
		return m.part(e, "P", "\tP =")
	case "integral":
		return m.part(e, "I", "past? I =")
	case "derivative":
		return m.part(e, "D", "slope? D =")
	case "session_rate":
		// Without loss the formula has no value.
		m.live = m.live && m.extra(m.step, cdn.ExtraLoss) != 0
	case "link_rebuffering":
		if m.live && m.extra(m.step, cdn.ExtraLoss) == 0 {
			return "b := 0"
		}
	}
	return e.formula
}

// within lets no line of a formula give what is explained.
func within(text string) string { return strings.ReplaceAll(text, ":=", "=") }

// measured is what the metric in force says.
func (m *moment) measured() string {
	if !m.live {
		return within(fRouter+fServer+fFused) + "\nM := {M_r; Z_m = 0 | M_s; Z_m = 1 | M_f; Z_m = 2}"
	}
	switch m.setting(m.step, cdn.ControlMetric) {
	case cdn.MetricServer:
		return strings.ReplaceAll(fServer, "M_s :=", "M :=")
	case cdn.MetricFused:
		m.hidden = false // it is made of measurements
		return strings.ReplaceAll(fFused, "M_f :=", "M :=")
	}
	return strings.ReplaceAll(fRouter, "M_r :=", "M :=")
}

// decide goes back to the last decision of the link's controller: between two
// publications of the routers it stands.
func (m *moment) decide() {
	if !m.live {
		return
	}
	m.decided = m.decisionAt(m.step)
	if m.decided != m.step {
		m.limit("decision_held")
	}
}

// controlled is what the policy in force has decided, or all of them; a link that
// is drained goes by a formula of its own.
func (m *moment) controlled(glyph, drained, linear, dampedLines, damped, pid string) string {
	m.decide()
	lines, formula := dampedLines+fPID, "{0; Z_p = 0 | "+linear+"; Z_p = 1 | "+damped+"; Z_p = 2 | "+pid+"; Z_p = 3}"
	if m.live {
		switch m.setting(m.decided, cdn.ControlPolicy) {
		case cdn.PolicyLinear:
			lines, formula = "", linear
		case cdn.PolicyDamped:
			lines, formula = dampedLines, damped
		case cdn.PolicyPID:
			lines, formula = fPID, pid
		default:
			lines, formula = "", "0"
		}
	}
	if m.live && m.setting(m.step, cdn.ControlDrain) == 0 {
		return lines + "\n" + glyph + " := " + formula
	}
	return lines + "\n" + glyph + "' = " + formula + "\n" + glyph + " := {" + drained + "; Z_d = 1 | " + glyph + "'; Z_d = 0}"
}

// part is a term of the PID controller: the line of the formula that gives it, or
// 0 where there is none.
func (m *moment) part(e *entry, glyph, line string) string {
	m.decide()
	if m.live && (!m.controls() || glyph != "P" && m.decidedBefore(m.decided) < 0) {
		return glyph + " := 0"
	}
	return strings.Replace(e.formula, line, line[:len(line)-1]+":=", 1)
}

// controls reports whether a PID controller has decided, and nobody has changed
// the policy since, which clears it.
func (m *moment) controls() bool {
	for t := m.decided + 1; t <= m.step; t++ {
		if _, changed := m.changed(t, cdn.ControlPolicy); changed {
			return false
		}
	}
	return m.setting(m.decided, cdn.ControlPolicy) == cdn.PolicyPID
}

// controller returns what a link's controller had to go by.
func (m *moment) controller(id string) float64 {
	past := max(0, m.decided-1)
	switch id {
	case "policy_index":
		return m.setting(m.decided, cdn.ControlPolicy)
	case "draining":
		return m.setting(m.step, cdn.ControlDrain)
	case "measured_then":
		return m.of(m.decided, cdn.LinkMeasured)
	case "oscillation_then":
		return m.extra(m.decided, cdn.ExtraOscillation)
	case "derivative_before":
		return m.extra(past, cdn.ExtraDerivative)
	case "integral_before":
		return m.extra(past, cdn.ExtraIntegral)
	case "integral_frozen":
		v, e := m.worked("v'"), m.worked("e")
		return flag(v >= outputMost && e > 0 || v <= 0 && e < 0)
	}
	before := m.decidedBefore(m.decided)
	if id == "control_error_before" {
		return m.of(before, cdn.LinkMeasured) - m.target(before)
	}
	return float64((m.decided - before) * cdn.StepSeconds) // decision_seconds
}

// outputMost bounds the output of a PID controller.
const outputMost = 2

// slope reports whether the derivative is on, still fades, or is asked for.
func (m *moment) slope() bool {
	return m.out.Code == "derivative" || m.knob("td") != 0 || m.extra(max(0, m.decided-1), cdn.ExtraDerivative) != 0
}

// decisionAt returns the step of the last decision up to a step.
func (m *moment) decisionAt(step int) int {
	for ; step > 0; step-- {
		if m.setting(step, cdn.ControlMetric) != cdn.MetricRouter || m.publishes(step) {
			break
		}
	}
	return step
}

// decidedBefore returns the step of the PID controller's decision before one, or
// -1 where that one is its first.
func (m *moment) decidedBefore(step int) int {
	if step == 0 {
		return -1
	}
	before := m.decisionAt(step - 1)
	if m.setting(before, cdn.ControlPolicy) != cdn.PolicyPID {
		return -1
	}
	for t := before + 1; t <= step; t++ {
		if _, changed := m.changed(t, cdn.ControlPolicy); changed {
			return -1
		}
	}
	return before
}
