package shift_test

import (
	"testing"

	"oncall/internal/cdn"
	"oncall/internal/replay"
	"oncall/internal/shift"
	"oncall/internal/world"
)

// match plays link-failure with another opening, and with actions on links.
func match(t *testing.T, custom bool) *shift.Shift {
	t.Helper()
	sc := find("link-failure")
	if custom {
		sc.ID = ""
	}
	s, err := shift.New(sc, 11, []world.Setting{
		{Control: cdn.ControlWeight, Target: 4, Value: 15},
		{Control: cdn.ControlMetric, Value: cdn.MetricFused},
		{Control: cdn.ControlWeight, Target: 3, Value: 10}, // as it is anyway
	})
	if err != nil {
		t.Fatal(err)
	}
	actions := []world.Action{
		{Step: 300, Control: cdn.ControlPolicy, Value: cdn.PolicyPID},
		{Step: 541, Control: cdn.ControlTargetUtilization, Value: 92},
		{Step: 541, Control: cdn.ControlDrain, Target: 11, Value: 1},
		{Step: 700, Control: cdn.ControlWeight, Target: 11, Value: 0},
	}
	if err := s.Run(actions, s.Steps()); err != nil {
		t.Fatal(err)
	}
	return s
}

// A link and a file of a shift with targets play the same shift and verify; so
// does one that carries its scenario, networks and all.
func TestCDNShiftsTravel(t *testing.T) {
	for _, custom := range []bool{false, true} {
		s := match(t, custom)
		record := s.Record([]replay.Note{{Step: 541, Text: "headroom for the failed link"}})
		fragment, err := record.Fragment()
		if err != nil {
			t.Fatal(err)
		}
		if limit := map[bool]int{false: 300, true: 3000}[custom]; len(fragment) > limit {
			t.Errorf("custom %v: the link has %d characters, want at most %d", custom, len(fragment), limit)
		}
		parsed, err := replay.ParseLink("#r=" + fragment)
		if err != nil {
			t.Fatal(err)
		}
		again, err := shift.FromRecord(parsed, find)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Verify(parsed, nil); err != nil {
			t.Error(err)
		}
		if o := again.Opening(); len(o) != 2 || o[0].Control != cdn.ControlMetric || o[1] != (world.Setting{Control: cdn.ControlWeight, Target: 4, Value: 15}) {
			t.Errorf("opening %v", o)
		}
		file, err := record.EncodeFile(s.Checkpoints())
		if err != nil {
			t.Fatal(err)
		}
		if _, checkpoints, err := replay.DecodeFile(file); err != nil || len(checkpoints) != s.Steps()/replay.CheckpointEvery+1 {
			t.Errorf("%d checkpoints, %v", len(checkpoints), err)
		}
	}
}

// Settings of the step after an action show it, target by target; the link that
// failed is told by its event.
func TestCDNSettingsAndEvents(t *testing.T) {
	s := match(t, false)
	const drains, weights = 3, 3 + 12
	for step, want := range map[int][3]int{299: {cdn.PolicyLinear, 0, 10}, 300: {cdn.PolicyPID, 0, 10}, 541: {cdn.PolicyPID, 1, 10}, 700: {cdn.PolicyPID, 1, 0}} {
		settings := s.Settings(step)
		if got := [3]int{settings[0], settings[drains+11], settings[weights+11]}; got != want {
			t.Errorf("step %d: %v, want %v", step, got, want)
		}
	}
	down := 0
	for _, e := range s.Events() {
		if e.Kind == cdn.EventLinkDown && e.Step == 541 && e.Target == 5 || e.Kind == cdn.EventLinkUp && e.Step == 661 && e.Target == 5 {
			down++
		}
	}
	if down != 2 {
		t.Errorf("events %v", s.Events())
	}
	taken, err := s.TakeOver(600)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range taken.Row(600) {
		if v != s.Row(600)[i] {
			t.Fatalf("the past of the one who takes over differs in %s", s.Readings()[i].Code)
		}
	}
}
