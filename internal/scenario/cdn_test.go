package scenario_test

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"oncall/internal/cdn"
	"oncall/internal/scenario"
	"oncall/internal/scenario/scenariotest"
	"oncall/internal/scenario/tuple"
)

// bench returns a scenario of the CDN world that passes Check.
func bench(t interface{ Fatal(...any) }) *scenario.Scenario {
	sc := scenario.NewCDN("bench")
	prefix, err := cdn.ParsePrefix("10.0.0.0/8")
	if err != nil {
		t.Fatal(err)
	}
	p := sc.CDN
	p.Sites = []string{"s"}
	p.Links = []cdn.Link{{ID: "a", CapacityBits: 1e11}, {ID: "b", CapacityBits: 1e11}}
	p.Networks = []cdn.Network{{Prefix: prefix, Links: []cdn.Weight{{Link: 0, Weight: 1}, {Link: 1, Weight: 2}}}}
	p.Classes = []cdn.Class{{
		ID: "c", DemandBits: 1e11, MeanSeconds: 2400, Start: 1, Shares: []float64{1},
		Arrivals: []cdn.Arrival{{Kind: cdn.ArriveSteadily, Share: 1, ToMinutes: 180}},
		Leavings: []cdn.Leaving{{FromMinutes: 5, ToMinutes: 6, Share: 0.5, To: -1}},
	}}
	sc.Score.Allowance = 0.02
	if err := sc.Check(); err != nil {
		t.Fatal(err)
	}
	return sc
}

// What a record carries and what a site packs is the scenario, whole.
func TestCDNScenariosTravel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := scenariotest.DrawCDN().Filter(func(sc *scenario.Scenario) bool { return sc.ID != plain().ID }).Draw(t, "scenario")
		if err := sc.Check(); err != nil {
			t.Fatal(err)
		}
		packed, err := scenario.Pack([]*scenario.Scenario{sc, plain()})
		if err != nil {
			t.Fatal(err)
		}
		back, err := scenario.Unpack(packed)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(back[0], sc) {
			t.Fatalf("\n got %+v\nwant %+v", back[0].CDN, sc.CDN)
		}
		if back[0].Hash() != sc.Hash() {
			t.Fatal("it plays like itself, and the hash does not say so")
		}
	})
}

// Whatever of a body is cut off or changed: refused, or read as a scenario that
// passes its check. Never a panic.
func TestDamagedCDNBodies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := scenariotest.DrawCDN().Draw(t, "scenario").AppendBody(nil)
		for range rapid.IntRange(0, 4).Draw(t, "changes") {
			body[rapid.IntRange(0, len(body)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
		}
		body = body[:rapid.IntRange(0, len(body)).Draw(t, "length")]
		if sc, err := scenario.ReadBody(scenario.WorldCDN, tuple.NewReader(body)); err == nil && sc.Check() != nil {
			t.Fatal("read, and does not pass")
		}
	})
}

// Changing anything of the shift changes the hash; texts and score do not.
func TestCDNHashCoversTheModelAndNothingElse(t *testing.T) {
	before := bench(t).Hash()
	same := bench(t)
	same.ID, same.Title, same.Briefing, same.Score.Allowance = "other", "Title", "Briefing", 1
	if same.Hash() != before {
		t.Error("texts or score change the hash")
	}
	for _, f := range cdn.Fields() {
		changed := bench(t)
		*f.At(changed.CDN) += 1
		if changed.Hash() == before {
			t.Errorf("%s does not change the hash", f.ID)
		}
	}
	for name, change := range map[string]func(*cdn.Params){
		"site":        func(p *cdn.Params) { p.Sites[0] = "t" },
		"link":        func(p *cdn.Params) { p.Links[0].ID = "x" },
		"capacity":    func(p *cdn.Params) { p.Links[1].CapacityBits++ },
		"prefix":      func(p *cdn.Params) { p.Networks[0].Prefix.Bits-- },
		"weight":      func(p *cdn.Params) { p.Networks[0].Links[0].Weight = 1.5 },
		"order":       func(p *cdn.Params) { w := p.Networks[0].Links; w[0], w[1] = w[1], w[0] },
		"class":       func(p *cdn.Params) { p.Classes[0].ID = "d" },
		"demand":      func(p *cdn.Params) { p.Classes[0].DemandBits++ },
		"start":       func(p *cdn.Params) { p.Classes[0].Start = 0.5 },
		"start links": func(p *cdn.Params) { p.Classes[0].StartLinks = []float64{1, 0} },
		"arrival":     func(p *cdn.Params) { p.Classes[0].Arrivals[0].Kind = cdn.ArriveEvenly },
		"leaving":     func(p *cdn.Params) { p.Classes[0].Leavings[0].To = 0 },
		"outage":      func(p *cdn.Params) { p.Outages = []cdn.Outage{{Link: 1, Minute: 3, Minutes: 1}} },
		"notice":      func(p *cdn.Params) { p.Notices = []cdn.Notice{{Minute: 1, Kind: cdn.EventKickOff}} },
	} {
		changed := bench(t)
		change(changed.CDN)
		if changed.Hash() == before {
			t.Errorf("%s does not change the hash", name)
		}
	}
}

func TestCheckOfTheCDNWorld(t *testing.T) {
	for want, spoil := range map[string]func(*scenario.Scenario){
		"the world must be":     func(s *scenario.Scenario) { s.World = scenario.WorldService },
		"links: a is there":     func(s *scenario.Scenario) { s.CDN.Links[1].ID = "a" },
		"has the allowance":     func(s *scenario.Scenario) { s.Score.ParDollars = 3 },
		"allowance must be":     func(s *scenario.Scenario) { s.Score.Allowance = 0 },
		"target_utilization mu": func(s *scenario.Scenario) { s.CDN.TargetUtilization = 96 },
	} {
		sc := bench(t)
		spoil(sc)
		if err := sc.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	sc := bench(t)
	if sc.Steps() != 1080 || sc.StepSeconds() != 10 || sc.ClockMinutes() != 1200 || len(sc.Rules()) != 0 || sc.Model() != cdn.ModelVersion {
		t.Errorf("%d steps of %d s from %v, model %d", sc.Steps(), sc.StepSeconds(), sc.ClockMinutes(), sc.Model())
	}
}
