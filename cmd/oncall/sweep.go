package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"

	"oncall/internal/debrief"
	"oncall/internal/scenario"
	"oncall/internal/sweep"
	"oncall/internal/world"
)

type sweepCmd struct {
	Scenario string   `arg:"" help:"Id of a scenario, or a YAML file."`
	Seeds    seeds    `help:"Seeds of the shifts, A..B." default:"1..1000" placeholder:"A..B"`
	Actions  string   `help:"JSON list of actions." type:"path" placeholder:"FILE" xor:"play"`
	Runbook  string   `help:"YAML file of rules that play, or \"reference\" for the scenario's own." placeholder:"FILE" xor:"play"`
	Set      []string `help:"Open with another value of a control; may be repeated." placeholder:"CONTROL=VALUE" sep:"none"`
	Address  string   `help:"Address of the site, for a whole link of the worst seed." placeholder:"URL"`
	Format   string   `help:"table, csv or json." enum:"table,csv,json" default:"table"`
}

// seeds is a range of seeds on the command line.
type seeds struct {
	first uint32
	count int
}

// UnmarshalText reads A..B, or a single seed.
func (s *seeds) UnmarshalText(text []byte) error {
	from, to, isRange := strings.Cut(string(text), "..")
	if !isRange {
		to = from
	}
	first, err := strconv.ParseUint(from, 10, 32)
	if err != nil {
		return fmt.Errorf("seeds are A..B, such as 1..1000, and not %q", text)
	}
	last, err := strconv.ParseUint(to, 10, 32)
	if err != nil || last < first {
		return fmt.Errorf("seeds are A..B, such as 1..1000, and not %q", text)
	}
	s.first, s.count = uint32(first), int(min(last-first+1, math.MaxInt32))
	return sweep.CheckSeeds(s.first, s.count)
}

// Run plays all seeds on all cores and prints what came of them.
func (c *sweepCmd) Run(out output) error {
	plan, sc, err := c.plan()
	if err != nil {
		return err
	}
	progress := newProgress(os.Stderr, isTerminal(os.Stderr))
	data := plan.RunAll(c.Seeds.first, c.Seeds.count, runtime.GOMAXPROCS(0), progress.show)
	progress.end()
	result := swept{sc: sc, columns: plan.Columns(), data: data, summary: sweep.Summarize(plan.Columns(), data)}
	worst, err := plan.Shift(result.summary.Worst)
	if err != nil {
		return err
	}
	link, err := linkOf(worst)
	if err != nil {
		return err
	}
	result.link = c.Address + link
	if err := result.write(out, c.Format); err != nil {
		return fmt.Errorf("write %s: %w", c.Format, err)
	}
	return nil
}

func (c *sweepCmd) plan() (*sweep.Plan, *scenario.Scenario, error) {
	sc, err := findScenario(c.Scenario)
	if err != nil {
		return nil, nil, err
	}
	setup := sweep.Setup{Scenario: sc}
	if setup.Opening, err = parseSet(c.Set, sc); err != nil {
		return nil, nil, err
	}
	if setup.Actions, err = readActions(c.Actions, sc); err != nil {
		return nil, nil, err
	}
	if setup.Runbook, err = readRunbook(c.Runbook, sc); err != nil {
		return nil, nil, err
	}
	plan, err := sweep.New(setup)
	if err != nil && c.Actions != "" {
		err = fmt.Errorf("%s: %w", c.Actions, err)
	}
	return plan, sc, err
}

// swept is a sweep that is to be printed.
type swept struct {
	sc      *scenario.Scenario
	columns []sweep.Column
	data    []float64
	summary sweep.Summary
	link    string // of the worst seed
}

func (s *swept) write(out io.Writer, format string) error {
	w := bufio.NewWriter(out)
	var err error
	switch format {
	case "csv":
		err = s.csv(w)
	case "json":
		err = s.json(w)
	default:
		err = s.table(w)
	}
	if err != nil {
		return err
	}
	return w.Flush()
}

// csv writes a row for each seed. What a seed does not have is left empty.
func (s *swept) csv(out io.Writer) error {
	var b []byte
	for i, c := range s.columns {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, c.Code...)
	}
	for i, v := range s.data {
		if i%len(s.columns) == 0 {
			b = append(b, '\n')
		} else {
			b = append(b, ',')
		}
		if !math.IsNaN(v) {
			b = strconv.AppendFloat(b, v, 'g', -1, 64)
		}
	}
	_, err := out.Write(append(b, '\n'))
	return err
}

// json writes the summary and every seed by the names of the debrief of one
// shift. What a seed does not have is null.
func (s *swept) json(out io.Writer) error {
	type seed struct {
		Seed    uint32         `json:"seed"`
		Kept    bool           `json:"kept"`
		Debrief map[string]any `json:"debrief"`
	}
	document := struct {
		Scenario string         `json:"scenario"` // empty for a custom one
		World    string         `json:"world"`
		Model    int            `json:"model"`
		Seeds    int            `json:"seeds"`
		Kept     float64        `json:"kept"` // share of the seeds
		Debrief  map[string]any `json:"debrief"`
		Worst    map[string]any `json:"worst"`
		Rows     []seed         `json:"rows"`
	}{
		Scenario: s.sc.ID, World: s.sc.World, Model: s.sc.Model(), Seeds: s.summary.Seeds, Kept: s.summary.Kept,
		Worst: map[string]any{"seed": s.summary.Worst, "link": s.link},
	}
	document.Debrief = s.byName(func(code string) any {
		f, _ := s.summary.Find(code)
		return f
	})
	for i := 0; i < len(s.data); i += len(s.columns) {
		row := s.data[i : i+len(s.columns)]
		document.Rows = append(document.Rows, seed{
			Seed: uint32(row[0]), Kept: row[len(row)-1] == 1,
			Debrief: s.byName(func(code string) any {
				for c, v := range row {
					if s.columns[c].Code == code && !math.IsNaN(v) {
						return v
					}
				}
				return nil
			}),
		})
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", " ")
	return encoder.Encode(document)
}

// byName arranges figures as the debrief of one shift has them: the score's
// total and parts in an object of their own.
func (s *swept) byName(value func(code string) any) map[string]any {
	score := map[string]any{"total": value(sweep.Score)}
	for _, part := range debrief.Parts(s.sc.World) {
		score[part.ID] = value(sweep.Score + "_" + part.ID)
	}
	figures := map[string]any{"score": score}
	for _, c := range s.columns {
		if c.Code != sweep.Seed && c.Code != sweep.Kept && !strings.HasPrefix(c.Code, sweep.Score) {
			figures[c.Code] = value(c.Code)
		}
	}
	return figures
}

// tableFigures are what the table of each world shows, by column, and how they
// are called there.
var tableFigures = map[string][][2]string{
	scenario.WorldService: {{"score", "score"}, {"spent", "budget spent"}, {"cost", "cost"}, {"minutes_to_recovery", "time to recovery"}},
	scenario.WorldCDN: {{"score", "score"}, {"harm", "harm"}, {"amplitude_points", "amplitude"}, {"moves", "moves"},
		{"mean_wait_seconds", "wait of an arrival"}, {"over_minutes", "link-minutes in overload"}},
}

func (s *swept) table(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\tmean\tmedian\tp5\tp95\tseeds\t\n")
	for _, name := range tableFigures[s.sc.World] {
		f, _ := s.summary.Find(name[0])
		fmt.Fprintf(w, "%s\t", name[1])
		for _, v := range []float64{f.Mean, f.Median, f.P5, f.P95} {
			text := "-"
			if f.Seeds > 0 {
				text = s.show(name[0], v)
			}
			fmt.Fprintf(w, "%s\t", text)
		}
		fmt.Fprintf(w, "%d\t\n", f.Seeds)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	kept := "kept the budget"
	if s.sc.World == scenario.WorldCDN {
		kept = "did no more harm than the allowance"
	} else if damaged, ok := s.summary.Find("damage_minute"); ok {
		recovered, _ := s.summary.Find("minutes_to_recovery")
		fmt.Fprintf(out, "\ndamaged in %d seeds, not recovered by the end in %d of them", damaged.Seeds, damaged.Seeds-recovered.Seeds)
	}
	_, err := fmt.Fprintf(out, "\n%.1f%% of the seeds %s\nworst seed %d: %s\neducational model, not for operational decisions\n",
		100*s.summary.Kept, kept, s.summary.Worst, s.link)
	return err
}

// show formats a figure in the unit of its column.
func (s *swept) show(code string, v float64) string {
	for _, c := range s.columns {
		if c.Code != code {
			continue
		}
		switch c.Unit {
		case world.Share:
			return fmt.Sprintf("%.2f%%", 100*v)
		case world.Dollars:
			return fmt.Sprintf("$%.2f", v)
		case world.Minutes:
			return fmt.Sprintf("%.1f min", v)
		case world.Seconds:
			return fmt.Sprintf("%.1f s", v)
		}
	}
	return fmt.Sprintf("%.1f", v)
}
