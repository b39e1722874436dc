package cdn

import "oncall/internal/detmath"

// crowd is the audience: how many sessions of each cohort play in each cell. A
// cell is a network and one of its links; a cohort is the part of a class whose
// players can change host in mid-play, or the part whose players cannot.
type crowd struct {
	cells   []cell
	begin   []int // where each network's cells begin, and where the last ones end
	cohorts []cohort
	kinds   int // cohorts of a class

	playing []int // by cohort and cell
	waiting []int // by cohort and network: refused in the last step
	refused []int // the same: refused in this step
	arrived []int // the same: wanted to start in this step, not counting those that waited
	gain    []int // by cell: accepted, and not yet playing
	pending [1 << NetworkLinksMax]int

	entered, left int     // from outside, and to it, so far
	gaveUp        int     // so far
	giveUp        float64 // share of the waiting that give up in a step
}

// cell is a network's use of a link.
type cell struct {
	link   int32
	base   float64 // weight in the scenario
	weight float64 // weight in force
	accept float64 // probability with which the link takes a new session in this step
	chance float64 // the weight while it takes anybody, else 0
}

// cohort is a part of a class.
type cohort struct {
	class   int
	movable bool
	part    float64 // share of the class
}

func (w *World) newCrowd() {
	p := &w.p
	for _, n := range p.Networks {
		w.begin = append(w.begin, len(w.cells))
		// The network of all its addresses: itself, as long as every prefix is
		// there once.
		for _, use := range p.Networks[w.routes.FindPrefix(n.Prefix)].Links {
			w.cells = append(w.cells, cell{link: int32(use.Link), base: use.Weight})
		}
	}
	w.begin = append(w.begin, len(w.cells))
	for class := range p.Classes {
		for _, kind := range []cohort{{class, true, p.Movable}, {class, false, 1 - p.Movable}} {
			if kind.part > 0 {
				w.cohorts = append(w.cohorts, kind)
			}
		}
	}
	w.kinds = len(w.cohorts) / len(p.Classes)
	w.playing = make([]int, len(w.cohorts)*len(w.cells))
	w.waiting = make([]int, len(w.cohorts)*w.groups())
	w.refused = make([]int, len(w.waiting))
	w.arrived = make([]int, len(w.waiting))
	w.gain = make([]int, len(w.cells))
	w.giveUp = 1 - memory(p.PatienceSeconds)
}

// groups returns how many networks there are.
func (w *World) groups() int { return len(w.begin) - 1 }

// at returns the place of a cohort's sessions of a network.
func (w *World) at(cohort, group int) int { return cohort*w.groups() + group }

// of returns a cohort's sessions by cell.
func (w *World) of(cohort int) []int {
	return w.playing[cohort*len(w.cells) : (cohort+1)*len(w.cells)]
}

// applyWeights works out the weights in force from the player's factors.
func (w *World) applyWeights() {
	for i := range w.cells {
		c := &w.cells[i]
		c.weight = c.base * float64(w.setting(ControlWeight, int(c.link))) / weightNeutral
	}
}

// open spreads the sessions of the start: over the links that the class names,
// or by the weights. Nothing is drawn.
func (w *World) open() {
	for i := range w.cohorts {
		co := &w.cohorts[i]
		class := &w.p.Classes[co.class]
		size := class.DemandBits / w.p.BitrateBits * class.Start * co.part
		total := sum(class.Shares)
		playing := w.of(i)
		for g := range w.groups() {
			n := size * class.Shares[g] / total
			cells := w.cells[w.begin[g]:w.begin[g+1]]
			weights := 0.0
			for _, c := range cells {
				weights += startWeight(class, c)
			}
			for j, c := range cells {
				if weights > 0 {
					playing[w.begin[g]+j] = int(floor(float64(n*startWeight(class, c)/weights) + 0.5))
				}
			}
		}
	}
	for _, n := range w.playing {
		w.entered += n
	}
}

func startWeight(class *Class, c cell) float64 {
	if class.StartLinks != nil {
		return class.StartLinks[c.link]
	}
	return c.weight
}

func sum(values []float64) float64 {
	s := 0.0
	for _, v := range values {
		s += v
	}
	return s
}

func (w *World) countSessions() {
	for l := range w.links {
		w.links[l].sessions = 0
	}
	for c := range w.cohorts {
		for i, n := range w.of(c) {
			w.links[w.cells[i].link].sessions += n
		}
	}
}

// openDoors works out which links take new sessions in this step and which give
// some away, and clears what is counted by step.
func (w *World) openDoors() {
	for l := range w.links {
		link := &w.links[l]
		link.accept, link.dropping = 1-w.slowdown(l), w.drop(l)
		if link.down {
			link.accept, link.dropping = 0, 0
		}
	}
	for i := range w.cells {
		c := &w.cells[i]
		c.accept, c.chance = w.links[c.link].accept, 0
		if c.accept > 0 {
			c.chance = c.weight
		}
	}
	clear(w.refused)
	clear(w.arrived)
}

// depart draws who leaves. The leavers that another class takes over are to be
// placed anew: they start another stream.
func (w *World) depart() {
	for i := range w.cohorts {
		class := &w.p.Classes[w.cohorts[i].class]
		hazard, to, share := w.leaving(class)
		p := 1 - detmath.Exp(-hazard*StepSeconds)
		playing := w.of(i)
		for g := range w.groups() {
			leavers := 0
			for c := w.begin[g]; c < w.begin[g+1]; c++ {
				if playing[c] > 0 {
					n := w.choices.Binomial(playing[c], p)
					playing[c] -= n
					leavers += n
				}
			}
			if to >= 0 && leavers > 0 {
				stay := leavers
				if share < 1 {
					stay = w.choices.Binomial(leavers, share)
				}
				w.arrived[w.at(to*w.kinds+i%w.kinds, g)] += stay
				leavers -= stay
			}
			w.left += leavers
		}
	}
}

// leaving returns the rate at which a session of the class ends in this step
// [1/s], the class that takes leavers over or -1, and the share that it takes.
func (w *World) leaving(class *Class) (hazard float64, to int, share float64) {
	for i := range class.Leavings {
		l := &class.Leavings[i]
		if !w.within(l.FromMinutes, l.ToMinutes) {
			continue
		}
		if l.MeanSeconds > 0 {
			return 1 / l.MeanSeconds, l.To, l.ToShare
		}
		// At this rate the share has left by the end.
		return -detmath.Log(1-l.Share) / (60 * (l.ToMinutes - l.FromMinutes)), l.To, l.ToShare
	}
	return 1 / class.MeanSeconds, -1, 0
}

// evacuate places the sessions of links that are down anew; whoever no link
// accepts waits.
func (w *World) evacuate() {
	down := false
	for l := range w.links {
		down = down || w.links[l].down
	}
	if !down {
		return
	}
	for i := range w.cohorts {
		playing := w.of(i)
		for g := range w.groups() {
			homeless := 0
			for c := w.begin[g]; c < w.begin[g+1]; c++ {
				if w.links[w.cells[c].link].down {
					homeless += playing[c]
					playing[c] = 0
				}
			}
			if homeless == 0 {
				continue
			}
			refused := w.place(g, homeless, -1)
			w.refused[w.at(i, g)] += refused
			w.moved(homeless - refused)
			w.settle(playing, g)
		}
	}
}

// dropSessions offers a share of the sessions of each link to the others; those
// that are not accepted stay. Who has just come over is not offered again.
func (w *World) dropSessions() {
	dropping := false
	for l := range w.links {
		dropping = dropping || w.links[l].dropping > 0
	}
	if !dropping {
		return
	}
	for i := range w.cohorts {
		if !w.cohorts[i].movable {
			continue
		}
		playing := w.of(i)
		for g := range w.groups() {
			for c := w.begin[g]; c < w.begin[g+1]; c++ {
				share := w.links[w.cells[c].link].dropping
				if share == 0 || playing[c] == 0 || !w.elsewhere(g, c) {
					continue
				}
				offered := w.choices.Binomial(playing[c], share)
				gone := offered - w.place(g, offered, c)
				playing[c] -= gone
				w.moved(gone)
			}
			w.settle(playing, g)
		}
	}
}

// elsewhere reports whether a network has a link beside a cell's that takes
// anybody.
func (w *World) elsewhere(g, except int) bool {
	for c := w.begin[g]; c < w.begin[g+1]; c++ {
		if c != except && w.cells[c].chance > 0 {
			return true
		}
	}
	return false
}

func (w *World) moved(sessions int) { w.totals[TotalMoves] += float64(sessions) }

// settle lets the sessions play that place has found room for.
func (w *World) settle(playing []int, g int) {
	for c := w.begin[g]; c < w.begin[g+1]; c++ {
		playing[c] += w.gain[c]
		w.gain[c] = 0
	}
}
