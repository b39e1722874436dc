package scenarios

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/slo"
)

// design returns the table "Scenarios of the seeds" of the model's design.
func design() []*scenario.Scenario {
	with := func(id string, clock, minutes, base, serving, minimum, allowance, par float64) *scenario.Scenario {
		sc := scenario.New(id)
		p := &sc.Service
		p.ClockMinutes, p.Minutes, p.BasePerSecond = clock, minutes, base
		p.FleetServing, p.FleetMin = serving, minimum
		sc.Score.Allowance, sc.Score.ParDollars = allowance, par
		return sc
	}
	freePlay := with("free-play", 12*60, 240, 900, 10, 10, 0.02, 17)
	badDeploy := with("bad-deploy", 9*60, 120, 950, 10, 8, 0.05, 9)
	badDeploy.Service.Budget = 0.20
	badDeploy.Service.Deploys = []service.Deploy{{Minute: 10, RolloutMinutes: 3}}
	badDeploy.Service.Rules = []slo.Rule{{Severity: slo.Page, Burn: 6, LongMinutes: 60, ShortMinutes: 5}}
	viralSurge := with("viral-surge", 8*60, 240, 700, 7, 6, 0.03, 23)
	viralSurge.Service.BootMinutes = 8
	viralSurge.Service.HasSurge = true
	viralSurge.Service.Surge = service.Surge{
		EarliestMinutes: 30, MeanMinutes: 40, LatestMinutes: 150,
		PeakLow: 3, PeakHigh: 6,
		RampLowMinutes: 5, RampHighMinutes: 12,
		HoldLowMinutes: 15, HoldHighMinutes: 35,
		DecayMinutes: 25,
	}
	cacheFlush := with("cache-flush", 11*60+30, 150, 1500, 15, 13, 0.12, 21)
	cacheFlush.Service.Flushes = []int{30}
	return []*scenario.Scenario{freePlay, badDeploy, viralSurge, cacheFlush}
}

func TestScenariosAreTheDesigns(t *testing.T) {
	got, err := All()
	if err != nil {
		t.Fatal(err)
	}
	got = slices.DeleteFunc(got, func(sc *scenario.Scenario) bool { return sc.World != scenario.WorldService })
	if diff := cmp.Diff(design(), got); diff != "" {
		t.Error(diff)
	}
}

// A file that is not listed would not be offered.
func TestEveryFileIsListed(t *testing.T) {
	entries, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(ids) {
		t.Errorf("%d files and %d ids", len(entries), len(ids))
	}
	for _, id := range ids {
		sc, err := Find(id)
		if err != nil {
			t.Error(err)
		} else if sc.ID != id {
			t.Errorf("%s.yaml says that it is %s", id, sc.ID)
		}
	}
}

func TestFindSaysWhatThereIs(t *testing.T) {
	_, err := Find("moon")
	if err == nil || !strings.Contains(err.Error(), "free-play") {
		t.Errorf("got %v", err)
	}
}

// Every link names its scenario's hash: whoever changes one of these numbers
// breaks the links that people have shared.
func TestHashes(t *testing.T) {
	want := map[string]uint32{
		"free-play":         0xce58ab9b,
		"bad-deploy":        0x7209a42f,
		"viral-surge":       0xac8af6a7,
		"cache-flush":       0xe58fa6a1,
		"world-cup-match":   0xf8b79a5d,
		"link-failure":      0x7f626ffa,
		"maintenance-drain": 0xd4ce338a,
		"concert":           0x0166e7c6,
		"two-links":         0x42bc23fa,
	}
	for id, hash := range want {
		sc, err := Find(id)
		if err != nil {
			t.Fatal(err)
		}
		if got := sc.Hash(); got != hash {
			t.Errorf("%s: %08x, want %08x", id, got, hash)
		}
	}
}
