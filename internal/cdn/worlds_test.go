package cdn

import (
	"math"
	"testing"

	"oncall/internal/world"
)

const (
	giga = 1e9
	tera = 1e12
	// meanSession is the design's D [s].
	meanSession = 40 * 60
)

func prefix(text string) Prefix {
	p, err := ParsePrefix(text)
	if err != nil {
		panic(err)
	}
	return p
}

// twoLinks is the design's bench with an own demand [bit/s].
func twoLinks(demand float64) Params {
	p := Defaults()
	p.Minutes = 240
	p.Sites = []string{"s01"}
	p.Links = []Link{{ID: "a", CapacityBits: 100 * giga}, {ID: "b", CapacityBits: 100 * giga}}
	p.Networks = []Network{{Prefix: prefix("0.0.0.0/0"), Links: []Weight{{0, 0.8}, {1, 0.2}}}}
	p.Classes = []Class{{
		ID: "audience", DemandBits: demand, MeanSeconds: meanSession,
		Start: 0.45, StartLinks: []float64{0.55, 0.45}, Shares: []float64{1},
		Arrivals: []Arrival{
			{Kind: ArriveSteadily, Share: 0.45, FromMinutes: 0, ToMinutes: 20},
			{Kind: ArriveSteadily, Share: 1, FromMinutes: 20, ToMinutes: 240},
			{Kind: ArriveEvenly, Share: 0.55, FromMinutes: 20, ToMinutes: 25},
		},
	}}
	return p
}

// gusts is the bench with 6 % of the audience in the first two minutes of every
// half hour from minute 30 on, and as many fewer between.
func gusts(demand float64) Params {
	p := twoLinks(demand)
	c := &p.Classes[0]
	c.Arrivals = []Arrival{
		{Kind: ArriveSteadily, Share: 0.45, FromMinutes: 0, ToMinutes: 20},
		{Kind: ArriveSteadily, Share: 1, FromMinutes: 20, ToMinutes: 30},
		{Kind: ArriveSteadily, Share: 1 - 0.06*meanSession/1800, FromMinutes: 30, ToMinutes: 240},
		{Kind: ArriveEvenly, Share: 0.55, FromMinutes: 20, ToMinutes: 25},
	}
	for m := 30.0; m < 240; m += 30 {
		c.Arrivals = append(c.Arrivals, Arrival{Kind: ArriveEvenly, Share: 0.06, FromMinutes: m, ToMinutes: m + 2})
	}
	return p
}

// The design's 12-link world.
var (
	twelve = []Link{
		{"s01-a", 0, 400 * giga}, {"s01-b", 0, 200 * giga}, {"s01-c", 0, 100 * giga}, {"s01-d", 0, 100 * giga},
		{"s02-a", 1, 400 * giga}, {"s02-b", 1, 200 * giga}, {"s02-c", 1, 100 * giga},
		{"s03-a", 2, 200 * giga}, {"s03-b", 2, 100 * giga}, {"s03-c", 2, 40 * giga}, {"s03-d", 2, 40 * giga}, {"s03-e", 2, 20 * giga},
	}
	everydayShares = []float64{.10, .14, .06, .13, .09, .12, .07, .10, .08, .05, .02, .04}
	matchShares    = []float64{.06, .20, .08, .08, .06, .17, .11, .10, .04, .06, .02, .02}
)

func twelveNetworks() []Network {
	const (
		a1 = iota
		b1
		c1
		d1
		a2
		b2
		c2
		a3
		b3
		c3
		d3
		e3
	)
	return []Network{
		{prefix("10.0.0.0/8"), []Weight{{a1, 4}, {a2, 4}, {a3, 2}}},
		{prefix("10.16.0.0/12"), []Weight{{a1, 6}, {b1, 2}, {a2, 1}}},
		{prefix("10.17.128.0/17"), []Weight{{b1, 6}, {a1, 2}, {a2, 1}}},
		{prefix("100.64.0.0/10"), []Weight{{a2, 6}, {b2, 3}, {a1, 1}}},
		{prefix("100.96.0.0/12"), []Weight{{b2, 5}, {a2, 3}, {c2, 1}}},
		{prefix("172.16.0.0/12"), []Weight{{a1, 4}, {c1, 2}, {d1, 1}, {a2, 1}}},
		{prefix("172.24.0.0/14"), []Weight{{d1, 4}, {c1, 4}, {b1, 1}}},
		{prefix("192.168.0.0/16"), []Weight{{a3, 5}, {b3, 2}, {a2, 2}}},
		{prefix("198.18.0.0/15"), []Weight{{a2, 5}, {c2, 3}, {a3, 1}}},
		{prefix("198.19.64.0/18"), []Weight{{b3, 4}, {c3, 2}, {d3, 2}, {a3, 2}}},
		{prefix("203.0.113.0/24"), []Weight{{e3, 3}, {c3, 3}, {d3, 3}, {a3, 1}}},
		{prefix("0.0.0.0/0"), []Weight{{a2, 3}, {a1, 3}, {a3, 1}}},
	}
}

// everyday is the 12-link world with an everyday audience only [bit/s].
func everyday(demand float64) Params {
	p := Defaults()
	p.Sites = []string{"s01", "s02", "s03"}
	p.Links = twelve
	p.Networks = twelveNetworks()
	p.Classes = []Class{{
		ID: "everyday", DemandBits: demand, MeanSeconds: meanSession, Start: 1, Shares: everydayShares,
		Arrivals: []Arrival{{Kind: ArriveSteadily, Share: 1, FromMinutes: 0, ToMinutes: 180}},
	}}
	return p
}

// worldCup is world-cup-match: the everyday audience and, from the kick-off at
// minute 60 on, that of the match.
func worldCup() Params { return worldCupOf(0.35*tera, 1.15*tera) }

func worldCupOf(everydayBits, matchBits float64) Params {
	p := everyday(everydayBits)
	p.Classes = append(p.Classes, Class{
		ID: "match", DemandBits: matchBits, MeanSeconds: 40000, Shares: matchShares,
		Arrivals: []Arrival{
			{Kind: ArriveAround, Share: 0.7, AroundMinutes: 59, SpreadSeconds: 120},
			{Kind: ArriveAround, Share: 0.3, AroundMinutes: 60, SpreadSeconds: 900},
			{Kind: ArriveAround, Share: 0.15, AroundMinutes: 122, SpreadSeconds: 120},
		},
		Leavings: []Leaving{
			{FromMinutes: 107, ToMinutes: 110, Share: 0.16, To: -1},
			{FromMinutes: 175, ToMinutes: 180, MeanSeconds: 180, To: -1},
		},
	})
	p.Notices = []Notice{{60, EventKickOff}, {107, EventHalfTime}, {122, EventSecondHalf}, {175, EventFinal}}
	return p
}

// opening opens with a policy, a metric and a target [%].
func opening(policy, metric, target int) []world.Setting {
	return []world.Setting{
		{Control: ControlPolicy, Value: policy},
		{Control: ControlMetric, Value: metric},
		{Control: ControlTargetUtilization, Value: target},
	}
}

// play returns the rows of a whole shift that nobody plays.
func play(t testing.TB, p Params, seed uint32, opening []world.Setting) [][]float64 {
	t.Helper()
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	w := New(p, seed, opening)
	rows := make([][]float64, p.Steps()+1)
	for i := range rows {
		if i > 0 {
			w.Step(nil)
		}
		rows[i] = make([]float64, len(w.readings))
		w.Row(rows[i])
	}
	return rows
}

// column returns a reading of the rows from a step on.
func column(rows [][]float64, from, index int) []float64 {
	var c []float64
	for _, r := range rows[from:] {
		c = append(c, r[index])
	}
	return c
}

func spread(c []float64) float64 {
	low, high := c[0], c[0]
	for _, v := range c {
		low, high = min(low, v), max(high, v)
	}
	return high - low
}

func mean(c []float64) float64 { return sum(c) / float64(len(c)) }

func correlation(a, b []float64) float64 {
	ma, mb := mean(a), mean(b)
	var ab, aa, bb float64
	for i := range a {
		ab += (a[i] - ma) * (b[i] - mb)
		aa += (a[i] - ma) * (a[i] - ma)
		bb += (b[i] - mb) * (b[i] - mb)
	}
	return ab / math.Sqrt(aa*bb)
}
