package requestsim

// departures holds the times at which the busy workers finish, the earliest at
// index 0: a binary heap (J. W. J. Williams, CACM 7, 1964, 347-348). It is written
// out because container/heap boxes every number.
type departures []float64

func (d *departures) push(at float64) {
	h := append(*d, at)
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if h[parent] <= at {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = at
	*d = h
}

// pop drops the earliest departure.
func (d *departures) pop() {
	h := *d
	last := h[len(h)-1]
	*d = h[:len(h)-1]
	if len(*d) > 0 {
		d.replace(last)
	}
}

// replace drops the earliest departure and adds another one.
func (d *departures) replace(at float64) {
	h := *d
	i := 0
	for {
		child := 2*i + 1
		if child >= len(h) {
			break
		}
		if child+1 < len(h) && h[child+1] < h[child] {
			child++
		}
		if at <= h[child] {
			break
		}
		h[i] = h[child]
		i = child
	}
	h[i] = at
}

// line is the queue of callers by their times of arrival, a ring that grows.
type line struct {
	ring        []float64 // its length is a power of two
	first, last uint      // counted on and on; masked to a place in the ring
}

func (l *line) empty() bool { return l.first == l.last }

func (l *line) join(arrived float64) {
	if l.last-l.first == uint(len(l.ring)) {
		grown := make([]float64, max(64, 2*len(l.ring)))
		for i := range l.last - l.first {
			grown[i] = l.ring[(l.first+i)&uint(len(l.ring)-1)]
		}
		l.first, l.last = 0, l.last-l.first
		l.ring = grown
	}
	l.ring[l.last&uint(len(l.ring)-1)] = arrived
	l.last++
}

// next takes the caller who came first out of the line.
func (l *line) next() (arrived float64) {
	arrived = l.ring[l.first&uint(len(l.ring)-1)]
	l.first++
	return arrived
}
