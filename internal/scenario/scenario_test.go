package scenario_test

import (
	"hash/crc32"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"oncall/internal/scenario"
	"oncall/internal/scenario/scenariotest"
	"oncall/internal/service"
	"oncall/internal/slo"
)

// plain returns a scenario that passes Check.
func plain() *scenario.Scenario {
	sc := scenario.New("plain")
	sc.Score = scenario.Score{Allowance: 0.02, ParDollars: 17, P99TargetSeconds: 0.5}
	return sc
}

// The hash is in every link: it is pinned to the canonical form as the record's
// design words it, put together here byte by byte.
func TestHash(t *testing.T) {
	sc := plain()
	p := &sc.Service
	p.HasSurge = true
	p.Budget = math.Copysign(0, -1) // counts as 0
	p.Deploys = []service.Deploy{{Minute: 10, RolloutMinutes: 3}}
	p.Flushes = []int{30}
	p.Rules = []slo.Rule{{Severity: slo.Ticket, Burn: 6, LongMinutes: 60, ShortMinutes: 5}}

	double := func(b []byte, v float64) []byte {
		b = append(b, 0xcb)
		for shift := 56; shift >= 0; shift -= 8 {
			b = append(b, byte(math.Float64bits(v)>>shift))
		}
		return b
	}
	want := []byte("\x97\xa7service")
	want = append(want, 0xdc, 0, 40) // 40 constants, the surge's 10 apart
	for _, f := range service.Fields() {
		switch {
		case f.ID == "budget":
			want = double(want, 0)
		case !f.Surge:
			want = double(want, f.Default)
		}
	}
	want = append(want, 0x9a)
	for _, f := range service.Fields() {
		if f.Surge {
			want = double(want, f.Default)
		}
	}
	want = append(want, 0x91, 0x92, 10, 3) // deploys
	want = append(want, 0x91, 30)          // flushes
	want = append(want, 0x91, 0x94, 1)     // rules
	want = append(double(want, 6), 60, 5)
	want = append(want, 0xd1, 0, 240) // steps
	if got := sc.Hash(); got != crc32.ChecksumIEEE(want) {
		t.Errorf("hash %08x, want %08x", got, crc32.ChecksumIEEE(want))
	}
}

// Mending a briefing or a score breaks no link; changing the shift does.
func TestHashCoversTheModelAndNothingElse(t *testing.T) {
	before := plain().Hash()
	same := plain()
	same.ID, same.Title, same.Briefing = "other", "Title", "Briefing"
	same.Score = scenario.Score{Allowance: 1, ParDollars: 1, P99TargetSeconds: 1}
	same.Service.Surge.PeakLow = 2 // there is no surge
	if same.Hash() != before {
		t.Error("texts, score or an absent surge change the hash")
	}
	for _, f := range service.Fields() {
		changed := plain()
		changed.Service.HasSurge = f.Surge
		before := changed.Hash()
		*f.At(&changed.Service) += 1
		if changed.Hash() == before {
			t.Errorf("%s does not change the hash", f.ID)
		}
	}
	for name, change := range map[string]func(*service.Params){
		"surge":  func(p *service.Params) { p.HasSurge = true },
		"deploy": func(p *service.Params) { p.Deploys = []service.Deploy{{Minute: 1, RolloutMinutes: 1}} },
		"flush":  func(p *service.Params) { p.Flushes = []int{1} },
		"rules":  func(p *service.Params) { p.Rules = p.Rules[:2] },
	} {
		changed := plain()
		change(&changed.Service)
		if changed.Hash() == before {
			t.Errorf("%s does not change the hash", name)
		}
	}
}

func TestCheck(t *testing.T) {
	if err := plain().Check(); err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name   string
		change func(*scenario.Scenario)
		want   string
	}{
		{"id", func(s *scenario.Scenario) { s.ID = "a b" }, "the id must be"},
		{"long id", func(s *scenario.Scenario) { s.ID = strings.Repeat("a", 41) }, "the id must be"},
		{"world", func(s *scenario.Scenario) { s.World = "moon" }, `the world must be "service"`},
		{"constant", func(s *scenario.Scenario) { s.Service.Budget = math.NaN() }, "budget must lie between"},
		{"target grid", func(s *scenario.Scenario) { s.Service.TargetUtilization = 61 }, "target_utilization moves in steps of 5"},
		{"ttl grid", func(s *scenario.Scenario) { s.Service.CacheTTL = 7 }, "cache_ttl moves in steps of 5"},
		{"shed grid", func(s *scenario.Scenario) { s.Service.Shed = 1 }, "shed moves in steps of 5"},
		{"no allowance", func(s *scenario.Scenario) { s.Score.Allowance = 0 }, "allowance must be above 0"},
		{"allowance", func(s *scenario.Scenario) { s.Score.Allowance = 11 }, "allowance must be above 0 and at most 10"},
		{"par", func(s *scenario.Scenario) { s.Score.ParDollars = math.NaN() }, "par_dollars must be above 0"},
		{"endless par", func(s *scenario.Scenario) { s.Score.ParDollars = math.Inf(1) }, "par_dollars must be above 0"},
		{"target", func(s *scenario.Scenario) { s.Score.P99TargetSeconds = -1 }, "p99_target_seconds must be above 0"},
		{"title", func(s *scenario.Scenario) { s.Title = strings.Repeat("é", 41) }, "title: at most 80 bytes"},
		{"not UTF-8", func(s *scenario.Scenario) { s.Title = "\xff" }, "title: must be UTF-8"},
		{"line break", func(s *scenario.Scenario) { s.Briefing = "a\nb" }, "briefing: the control character U+000A"},
		{"override", func(s *scenario.Scenario) { s.Title = "a\u202eb" }, "title: the control character U+202E"},
	}
	for _, c := range cases {
		sc := plain()
		c.change(sc)
		if err := sc.Check(); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// What the page loads is what the files say.
func TestPackRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := rapid.SliceOfNDistinct(scenariotest.Draw(), 0, 4, func(s *scenario.Scenario) string { return s.ID }).Draw(t, "set")
		packed, err := scenario.Pack(set)
		if err != nil {
			t.Fatal(err)
		}
		got, err := scenario.Unpack(packed)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(set, got); diff != "" {
			t.Fatal(diff)
		}
		for i := range set {
			if set[i].Hash() != got[i].Hash() {
				t.Fatal("the hash has changed on the way")
			}
		}
	})
}

func TestPackRefuses(t *testing.T) {
	nameless := plain()
	nameless.ID = ""
	broken := plain()
	broken.Service.Minutes = 0
	for name, set := range map[string][]*scenario.Scenario{
		"no id": {nameless}, "twice": {plain(), plain()}, "broken": {broken},
	} {
		if _, err := scenario.Pack(set); err == nil {
			t.Errorf("%s: packed", name)
		}
	}
}

func TestUnpackRefuses(t *testing.T) {
	whole, err := scenario.Pack([]*scenario.Scenario{plain()})
	if err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		if _, err := scenario.Unpack(whole[:i]); err == nil {
			t.Errorf("cut at %d: accepted", i)
		}
	}
	if _, err := scenario.Unpack(append(whole[:len(whole):len(whole)], 0)); err == nil {
		t.Error("trailing byte: accepted")
	}
	if _, err := scenario.Unpack(make([]byte, scenario.PackBytesMax+1)); err == nil {
		t.Error("too large: accepted")
	}
	hostile := [][]byte{
		{0xdd, 0xff, 0xff, 0xff, 0xff}, // 2^32 - 1 scenarios
		// one scenario whose constants are announced to be as many
		[]byte("\x91\x94\xa1a\xa7service\xa0\x97\xdd\xff\xff\xff\xff"),
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, b := range hostile {
		if _, err := scenario.Unpack(b); err == nil {
			t.Errorf("% x: accepted", b)
		}
	}
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 1<<20 {
		t.Errorf("%d bytes were allocated for hostile headers", bytes)
	}
}

// FuzzUnpack: whatever the bytes, they are refused or make scenarios that pass.
func FuzzUnpack(f *testing.F) {
	whole, err := scenario.Pack([]*scenario.Scenario{plain()})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	curved := plain()
	curved.Service.Curve = []service.Knot{{Minute: 0, PerSecond: 900}, {Minute: 30, PerSecond: 99.5}}
	if whole, err = scenario.Pack([]*scenario.Scenario{curved}); err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte{0xdd, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, packed []byte) {
		set, err := scenario.Unpack(packed)
		if err != nil {
			return
		}
		for _, sc := range set {
			if err := sc.Check(); err != nil {
				t.Error(err)
			}
		}
		if _, err := scenario.Pack(set); err != nil {
			t.Errorf("unpacked, and cannot be packed: %v", err)
		}
	})
}
