package explain

import (
	"math"

	"oncall/internal/cdn"
)

// measurement returns what has to do with what is known of a link.
func (m *moment) measurement(id string) float64 {
	switch id {
	case "metric_index":
		return m.setting(m.step, cdn.ControlMetric)
	case "period_steps":
		steps, _ := m.period()
		return float64(steps)
	case "steps_since":
		return float64(m.step - m.published(m.step))
	case "router_error":
		return ratio(m.extra(m.step, cdn.ExtraRouter), m.worked("X"))
	case "server_error":
		return ratio(m.extra(m.step, cdn.ExtraServer), m.worked("S"))
	case "load_opening":
		return m.of(0, cdn.LinkLoad)
	case "server_opening":
		return m.extra(0, cdn.ExtraServer)
	case "correction_before":
		return m.correctionBefore()
	case "measured_before":
		return m.of(max(0, m.step-1), cdn.LinkMeasured)
	case "measured_max":
		_, high := m.windowRange()
		return high
	case "measured_min":
		low, _ := m.windowRange()
		return low
	}
	return m.controller(id)
}

// period returns how many steps a router's figure is the mean of, and how many
// after its end it is published.
func (m *moment) period() (steps, delay int) {
	return int(m.params.RouterSeconds) / cdn.StepSeconds, (int(m.params.RouterDelaySeconds) + cdn.StepSeconds - 1) / cdn.StepSeconds
}

// publishes reports whether the routers publish in a step.
func (m *moment) publishes(step int) bool {
	steps, delay := m.period()
	return step > delay && (step-delay)%steps == 0
}

// published returns the step that ended the newest period that is published at a
// step, 0 while only the opening's figure is.
func (m *moment) published(step int) int {
	steps, delay := m.period()
	return max(0, (step-delay)/steps*steps)
}

// correctionBefore returns the smoothed difference router - server before the
// newest published period: it goes through the shift as the model does.
func (m *moment) correctionBefore() float64 {
	steps, delay := m.period()
	correction := m.extra(0, cdn.ExtraRouter) - m.extra(0, cdn.ExtraServer)
	for end := steps; end < m.published(m.step); end += steps {
		counted := 0.0
		for step := end - steps + 1; step <= end; step++ {
			counted += m.extra(step, cdn.ExtraServer)
		}
		correction += m.params.FusedWeight * (m.extra(end+delay, cdn.ExtraRouter) - counted/float64(steps) - correction)
	}
	return correction
}

// windowRange returns the least and the greatest measured load of the window
// that ends at the step. A change of the metric fills the window with what the
// new one said at that time.
func (m *moment) windowRange() (low, high float64) {
	steps := int(m.params.WindowSeconds) / cdn.StepSeconds
	low, high = math.Inf(1), math.Inf(-1)
	take := func(v float64) { low, high = min(low, v), max(high, v) }
	for t := m.step; t >= max(0, m.step-steps+1); t-- {
		take(m.of(t, cdn.LinkMeasured))
		metric, changed := m.changed(t, cdn.ControlMetric)
		if !changed {
			continue
		}
		if m.step-t+1 < steps {
			take(m.says(t-1, metric))
		}
		break
	}
	return low, high
}

// says returns what a metric said of the link at a step.
func (m *moment) says(step int, metric float64) float64 {
	switch metric {
	case cdn.MetricServer:
		return m.extra(step, cdn.ExtraServer)
	case cdn.MetricFused:
		return m.extra(step, cdn.ExtraFused)
	}
	return m.extra(step, cdn.ExtraRouter)
}

// changed reports whether a control of the whole CDN changed in a step, if only
// for a moment, and what it was last.
func (m *moment) changed(step, control int) (value float64, changed bool) {
	if step == 0 {
		return 0, false
	}
	value = m.setting(step-1, control)
	for _, a := range m.shift.Actions() {
		if a.Step == step && a.Control == control && float64(a.Value) != value {
			value, changed = float64(a.Value), true
		}
	}
	return value, changed
}
