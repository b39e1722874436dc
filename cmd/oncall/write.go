package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"oncall/internal/debrief"
	"oncall/internal/scenario"
	"oncall/internal/shift"
	"oncall/internal/world"
)

// write prints a shift as table, csv or json.
func write(out io.Writer, format string, s *shift.Shift) error {
	w := bufio.NewWriter(out)
	var err error
	switch format {
	case "csv":
		err = writeCSV(w, s)
	case "json":
		err = writeJSON(w, s)
	default:
		err = writeTable(w, s)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", format, err)
	}
	return w.Flush()
}

func writeCSV(out io.Writer, s *shift.Shift) error {
	_, err := out.Write(debrief.AppendCSV(nil, s))
	return err
}

// row is one step's readings as a JSON object, in the order of the columns.
type row struct {
	readings []world.Reading
	values   []float64
}

func (r row) MarshalJSON() ([]byte, error) {
	var b strings.Builder
	for i, v := range r.values {
		value, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			b.WriteByte('{')
		} else {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(r.readings[i].Code))
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return []byte(b.String()), nil
}

// document is what --format json prints.
type document struct {
	Scenario string           `json:"scenario"` // empty for a custom one
	World    string           `json:"world"`
	Model    int              `json:"model"`
	Seed     uint32           `json:"seed"`
	Steps    int              `json:"steps"`
	Digest   string           `json:"digest"`
	Rows     []row            `json:"rows"`
	Debrief  *debrief.Debrief `json:"debrief"`
	Nobody   *debrief.Debrief `json:"nobody"`
}

func writeJSON(out io.Writer, s *shift.Shift) error {
	sc := s.Scenario()
	d := document{
		Scenario: sc.ID, World: sc.World, Model: sc.Model(), Seed: s.Seed(), Steps: s.Step(),
		Digest: s.Digest().String(), Debrief: debrief.Of(s), Nobody: debrief.Of(s.Nobody()),
	}
	for t := 0; t <= s.Step(); t++ {
		d.Rows = append(d.Rows, row{readings: s.Readings(), values: s.Row(t)})
	}
	enc := json.NewEncoder(out)
	enc.SetIndent("", " ")
	return enc.Encode(d)
}

// tableColumns returns the readings of a scenario that a terminal has room for.
func tableColumns(sc *scenario.Scenario) []string {
	if sc.CDN == nil {
		return []string{"requests", "serving", "booting", "hit", "db", "utilization", "p99", "error", "burn_1h", "budget", "cost"}
	}
	var columns []string
	for _, l := range sc.CDN.Links {
		columns = append(columns, "load_"+l.ID)
	}
	return append(columns, "carried", "rebuffering", "refused", "given_up", "moves")
}

func writeTable(out io.Writer, s *shift.Shift) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	var columns []int
	fmt.Fprint(w, "clock\t")
	for i, r := range s.Readings() {
		for _, code := range tableColumns(s.Scenario()) {
			if r.Code == code {
				columns = append(columns, i)
				fmt.Fprintf(w, "%s\t", r.Code)
			}
		}
	}
	fmt.Fprintln(w, " ")
	stepsPerMinute := 60 / s.Scenario().StepSeconds()
	for t := 0; t <= s.Step(); t++ {
		// A line a minute is enough to read, and one where something happens.
		if t%stepsPerMinute != 0 && happened(s, t) == "" {
			continue
		}
		fmt.Fprintf(w, "%s\t", debrief.Clock(s, t))
		for _, i := range columns {
			fmt.Fprintf(w, "%s\t", readable(s.Row(t)[i], s.Readings()[i].Unit))
		}
		fmt.Fprintf(w, " %s\n", happened(s, t))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return writeSummary(out, s)
}

func readable(v float64, unit world.Unit) string {
	switch unit {
	case world.Share:
		return strconv.FormatFloat(100*v, 'f', 2, 64) + "%"
	case world.Seconds:
		return strconv.FormatFloat(1000*v, 'f', 0, 64) + "ms"
	case world.Times:
		return strconv.FormatFloat(v, 'f', 1, 64) + "x"
	case world.Dollars, world.DollarsPerHour:
		return "$" + strconv.FormatFloat(v, 'f', 2, 64)
	case world.BitsPerSecond:
		return strconv.FormatFloat(v/1e9, 'f', 1, 64) + "G"
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}

// happened lists the actions and events of a step.
func happened(s *shift.Shift, step int) string {
	var texts []string
	for _, a := range s.Actions() {
		if a.Step == step {
			texts = append(texts, done(s.Controls()[a.Control], a))
		}
	}
	for _, e := range s.Events() {
		if e.Step != step {
			continue
		}
		text := string(e.Kind)
		if e.Kind == world.AlertFired || e.Kind == world.AlertCleared {
			r := s.Scenario().Rules()[e.Rule]
			text += fmt.Sprintf(" (%s %gx over %d and %d min)", r.Severity, r.Burn, r.LongMinutes, r.ShortMinutes)
		}
		if target := debrief.EventTarget(s, e); target != "" {
			text += " " + target
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}

// done writes an action as --set does.
func done(c world.Control, a world.Action) string {
	id, value := c.ID, strconv.Itoa(a.Value)
	if len(c.Targets) > 0 {
		id += ":" + c.Targets[a.Target]
	}
	if c.Kind == world.Choice {
		value = c.Choices[a.Value]
	}
	return id + "=" + value
}

func writeSummary(out io.Writer, s *shift.Shift) error {
	d, nobody := debrief.Of(s), debrief.Of(s.Nobody())
	fmt.Fprintf(out, "\nscore %.1f (nobody %.1f)", d.Score.Total, nobody.Score.Total)
	for _, p := range d.Score.Parts {
		fmt.Fprintf(out, "  %s %.1f", p.ID, p.Points)
	}
	fmt.Fprintln(out)
	if d.CDNFigures != nil {
		fmt.Fprintf(out, "rebuffering %.2f%%  gave up %.0f of %.0f  moves %.0f  mean wait %.1f s\n",
			100*d.Rebuffering, d.GivenUp, d.Arrivals, d.Moves, d.MeanWaitSeconds)
		fmt.Fprintf(out, "peak %.1fG  utilization %.1f%%  amplitude %.1f points  overload %.1f link-minutes\n",
			d.PeakBits/1e9, 100*d.UtilizationShare, d.AmplitudePoints, d.OverMinutes)
	} else {
		fmt.Fprintf(out, "budget spent %.2f%%  cost $%.2f  requests %.0f  shed %.0f\n", 100*d.Spent, d.Cost, d.Requests, d.Shed)
		fmt.Fprintf(out, "failed: no capacity %.0f  timeout %.0f  bad build %.0f\n", d.Failed.NoCapacity, d.Failed.Timeout, d.Failed.BadBuild)
		fmt.Fprintf(out, "damage at minute %s  to page %s  to action %s  to recovery %s min\n",
			minute(d.DamageMinute), minute(d.MinutesToPage), minute(d.MinutesToAction), minute(d.MinutesToRecovery))
	}
	_, err := fmt.Fprintf(out, "seed %d  digest %s  educational model, not for operational decisions\n", s.Seed(), s.Digest())
	return err
}

func minute(m *int) string {
	if m == nil {
		return "-"
	}
	return strconv.Itoa(*m)
}
