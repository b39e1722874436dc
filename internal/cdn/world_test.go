package cdn

import (
	"math"
	"slices"
	"strings"
	"testing"

	"oncall/internal/world"
)

var _ world.World = (*World)(nil)

// digest is FNV-1a over the rows' bits, as the record has it.
func digest(rows [][]float64) uint32 {
	h := uint32(2166136261)
	for _, row := range rows {
		for _, v := range row {
			bits := math.Float64bits(v + 0)
			for range 8 {
				h = (h ^ uint32(bits&0xff)) * 16777619
				bits >>= 8
			}
		}
	}
	return h
}

// Whoever changes one bit of a shift changes the model, and raises its number
// once links are frozen. The same numbers come out on every platform.
func TestDigests(t *testing.T) {
	gone := worldCup()
	gone.Movable = 0.7
	gone.Outages = []Outage{{Link: 5, Minute: 90, Minutes: 20}}
	for _, c := range []struct {
		what           string
		p              Params
		seed           uint32
		policy, metric int
		want           uint32
	}{
		{"two links, linear", twoLinks(158 * giga), 1, PolicyLinear, MetricRouter, 0x3f9d178d},
		{"two links, damped", gusts(170 * giga), 2, PolicyDamped, MetricServer, 0x3f1d6d45},
		{"match, PID", worldCup(), 7, PolicyPID, MetricFused, 0xf7a47067},
		{"match, link down", gone, 4294967295, PolicyLinear, MetricRouter, 0xf9c6bbb5},
	} {
		if got := digest(play(t, c.p, c.seed, opening(c.policy, c.metric, 85))); got != c.want {
			t.Errorf("%s: %08x, want %08x", c.what, got, c.want)
		}
	}
}

func TestStepAllocatesNothing(t *testing.T) {
	p := worldCup()
	p.Movable = 0.5
	p.Outages = []Outage{{Link: 5, Minute: 1, Minutes: 60}}
	w := New(p, 3, nil)
	row, extra, settings := make([]float64, len(w.readings)), make([]float64, len(w.extras)), make([]int, len(w.settings))
	actions := []world.Action{{Control: ControlDrain, Target: 3, Value: 1}, {Control: ControlMetric, Value: MetricFused}, {Control: ControlWeight, Target: 1, Value: 20}}
	if n := testing.AllocsPerRun(900, func() {
		w.Step(actions)
		w.Row(row)
		w.Extra(extra)
		w.Settings(settings)
	}); n != 0 {
		t.Errorf("%v allocations a step, want 0", n)
	}
}

// Two worlds from the same params do not disturb each other.
func TestWorldsAreApart(t *testing.T) {
	p := worldCup()
	first := digest(play(t, p, 1, nil))
	w := New(p, 1, nil)
	w.Step([]world.Action{set(w, ControlWeight, 0, 100), set(w, ControlDrain, 1, 1)})
	if again := digest(play(t, p, 1, nil)); again != first {
		t.Errorf("%08x, then %08x", first, again)
	}
}

// The columns of the command line's contract, and a settings frame of all
// controls, each of its targets in turn.
func TestWhatTheWorldDescribes(t *testing.T) {
	p := twoLinks(158 * giga)
	w := New(p, 1, []world.Setting{{Control: ControlWeight, Target: 1, Value: 25}, {Control: ControlKp, Value: 155}})
	var codes []string
	for _, r := range w.Readings() {
		codes = append(codes, r.Code)
	}
	const want = "minute load_a measured_a slowdown_a drop_a sessions_a load_b measured_b slowdown_b drop_b sessions_b " +
		"carried sessions rebuffering refused given_up moves"
	if got := strings.Join(codes, " "); got != want {
		t.Errorf("columns %s\nwant %s", got, want)
	}
	for i, c := range w.Controls() {
		if c.Code != i {
			t.Errorf("%s has code %d at %d", c.ID, c.Code, i)
		}
	}
	settings := make([]int, 10)
	w.Settings(settings)
	if want := []int{PolicyLinear, MetricRouter, 85, 0, 0, 10, 25, 155, 300, 0}; !slices.Equal(settings, want) {
		t.Errorf("settings %v, want %v", settings, want)
	}
	for range 7 {
		w.Step(nil)
	}
	row := make([]float64, len(codes))
	w.Row(row)
	near(t, "minute", row[Minute], 7.0/6)

	codes = nil
	for _, r := range New(worldCup(), 1, nil).Extras() {
		if slices.Contains(codes, r.Code) {
			t.Errorf("extra %s is there twice", r.Code)
		}
		codes = append(codes, r.Code)
	}
	const edges = 9*3 + 3*4 // nine networks with 3 links and three with 4
	if want := TotalExtras + 12*LinkExtras + 12*NetworkExtras + edges; len(codes) != want {
		t.Errorf("%d extras, want %d", len(codes), want)
	}
	if !slices.Contains(codes, "oscillation_s02-b") || !slices.Contains(codes, "sessions_n9_s03-d") {
		t.Errorf("extras %v", codes)
	}
}

// What is announced comes in the step that begins then.
func TestNotices(t *testing.T) {
	p := worldCup()
	w := New(p, 1, nil)
	var got []world.Event
	for range p.Steps() {
		got = append(got, w.Step(nil)...)
	}
	want := []world.Event{
		{Step: 361, Kind: EventKickOff}, {Step: 643, Kind: EventHalfTime},
		{Step: 733, Kind: EventSecondHalf}, {Step: 1051, Kind: EventFinal},
	}
	if !slices.Equal(got, want) {
		t.Errorf("events %v, want %v", got, want)
	}
}

func TestCheckSaysWhatIsWrong(t *testing.T) {
	for want, spoil := range map[string]func(*Params){
		"kp must be a multiple of 0.1":                    func(p *Params) { p.Kp = 0.25 },
		"ti must be a whole number":                       func(p *Params) { p.Ti = 20.5 },
		"bitrate_bits must lie between":                   func(p *Params) { p.BitrateBits = math.NaN() },
		"router_seconds must be a multiple of 10":         func(p *Params) { p.RouterSeconds = 65 },
		"slowdown_from must lie below slowdown_full":      func(p *Params) { p.SlowdownFrom = 0.9 },
		"there must be 1 to 256 links":                    func(p *Params) { p.Links = nil },
		"links: s01-a is there twice":                     func(p *Params) { p.Links[3].ID = "s01-a" },
		"link s01-b: there is no such site":               func(p *Params) { p.Links[1].Site = 3 },
		"link s01-c: capacity_bits must lie":              func(p *Params) { p.Links[2].CapacityBits = 0 },
		"sites: an id must be":                            func(p *Params) { p.Sites[0] = "S" },
		"network 10.0.0.0/8 is there twice":               func(p *Params) { p.Networks[4].Prefix = p.Networks[0].Prefix },
		"network 10.16.0.0/12: it must have 1 to 8 links": func(p *Params) { p.Networks[1].Links = nil },
		"network 10.0.0.0/8: a weight must be above 0":    func(p *Params) { p.Networks[0].Links[1].Weight = 0 },
		"network 10.0.0.0/8: link s02-a is there twice":   func(p *Params) { p.Networks[0].Links[0].Link = 4 },
		"there must be 1 to 8 classes":                    func(p *Params) { p.Classes = nil },
		"class match: shares: there must be 12":           func(p *Params) { p.Classes[1].Shares = []float64{1} },
		"class match: shares: one must be above 0":        func(p *Params) { p.Classes[1].Shares = make([]float64, 12) },
		"class match: start_links: there must be 12":      func(p *Params) { p.Classes[1].StartLinks = []float64{1} },
		"class everyday: it is there twice":               func(p *Params) { p.Classes[1].ID = "everyday" },
		"class match: from_minutes must lie below":        func(p *Params) { p.Classes[1].Leavings[0].ToMinutes = 107 },
		"class match: a leaving has either":               func(p *Params) { p.Classes[1].Leavings[0].MeanSeconds = 3 },
		"class match: the share that leaves":              func(p *Params) { p.Classes[1].Leavings[0].Share = 1 },
		"class match: leavers go to a class":              func(p *Params) { p.Classes[1].Leavings[0].To = 2 },
		"class match: spread_seconds must lie":            func(p *Params) { p.Classes[1].Arrivals[0].SpreadSeconds = 0 },
		"class match: there is no such kind":              func(p *Params) { p.Classes[1].Arrivals[0].Kind = 9 },
		"an outage must begin within the shift":           func(p *Params) { p.Outages = []Outage{{0, 180, 5}} },
		"an outage must name a link":                      func(p *Params) { p.Outages = []Outage{{12, 1, 5}} },
		"there is no event \"goal\"":                      func(p *Params) { p.Notices[0].Kind = "goal" },
		"events must be in order of time":                 func(p *Params) { p.Notices[0].Minute = 170 },
	} {
		p := worldCup()
		p.Sites = slices.Clone(p.Sites)
		p.Links = slices.Clone(p.Links)
		spoil(&p)
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	p := worldCup()
	if err := p.Check(); err != nil {
		t.Error(err)
	}
}

// Every field's default is one that it can have, and is what the design says.
func TestDefaultsPass(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Fields() {
		if err := f.Check(f.Default); err != nil || seen[f.ID] {
			t.Errorf("%s: %v", f.ID, err)
		}
		seen[f.ID] = true
	}
}
