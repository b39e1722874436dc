package cdn

import (
	"math"

	"oncall/internal/detmath"
)

// driftOthers moves other services' traffic on: an AR(1) process around its mean
// (G. E. P. Box and G. M. Jenkins, Time Series Analysis, 1970), cut off at 0.
// One normal draw a link.
func (w *World) driftOthers() {
	mean := w.p.OtherShare
	spread := mean * w.p.OtherSpread
	for l := range w.links {
		link := &w.links[l]
		drift := float64(w.keep * (link.other - mean))
		push := float64(spread * w.push * w.traffic.Normal())
		link.other = max(0, mean+drift+push)
	}
}

// evaluate works out loads, loss and rebuffering of the links from the sessions
// that play over them.
func (w *World) evaluate() {
	w.countSessions()
	for l := range w.links {
		link := &w.links[l]
		link.own = float64(link.sessions) * w.p.BitrateBits / link.bits
	}
	for l := range w.links {
		link := &w.links[l]
		if link.down {
			link.load, link.loss, link.rebuffering = 0, 0, 0
			continue
		}
		link.load = w.routed(l) + link.other
		link.loss = loss(link.load, int(w.p.BufferPackets))
		link.rebuffering = clamp01(1 - w.rate(link.load, link.loss)/w.p.BitrateBits)
	}
}

// routed returns the sessions' traffic that leaves by a link, share of its
// capacity: its own but for what leaves by the next link, and what comes from
// the one before it in the list, cyclic. Routing gives no guarantee. What would
// leave by a link that is down stays.
func (w *World) routed(l int) float64 {
	last := len(w.links)
	before, after := &w.links[(l+last-1)%last], &w.links[(l+1)%last]
	link := &w.links[l]
	stays := 1 - w.p.Misrouted
	if after.down {
		stays = 1
	}
	comes := before.own * before.bits / link.bits
	return float64(stays*link.own) + float64(w.p.Misrouted*comes)
}

// loss returns the share of packets that a link with room for so many loses:
// M/M/1/K, p = (1 - u) u^K / (1 - u^(K+1)) (L. Kleinrock, Queueing Systems,
// vol. 1, 1975, section 3.6). As u^K over the sum of u^j for j = 0..K it needs no
// case of its own at u = 1; above, numerator and sum are divided by u^K.
func loss(u float64, packets int) float64 {
	ratio := u
	if u > 1 {
		ratio = 1 / u
	}
	sum, power := 1.0, 1.0
	for range packets {
		sum = float64(sum*ratio) + 1
		power *= ratio
	}
	if u > 1 {
		return 1 / sum
	}
	return power / sum
}

// rate returns what one session gets over a link at a load with a loss [bit/s]:
// MSS / RTT * sqrt(3/2) / sqrt(p) (M. Mathis, J. Semke, J. Mahdavi, T. Ott, The
// Macroscopic Behavior of the TCP Congestion Avoidance Algorithm, ACM CCR 27(3),
// 1997), and in overload no more than its share of the capacity.
func (w *World) rate(load, loss float64) float64 {
	r := math.MaxFloat64
	if loss > 0 {
		r = w.p.SegmentBytes * 8 / w.p.RoundTripSeconds * sqrt(1.5) / sqrt(loss)
	}
	if load > 1 {
		r = min(r, w.p.BitrateBits/load)
	}
	return r
}

// amplitudeSteps are the last 10 minutes.
const amplitudeSteps = 600 / StepSeconds

// account writes the totals of the step.
func (w *World) account() {
	var carried, rebuffering, amplitude float64
	sessions := 0
	w.recent.turn()
	for l := range w.links {
		link := &w.links[l]
		carried += float64(min(1, link.load) * link.bits)
		rebuffering += float64(link.rebuffering * float64(link.sessions))
		sessions += link.sessions
		w.recent.put(l, link.load)
		if link.big {
			amplitude = max(amplitude, w.recent.spread(l))
		}
		if link.load > w.p.OverloadLoad && w.step > 0 {
			w.overSteps++
		}
	}
	w.totals[TotalCarried] = carried
	w.totals[TotalSessions] = float64(sessions)
	if sessions > 0 {
		w.totals[TotalRebuffering] = rebuffering / float64(sessions)
	}
	w.moves += int(w.totals[TotalMoves])
	w.arrivals += int(w.extraTotals[ExtraArrivals])
	w.extraTotals[ExtraOverMinutes] = float64(w.overSteps) / stepsPerMinute
	w.extraTotals[ExtraAmplitude] = amplitude
	w.extraTotals[ExtraUtilization] = carried / w.capacity
	w.extraTotals[ExtraMovesByArrival] = float64(w.moves) / float64(max(1, w.arrivals))
}

// ring holds the last values of each of some series.
type ring struct {
	values []float64 // series by series
	size   int
	at     int // where the newest stands
	filled int
}

func newRing(size, series int) ring {
	return ring{values: make([]float64, size*series), size: size, at: size - 1}
}

// turn makes room for the next value of all series.
func (r *ring) turn() {
	if r.at++; r.at == r.size {
		r.at = 0
	}
	r.filled = min(r.size, r.filled+1)
}

// put writes the newest value of a series.
func (r *ring) put(series int, v float64) { r.values[series*r.size+r.at] = v }

// spread returns the range of a series.
func (r *ring) spread(series int) float64 {
	// Until it is full, the values stand at the ring's beginning.
	return rangeOf(r.values[series*r.size:][:r.filled])
}

// rangeOf returns the range of values, of which there is one at least.
func rangeOf(values []float64) float64 {
	low, high := values[0], values[0]
	for _, v := range values[1:] {
		if v < low {
			low = v
		}
		if v > high {
			high = v
		}
	}
	return high - low
}

// memory returns by how much a process with a time constant [s] keeps its value
// over one step.
func memory(seconds float64) float64 { return detmath.Exp(-StepSeconds / seconds) }
