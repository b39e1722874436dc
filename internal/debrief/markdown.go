package debrief

import (
	"strconv"
	"strings"

	"oncall/internal/replay"
	"oncall/internal/service"
	"oncall/internal/shift"
)

// Report is a shift as a postmortem tells it: blameless, in the shift's clock.
type Report struct {
	Shift *shift.Shift
	Notes []replay.Note // in order of step
	Link  string        // the whole link, "" where there is none
	Texts Texts
}

// Markdown returns the summary and the timeline as tables that the usual hosts
// render. Texts of people are escaped, so that they stay text.
func (r Report) Markdown() string {
	var b strings.Builder
	t := r.Texts
	b.WriteString("## " + escape(r.title()) + "\n\n")
	r.summary(&b)
	columns := r.columns()
	head, rule := "| "+t.Format("report.time")+" | "+t.Format("report.what")+" |", "| --- | --- |"
	for _, c := range columns {
		head += " " + t.Format(c.key) + " |"
		rule += " ---: |"
	}
	b.WriteString("\n" + head + "\n" + rule + "\n")
	notes := r.Notes
	line := func(step int, text string) {
		b.WriteString("| " + r.at(step) + " | " + text + " |")
		for _, c := range columns {
			b.WriteString(" " + c.text(r.Shift.Row(step)) + " |")
		}
		b.WriteByte('\n')
	}
	note := func(n replay.Note) { line(n.Step, t.Format("report.note", "text", escape(n.Text))) }
	for _, e := range Timeline(r.Shift, 0) {
		for len(notes) > 0 && notes[0].Step < e.Step {
			note(notes[0])
			notes = notes[1:]
		}
		line(e.Step, escape(t.Entry(r.Shift, e)))
	}
	for _, n := range notes {
		note(n)
	}
	b.WriteString("\n" + t.Format("report.reproduce", "seed", strconv.FormatUint(uint64(r.Shift.Seed()), 10),
		"model", strconv.Itoa(r.Shift.Scenario().Model()), "digest", r.Shift.Digest().String()) + "\n\n")
	b.WriteString("*" + t.Format("product.disclaimer") + "*\n")
	return b.String()
}

// column is a number that stands beside each line of the timeline.
type column struct {
	key  string // of its name
	text func(row []float64) string
}

func (r Report) columns() []column {
	if r.Shift.Scenario().CDN != nil {
		return r.cdnColumns()
	}
	return []column{
		{"reading.burn.label", func(row []float64) string { return r.Texts.times(row[service.Burn], 1) }},
		{"reading.burn_1h.label", func(row []float64) string { return r.Texts.times(row[service.Burn1h], 1) }},
		{"reading.budget.label", func(row []float64) string { return percent(row[service.BudgetLeft], 2) }},
	}
}

// title names the shift by its scenario.
func (r Report) title() string {
	sc := r.Shift.Scenario()
	if sc.ID == "" {
		if sc.Title != "" {
			return sc.Title
		}
		return r.Texts.Format("report.custom")
	}
	return r.Texts.Format("scenario." + sc.ID + ".title")
}

// at is the clock of a step, linked to its minute.
func (r Report) at(step int) string {
	clock := Clock(r.Shift, step)
	if r.Link == "" {
		return clock
	}
	return "[" + clock + "](" + r.Link + "&t=" + strconv.Itoa(step*r.Shift.Scenario().StepSeconds()/60) + ")"
}

func (r Report) summary(b *strings.Builder) {
	t := r.Texts
	b.WriteString("| " + t.Format("report.summary") + " | |\n| --- | --- |\n")
	line := func(key, value string) { b.WriteString("| " + t.Format(key) + " | " + value + " |\n") }
	d := Of(r.Shift)
	if d.CDNFigures != nil {
		r.cdnSummary(d.CDNFigures, line)
	} else {
		r.serviceSummary(d.ServiceFigures, line)
	}
	line("debrief.score", fixed(d.Score.Total, 1))
	if r.Link != "" {
		line("share.link", "<"+r.Link+">")
	}
}

func (r Report) serviceSummary(d *ServiceFigures, line func(key, value string)) {
	t, p := r.Texts, &r.Shift.Scenario().Service
	outage := d.Spent * p.BudgetDays * 1440 * (1 - p.Objective)
	never := func(n *int, text func(int) string) string {
		if n == nil {
			return t.Format("debrief.never")
		}
		return text(*n)
	}
	line("report.burned", percent(d.Spent, 2)+" ("+t.Format("report.outage", "minutes", fixed(outage, 1))+")")
	line("debrief.damage", never(d.DamageMinute, r.at))
	line("report.detect", never(d.MinutesToPage, t.minutes))
	line("report.act", never(d.MinutesToAction, t.minutes))
	line("report.recover", never(d.MinutesToRecovery, t.minutes))
	line("debrief.requests", fixed(d.Requests, 0))
	line("debrief.failed", fixed(d.Failed.NoCapacity+d.Failed.Timeout+d.Failed.BadBuild, 0)+" ("+
		t.Format("debrief.no_capacity")+" "+fixed(d.Failed.NoCapacity, 0)+", "+
		t.Format("debrief.timeout")+" "+fixed(d.Failed.Timeout, 0)+", "+
		t.Format("debrief.bad_build")+" "+fixed(d.Failed.BadBuild, 0)+")")
	line("debrief.shed", fixed(d.Shed, 0))
	line("debrief.spend", "$"+fixed(d.Cost, 2))
}

// escape makes a text safe inside a cell: Markdown and HTML show it as it is.
func escape(text string) string {
	var b strings.Builder
	for _, c := range text {
		switch c {
		case '|', '\\', '`', '*', '_', '[', ']', '~', '#':
			b.WriteByte('\\')
		case '<':
			b.WriteString("&lt;")
			continue
		case '>':
			b.WriteString("&gt;")
			continue
		case '&':
			b.WriteString("&amp;")
			continue
		case '\n', '\r':
			c = ' '
		}
		b.WriteRune(c)
	}
	return b.String()
}
