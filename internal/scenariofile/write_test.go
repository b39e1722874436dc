package scenariofile

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"oncall/internal/scenario"
	"oncall/internal/scenario/scenariotest"
	"oncall/internal/service"
	"oncall/internal/slo"
)

// What is written reads back the same, but for runs of white space in the texts.
func TestReadWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := scenariotest.Draw().Draw(t, "scenario")
		text, err := Write(sc)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Read("f", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		sc.Title = strings.Join(strings.Fields(sc.Title), " ")
		sc.Briefing = strings.Join(strings.Fields(sc.Briefing), " ")
		if diff := cmp.Diff(sc, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%s\n%s", diff, text)
		}
	})
}

// What is like the defaults is left out.
func TestWrite(t *testing.T) {
	sc := scenario.New("own")
	sc.Title = `A "bad" \ morning`
	sc.Score = scenario.Score{Allowance: 0.05, ParDollars: 9, P99TargetSeconds: 0.5}
	p := &sc.Service
	p.ClockMinutes, p.BasePerSecond, p.CacheTTL, p.HasSurge = 545, 950, 30, true
	p.Curve = []service.Knot{{Minute: 0, PerSecond: 900}, {Minute: 30, PerSecond: 1200.5}}
	p.Flushes, p.Deploys = []int{20}, []service.Deploy{{Minute: 10, RolloutMinutes: 3}}
	p.Rules = []slo.Rule{{Severity: slo.Page, Burn: 6, LongMinutes: 60, ShortMinutes: 5}}
	got, err := Write(sc)
	if err != nil {
		t.Fatal(err)
	}
	want := `id: "own"
world: service
title: "A \"bad\" \\ morning"
clock: "09:05"
constants:
  base_per_second: 950 # requests a second
  cache_ttl: 30 # seconds
surge: {}
curve: # minute, requests a second
  - [0, 900]
  - [30, 1200.5]
events:
  - deploy: {minute: 10, rollout_minutes: 3}
  - flush: {minute: 20}
alerts:
  - {severity: page, burn: 6, long_minutes: 60, short_minutes: 5}
score:
  allowance: 0.05 # share of the error budget
  par_dollars: 9 # dollars
  p99_target_seconds: 0.5 # seconds
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func cdnScenario(t *testing.T) *scenario.Scenario {
	t.Helper()
	sc, err := Read("cdn.yaml", []byte(headCDN))
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

func TestWriteRefuses(t *testing.T) {
	nameless := scenario.New("")
	nameless.Score = scenario.Score{Allowance: 1, ParDollars: 1, P99TargetSeconds: 1}
	for name, sc := range map[string]*scenario.Scenario{"no id": nameless, "no score": scenario.New("a"), "the CDN": cdnScenario(t)} {
		if _, err := Write(sc); err == nil {
			t.Errorf("%s: written", name)
		}
	}
}

// The longest curve there can be, with long numbers, fits into a file and is read
// in a moment.
func TestLongestCurve(t *testing.T) {
	sc := scenario.New("own")
	sc.Score = scenario.Score{Allowance: 1, ParDollars: 1, P99TargetSeconds: 1}
	for minute := range service.CurveMax {
		sc.Service.Curve = append(sc.Service.Curve, service.Knot{Minute: minute, PerSecond: 123456.789 + float64(minute)/7})
	}
	text, err := Write(sc)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	got, err := Read("f", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	t.Logf("%d bytes in %v", len(text), took)
	if took > 5*time.Second {
		t.Errorf("reading takes %v", took)
	}
	if diff := cmp.Diff(sc, got, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}
