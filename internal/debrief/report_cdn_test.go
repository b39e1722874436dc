package debrief_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"oncall/internal/cdn"
	"oncall/internal/debrief"
	"oncall/internal/replay"
	"oncall/internal/shift"
	"oncall/internal/world"
	"oncall/site"
)

// failure plays link-failure with actions on links, choices and numbers.
func failure(t *testing.T) debrief.Report {
	t.Helper()
	s := open(t, "link-failure", 3)
	actions := []world.Action{
		{Step: 300, Control: cdn.ControlPolicy, Value: cdn.PolicyPID}, {Step: 300, Control: cdn.ControlMetric, Value: cdn.MetricFused},
		{Step: 545, Control: cdn.ControlTargetUtilization, Value: 92}, {Step: 550, Control: cdn.ControlWeight, Target: 5, Value: 25},
		{Step: 551, Control: cdn.ControlKp, Value: 155}, {Step: 552, Control: cdn.ControlTi, Value: 200}, {Step: 700, Control: cdn.ControlDrain, Target: 11, Value: 1},
	}
	if err := s.Run(actions, s.Steps()); err != nil {
		t.Fatal(err)
	}
	texts, err := site.Texts("en")
	if err != nil {
		t.Fatal(err)
	}
	return debrief.Report{Shift: s, Notes: []replay.Note{{Step: 545, Text: "headroom | now"}}, Link: "https://example.org/oncall/#r=AAAA", Texts: texts}
}

// table reads a shift's CSV.
func table(t *testing.T, s *shift.Shift) (rows [][]float64, column map[string]int) {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(string(debrief.AppendCSV(nil, s)))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column = map[string]int{}
	for i, code := range lines[0] {
		column[code] = i
	}
	for _, line := range lines[1:] {
		row := make([]float64, len(line))
		for i, text := range line {
			if row[i], err = strconv.ParseFloat(text, 64); err != nil {
				t.Fatal(err)
			}
		}
		rows = append(rows, row)
	}
	return rows, column
}

// Each line of the timeline names links and choices, and has the numbers of the
// CSV at that step.
func TestTheCDNTimelineShowsTheNumbersOfTheCSV(t *testing.T) {
	r := failure(t)
	rows, column := table(t, r.Shift)
	want := []struct {
		step int
		time string
		text string
	}{
		{300, "[20:50](https://example.org/oncall/#r=AAAA&t=50)", "Player: Policy PID"},
		{300, "[20:50](https://example.org/oncall/#r=AAAA&t=50)", "Player: Metric Fused"},
		{361, "[21:00:10](https://example.org/oncall/#r=AAAA&t=60)", "Kick-off"},
		{541, "[21:30:10](https://example.org/oncall/#r=AAAA&t=90)", "Link s02-b is down"},
		{545, "[21:30:50](https://example.org/oncall/#r=AAAA&t=90)", "Player: Target utilization 92 %"},
		{545, "[21:30:50](https://example.org/oncall/#r=AAAA&t=90)", `Note: headroom \| now`},
		{550, "[21:31:40](https://example.org/oncall/#r=AAAA&t=91)", "Player: Weight s02-b 2.5×"},
		{551, "[21:31:50](https://example.org/oncall/#r=AAAA&t=91)", "Player: Gain Kp 15.5"},
		{552, "[21:32](https://example.org/oncall/#r=AAAA&t=92)", "Player: Integral time Ti 200 s"},
		{643, "[21:47:10](https://example.org/oncall/#r=AAAA&t=107)", "Half time: part of the audience leaves"},
		{661, "[21:50:10](https://example.org/oncall/#r=AAAA&t=110)", "Link s02-b is up again"},
		{700, "[21:56:40](https://example.org/oncall/#r=AAAA&t=116)", "Player: Drain s03-e on"},
	}
	var lines []string
	for line := range strings.Lines(r.Markdown()) {
		if strings.HasPrefix(line, "| [") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	if len(lines) < len(want) {
		t.Fatalf("%d lines, want %d at least:\n%s", len(lines), len(want), strings.Join(lines, "\n"))
	}
	for i, w := range want {
		value := func(code string) float64 { return rows[w.step][column[code]] }
		carried := fmt.Sprintf("%.1f Gbit/s", value("carried")/1e9)
		if value("carried") >= 1e12 {
			carried = fmt.Sprintf("%.2f Tbit/s", value("carried")/1e12)
		}
		cells := fmt.Sprintf("| %s | %s | %s | %.2f %% | %.0f | %.0f |", w.time, w.text, carried, 100*value("rebuffering"), value("refused"), value("moves"))
		if lines[i] != cells {
			t.Errorf("line %d:\n got %s\nwant %s", i, lines[i], cells)
		}
	}
}

// The figures of the summary come from the columns of the CSV; arrivals are no
// column, and every other figure that needs them is a share of them.
func TestTheCDNSummaryIsTheCSVs(t *testing.T) {
	r := failure(t)
	rows, column := table(t, r.Shift)
	sum := func(code string) (total float64) {
		for _, row := range rows[1:] {
			total += row[column[code]]
		}
		return total
	}
	play, lost, peak, over, carried := 0.0, 0.0, 0.0, 0.0, 0.0
	for _, row := range rows[1:] {
		play += row[column["sessions"]]
		lost += row[column["sessions"]] * row[column["rebuffering"]]
		peak = math.Max(peak, row[column["carried"]])
		carried += row[column["carried"]] / float64(len(rows)-1)
		for code, at := range column {
			if strings.HasPrefix(code, "load_") && row[at] > 0.95 {
				over++
			}
		}
	}
	arrivals := debrief.Of(r.Shift).Arrivals
	gaveUp := sum("given_up") / arrivals
	text := r.Markdown()
	for _, want := range []string{
		fmt.Sprintf("| Harm: rebuffering and arrivals that gave up | %.2f %% |", 100*(lost/play+gaveUp)),
		fmt.Sprintf("| Rebuffering | %.2f %% |", 100*lost/play),
		fmt.Sprintf("| Arrivals that gave up | %.0f (%.2f %%) |", sum("given_up"), 100*gaveUp),
		fmt.Sprintf("| Wait of an arrival | %.1f s |", 10*sum("refused")/arrivals),
		fmt.Sprintf("| Moved sessions | %.0f (%.2f for each arrival) |", sum("moves"), sum("moves")/arrivals),
		fmt.Sprintf("| Link-minutes in overload | %.1f |", over/6),
		fmt.Sprintf("| Carried at the peak | %.2f Tbit/s |", peak/1e12),
		fmt.Sprintf("| Mean utilization | %.1f %% |", 100*carried/1.9e12),
		fmt.Sprintf("| Score | %.1f |", debrief.Of(r.Shift).Score.Total),
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "budget") || strings.Contains(text, "{") {
		t.Errorf("the report tells of a budget, or leaves a gap:\n%s", text)
	}
}

// A response is that of the CSV's loads. The bench's first two policies never
// settle, its last one does; a load that stays below its target has none.
func TestResponses(t *testing.T) {
	play := func(policy, metric int) debrief.Response {
		sc := open(t, "two-links", 2).Scenario()
		s, err := shift.New(sc, 2, []world.Setting{{Control: cdn.ControlPolicy, Value: policy}, {Control: cdn.ControlMetric, Value: metric}})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Run(nil, s.Steps()); err != nil {
			t.Fatal(err)
		}
		r := debrief.ResponseOf(s)
		if r.OvershootPoints == nil {
			t.Fatalf("policy %d never came to its target", policy)
		}
		// The overshoot is the CSV's largest load of that link, less the target of 85 %.
		rows, column := table(t, s)
		highest := 0.0
		for _, row := range rows[*r.CrossedStep:] {
			highest = math.Max(highest, row[column["load_"+r.Link]])
		}
		if math.Abs(*r.OvershootPoints-100*(highest-0.85)) > 1e-9 || rows[*r.CrossedStep-1][column["load_"+r.Link]] >= 0.85 {
			t.Errorf("overshoot %v of %s from step %d, the highest load is %v", *r.OvershootPoints, r.Link, *r.CrossedStep, highest)
		}
		if r.SettlingSeconds == nil {
			return r
		}
		for _, row := range rows[*r.CrossedStep+*r.SettlingSeconds/10:] {
			load, refuses := row[column["load_"+r.Link]], row[column["slowdown_"+r.Link]] > 0
			if load > 0.90 || refuses && load < 0.80 {
				t.Fatalf("settled after %d s, and at %v in minute %v", *r.SettlingSeconds, load, row[0])
			}
		}
		return r
	}
	if r := play(cdn.PolicyStatic, cdn.MetricRouter); r.Link != "a" || r.SettlingSeconds != nil || *r.OvershootPoints < 40 {
		t.Errorf("static: %+v", r)
	}
	if r := play(cdn.PolicyLinear, cdn.MetricRouter); r.SettlingSeconds != nil {
		t.Errorf("linear: settled after %d s", *r.SettlingSeconds)
	}
	if r := play(cdn.PolicyPID, cdn.MetricFused); r.SettlingSeconds == nil || *r.SettlingSeconds > 3600 {
		t.Errorf("PID: %+v", r)
	}
	calm, err := shift.New(open(t, "two-links", 1).Scenario(), 1, []world.Setting{{Control: cdn.ControlTargetUtilization, Value: 95}})
	if err != nil {
		t.Fatal(err)
	}
	if err := calm.Run(nil, 60); err != nil {
		t.Fatal(err)
	}
	if r := debrief.ResponseOf(calm); r.OvershootPoints != nil || r.SettlingSeconds != nil || r.Link != "" {
		t.Errorf("a load that never came to its target has the response %+v", r)
	}
}
