package main

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"oncall/internal/requestsim"
)

// One run serves all formats: the table on the output, the files in a folder.
func TestValidate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	var out bytes.Buffer
	c := validateCmd{Seed: 1, Quick: true, Format: "table", Out: dir, Lang: "en"}
	if err := c.Run(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"P(wait), Erlang C", "the page claims: exact", "sum of two quantiles", "inside", "furthest above", "seed 1"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table does not say %q", want)
		}
	}
	lines := rows(t, mustRead(t, filepath.Join(dir, "validation.csv")))
	if len(lines) < 50 || lines[0][0] != "part" {
		t.Errorf("the CSV has %d lines and starts with %v", len(lines), lines[0])
	}
	if text := mustRead(t, filepath.Join(dir, "validation.md")); !strings.HasPrefix(text, "# ") || !strings.Contains(text, "| --: |") {
		t.Errorf("the Markdown starts with %.60q", text)
	}
	for _, name := range []string{"utilization", "wait-probability", "wait-tail", "failed", "p99", "hit-rate", "query-time"} {
		if svg := mustRead(t, filepath.Join(dir, name+".svg")); !strings.HasPrefix(svg, "<svg") {
			t.Errorf("%s.svg starts with %.40q", name, svg)
		}
	}
}

// words are the English ones.
func words(t *testing.T) requestsim.Words {
	t.Helper()
	texts, err := textsIn("en")
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func TestValidationInNoLanguage(t *testing.T) {
	c := validateCmd{Quick: true, Format: "csv", Lang: "xx"}
	if err := c.Run(io.Discard); err == nil || !strings.Contains(err.Error(), "en") {
		t.Errorf("error %v, want one that lists the languages", err)
	}
}

func sampleReport() *requestsim.Report {
	return &requestsim.Report{Seed: 9, Requests: 1e6, Rows: []requestsim.Row{{
		Part: requestsim.CachePart, Quantity: requestsim.HitEqual, Seconds: 60, Formula: 0.75, Half: 0.01,
		Simulation: requestsim.Estimate{Mean: 0.5, StandardError: 0.005, Batches: 20}, Claim: requestsim.Exact, Verdict: requestsim.Outside,
	}}}
}

func TestValidationFormats(t *testing.T) {
	var out bytes.Buffer
	if err := writeValidation(&out, "json", sampleReport(), words(t)); err != nil {
		t.Fatal(err)
	}
	var d struct {
		Seed uint64
		Rows []struct {
			Quantity, Verdict string
			Formula           float64
			Simulation        struct{ Mean float64 }
		}
	}
	if err := json.Unmarshal(out.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	if d.Seed != 9 || len(d.Rows) != 1 || d.Rows[0].Quantity != "hit_equal" || d.Rows[0].Formula != 0.75 || d.Rows[0].Simulation.Mean != 0.5 || d.Rows[0].Verdict != "outside" {
		t.Errorf("JSON %+v", d)
	}
	out.Reset()
	if err := writeValidation(&out, "csv", sampleReport(), words(t)); err != nil {
		t.Fatal(err)
	}
	if lines := rows(t, out.String()); len(lines) != 2 || lines[1][5] != "0.75" || lines[1][12] != "outside" {
		t.Errorf("CSV %v", lines)
	}
	out.Reset()
	if err := writeValidation(&out, "table", sampleReport(), words(t)); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "75.0 %") || !strings.Contains(text, "50.0 ± 1.0 %") || !strings.Contains(text, "OUTSIDE") {
		t.Errorf("table %s", text)
	}
}

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	bar := newProgress(&out, true)
	for share := 0.0; share <= 1; share += 1.0 / 1024 {
		bar.show(share)
	}
	bar.end()
	if n := strings.Count(out.String(), "\r"); n != 100 || !strings.HasSuffix(out.String(), "[########################################] 100 %\n") {
		t.Errorf("%d redraws of the bar: %q", n, out.String()[max(0, out.Len()-60):])
	}
	out.Reset()
	plain := newProgress(&out, false)
	for _, share := range []float64{0, 0.05, 0.11, 0.19, 0.35, math.Nextafter(1, 0), 1} {
		plain.show(share)
	}
	plain.end()
	if out.String() != "10 %\n30 %\n90 %\n100 %\n" {
		t.Errorf("plain progress %q", out.String())
	}
}

func TestAFileIsNoTerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if isTerminal(f) {
		t.Error("a file passes for a terminal")
	}
}
