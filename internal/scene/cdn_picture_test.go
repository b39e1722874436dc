package scene

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// cdnStep is a snapshot of the CDN by name.
type cdnStep map[string]float64

// cdnNames are the columns of a snapshot of so many links and networks.
func cdnNames(links []Link, routes []Route) []string {
	names := []string{"minute", "sessions", "refused", "given_up", "moves", "x:arrivals", "set:target_utilization"}
	for _, l := range links {
		for _, name := range []string{"load_", "measured_", "slowdown_", "drop_", "sessions_", "x:age_", "x:state_", "set:weight:"} {
			names = append(names, name+l.ID)
		}
	}
	seen := -1
	for _, r := range routes {
		if r.Network != seen {
			seen = r.Network
			names = append(names, fmt.Sprintf("x:arrivals_n%d", r.Network))
		}
		names = append(names, fmt.Sprintf("x:sessions_n%d_%s", r.Network, links[r.Link].ID))
	}
	return names
}

// bench is what two-links looks like: four fifths of one network go to the first
// link.
var bench = []Route{{0, 0, 0.8}, {0, 1, 0.2}}

func cdnOf(size Size, links []Link, routes []Route) *cdnPicture {
	s := newCDNPicture()
	s.SetUp(cdnSetupOf(size, links, routes))
	return s
}

func cdnSetupOf(size Size, links []Link, routes []Route) Setup {
	networks := 0
	for _, r := range routes {
		networks = max(networks, r.Network+1)
	}
	return Setup{
		World: WorldCDN, Size: size, Columns: cdnNames(links, routes), CDN: CDNSetup{links, networks}, Routes: routes,
		TargetColumn: "set:target_utilization", BitrateBits: 4e6,
	}
}

func (m cdnStep) values(s *cdnPicture) []float64 {
	values := make([]float64, len(s.setup.Columns))
	for i, name := range s.setup.Columns {
		values[i] = m[name]
		if _, ok := m[name]; !ok && len(name) > 11 && name[:11] == "set:weight:" {
			values[i] = 10
		}
	}
	return values
}

// calmCDN is a quiet step of two links.
func calmCDN() cdnStep {
	return cdnStep{
		"minute": 30, "sessions": 31000, "x:arrivals": 170, "x:arrivals_n0": 170, "set:target_utilization": 85,
		"load_s01-a": 0.7, "measured_s01-a": 0.64, "sessions_s01-a": 16000, "load_s01-b": 0.6, "measured_s01-b": 0.55, "sessions_s01-b": 15000,
		"x:sessions_n0_s01-a": 16000, "x:sessions_n0_s01-b": 15000,
	}
}

func shownCDN(m cdnStep, change func(*Setup)) *cdnPicture {
	s := newCDNPicture()
	setup := cdnSetupOf(Size{Width: 752, Height: 476}, twoLinks, bench)
	if change != nil {
		change(&setup)
	}
	s.SetUp(setup)
	s.Show(m.values(s), 0, false)
	return s
}

// inPipe returns the shapes of a kind and colour in or at a link's pipe.
func inPipe(s *cdnPicture, kind Kind, color Color, link int) []Shape {
	return shapesIn(s, kind, color, s.layout.cdn.pipes[link].box.grow(8))
}

func TestPipeIsFilledByWhatIsKnown(t *testing.T) {
	for _, rtl := range []bool{false, true} {
		s := shownCDN(calmCDN(), func(u *Setup) { u.RTL = rtl })
		for link, want := range []float64{0.64, 0.55} {
			fills := inPipe(s, Gauge, ColorServed, link)
			sign := 1.0
			if rtl {
				sign = -1
			}
			if len(fills) != 1 || math.Abs(float64(fills[0].A)-sign*want) > 1e-6 {
				t.Errorf("rtl %v: link %d is filled by %+v, want %v", rtl, link, fills, sign*want)
			}
		}
	}
}

// In play nothing tells the true load; afterwards it fills the pipe, and the
// measured one is a ring beside it.
func TestTrueLoadIsShownAfterwardsOnly(t *testing.T) {
	play := calmCDN()
	play["load_s01-a"] = 1.2
	a, b := shownCDN(play, nil), shownCDN(calmCDN(), nil)
	if !slices.Equal(a.Draw(nil), b.Draw(nil)) {
		t.Error("the picture in play depends on the true load")
	}
	s := shownCDN(calmCDN(), func(u *Setup) { u.Truth = true })
	if fills := inPipe(s, Gauge, ColorServed, 0); len(fills) != 1 || math.Abs(float64(fills[0].A)-0.7) > 1e-6 {
		t.Errorf("the fill is %+v, want 0.7", fills)
	}
	rings := inPipe(s, Ring, ColorText, 0)
	p := s.layout.cdn.pipes[0]
	if len(rings) != 1 || math.Abs(float64(rings[0].X)-(p.x+0.64*p.w)) > 0.01 {
		t.Errorf("the measured load is %+v, want it at %v", rings, p.x+0.64*p.w)
	}
}

func TestTargetIsAMarkAcrossThePipe(t *testing.T) {
	s := shownCDN(calmCDN(), nil)
	for link := range twoLinks {
		p := s.layout.cdn.pipes[link]
		marks := shapesIn(s, Stroke, ColorAccent, p.slot.grow(4))
		if len(marks) != 1 || math.Abs(float64(marks[0].X)-(p.x+0.85*p.w)) > 0.01 || float64(marks[0].H) < p.h {
			t.Errorf("link %d: %+v", link, marks)
		}
	}
}

// The gate is shut as far as the link refuses: its two jaws cover that share of
// the mouth.
func TestGateIsShutBySlowdown(t *testing.T) {
	for _, slowdown := range []float64{0, 0.3, 1} {
		m := calmCDN()
		m["slowdown_s01-a"] = slowdown
		s := shownCDN(m, nil)
		p := s.layout.cdn.pipes[0]
		covered := 0.0
		jaws := inPipe(s, Box, ColorShed, 0)
		for _, j := range jaws {
			covered += max(0, min(float64(j.Y+j.H/2), p.bottom())-max(float64(j.Y-j.H/2), p.y))
		}
		if len(jaws) != 2 || math.Abs(covered-slowdown*p.h) > 0.01 {
			t.Errorf("slowdown %v: %d jaws cover %.2f of %.2f px", slowdown, len(jaws), covered, p.h)
		}
	}
}

func TestOverloadHasAShapeOfItsOwn(t *testing.T) {
	for _, c := range []struct {
		load  float64
		spill bool
	}{{0.94, false}, {0.95, true}, {1, true}} {
		m := calmCDN()
		m["measured_s01-a"] = c.load
		s := shownCDN(m, nil)
		p := s.layout.cdn.pipes[0]
		at := box{p.mouth.x - 40, p.y - 10, 48, p.h + 60}
		drops, collar := shapesIn(s, Drop, ColorFail, at), shapesIn(s, Box, ColorFail, at)
		if (len(drops) > 0) != c.spill || (len(collar) > 0) != c.spill {
			t.Errorf("load %v: %d drops and %d collars", c.load, len(drops), len(collar))
		}
	}
}

func TestBrokenAndDrainingPipesLookIt(t *testing.T) {
	m := calmCDN()
	m["x:state_s01-a"], m["x:state_s01-b"] = linkDown, linkDraining
	s := shownCDN(m, nil)
	for _, c := range []struct {
		link, want int
		kind       Kind
		color      Color
	}{
		{0, 2, Torn, ColorPanel}, {0, 1, Cross, ColorFail}, {0, 0, Gauge, ColorServed}, {0, 0, Hatch, ColorBoot},
		{1, 0, Torn, ColorPanel}, {1, 1, Hatch, ColorBoot}, {1, 1, Dashed, ColorBoot}, {1, 1, Gauge, ColorServed},
	} {
		if got := len(inPipe(s, c.kind, c.color, c.link)); got != c.want {
			t.Errorf("link %d: %d shapes of kind %d and colour %d, want %d", c.link, got, c.kind, c.color, c.want)
		}
	}
}

// Streams are as many as the sessions, in each pipe, whatever its size.
func TestStreamsFollowTheSessions(t *testing.T) {
	streams := func(sessions float64) float64 {
		m := calmCDN()
		m["sessions_s01-a"] = sessions
		return shownCDN(m, nil).flows[0].streams
	}
	if few, many := streams(5000), streams(20000); math.Abs(many/few-4) > 1e-9 || few < 10 {
		t.Errorf("%v streams of 5,000 sessions and %v of 20,000", few, many)
	}
	if most := streams(1e9); most > streamsMax {
		t.Errorf("%v streams", most)
	}
	s := shownCDN(calmCDN(), nil)
	want := int(math.Ceil(s.flows[0].streams) + math.Ceil(s.flows[1].streams))
	s.flights.clear()
	if got := count(s, Disc, ColorServed); got != want {
		t.Errorf("%d discs, want %d", got, want)
	}
}

// Links up to the largest number share the streams.
func TestStreamsOfAllLinksAreBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links := drawLinks(t, linksMax)
		s := cdnOf(drawSize(t), links, nil)
		m := cdnStep{}
		for _, l := range links {
			m["sessions_"+l.ID] = 1e9
		}
		s.Show(m.values(s), 0, true)
		sum := 0.0
		for i := range s.flows {
			sum += s.flows[i].streams
		}
		if sum > streamsMax*1.01 {
			t.Fatalf("%v streams", sum)
		}
	})
}

// What waits: 0.9 n^0.62 marks, rounded up.
func TestHeapShowsWhatWaits(t *testing.T) {
	for _, c := range []struct {
		waiting float64
		want    int
	}{{0, 0}, {1, 1}, {10, 4}, {100, 16}, {1000, 66}, {1e6, heapMax}} {
		m := calmCDN()
		m["refused"] = c.waiting
		s := shownCDN(m, nil)
		if got := len(shapesIn(s, Ring, ColorShed, s.layout.cdn.floor)); got != c.want {
			t.Errorf("%v wait: %d marks, want %d", c.waiting, got, c.want)
		}
	}
}

func TestMoreOfTheAudienceIsLarger(t *testing.T) {
	routes := []Route{{0, 0, 1}, {1, 0, 1}, {2, 1, 1}, {3, 1, 1}, {4, 0, 1}, {5, 1, 1}, {6, 0, 1}, {7, 1, 1}}
	s := cdnOf(Size{Width: 752, Height: 476}, twoLinks, routes)
	m := calmCDN()
	m["x:sessions_n0_s01-a"], m["x:sessions_n1_s01-a"] = 8000, 2000
	s.Show(m.values(s), 0, false)
	var sizes []float64
	for _, shape := range s.Draw(nil) {
		if shape.Kind == Person {
			sizes = append(sizes, float64(shape.W))
		}
	}
	// Three figures each; four times the sessions are four times the area.
	if len(sizes) < 6 || math.Abs(sizes[0]/sizes[3]-2) > 0.01 {
		t.Errorf("figures of %v", sizes)
	}
}

// The same thresholds as in the list of links: above the target by more than two
// points, and from overload on.
func TestFillHasTheColourOfItsLevel(t *testing.T) {
	for _, c := range []struct {
		load  float64
		color Color
	}{{0.86, ColorServed}, {0.88, ColorSlow}, {0.94, ColorSlow}, {0.96, ColorFail}} {
		m := calmCDN()
		m["measured_s01-a"] = c.load
		s := shownCDN(m, nil)
		if len(inPipe(s, Gauge, c.color, 0)) != 1 {
			t.Errorf("a load of %v has not colour %d", c.load, c.color)
		}
	}
}
