package debrief_test

import (
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"oncall/internal/debrief"
	"oncall/internal/replay"
	"oncall/internal/world"
	"oncall/site"
)

func report(t *testing.T, id string, notes ...replay.Note) debrief.Report {
	t.Helper()
	s := open(t, id, 7)
	actions := []world.Action{{Step: 13, Control: control(t, s, "rollback"), Value: 1}, {Step: 31, Control: control(t, s, "shed"), Value: 60}}
	if err := s.Run(actions, s.Steps()); err != nil {
		t.Fatal(err)
	}
	texts, err := site.Texts("en")
	if err != nil {
		t.Fatal(err)
	}
	return debrief.Report{Shift: s, Notes: notes, Link: "https://example.org/oncall/#r=AAAA", Texts: texts}
}

// cells splits a row of a Markdown table at the pipes that are not escaped.
func cells(row string) []string {
	var out []string
	for _, c := range regexp.MustCompile(`(?:[^|\\]|\\.)+`).FindAllString(row, -1) {
		out = append(out, strings.TrimSpace(c))
	}
	return out
}

// Every number of the timeline is the CSV's at that minute, rounded as shown.
func TestTheTimelineShowsTheNumbersOfTheCSV(t *testing.T) {
	for _, id := range []string{"bad-deploy", "viral-surge", "cache-flush"} {
		r := report(t, id)
		rows, err := csv.NewReader(strings.NewReader(string(debrief.AppendCSV(nil, r.Shift)))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		column := map[string]int{}
		for i, code := range rows[0] {
			column[code] = i
		}
		link := regexp.MustCompile(`^\| \[\d\d:\d\d\]\(https://example.org/oncall/#r=AAAA&t=(\d+)\)`)
		checked := 0
		for line := range strings.Lines(r.Markdown()) {
			m := link.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			minute, _ := strconv.Atoi(m[1])
			value := func(code string) float64 {
				v, err := strconv.ParseFloat(rows[1+minute][column[code]], 64)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			got := cells(strings.TrimSpace(line))
			want := []string{fmt.Sprintf("%.1f×", value("burn")), fmt.Sprintf("%.1f×", value("burn_1h")), fmt.Sprintf("%.2f %%", 100*value("budget"))}
			if len(got) != 5 || got[2] != want[0] || got[3] != want[1] || got[4] != want[2] {
				t.Errorf("%s, minute %d: %q, want the numbers %q", id, minute, got, want)
			}
			checked++
		}
		if checked < 4 {
			t.Errorf("%s: only %d rows", id, checked)
		}
	}
}

// What people write stays text: no markup, no new column, no new row.
func TestNotesStayText(t *testing.T) {
	r := report(t, "bad-deploy", replay.Note{Step: 5, Text: "<script>alert(1)</script> | `x` *y* [z](http://e) & \\"}, replay.Note{Step: 120, Text: "the end"})
	text := r.Markdown()
	for line := range strings.Lines(text) {
		if strings.Contains(line, "script") {
			if n := len(cells(strings.TrimSpace(line))); n != 5 {
				t.Errorf("the note makes %d columns: %s", n, line)
			}
		}
	}
	if want := "&lt;script&gt;alert(1)&lt;/script&gt; \\| \\`x\\` \\*y\\* \\[z\\](http://e) &amp; \\\\"; !strings.Contains(text, want) {
		t.Errorf("the report lacks %s:\n%s", want, text)
	}
	order := []string{"script", "Deploy", "the end"}
	for i := 1; i < len(order); i++ {
		if a, b := strings.Index(text, order[i-1]), strings.Index(text, order[i]); a < 0 || b < a {
			t.Errorf("%q does not stand before %q", order[i-1], order[i])
		}
	}
	svg := r.SVG(960, true)
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "script" {
			t.Fatal("a note became an element of the SVG")
		}
	}
}

// The summary's figures are the debrief's: 0.81 % of a budget of 43.2 minutes
// of full outage.
func TestTheSummaryTellsBudgetInMinutesOfFullOutage(t *testing.T) {
	r := report(t, "bad-deploy")
	d := debrief.Of(r.Shift)
	text := r.Markdown()
	for _, want := range []string{
		fmt.Sprintf("| Error budget burned | %.2f %% (%.1f min of full outage) |", 100*d.Spent, d.Spent*43.2),
		"| Time to first action | 3 min |",
		fmt.Sprintf("Bad build %.0f", d.Failed.BadBuild),
		"*Educational model, not for operational decisions.*",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
}

func TestTextsKeepWhatTheyHaveNoTextFor(t *testing.T) {
	texts := debrief.Texts{"a": "{n} of {m}"}
	if got := texts.Format("a", "n", "1", "m", "{n}"); got != "1 of {n}" {
		t.Errorf("%q: an argument's braces are not a placeholder", got)
	}
	if got := texts.Format("b"); got != "b" {
		t.Errorf("a missing text is shown as %q", got)
	}
}
