package shift_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"oncall/internal/shift"
	"oncall/internal/world"
	"oncall/scenarios"
)

// TestStories plays each scenario as a story that can be read: what was done,
// what happened, and how the service stood at the minutes asked for. After a
// change that is meant, -rewrite writes the new story.
func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata/stories", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd != "play" {
				d.Fatalf(t, "unknown command %s", d.Cmd)
			}
			var id string
			var seed int
			d.ScanArgs(t, "scenario", &id)
			d.ScanArgs(t, "seed", &seed)
			sc, err := scenarios.Find(id)
			if err != nil {
				d.Fatalf(t, "%v", err)
			}
			s, err := shift.New(sc, uint32(seed), nil)
			if err != nil {
				d.Fatalf(t, "%v", err)
			}
			if err := s.Run(orders(t, d, s), s.Steps()); err != nil {
				return err.Error() + "\n"
			}
			var b strings.Builder
			var show []int
			for _, a := range d.CmdArgs {
				if a.Key == "show" {
					for _, v := range a.Vals {
						n, err := strconv.Atoi(v)
						if err != nil {
							d.Fatalf(t, "show: %v", err)
						}
						show = append(show, n)
					}
				}
			}
			for step := 0; step <= s.Step(); step++ {
				tell(&b, s, step, show)
			}
			fmt.Fprintf(&b, "end   digest %s\n", s.Digest())
			return b.String()
		})
	})
}

// orders reads the lines of a story: minute, control, value.
func orders(t *testing.T, d *datadriven.TestData, s *shift.Shift) []world.Action {
	var actions []world.Action
	for line := range strings.Lines(d.Input) {
		var a world.Action
		var id string
		if _, err := fmt.Sscan(line, &a.Step, &id, &a.Value); err != nil {
			d.Fatalf(t, "%q: %v", line, err)
		}
		c, ok := world.FindControl(s.Controls(), id)
		if !ok {
			d.Fatalf(t, "no control %s", id)
		}
		a.Control = c.Code
		actions = append(actions, a)
	}
	return actions
}

func tell(b *strings.Builder, s *shift.Shift, step int, show []int) {
	minutes := int(s.Scenario().ClockMinutes()) + step
	clock := fmt.Sprintf("%02d:%02d", minutes/60%24, minutes%60)
	for _, a := range s.Actions() {
		if a.Step == step {
			fmt.Fprintf(b, "%s you: %s %d\n", clock, s.Controls()[a.Control].ID, a.Value)
		}
	}
	for _, e := range s.Events() {
		if e.Step != step {
			continue
		}
		fmt.Fprintf(b, "%s %s", clock, e.Kind)
		if e.Kind == world.AlertFired || e.Kind == world.AlertCleared {
			r := s.Scenario().Rules()[e.Rule]
			fmt.Fprintf(b, " %s %gx over %d and %d min", r.Severity, r.Burn, r.LongMinutes, r.ShortMinutes)
		}
		b.WriteByte('\n')
	}
	for _, m := range show {
		if m != step {
			continue
		}
		fmt.Fprintf(b, "%s", clock)
		for i, r := range s.Readings() {
			switch r.Code {
			case "requests", "serving", "booting", "hit", "db", "utilization", "p99", "error", "burn_1h", "budget", "cost", "warm", "bad", "shed":
				fmt.Fprintf(b, " %s %.4g", r.Code, s.Row(step)[i])
			}
		}
		b.WriteByte('\n')
	}
}
