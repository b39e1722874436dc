package cdn

// policy is one link's controller: there is no central decision point, each
// knows its own link. It decides when a measurement arrives, and what it has
// decided holds until the next one.
type policy struct {
	refuse      float64 // slowdown: share of new sessions that the link refuses
	expel       float64 // drop: share of playing sessions that it offers elsewhere in a step
	oscillation float64
	past        []float64 // measured loads of the window's steps, a ring
	newest      int       // in past
	decided     int       // step
	pid         pid
}

// pid is the state of a PID controller. Its output up to 1 is slowdown, what is
// above drops.
type pid struct {
	proportional float64
	integral     float64
	derivative   float64
	last         float64 // the error before
	started      bool
}

// pidMost bounds the output of a PID controller and its integral.
const pidMost = 2

// openPolicy lets the controller decide on the opening's measurement.
func (w *World) openPolicy(l *link) {
	l.past = make([]float64, int(w.p.WindowSeconds)/StepSeconds)
	l.forget(l.known)
	w.decide(l)
}

// remember takes a step's measured load into the window.
func (c *policy) remember(load float64) {
	if c.newest++; c.newest == len(c.past) {
		c.newest = 0
	}
	c.past[c.newest] = load
	c.oscillation = rangeOf(c.past)
}

// forget fills the window with one load.
func (c *policy) forget(load float64) {
	for i := range c.past {
		c.past[i] = load
	}
	c.oscillation = 0
}

// decide sets a link's slowdown and drop from its measured load.
func (w *World) decide(l *link) {
	p := &w.p
	switch w.setting(ControlPolicy, 0) {
	case PolicyLinear:
		l.refuse, l.expel = p.linear(l.known)
	case PolicyDamped:
		l.refuse, l.expel = p.linear(l.known)
		extra, reduction := p.damping(l.oscillation)
		l.refuse = clamp01(l.refuse + extra - reduction)
	case PolicyPID:
		v := w.control(l)
		l.refuse = min(1, v)
		l.expel = p.PIDDrop * max(0, v-1)
	default:
		l.refuse, l.expel = 0, 0
	}
	l.decided = w.step
}

// linear is the talk's first version: slowdown and drop grow with the load,
// drop only where slowdown alone is not enough.
func (p *Params) linear(load float64) (slowdown, drop float64) {
	return ramp(load, p.SlowdownFrom, p.SlowdownFull), float64(p.DropMost * ramp(load, p.DropFrom, p.DropFull))
}

// damping is what the talk's second version adds: more slowdown while the load
// swings, and less while it rests.
func (p *Params) damping(oscillation float64) (extra, reduction float64) {
	extra = float64(p.ExtraMost * ramp(oscillation, p.ExtraFrom, p.ExtraFull))
	reduction = float64(p.ReductionMost * (1 - ramp(oscillation, 0, p.ReductionUntil)))
	return extra, reduction
}

// ramp is 0 up to from, 1 from full on, and linear between.
func ramp(x, from, full float64) float64 { return clamp01((x - from) / (full - from)) }

// control is the talk's third version, a PID controller: v = Kp e + I + Kp Td
// de/dt. The plant integrates, because sessions last; Kp and Ti follow the SIMC
// rule for such plants (S. Skogestad, Simple analytic rules for model reduction
// and PID controller tuning, Journal of Process Control 13, 2003). The integral
// is clamped, and frozen while v saturates in the error's direction, so that the
// controller does not have to unwind what it could not use.
func (w *World) control(l *link) float64 {
	c := &l.pid
	kp := float64(w.setting(ControlKp, 0)) / 10
	ti, td := float64(w.setting(ControlTi, 0)), float64(w.setting(ControlTd, 0))
	e := l.known - float64(w.setting(ControlTargetUtilization, 0))/100
	seconds := float64((w.step - l.decided) * StepSeconds)
	c.proportional = float64(kp * e)
	if c.started && seconds > 0 {
		slope := float64(kp * td * ((e - c.last) / seconds))
		c.derivative += float64((slope - c.derivative) * (seconds / (seconds + w.p.FilterSeconds)))
		v := c.proportional + c.integral + c.derivative
		if !(v >= pidMost && e > 0) && !(v <= 0 && e < 0) {
			c.integral = min(pidMost, max(0, c.integral+float64(kp/ti*e*seconds)))
		}
	}
	c.last, c.started = e, true
	return min(pidMost, max(0, c.proportional+c.integral+c.derivative))
}

// slowdown returns the share of new sessions that a link refuses, by its policy
// or because it is draining.
func (w *World) slowdown(l int) float64 {
	if w.setting(ControlDrain, l) == 1 {
		return 1
	}
	return w.links[l].refuse
}

// drop returns the share of its playing sessions that a link offers elsewhere in
// a step.
func (w *World) drop(l int) float64 {
	if w.setting(ControlDrain, l) == 1 {
		return max(w.p.DrainDrop, w.links[l].expel)
	}
	return w.links[l].expel
}
