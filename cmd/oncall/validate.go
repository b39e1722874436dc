package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"

	"oncall/internal/chart"
	"oncall/internal/requestsim"
)

type validateCmd struct {
	Seed   uint64 `help:"Seed of the simulation." default:"1"`
	Quick  bool   `help:"A small grid: seconds, with wider intervals."`
	Format string `help:"table, csv or json." enum:"table,csv,json" default:"table"`
	Out    string `short:"o" help:"Folder to write table and plots to as well." type:"path" placeholder:"DIR"`
	Lang   string `help:"Language of table and plots." default:"en"`
}

// Run simulates the grid and prints how the formulas came out. It fails where an
// exact one lies outside its interval.
func (c *validateCmd) Run(out output) error {
	words, err := textsIn(c.Lang)
	if err != nil {
		return err
	}
	progress := newProgress(os.Stderr, isTerminal(os.Stderr))
	report := requestsim.Run(c.Seed, c.Quick, runtime.GOMAXPROCS(0), progress.show)
	progress.end()
	if err := writeValidation(out, c.Format, report, words); err != nil {
		return fmt.Errorf("write %s: %w", c.Format, err)
	}
	if c.Out != "" {
		if err := saveValidation(c.Out, report, words); err != nil {
			return err
		}
	}
	if n := report.Count(requestsim.Outside); n > 0 {
		return fmt.Errorf("%d exact formulas lie outside the interval that holds for all of them", n)
	}
	return nil
}

func writeValidation(out io.Writer, format string, report *requestsim.Report, words requestsim.Words) error {
	w := bufio.NewWriter(out)
	var err error
	switch format {
	case "csv":
		_, err = w.WriteString(report.CSV())
	case "json":
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", " ")
		err = encoder.Encode(report)
	default:
		err = writeValidationTable(w, report, words)
	}
	if err != nil {
		return err
	}
	return w.Flush()
}

// writeValidationTable prints a table for each formula, then the summary.
func writeValidationTable(out io.Writer, report *requestsim.Report, words requestsim.Words) error {
	summaries := report.Summaries()
	for _, s := range summaries {
		fmt.Fprintf(out, "%s: %s\n%s: %s\n", words.Text("part."+string(s.Part)), words.Text("quantity."+string(s.Quantity)), words.Text("column.claim"), words.Text("claim."+string(s.Claim)))
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
		columns(w, words, "workers", "utilization", "seconds", "formula", "simulation", "difference", "verdict")
		for _, row := range report.Rows {
			if row.Part == s.Part && row.Quantity == s.Quantity {
				t := row.Texts(words)
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", t.Workers, t.Utilization, t.Seconds, t.Formula, t.Simulation, t.Difference, t.Verdict)
			}
		}
		if err := w.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	columns(w, words, "quantity", "rows", "inside", "family", "lowest", "highest")
	for _, s := range summaries {
		fmt.Fprintln(w, strings.Join(append(s.Texts(words)[1:2], s.Texts(words)[3:]...), "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\n%s %d  %s %.0fe6  %s\n", words.Text("seed"), report.Seed, words.Text("requests"), report.Requests/1e6, words.Text("method"))
	return err
}

// columns writes the head of a table. What fails then also fails at its end.
func columns(out io.Writer, words requestsim.Words, names ...string) {
	for _, name := range names {
		fmt.Fprintf(out, "%s\t", words.Text("column."+name))
	}
	fmt.Fprintln(out)
}

// saveValidation writes validation.csv, validation.md and the plots.
func saveValidation(dir string, report *requestsim.Report, words requestsim.Words) error {
	files := map[string]string{"validation.csv": report.CSV(), "validation.md": report.Markdown(words)}
	for _, f := range report.Figures(words, chart.ReportPalette(false), plotWidthPx) {
		files[f.Name+".svg"] = f.SVG
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// plotWidthPx is the width of the plots.
const plotWidthPx = 720

// progress shows the share that is done: a bar that is drawn over itself on a
// terminal, a line every ten percent elsewhere.
type progress struct {
	out      io.Writer
	terminal bool
	shown    int // percent
}

const barCells = 40

func newProgress(out io.Writer, terminal bool) *progress {
	return &progress{out: out, terminal: terminal}
}

func (p *progress) show(share float64) {
	percent := int(100 * share)
	switch {
	case p.terminal && percent > p.shown:
		full := percent * barCells / 100
		fmt.Fprintf(p.out, "\r[%s%s] %3d %%", strings.Repeat("#", full), strings.Repeat(".", barCells-full), percent)
	case !p.terminal && percent/10 > p.shown/10:
		fmt.Fprintf(p.out, "%d %%\n", percent/10*10)
	default:
		return
	}
	p.shown = percent
}

// end leaves the bar's line.
func (p *progress) end() {
	if p.terminal {
		fmt.Fprintln(p.out)
	}
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
