package debrief

import (
	"strconv"

	"oncall/internal/chart"
	"oncall/internal/shift"
	"oncall/internal/slo"
	"oncall/internal/world"
)

// reportLanes are the lanes of a report's timeline, from top to bottom.
var reportLanes = []string{"traffic", "errors", "burn", "p99", "utilization", "fleet", "cache", "database", "cost"}

// SVG draws the whole timeline, for a light page or a dark one.
func (r Report) SVG(widthPx float64, dark bool) string {
	s, t := r.Shift, r.Texts
	sc := s.Scenario()
	labels := map[string]string{"happened": t.Format("chart.happened"), "done": t.Format("chart.done")}
	for _, id := range reportLanes {
		labels[id] = t.Format("chart." + id)
	}
	var burn []chart.Threshold
	for _, rule := range sc.Rules() {
		burn = append(burn, chart.Threshold{Value: rule.Burn, Label: t.Format("unit.times", "n", short(rule.Burn))})
	}
	target := sc.Score.P99TargetSeconds
	return chart.Timeline(chart.Options{
		Width: widthPx, Label: r.title(), RTL: t["language.dir"] == "rtl",
		Lanes: reportLanes, Labels: labels,
		Thresholds: map[string][]chart.Threshold{
			"burn":     burn,
			"p99":      {{Value: target, Label: t.Format("unit.milliseconds", "n", fixed(1000*target, 0))}},
			"database": {{Value: 1, Label: "100 %"}},
		},
		Steps: s.Steps(), StepSeconds: float64(sc.StepSeconds()), ClockMinutes: sc.ClockMinutes(),
		Last: s.Step(), Position: s.Step(), Cursor: -1,
		Markers: r.markers(), Palette: chart.ReportPalette(dark),
	}, Table(s), chart.Table{})
}

func (r Report) markers() []chart.Marker {
	var markers []chart.Marker
	for _, e := range Timeline(r.Shift, 0) {
		text := Clock(r.Shift, e.Step) + " " + r.Texts.Entry(r.Shift, e)
		markers = append(markers, chart.Marker{Step: e.Step, Kind: markerKind(r.Shift, e), Text: text})
	}
	for i, n := range r.Notes {
		markers = append(markers, chart.Marker{Step: n.Step, Kind: chart.MarkNote, Text: strconv.Itoa(i+1) + ". " + n.Text})
	}
	return markers
}

func markerKind(s *shift.Shift, e Entry) string {
	switch {
	case e.Action != nil:
		return chart.MarkAction
	case e.Event.Kind != world.AlertFired:
		return chart.MarkEvent
	case s.Scenario().Rules()[e.Event.Rule].Severity == slo.Ticket:
		return chart.MarkTicket
	}
	return chart.MarkPage
}

// Table is a shift's rows as the charts read them.
func Table(s *shift.Shift) chart.Table {
	codes := make([]string, len(s.Readings()))
	for i, r := range s.Readings() {
		codes[i] = r.Code
	}
	return chart.Table{Codes: codes, Width: len(codes), Data: s.Rows()}
}
