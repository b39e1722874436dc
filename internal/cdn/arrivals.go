package cdn

import "oncall/internal/detmath"

// arrive draws the arrivals of the step and places them, and those that still
// wait. Whoever all links refuse waits until the next step.
func (w *World) arrive() {
	arrived, waiting := 0, 0
	for i := range w.cohorts {
		co := &w.cohorts[i]
		class := &w.p.Classes[co.class]
		mean := w.expected(class) * co.part / sum(class.Shares)
		playing := w.of(i)
		for g := range w.groups() {
			at := w.at(i, g)
			if mean := float64(mean * class.Shares[g]); mean > 0 {
				n := w.traffic.Poisson(mean)
				w.arrived[at] += n
				w.entered += n
			}
			arrived += w.arrived[at]
			gone := w.choices.Binomial(w.waiting[at], w.giveUp)
			w.totals[TotalGivenUp] += float64(gone)
			w.gaveUp += gone
			if starts := w.arrived[at] + w.waiting[at] - gone; starts > 0 {
				w.refused[at] += w.place(g, starts, -1)
				w.settle(playing, g)
			}
			waiting += w.refused[at]
		}
	}
	w.waiting, w.refused = w.refused, w.waiting
	w.extraTotals[ExtraArrivals] = float64(arrived)
	w.totals[TotalRefused] = float64(waiting)
}

// expected returns how many sessions of a class are expected to arrive in the
// step.
func (w *World) expected(class *Class) float64 {
	size := class.DemandBits / w.p.BitrateBits
	mean := 0.0
	for i := range class.Arrivals {
		a := &class.Arrivals[i]
		switch {
		case a.Kind == ArriveAround:
			const rootTwoPi = 2.50662827463100050241576528481104525
			z := 60 * (w.now() - a.AroundMinutes) / a.SpreadSeconds
			density := detmath.Exp(float64(z*z)/-2) / (a.SpreadSeconds * rootTwoPi)
			mean += float64(a.Share * size * density * StepSeconds)
		case !w.within(a.FromMinutes, a.ToMinutes):
		case a.Kind == ArriveSteadily:
			mean += float64(a.Share * size / class.MeanSeconds * StepSeconds)
		default:
			mean += float64(a.Share * size * StepSeconds / (60 * (a.ToMinutes - a.FromMinutes)))
		}
	}
	return mean
}

// place offers so many sessions of a network to its links: each draws a link by
// weight; the link accepts with probability 1 - slowdown; the refused draw again
// without it. It adds the accepted to gain and returns how many all links
// refused. A cell is left out where except says so.
//
// The sessions are counted by the set of links that have refused them. Of each
// set they are split by weight as a multinomial, one binomial a link; a larger
// set has a larger number, so one pass over the sets does it. Links that take
// nobody are left out from the start, which comes to the same.
func (w *World) place(g, sessions, except int) (refused int) {
	first := w.begin[g]
	cells := w.cells[first:w.begin[g+1]]
	closed := 0
	for i := range cells {
		if cells[i].chance == 0 || first+i == except {
			closed |= 1 << i
		}
	}
	all := 1<<len(cells) - 1
	if closed == all {
		return sessions
	}
	w.pending[closed] = sessions
	left := sessions
	for set := closed; set < all && left > 0; set++ {
		n := w.pending[set]
		if n == 0 {
			continue
		}
		w.pending[set] = 0
		left -= n
		weights := 0.0
		for i := range cells {
			if set&(1<<i) == 0 {
				weights += cells[i].chance
			}
		}
		for i := 0; i < len(cells) && n > 0; i++ {
			if set&(1<<i) != 0 {
				continue
			}
			drawn := n
			// The last link gets the rest: all that is left is its weight.
			if rest := weights - cells[i].chance; set|(2<<i-1) != all && rest > 0 {
				drawn = w.choices.Binomial(n, cells[i].chance/weights)
				weights = rest
			}
			n -= drawn
			taken := drawn
			if cells[i].accept < 1 {
				taken = w.choices.Binomial(drawn, cells[i].accept)
			}
			w.gain[first+i] += taken
			if again := set | 1<<i; again == all {
				refused += drawn - taken
			} else {
				w.pending[again] += drawn - taken
				left += drawn - taken
			}
		}
	}
	return refused
}
