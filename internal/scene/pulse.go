package scene

// pulse is a ring that spreads from where something has just happened.
type pulse struct {
	box   box
	round bool
	color Color
	age   float32 // [s]
	on    bool
}

// pulseSeconds is how long a pulse spreads.
const pulseSeconds = 1.1

// pulses are the rings that spread at the moment.
type pulses [8]pulse

func (list *pulses) clear() { *list = pulses{} }

// on tells whether any ring spreads.
func (list *pulses) on() bool {
	for i := range list {
		if list[i].on {
			return true
		}
	}
	return false
}

// start starts a ring around a box, unless one has just started there: at high
// speed a step is shorter than a ring.
func (list *pulses) start(b box, round bool, c Color) {
	oldest := 0
	for i := range list {
		if p := &list[i]; p.on && p.box == b && p.color == c && p.age < 0.7*pulseSeconds {
			return
		}
	}
	for i := range list {
		if !list[i].on {
			oldest = i
			break
		}
		if list[i].age > list[oldest].age {
			oldest = i
		}
	}
	list[oldest] = pulse{box: b, round: round, color: c, on: true}
}

// advance lets the rings spread.
func (list *pulses) advance(seconds float32) {
	for i := range list {
		if p := &list[i]; p.on {
			p.age += seconds
			p.on = p.age < pulseSeconds
		}
	}
}

func (list *pulses) draw(p *painter, scale float64) {
	for i := range list {
		u := &list[i]
		if !u.on {
			continue
		}
		t := float64(u.age / pulseSeconds)
		spread := 1 - (1-t)*(1-t)
		b := u.box.grow(6 + 34*spread*scale)
		radius := 10 + 20*spread
		if u.round {
			radius = min(b.w, b.h) / 2
		}
		p.area(Outline, u.color, float32(0.9*(1-t)), b, radius, 1.5+4*(1-t))
	}
}
