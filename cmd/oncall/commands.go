package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"oncall/internal/replay"
	"oncall/internal/runbook"
	"oncall/internal/scenariofile"
	"oncall/internal/shift"
	"oncall/internal/trafficcsv"
)

// output is where a command writes its result.
type output io.Writer

// shiftFlags name a shift: what is played, with what.
type shiftFlags struct {
	Scenario string   `arg:"" help:"Id of a scenario, or a YAML file."`
	Seed     uint32   `help:"Seed of the shift." default:"1"`
	Actions  string   `help:"JSON list of actions." type:"path" placeholder:"FILE" xor:"play"`
	Runbook  string   `help:"YAML file of rules that play, or \"reference\" for the scenario's own." placeholder:"FILE" xor:"play"`
	Set      []string `help:"Open with another value of a control; may be repeated." placeholder:"CONTROL=VALUE" sep:"none"`
}

func (f *shiftFlags) play() (*shift.Shift, error) {
	sc, err := findScenario(f.Scenario)
	if err != nil {
		return nil, err
	}
	opening, err := parseSet(f.Set, sc)
	if err != nil {
		return nil, err
	}
	actions, err := readActions(f.Actions, sc)
	if err != nil {
		return nil, err
	}
	program, err := readRunbook(f.Runbook, sc)
	if err != nil {
		return nil, err
	}
	if program != nil {
		return runbook.Play(sc, f.Seed, opening, program)
	}
	s, err := shift.New(sc, f.Seed, opening)
	if err != nil {
		return nil, err
	}
	if err := s.Run(actions, s.Steps()); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Actions, err)
	}
	return s, nil
}

type runCmd struct {
	shiftFlags
	Format string `help:"table, csv or json." enum:"table,csv,json" default:"table"`
}

// Run plays the shift to its end.
func (c *runCmd) Run(out output) error {
	s, err := c.play()
	if err != nil {
		return err
	}
	return write(out, c.Format, s)
}

type linkCmd struct {
	shiftFlags
}

// Run prints the fragment: what follows the site's address.
func (c *linkCmd) Run(out output) error {
	s, err := c.play()
	if err != nil {
		return err
	}
	link, err := linkOf(s)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, link)
	return err
}

// linkOf returns a shift's fragment, and says on the side where a traffic curve
// had to be thinned for it.
func linkOf(s *shift.Shift) (string, error) {
	link, err := s.Link(nil)
	if err != nil {
		return "", err
	}
	if link.Of > 0 {
		fmt.Fprintf(os.Stderr, "the link has %d of the traffic curve's %d knots, which is off by at most %.2g %% of the mean: its shift differs a little\n",
			link.Points, link.Of, 100*link.ErrorShare)
	}
	return "#r=" + link.Fragment, nil
}

type replayCmd struct {
	Link   string `arg:"" help:"A link, its fragment, or a record file (.oncall)."`
	Format string `help:"table, csv or json." enum:"table,csv,json" default:"table"`
}

// Run recomputes the shift and fails where it does not come out as recorded.
func (c *replayCmd) Run(out output) error {
	record, checkpoints, err := readRecord(c.Link)
	if err != nil {
		return err
	}
	s, err := shift.FromRecord(record, shippedScenario)
	if err != nil {
		return err
	}
	if err := write(out, c.Format, s); err != nil {
		return err
	}
	return s.Verify(record, checkpoints)
}

// readRecord reads a link, or a record file where one has that name. Only files
// carry checkpoints.
func readRecord(link string) (*replay.Record, []replay.Checkpoint, error) {
	if !strings.HasSuffix(link, ".oncall") {
		record, err := replay.ParseLink(link)
		return record, nil, err
	}
	data, err := readFile(link)
	if err != nil {
		return nil, nil, err
	}
	record, checkpoints, err := replay.DecodeFile(data)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", link, err)
	}
	return record, checkpoints, nil
}

type checkCmd struct {
	File string `arg:"" help:"A YAML file." type:"path"`
}

// Run says that the file is good, or what is wrong where.
func (c *checkCmd) Run(out output) error {
	sc, err := readScenario(c.File)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: good: a shift of %d steps in the %s world, model hash %08x\n", c.File, sc.Steps(), sc.World, sc.Hash())
	return err
}

type curveCmd struct {
	File    string `arg:"" help:"A CSV file: a time and requests a second in each row." type:"path"`
	From    int    `help:"Leave out so many minutes at the beginning." placeholder:"MINUTES"`
	Minutes int    `help:"Take at most so many minutes." placeholder:"MINUTES"`
}

// Run prints the lines of a scenario file, and what was done with the rows as
// comments.
func (c *curveCmd) Run(out output) error {
	data, err := readUpTo(c.File, trafficcsv.BytesMax)
	if err != nil {
		return err
	}
	t, err := trafficcsv.Read(data, trafficcsv.Options{FromMinutes: c.From, Minutes: c.Minutes})
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	w := bufio.NewWriter(out)
	for _, n := range t.Notes {
		fmt.Fprintf(w, "# %s\n", n)
	}
	if t.Clock != "" {
		fmt.Fprintf(w, "clock: %q\n", t.Clock)
	}
	fmt.Fprintf(w, "constants:\n  minutes: %d\n  base_per_second: %v # mean of the curve, by which the budget is counted\n", max(1, len(t.Curve)-1), t.Mean)
	w.WriteString(scenariofile.CurveText(t.Curve))
	return w.Flush()
}
