package scenarios

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"oncall/internal/cdn"
	"oncall/internal/scenario"
)

// twelve is the design's table of the 12-link world: network, everyday share,
// match share, links and weights.
const twelve = `
10.0.0.0/8 .10 .06 s01-a 4, s02-a 4, s03-a 2
10.16.0.0/12 .14 .20 s01-a 6, s01-b 2, s02-a 1
10.17.128.0/17 .06 .08 s01-b 6, s01-a 2, s02-a 1
100.64.0.0/10 .13 .08 s02-a 6, s02-b 3, s01-a 1
100.96.0.0/12 .09 .06 s02-b 5, s02-a 3, s02-c 1
172.16.0.0/12 .12 .17 s01-a 4, s01-c 2, s01-d 1, s02-a 1
172.24.0.0/14 .07 .11 s01-d 4, s01-c 4, s01-b 1
192.168.0.0/16 .10 .10 s03-a 5, s03-b 2, s02-a 2
198.18.0.0/15 .08 .04 s02-a 5, s02-c 3, s03-a 1
198.19.64.0/18 .05 .06 s03-b 4, s03-c 2, s03-d 2, s03-a 2
203.0.113.0/24 .02 .02 s03-e 3, s03-c 3, s03-d 3, s03-a 1
0.0.0.0/0 .04 .02 s02-a 3, s01-a 3, s03-a 1
`

func findCDN(t *testing.T, id string) *scenario.Scenario {
	t.Helper()
	sc, err := Find(id)
	if err != nil {
		t.Fatal(err)
	}
	if sc.CDN == nil {
		t.Fatalf("%s is of the %s world", id, sc.World)
	}
	return sc
}

// The links, networks, weights and shares of the four scenarios with 12 links
// are the design's, but for the concert's smaller links.
func TestTwelveLinksAreTheDesigns(t *testing.T) {
	capacities := strings.Fields("400 200 100 100 400 200 100 200 100 40 40 20")
	for _, id := range []string{"world-cup-match", "link-failure", "maintenance-drain", "concert"} {
		p := findCDN(t, id).CDN
		scale := 1.0
		if id == "concert" {
			scale = 0.8
		}
		place := map[string]int{}
		for i, l := range p.Links {
			place[l.ID] = i
			if want, _ := strconv.ParseFloat(capacities[i], 64); l.CapacityBits != want*scale*1e9 || p.Sites[l.Site] != l.ID[:3] {
				t.Errorf("%s: link %+v", id, l)
			}
		}
		lines := strings.Split(strings.TrimSpace(twelve), "\n")
		if len(p.Networks) != len(lines) || len(p.Links) != 12 {
			t.Fatalf("%s: %d networks, %d links", id, len(p.Networks), len(p.Links))
		}
		for i, line := range lines {
			prefix, rest, _ := strings.Cut(line, " ")
			everyday, rest, _ := strings.Cut(rest, " ")
			match, links, _ := strings.Cut(rest, " ")
			var want []cdn.Weight
			for text := range strings.SplitSeq(links, ", ") {
				link, weight, _ := strings.Cut(text, " ")
				w, _ := strconv.ParseFloat(weight, 64)
				want = append(want, cdn.Weight{Link: place[link], Weight: w})
			}
			if n := p.Networks[i]; n.Prefix.String() != prefix || !reflect.DeepEqual(n.Links, want) {
				t.Errorf("%s: network %v, want %s", id, n, line)
			}
			for _, c := range p.Classes {
				share := everyday
				if c.ID == "match" || c.ID == "concert" {
					share = match
				}
				if w, _ := strconv.ParseFloat(share, 64); c.Shares[i] != w {
					t.Errorf("%s: %s has the share %v of %s, want %v", id, c.ID, c.Shares[i], prefix, w)
				}
			}
		}
	}
}

// Lengths, openings and audiences. Demands are the design's where the lesson did
// not ask for others.
func TestCDNScenariosAreTheDesigns(t *testing.T) {
	for _, c := range []struct {
		id      string
		minutes float64
		policy  int
		demand  map[string]float64 // Gbit/s
	}{
		{"world-cup-match", 180, cdn.PolicyLinear, map[string]float64{"everyday": 350, "match": 1150}},
		{"link-failure", 180, cdn.PolicyLinear, map[string]float64{"everyday": 390, "match": 1150}},
		{"maintenance-drain", 180, cdn.PolicyDamped, map[string]float64{"everyday": 1500}},
		{"concert", 180, cdn.PolicyDamped, map[string]float64{"everyday": 800, "lessons": 200, "concert": 250}},
		{"two-links", 240, cdn.PolicyLinear, map[string]float64{"audience": 158}},
	} {
		p := findCDN(t, c.id).CDN
		if p.Minutes != c.minutes || p.Policy != float64(c.policy) || p.Metric != cdn.MetricRouter || p.TargetUtilization != 85 || len(p.Classes) != len(c.demand) {
			t.Errorf("%s: %v min, policy %v, metric %v, %d classes", c.id, p.Minutes, p.Policy, p.Metric, len(p.Classes))
		}
		for _, class := range p.Classes {
			if class.DemandBits != c.demand[class.ID]*1e9 {
				t.Errorf("%s: %s asks for %v", c.id, class.ID, class.DemandBits)
			}
		}
	}
	for id, want := range map[string]cdn.Outage{"link-failure": {Link: 5, Minute: 90, Minutes: 20}, "maintenance-drain": {Link: 5, Minute: 90, Minutes: 60}} {
		if o := findCDN(t, id).CDN.Outages; len(o) != 1 || o[0] != want {
			t.Errorf("%s: %+v", id, o)
		}
	}
}
