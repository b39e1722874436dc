package scenariotest

import (
	"math"
	"strconv"

	"pgregory.net/rapid"

	"oncall/internal/cdn"
	"oncall/internal/scenario"
)

// DrawCDN returns a generator of scenarios of the CDN world that pass Check: any
// of the constants overridden, a few links and networks of both kinds, classes
// that arrive and leave in every way, and events.
func DrawCDN() *rapid.Generator[*scenario.Scenario] {
	return rapid.Custom(func(t *rapid.T) *scenario.Scenario {
		sc := scenario.NewCDN(rapid.StringMatching(`[a-z0-9-]{1,40}`).Draw(t, "id"))
		p := sc.CDN
		drawNetworks(t, p)
		for i := range rapid.IntRange(1, cdn.ClassesMax).Draw(t, "classes") {
			p.Classes = append(p.Classes, cdn.Class{ID: "c" + strconv.Itoa(i)})
		}
		for i := range p.Classes {
			drawClass(t, p, &p.Classes[i])
		}
		minute := 0.0
		for range rapid.IntRange(0, 5).Draw(t, "events") {
			minute += rapid.Float64Range(0, 30).Draw(t, "minute")
			p.Outages = append(p.Outages, cdn.Outage{Link: len(p.Links) - 1, Minute: minute, Minutes: 5})
			p.Notices = append(p.Notices, cdn.Notice{Minute: minute, Kind: rapid.SampledFrom(cdn.Notices()).Draw(t, "event")})
		}
		for _, f := range cdn.Fields() {
			if rapid.Bool().Draw(t, "default "+f.ID) {
				continue
			}
			before := *f.At(p)
			v := rapid.Float64Range(f.Min, f.Max).Draw(t, f.ID)
			if f.Whole {
				v = math.Round(v)
			}
			if *f.At(p) = v + 0; sc.CheckModel() != nil {
				*f.At(p) = before // it does not go with the others
			}
		}
		sc.Score.Allowance = rapid.Float64Range(1e-6, scenario.AllowanceMax).Draw(t, "allowance")
		sc.Title = text(scenario.TitleMax).Draw(t, "title")
		return sc
	})
}

func drawNetworks(t *rapid.T, p *cdn.Params) {
	p.Sites = []string{"here", "there"}
	for i := range rapid.IntRange(1, 6).Draw(t, "links") {
		p.Links = append(p.Links, cdn.Link{
			ID: "l" + strconv.Itoa(i), Site: i % 2, CapacityBits: rapid.Float64Range(1e6, 1e14).Draw(t, "capacity"),
		})
	}
	texts := []string{"0.0.0.0/0", "10.0.0.0/8", "10.16.0.0/12", "::/0", "2001:db8::/32", "2001:db8:0:1::/64"}
	for _, text := range texts[:rapid.IntRange(1, len(texts)).Draw(t, "networks")] {
		prefix, err := cdn.ParsePrefix(text)
		if err != nil {
			t.Fatal(err)
		}
		n := cdn.Network{Prefix: prefix}
		for l := range p.Links {
			if l == 0 || rapid.Bool().Draw(t, "reached") {
				n.Links = append(n.Links, cdn.Weight{Link: l, Weight: rapid.Float64Range(0.01, 1000).Draw(t, "weight")})
			}
		}
		p.Networks = append(p.Networks, n)
	}
}

func drawClass(t *rapid.T, p *cdn.Params, c *cdn.Class) {
	number := func(what string, low, high float64) float64 { return rapid.Float64Range(low, high).Draw(t, what) }
	shares := func(what string, count int) []float64 {
		drawn := make([]float64, count)
		for i := range drawn {
			drawn[i] = number(what, 0, 1)
		}
		drawn[0]++
		return drawn
	}
	c.DemandBits, c.MeanSeconds, c.Start = number("demand", 0, 1e14), number("mean", 1, 1e6), number("start", 0, 10)
	c.Shares = shares("share", len(p.Networks))
	if rapid.Bool().Draw(t, "start links") {
		c.StartLinks = shares("start link", len(p.Links))
	}
	for range rapid.IntRange(0, 3).Draw(t, "arrivals") {
		a := cdn.Arrival{Kind: cdn.ArrivalKind(rapid.IntRange(0, 2).Draw(t, "kind")), Share: number("share", 0, 10)}
		if a.Kind == cdn.ArriveAround {
			a.AroundMinutes, a.SpreadSeconds = number("around", -1440, 1440), number("spread", 1, 1e6)
		} else {
			a.FromMinutes, a.ToMinutes = number("from", 0, 100), number("to", 101, 1440)
		}
		c.Arrivals = append(c.Arrivals, a)
	}
	for range rapid.IntRange(0, 3).Draw(t, "leavings") {
		l := cdn.Leaving{FromMinutes: number("from", 0, 100), ToMinutes: number("to", 101, 1440), To: -1}
		if rapid.Bool().Draw(t, "share") {
			l.Share = number("share", 0.001, 0.999)
		} else {
			l.MeanSeconds = number("mean", 1, 1e6)
		}
		if rapid.Bool().Draw(t, "goes over") {
			l.To, l.ToShare = rapid.IntRange(0, len(p.Classes)-1).Draw(t, "to"), number("to share", 0, 1)
		}
		c.Leavings = append(c.Leavings, l)
	}
}
