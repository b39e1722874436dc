package scenariofile

import (
	"strings"
	"testing"

	"oncall/internal/cdn"
)

const headCDN = `id: a
world: cdn
constants: {minutes: 60, policy: pid}
sites: [s]
links:
  - {id: l, site: s, capacity_gbits: 10}
  - {id: m, site: s, capacity_gbits: 2.5}
classes:
  - id: c
    demand_gbits: 8
    mean_seconds: 600
    arrivals:
      - steady: {share: 1, from_minutes: 0, to_minutes: 60}
      - around: {share: 0.5, around_minutes: 9, spread_seconds: 60}
    leavings:
      - {from_minutes: 20, to_minutes: 21, share: 0.3, to: d}
  - {id: d, demand_gbits: 1, mean_seconds: 60, start: 1, start_links: {m: 1}}
networks:
  - {prefix: 10.0.0.0/8, weights: {m: 2, l: 1.5}, shares: {d: 1, c: 0.25}}
  - {prefix: "2001:db8::/32", weights: {l: 1}, shares: {c: 0.75}}
events:
  - link_down: {minute: 3, link: m, minutes: 2}
  - kick_off: {minute: 4}
score: {allowance: 0.02}
`

func TestReadCDN(t *testing.T) {
	sc, err := Read("a.yaml", []byte(headCDN))
	if err != nil {
		t.Fatal(err)
	}
	p := sc.CDN
	if p.Minutes != 60 || p.Policy != cdn.PolicyPID || p.Links[1] != (cdn.Link{ID: "m", CapacityBits: 2.5e9}) {
		t.Errorf("%+v", p)
	}
	if n := p.Networks[0]; n.Prefix.String() != "10.0.0.0/8" || n.Links[0] != (cdn.Weight{Link: 1, Weight: 2}) || n.Links[1] != (cdn.Weight{Link: 0, Weight: 1.5}) {
		t.Errorf("network %+v", n)
	}
	c, d := p.Classes[0], p.Classes[1]
	if c.DemandBits != 8e9 || c.Start != 0 || c.StartLinks != nil || c.Shares[0] != 0.25 || c.Shares[1] != 0.75 || d.Shares[1] != 0 || d.StartLinks[1] != 1 {
		t.Errorf("classes %+v %+v", c, d)
	}
	if c.Arrivals[1] != (cdn.Arrival{Kind: cdn.ArriveAround, Share: 0.5, AroundMinutes: 9, SpreadSeconds: 60}) ||
		c.Leavings[0] != (cdn.Leaving{FromMinutes: 20, ToMinutes: 21, Share: 0.3, To: 1, ToShare: 1}) {
		t.Errorf("arrivals %+v, leavings %+v", c.Arrivals, c.Leavings)
	}
	if p.Outages[0] != (cdn.Outage{Link: 1, Minute: 3, Minutes: 2}) || p.Notices[0] != (cdn.Notice{Minute: 4, Kind: cdn.EventKickOff}) {
		t.Errorf("events %+v %+v", p.Outages, p.Notices)
	}
}

func TestRefusalsCDN(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"id: a\n", "id: a\nsurge: {}\n", `2:1: the file: unknown field "surge"; there is id,`},
		{"sites: [s]\n", "", `1:1: sites is missing; the CDN world needs sites, links, classes and networks`},
		{"policy: pid", "policy: pidd", `3:34: policy: unknown name "pidd"; did you mean pid?`},
		{"policy: pid", "policy: 3", `3:34: policy must be text, and is a number`},
		{"minutes: 60, p", "minuts: 60, p", `3:13: constants: unknown field "minuts"; did you mean minutes?`},
		{"policy: pid", "target_utilization: 99", `3:46: target_utilization must lie between 50 and 95, and is 99`},
		{"site: s, capacity_gbits: 10", "site: t, capacity_gbits: 10", `6:19: site: unknown name "t"; there is s`},
		{", capacity_gbits: 10", "", `6:5: a link: capacity_gbits is missing`},
		{"to: d}", "to: e}", `16:60: to: unknown name "e"; there is c, d`},
		{"steady:", "steadily:", `13:9: an arrival: unknown field "steadily"; did you mean steady?`},
		{"mean_seconds: 600", "mean_seconds: soon", `11:19: mean_seconds must be a number, and is the text "soon"`},
		{"10.0.0.0/8", "10.1.0.0/8", `19:14: the bits behind a network's length must be 0: write 10.0.0.0/8 for 10.1.0.0/8`},
		{"10.0.0.0/8", "ten", `19:14: a network is written like 10.16.0.0/12 or 2001:db8::/32, and this is "ten"`},
		{"weights: {m: 2,", "weights: {x: 2,", `19:36: weights: unknown field "x"; there is l, m`},
		{"kick_off: {minute: 4}", "kick_off: {minute: 1}", `23:5: events must be in order of time: minute 1 stands behind minute 3`},
		{"kick_off:", "goal:", `23:5: an event: unknown field "goal"; there is link_down,`},
		{"kick_off: {minute: 4}", "kick_off: {minute: 60}", `1:1: kick_off must lie within the shift`},
		{"allowance: 0.02", "allowance: 0", `24:8: allowance must be above 0 and at most 10, and is 0`},
		{"allowance: 0.02", "par_dollars: 2", `24:9: score: unknown field "par_dollars"; there is allowance`},
		{"capacity_gbits: 2.5", "capacity_gbits: 0", `1:1: link m: capacity_bits must lie between 1e+06 and 1e+14, and is 0`},
	} {
		text := strings.Replace(headCDN, c.old, c.new, 1)
		if text == headCDN {
			t.Fatalf("%q is not there", c.old)
		}
		_, err := Read("a.yaml", []byte(text))
		if err == nil {
			t.Errorf("%s: accepted", c.new)
			continue
		}
		got, want := err.Error(), "a.yaml:"+c.want
		if strings.HasSuffix(want, ",") && len(got) > len(want) {
			got = got[:len(want)]
		}
		if got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	}
}
