package cdn

import (
	"slices"
	"testing"

	"oncall/internal/random"
)

// benchmark steps a world through its shift again and again.
func benchmark(b *testing.B, p Params, policy, metric int) {
	w := New(p, 1, opening(policy, metric, 85))
	b.ReportAllocs()
	for b.Loop() {
		if w.step == p.Steps() {
			b.StopTimer()
			w = New(p, 1, opening(policy, metric, 85))
			b.StartTimer()
		}
		w.Step(nil)
	}
}

// A step of the 12-link world is to take 50 µs at most.
func BenchmarkStepWorldCup(b *testing.B) { benchmark(b, worldCup(), PolicyPID, MetricFused) }

// The sawtooth moves sessions to and fro all the time: the dearest policy.
func BenchmarkStepSawtooth(b *testing.B) { benchmark(b, worldCup(), PolicyLinear, MetricRouter) }

// The cost depends on how many cells have sessions, and not on how many sessions
// there are: the same world with other audiences, on links that fit them. In the
// smallest one, 375 sessions in all, most draws have nothing to draw for.
func BenchmarkStepByTraffic(b *testing.B) {
	for _, c := range []struct {
		name  string
		scale float64
	}{{"1.5G", 1e-3}, {"15G", 1e-2}, {"150G", 1e-1}, {"1.5T", 1}, {"15T", 10}, {"150T", 100}} {
		b.Run(c.name, func(b *testing.B) {
			p := worldCupOf(0.35*tera*c.scale, 1.15*tera*c.scale)
			p.Links = slices.Clone(p.Links)
			for i := range p.Links {
				p.Links[i].CapacityBits *= c.scale
			}
			benchmark(b, p, PolicyPID, MetricFused)
		})
	}
}

// A world of the size of an internet is to step in 5 ms at most.
func BenchmarkStepInternet(b *testing.B) { benchmark(b, internet(1), PolicyPID, MetricFused) }

// internet makes a world of 36 sites, 300 links of 10 to 400 Gbit/s, 2,000
// networks and 12 Tbit/s by a seed.
func internet(seed uint32) Params {
	const sites, links, networks, demand = 36, 300, 2000, 12 * tera
	source := random.New(seed)
	below := func(n int) int { return int(source.Next() * float64(n)) }
	p := Defaults()
	for i := range sites {
		p.Sites = append(p.Sites, numbered("s", i))
	}
	sizes := []float64{10, 20, 40, 100, 200, 400}
	for i := range links {
		p.Links = append(p.Links, Link{numbered("l", i), i % sites, sizes[below(len(sizes))] * giga})
	}
	shares := make([]float64, networks)
	for i := range networks {
		// Two that are the same would only share the first one's links.
		bits := 8 + below(17)
		high, _ := masks(bits)
		n := Network{Prefix: Prefix{Address{hi: uint64(source.Uint32()) << 32 & high}, bits}}
		first := below(links)
		for j := range 3 + below(3) {
			l := (first + j*37) % links
			n.Links = append(n.Links, Weight{l, p.Links[l].CapacityBits / giga})
		}
		p.Networks = append(p.Networks, n)
		shares[i] = source.Exponential(1)
	}
	p.Classes = []Class{{
		ID: "everyday", DemandBits: demand, MeanSeconds: meanSession, Start: 1, Shares: shares,
		Arrivals: []Arrival{{Kind: ArriveSteadily, Share: 1, ToMinutes: 180}},
	}}
	return p
}

func numbered(letter string, i int) string {
	return letter + string([]byte{'0' + byte(i/100), '0' + byte(i/10%10), '0' + byte(i%10)})
}
