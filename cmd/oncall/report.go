package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"oncall/internal/debrief"
	"oncall/internal/shift"
	"oncall/site"
)

type reportCmd struct {
	Link string `arg:"" help:"A link, its fragment, or a record file (.oncall)."`
	Out  string `short:"o" help:"Folder to write to." default:"." type:"path" placeholder:"DIR"`
	Lang string `help:"Language of the report." default:"en"`
}

// reportWidthPx is the width of timeline.svg.
const reportWidthPx = 960

// Run writes report.md, minutes.csv and timeline.svg.
func (c *reportCmd) Run(out output) error {
	texts, err := textsIn(c.Lang)
	if err != nil {
		return err
	}
	record, checkpoints, err := readRecord(c.Link)
	if err != nil {
		return err
	}
	s, err := shift.FromRecord(record, shippedScenario)
	if err != nil {
		return err
	}
	report := debrief.Report{Shift: s, Notes: record.Notes, Texts: texts}
	if strings.Contains(c.Link, "://") {
		report.Link = wholeLink(c.Link)
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return err
	}
	for name, data := range map[string]string{
		"report.md":    report.Markdown(),
		"minutes.csv":  string(debrief.AppendCSV(nil, s)),
		"timeline.svg": report.SVG(reportWidthPx, false),
	} {
		if err := os.WriteFile(filepath.Join(c.Out, name), []byte(data), 0o644); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(out, "%s: report.md, minutes.csv, timeline.svg\n", c.Out); err != nil {
		return err
	}
	return s.Verify(record, checkpoints)
}

// textsIn returns the page's texts in a language.
func textsIn(language string) (map[string]string, error) {
	if !slices.Contains(site.Languages(), language) {
		return nil, fmt.Errorf("there is no language %q: it is one of %s", language, strings.Join(site.Languages(), ", "))
	}
	return site.Texts(language)
}

// wholeLink is a link without what belongs to the view: minute, language,
// embedding.
func wholeLink(link string) string {
	address, fragment, _ := strings.Cut(strings.TrimSpace(link), "#")
	for part := range strings.SplitSeq(fragment, "&") {
		if strings.HasPrefix(part, "r=") {
			return address + "#" + part
		}
	}
	return address
}
