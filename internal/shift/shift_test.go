package shift_test

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"oncall/internal/replay"
	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/shift"
	"oncall/internal/world"
	"oncall/scenarios"
)

func find(id string) *scenario.Scenario {
	sc, err := scenarios.Find(id)
	if err != nil {
		return nil
	}
	return sc
}

func open(t interface{ Fatal(...any) }, id string, seed uint32) *shift.Shift {
	s, err := shift.New(find(id), seed, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// golden is a link and the digest that it has had since its model was made.
type golden struct{ what, digest, link string }

func readGolden(t *testing.T) []golden {
	t.Helper()
	data, err := os.ReadFile("testdata/golden.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []golden
	what := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if text, ok := strings.CutPrefix(line, "# "); ok {
			what = text
		} else if digest, link, ok := strings.Cut(line, " "); ok {
			all = append(all, golden{what, digest, link})
		}
	}
	return all
}

// The links of golden.txt stand in postmortems. Each must play the same shift,
// bit for bit, on every platform. Who changes one bit of the model raises its
// number, and the site keeps the old build.
func TestGoldenShifts(t *testing.T) {
	all := readGolden(t)
	if len(all) != 20 {
		t.Fatalf("%d golden links, want 20", len(all))
	}
	for _, g := range all {
		t.Run(g.what, func(t *testing.T) {
			record, err := replay.ParseLink(g.link)
			if err != nil {
				t.Fatal(err)
			}
			s, err := shift.FromRecord(record, find)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Verify(record, nil); err != nil {
				t.Error(err)
			}
			if got := s.Digest().String(); got != g.digest {
				t.Errorf("digest %s, want %s", got, g.digest)
			}
			again, err := s.Record(record.Notes).Fragment()
			if err != nil || "#r="+again != g.link {
				t.Errorf("the shift's own link is %s (%v), want %s", again, err, g.link)
			}
		})
	}
}

// The digest is FNV-1a over each reading's 8 little-endian bytes.
func TestDigestCanBeRecomputedFromTheRows(t *testing.T) {
	s := open(t, "cache-flush", 5)
	if err := s.Run(nil, s.Steps()); err != nil {
		t.Fatal(err)
	}
	h := fnv.New32a()
	for _, v := range s.Rows() {
		h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
	}
	if want := fmt.Sprintf("%08x", h.Sum32()); s.Digest().String() != want {
		t.Errorf("digest %s, want %s", s.Digest(), want)
	}
}

// drawActions draws a valid log of actions.
func drawActions(t *rapid.T, s *shift.Shift, steps int) []world.Action {
	n := rapid.IntRange(0, 20).Draw(t, "actions")
	log := make([]world.Action, n)
	for i := range log {
		c := s.Controls()[rapid.IntRange(0, len(s.Controls())-1).Draw(t, "control")]
		log[i] = world.Action{
			Step:    rapid.IntRange(1, steps).Draw(t, "step"),
			Control: c.Code,
			Target:  rapid.IntRange(0, max(1, len(c.Targets))-1).Draw(t, "target"),
			Value:   c.Min + c.Step*rapid.IntRange(0, (c.Max-c.Min)/c.Step).Draw(t, "value"),
		}
	}
	slices.SortStableFunc(log, func(a, b world.Action) int { return a.Step - b.Step })
	return log
}

// Whatever is played, its record plays the same shift again and verifies.
func TestARecordPlaysTheSameShift(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.SampledFrom(scenarios.IDs()).Draw(t, "scenario")
		s := open(t, id, rapid.Uint32().Draw(t, "seed"))
		steps := rapid.IntRange(1, s.Steps()).Draw(t, "steps")
		if err := s.Run(drawActions(t, s, steps), steps); err != nil {
			t.Fatal(err)
		}
		fragment, err := s.Record(nil).Fragment()
		if err != nil {
			t.Fatal(err)
		}
		record, err := replay.ParseLink(fragment)
		if err != nil {
			t.Fatal(err)
		}
		again, err := shift.FromRecord(record, find)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Verify(record, s.Checkpoints()); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(again.Rows(), s.Rows()) {
			t.Fatal("the rows differ, and the digest does not")
		}
	})
}

// Somebody who takes over at a step shares the past with the one who played, and
// goes another way from there.
func TestTakeOverKeepsThePast(t *testing.T) {
	s := open(t, "bad-deploy", 7)
	rollback := []world.Action{{Step: 13, Control: service.Rollback, Value: 1}, {Step: 30, Control: service.Shed, Value: 50}}
	if err := s.Run(rollback, s.Steps()); err != nil {
		t.Fatal(err)
	}
	taken, err := s.TakeOver(20)
	if err != nil {
		t.Fatal(err)
	}
	if taken.Step() != 20 || len(taken.Actions()) != 1 {
		t.Fatalf("at step %d with %d actions, want 20 and 1", taken.Step(), len(taken.Actions()))
	}
	if err := taken.Act(service.FleetMin, 0, 20); err != nil {
		t.Fatal(err)
	}
	for taken.Next() {
	}
	for step := 0; step <= 20; step++ {
		if !slices.Equal(taken.Row(step), s.Row(step)) {
			t.Fatalf("step %d differs", step)
		}
	}
	if slices.Equal(taken.Row(21), s.Row(21)) || taken.Digest() == s.Digest() {
		t.Error("what was done after the take-over changed nothing")
	}
	if _, err := s.TakeOver(s.Steps() + 1); err == nil {
		t.Error("taking over after the end was accepted")
	}
}

// A record that says something else than what comes out is not verified, and
// its checkpoints date the difference.
func TestVerifyDatesAMismatch(t *testing.T) {
	s := open(t, "free-play", 3)
	if err := s.Run([]world.Action{{Step: 40, Control: service.Shed, Value: 50}}, 100); err != nil {
		t.Fatal(err)
	}
	other := open(t, "free-play", 3)
	if err := other.Run(nil, 100); err != nil {
		t.Fatal(err)
	}
	record := s.Record(nil)
	if err := s.Verify(record, s.Checkpoints()); err != nil {
		t.Errorf("a shift does not verify against itself: %v", err)
	}
	err := other.Verify(record, nil)
	if m, ok := err.(*shift.Mismatch); !ok || m.From != -1 {
		t.Errorf("without checkpoints: %v", err)
	}
	err = other.Verify(record, s.Checkpoints())
	if m, ok := err.(*shift.Mismatch); !ok || m.From != 33 || m.To != 48 {
		t.Errorf("with checkpoints: %v, want a difference in steps 33 to 48", err)
	}
}

// Mending a scenario's constants breaks the old links' verification, not the
// links: the shift is shown, and is not called verified.
func TestAChangedScenarioIsShownAndNotVerified(t *testing.T) {
	s := open(t, "bad-deploy", 7)
	if err := s.Run(nil, s.Steps()); err != nil {
		t.Fatal(err)
	}
	changed := func(id string) *scenario.Scenario {
		sc := *find(id)
		sc.Service.BasePerSecond++
		return &sc
	}
	record := s.Record(nil)
	again, err := shift.FromRecord(record, changed)
	if err != nil {
		t.Fatal(err)
	}
	err = again.Verify(record, nil)
	if r, ok := err.(*replay.Refusal); !ok || r.Reason != replay.ScenarioChanged {
		t.Errorf("error %v, want the refusal %s", err, replay.ScenarioChanged)
	}
}

func TestActRefusesWhatNoControlTakes(t *testing.T) {
	s := open(t, "free-play", 1)
	for _, a := range []struct{ control, target, value int }{
		{99, 0, 1}, {-1, 0, 1}, {service.Shed, 1, 50}, {service.Shed, 0, 105}, {service.Shed, 0, 51}, {service.Rollback, 0, 0},
	} {
		if s.Act(a.control, a.target, a.value) == nil {
			t.Errorf("%+v was accepted", a)
		}
	}
	for s.Next() {
	}
	if s.Act(service.Shed, 0, 50) == nil {
		t.Error("an action after the end was accepted")
	}
}

// What the opening sets as the scenario does anyway is no difference, and its
// order does not matter.
func TestOpeningsAreNormalized(t *testing.T) {
	sc := find("free-play")
	set := func(settings ...world.Setting) (*shift.Shift, error) { return shift.New(sc, 1, settings) }
	a, err := set(world.Setting{Control: service.Shed, Value: 50}, world.Setting{Control: service.FleetMin, Value: 12}, world.Setting{Control: service.CacheTTL, Value: 60})
	if err != nil {
		t.Fatal(err)
	}
	want := []world.Setting{{Control: service.FleetMin, Value: 12}, {Control: service.Shed, Value: 50}}
	if !slices.Equal(a.Opening(), want) {
		t.Errorf("opening %v, want %v", a.Opening(), want)
	}
	if _, err := set(world.Setting{Control: service.Shed, Value: 50}, world.Setting{Control: service.Shed, Value: 55}); err == nil {
		t.Error("a control set twice was accepted")
	}
	if _, err := set(world.Setting{Control: service.Rollback, Value: 1}); err == nil {
		t.Error("a button's opening was accepted")
	}
}
