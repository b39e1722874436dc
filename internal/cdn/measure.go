package cdn

// minute is the routers' clock: what they publish is the mean of a period, some
// steps after its end.
type minute struct {
	steps     int // of a period
	delay     int // steps from its end to its publication
	slots     int // periods that may wait to be published, and the one that runs
	published int // step that ended the newest published period
	fresh     bool
}

// measurement is what is known of one link.
type measurement struct {
	router     float64 // all traffic, mean of the newest published period
	server     float64 // the balancer's own bytes in this step
	correction float64 // smoothed difference router - server
	known      float64 // by the metric in force

	routerSum, serverSum float64 // of the running period
	routers, servers     []float64
}

// fused returns the servers' figure, corrected by what the routers saw.
func (m *measurement) fused() float64 { return max(0, m.server+m.correction) }

func (w *World) newMeasurements() {
	m := &w.minute
	m.steps = int(w.p.RouterSeconds) / StepSeconds
	m.delay = (int(w.p.RouterDelaySeconds) + StepSeconds - 1) / StepSeconds
	m.slots = m.delay/m.steps + 1
	for l := range w.links {
		w.links[l].routers = make([]float64, m.slots)
		w.links[l].servers = make([]float64, m.slots)
	}
}

// openMeasurements sets all metrics to what is true at the opening.
func (w *World) openMeasurements() {
	for l := range w.links {
		link := &w.links[l]
		link.router = min(1, link.load)
		link.server = link.delivered()
		link.correction = link.router - link.server
		link.known = w.metric(link)
	}
}

// delivered returns the bytes that the servers send over the link, share of its
// capacity: what the sessions ask for, cut to what the link carries.
func (l *link) delivered() float64 { return l.own / max(1, l.load) }

// metric returns what the metric in force says of a link.
func (w *World) metric(l *link) float64 {
	switch w.setting(ControlMetric, 0) {
	case MetricServer:
		return l.server
	case MetricFused:
		return l.fused()
	}
	return l.router
}

// measure takes the servers' figures of the step, and the routers' where a
// period ends or is published, and lets the controllers decide where that is
// news to them. One normal draw a link for the servers; one more for the
// routers in a step in which they publish.
func (w *World) measure() {
	m := &w.minute
	m.fresh = w.step > m.delay && (w.step-m.delay)%m.steps == 0
	for l := range w.links {
		link := &w.links[l]
		link.server = float64(link.delivered() * w.noise(w.p.ServerNoise))
		link.routerSum += min(1, link.load)
		link.serverSum += link.server
		if w.step%m.steps == 0 {
			slot := w.step / m.steps % m.slots
			link.routers[slot] = link.routerSum / float64(m.steps)
			link.servers[slot] = link.serverSum / float64(m.steps)
			link.routerSum, link.serverSum = 0, 0
		}
		if m.fresh {
			slot := (w.step - m.delay) / m.steps % m.slots
			link.router = float64(link.routers[slot] * w.noise(w.p.RouterNoise))
			difference := link.router - link.servers[slot]
			link.correction += float64(w.p.FusedWeight * (difference - link.correction))
		}
		link.known = w.metric(link)
		link.remember(link.known)
		if w.setting(ControlMetric, 0) != MetricRouter || m.fresh {
			w.decide(link)
		}
	}
	if m.fresh {
		m.published = w.step - m.delay
	}
}

// noise returns the factor by which a measurement is off.
func (w *World) noise(spread float64) float64 { return 1 + float64(spread*w.traffic.Normal()) }

// changeMetric forgets the past of the metric that was in force, so that the
// difference between two metrics does not count as an oscillation.
func (w *World) changeMetric() {
	for l := range w.links {
		link := &w.links[l]
		link.known = w.metric(link)
		link.forget(link.known)
	}
}

// age returns how old the measured load is [s].
func (w *World) age() float64 {
	if w.setting(ControlMetric, 0) != MetricRouter {
		return 0
	}
	return float64((w.step - w.minute.published) * StepSeconds)
}
