package requestsim

import (
	"math"
	"strconv"
	"strings"
)

// columnsCSV are the CSV's columns.
var columnsCSV = []string{"part", "quantity", "workers", "utilization", "seconds", "formula", "simulation", "standard_error", "batches", "half_95", "difference", "claim", "verdict"}

// CSV returns one line a row, numbers in full precision, shares as fractions,
// times in seconds.
func (r *Report) CSV() string {
	var b strings.Builder
	b.WriteString(strings.Join(columnsCSV, ",") + "\n")
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	for _, row := range r.Rows {
		b.WriteString(strings.Join([]string{
			string(row.Part), string(row.Quantity), strconv.Itoa(row.Workers), number(row.Utilization), number(row.Seconds),
			number(row.Formula), number(row.Simulation.Mean), number(row.Simulation.StandardError), strconv.Itoa(row.Simulation.Batches),
			number(row.Half), number(row.Difference()), string(row.Claim), string(row.Verdict),
		}, ",") + "\n")
	}
	return b.String()
}

// Texts are a row's numbers as a reader wants them: in percent or milliseconds,
// with the digits that the interval leaves.
type Texts struct {
	Workers, Utilization, Seconds            string // empty where the row has none
	Formula, Simulation, Difference, Verdict string
}

// Texts formats the row.
func (r Row) Texts(w Words) Texts {
	scale, unit := 100.0, " %"
	if r.timed() {
		scale, unit = 1000, " ms"
	}
	decimals := 3
	if r.Half > 0 {
		decimals = min(max(1-int(math.Floor(math.Log10(r.Half*scale))), 0), 4)
	}
	number := func(v float64) string { return strconv.FormatFloat(v*scale, 'f', decimals, 64) }
	t := Texts{
		Formula:    number(r.Formula) + unit,
		Simulation: number(r.Simulation.Mean) + " ± " + number(r.Half) + unit,
		Difference: signed(number(r.Difference())) + unit,
		Verdict:    w.Text("verdict." + string(r.Verdict)),
	}
	if r.Workers > 0 {
		t.Workers = strconv.Itoa(r.Workers)
		t.Utilization = strconv.FormatFloat(100*r.Utilization, 'g', 6, 64) + " %"
	}
	if r.Seconds > 0 {
		t.Seconds = strconv.FormatFloat(r.Seconds, 'f', -1, 64)
	}
	return t
}

func signed(number string) string {
	switch {
	case strings.HasPrefix(number, "-"):
		return "−" + number[1:]
	case strings.Trim(number, "0.") == "":
		return number
	}
	return "+" + number
}

// ErrorText writes the row's Error, the half of its 95 % interval and where it was
// met: percent of the simulation for a time, percentage points for a share. A row
// of no quantity has none.
func (r Row) ErrorText(w Words) string {
	if r.Quantity == "" {
		return ""
	}
	half, decimals, unit := r.Half, 2, " pp"
	if r.timed() {
		half, decimals, unit = r.Half/r.Simulation.Mean, 1, " %"
	}
	text := signed(strconv.FormatFloat(100*r.Error(), 'f', decimals, 64)) + " ± " + strconv.FormatFloat(100*half, 'f', decimals, 64) + unit
	t := r.Texts(w)
	var place []string
	if t.Workers != "" {
		place = append(place, "N = "+t.Workers, t.Utilization)
	}
	if t.Seconds != "" {
		place = append(place, t.Seconds+" s")
	}
	return text + " (" + strings.Join(place, ", ") + ")"
}

// Markdown returns the whole report: method, summary and every row.
func (r *Report) Markdown(w Words) string {
	var b strings.Builder
	b.WriteString("# " + w.Text("title") + "\n\n" + w.Text("method") + "\n\n" + w.Text("fleet") + "\n\n")
	b.WriteString(w.Text("seed") + " " + strconv.FormatUint(r.Seed, 10) + ", " + strconv.FormatFloat(r.Requests/1e6, 'f', 0, 64) + "e6 " + w.Text("requests") + "\n\n")
	b.WriteString("## " + w.Text("summary") + "\n\n")
	tableRow(&b, w.Text("column.part"), w.Text("column.quantity"), w.Text("column.claim"), w.Text("column.rows"), w.Text("column.inside"), w.Text("column.family"), w.Text("column.lowest"), w.Text("column.highest"))
	tableRow(&b, "---", "---", "---", "--:", "--:", "--:", "---", "---")
	summaries := r.Summaries()
	for _, s := range summaries {
		tableRow(&b, s.Texts(w)...)
	}
	for _, s := range summaries {
		b.WriteString("\n## " + w.Text("part."+string(s.Part)) + ": " + w.Text("quantity."+string(s.Quantity)) + "\n\n")
		b.WriteString(w.Text("column.claim") + ": " + w.Text("claim."+string(s.Claim)) + "\n\n")
		tableRow(&b, w.Text("column.workers"), w.Text("column.utilization"), w.Text("column.seconds"), w.Text("column.formula"), w.Text("column.simulation"), w.Text("column.difference"), w.Text("column.verdict"))
		tableRow(&b, "--:", "--:", "--:", "--:", "--:", "--:", "---")
		for _, row := range r.Rows {
			if row.Part == s.Part && row.Quantity == s.Quantity {
				t := row.Texts(w)
				tableRow(&b, t.Workers, t.Utilization, t.Seconds, t.Formula, t.Simulation, t.Difference, t.Verdict)
			}
		}
	}
	return b.String()
}

func tableRow(b *strings.Builder, cells ...string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// Texts formats the summary: system, formula, claim, how many comparisons were
// made, how many of the judged lie inside the 95 % and the family's interval,
// and the largest errors.
func (s Summary) Texts(w Words) []string {
	all := 0
	for _, n := range s.Count {
		all += n
	}
	inside, family := "", ""
	if judged := all - s.Count[TooRare] - s.Count[Stated]; judged > 0 {
		of := "/" + strconv.Itoa(judged)
		inside = strconv.Itoa(s.Count[Inside]) + of
		family = strconv.Itoa(s.Count[Inside]+s.Count[ByChance]) + of
	}
	return []string{
		w.Text("part." + string(s.Part)), w.Text("quantity." + string(s.Quantity)), w.Text("claim." + string(s.Claim)),
		strconv.Itoa(all), inside, family, s.Lowest.ErrorText(w), s.Highest.ErrorText(w),
	}
}
