package debrief

import (
	"strconv"

	"oncall/internal/chart"
	"oncall/internal/shift"
	"oncall/internal/slo"
	"oncall/internal/world"
)

// reportLanes are the lanes of a service shift's timeline, from top to bottom.
var reportLanes = []string{"traffic", "errors", "burn", "p99", "utilization", "fleet", "cache", "database", "cost"}

// SVG draws the whole timeline, for a light page or a dark one.
func (r Report) SVG(widthPx float64, dark bool) string {
	s, t := r.Shift, r.Texts
	sc := s.Scenario()
	o := chart.Options{
		Width: widthPx, Label: r.title(), RTL: t["language.dir"] == "rtl",
		Labels:     map[string]string{"happened": t.Format("chart.happened"), "done": t.Format("chart.done")},
		Thresholds: map[string][]chart.Threshold{},
		Steps:      s.Steps(), StepSeconds: float64(sc.StepSeconds()), ClockMinutes: sc.ClockMinutes(),
		Last: s.Step(), Position: s.Step(), Cursor: -1,
		Markers: r.markers(), Palette: chart.ReportPalette(dark),
	}
	if sc.CDN != nil {
		r.cdnLanes(&o)
	} else {
		r.serviceLanes(&o)
	}
	return chart.Timeline(o, Table(s), chart.Table{})
}

func (r Report) serviceLanes(o *chart.Options) {
	t, sc := r.Texts, r.Shift.Scenario()
	o.Lanes = reportLanes
	for _, id := range reportLanes {
		o.Labels[id] = t.Format("chart." + id)
	}
	for _, rule := range sc.Rules() {
		o.Thresholds["burn"] = append(o.Thresholds["burn"], chart.Threshold{Value: rule.Burn, Label: t.Format("unit.times", "n", short(rule.Burn))})
	}
	latency := sc.Score.P99TargetSeconds
	o.Thresholds["p99"] = []chart.Threshold{{Value: latency, Label: t.Format("unit.milliseconds", "n", fixed(1000*latency, 0))}}
	o.Thresholds["database"] = []chart.Threshold{{Value: 1, Label: "100 %"}}
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
