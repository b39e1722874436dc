package scene

import (
	"math"
	"slices"
	"strconv"
)

// Route is one link that the sessions of a network are drawn to.
type Route struct {
	Network, Link int     // places in the scenario's lists
	Weight        float64 // beside the network's other routes
}

// linkFacts are what a snapshot says of one link.
type linkFacts struct {
	load     float64 // true, share of the capacity
	measured float64 // what the balancer knows of it
	slowdown float64 // share of new sessions that it refuses
	drop     float64 // share of its sessions that it offers elsewhere in a step
	sessions float64
	age      float64 // of the measured load [s]
	state    float64 // linkUp ...
	weight   float64 // factor on the weights of its routes
}

// The states of a link, as a snapshot tells them.
const (
	linkUp = iota
	linkDown
	linkDraining
)

// networkFacts are what a snapshot says of one network.
type networkFacts struct {
	arrivals float64 // in the step
	sessions float64
}

// cdnTotals are what a snapshot says of the whole CDN.
type cdnTotals struct {
	minute   float64
	sessions float64
	arrivals float64 // in the step
	refused  float64 // that wait
	givenUp  float64 // in the step
	moves    float64 // in the step
	target   float64 // share of the capacity; 0 where there is none
}

// cdnFacts are one step's numbers.
type cdnFacts struct {
	cdnTotals
	links    []linkFacts
	networks []networkFacts
}

func newCDNFacts(links, networks int) cdnFacts {
	return cdnFacts{links: make([]linkFacts, links), networks: make([]networkFacts, networks)}
}

// copyFrom makes the facts the same as others of the same size.
func (f *cdnFacts) copyFrom(o *cdnFacts) {
	f.cdnTotals = o.cdnTotals
	copy(f.links, o.links)
	copy(f.networks, o.networks)
}

func (f *cdnFacts) equal(o *cdnFacts) bool {
	return f.cdnTotals == o.cdnTotals && slices.Equal(f.links, o.links) && slices.Equal(f.networks, o.networks)
}

// blend writes into f what lies between a and b at the share t.
func (f *cdnFacts) blend(a, b *cdnFacts, t float64) {
	mix := func(x, y float64) float64 { return x + (y-x)*t }
	f.cdnTotals = b.cdnTotals
	f.sessions, f.refused = mix(a.sessions, b.sessions), mix(a.refused, b.refused)
	f.arrivals, f.moves, f.target = mix(a.arrivals, b.arrivals), mix(a.moves, b.moves), mix(a.target, b.target)
	for i := range f.links {
		x, y := &a.links[i], &b.links[i]
		f.links[i] = *y
		l := &f.links[i]
		l.load, l.measured = mix(x.load, y.load), mix(x.measured, y.measured)
		l.slowdown, l.drop, l.sessions = mix(x.slowdown, y.slowdown), mix(x.drop, y.drop), mix(x.sessions, y.sessions)
	}
	for i := range f.networks {
		f.networks[i] = networkFacts{
			arrivals: mix(a.networks[i].arrivals, b.networks[i].arrivals),
			sessions: mix(a.networks[i].sessions, b.networks[i].sessions),
		}
	}
}

// source is where a fact stands in a snapshot, or -1, and what it may be.
type source struct {
	at       int
	none     float64 // where it is not there
	low, top float64
}

func (s source) read(values []float64) float64 {
	if s.at < 0 || s.at >= len(values) || math.IsNaN(values[s.at]) {
		return s.none
	}
	return clamp(values[s.at], s.low, s.top)
}

// cdnSources finds the facts in a snapshot.
type cdnSources struct {
	totals   [7]source
	links    [][8]source
	arrivals []source   // of each network
	playing  [][]source // of each network, over each of its routes
}

// sessionsMost is more than any audience.
const sessionsMost = 1e9

func findCDNSources(setup *Setup) cdnSources {
	at := make(map[string]int, len(setup.Columns))
	for i, name := range setup.Columns {
		at[name] = i
	}
	find := func(name string, none, top float64) source {
		if i, ok := at[name]; ok {
			return source{i, none, 0, top}
		}
		return source{-1, none, 0, top}
	}
	var s cdnSources
	for i, name := range [...]string{"minute", "sessions", "x:arrivals", "refused", "given_up", "moves", setup.TargetColumn} {
		s.totals[i] = find(name, 0, sessionsMost)
	}
	for _, l := range setup.CDN.Links {
		s.links = append(s.links, [8]source{
			find("load_"+l.ID, 0, 4), find("measured_"+l.ID, 0, 4),
			find("slowdown_"+l.ID, 0, 1), find("drop_"+l.ID, 0, 1), find("sessions_"+l.ID, 0, sessionsMost),
			find("x:age_"+l.ID, 0, 3600), find("x:state_"+l.ID, linkUp, linkDraining), find("set:weight:"+l.ID, 10, 1000),
		})
	}
	for i := range setup.CDN.Networks {
		network := "_n" + strconv.Itoa(i)
		s.arrivals = append(s.arrivals, find("x:arrivals"+network, 0, sessionsMost))
		var playing []source
		for _, r := range setup.Routes {
			if r.Network == i {
				playing = append(playing, find("x:sessions"+network+"_"+setup.CDN.Links[r.Link].ID, 0, sessionsMost))
			}
		}
		s.playing = append(s.playing, playing)
	}
	return s
}

// read takes the facts out of a snapshot, inside the bounds of what can be
// shown.
func (s *cdnSources) read(f *cdnFacts, values []float64) {
	t := &s.totals
	f.cdnTotals = cdnTotals{
		minute: t[0].read(values), sessions: t[1].read(values), arrivals: t[2].read(values), refused: t[3].read(values),
		givenUp: t[4].read(values), moves: t[5].read(values), target: clamp(t[6].read(values)/100, 0, 1),
	}
	for i := range f.links {
		l := &s.links[i]
		f.links[i] = linkFacts{
			load: l[0].read(values), measured: l[1].read(values), slowdown: l[2].read(values), drop: l[3].read(values),
			sessions: l[4].read(values), age: l[5].read(values), state: l[6].read(values), weight: l[7].read(values) / 10,
		}
	}
	for i := range f.networks {
		n := networkFacts{arrivals: s.arrivals[i].read(values)}
		for _, p := range s.playing[i] {
			n.sessions += p.read(values)
		}
		f.networks[i] = n
	}
}
