package requestsim

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"oncall/internal/chart"
	"oncall/site"
)

// quick is the quick grid's report of seed 1, computed once.
var quick = sync.OnceValue(func() *Report { return Run(1, true, 2, nil) })

// The promise of the page: its exact formulas agree with single requests.
func TestFormulasAgreeWithSingleRequests(t *testing.T) {
	judged := map[Quantity]int{}
	inside, all := 0, 0
	for _, row := range quick().Rows {
		if row.Verdict == Outside {
			texts := row.Texts(english(t))
			t.Errorf("%s %s N = %s at %s, %s s: formula %s, simulation %s", row.Part, row.Quantity, texts.Workers, texts.Utilization, texts.Seconds, texts.Formula, texts.Simulation)
		}
		if row.judged() {
			judged[row.Quantity]++
			all++
			if row.Verdict == Inside {
				inside++
			}
		}
	}
	for _, quantity := range []Quantity{Utilization, WaitProbability, WaitLonger, P99Exact, FailExact, HitEqual, HitZipfExact, QueryTime} {
		if judged[quantity] < 3 {
			t.Errorf("%s was judged %d times", quantity, judged[quantity])
		}
	}
	if share := float64(inside) / float64(all); share < 0.85 {
		t.Errorf("only %.2f of the 95 %% intervals hold the formula", share)
	}
}

// Where the page states an error, it has the sign that the page explains.
func TestStatedErrors(t *testing.T) {
	seen := map[Quantity]bool{}
	for _, row := range quick().Rows {
		seen[row.Quantity] = true
		clear := row.Simulation.Half(sure)
		switch {
		case row.Quantity == P99 && row.Utilization >= 0.8 && row.Workers == 16 && row.Difference() < clear:
			t.Errorf("p99 at %v is too high by %v ± %v, want clearly more", row.Utilization, row.Difference(), clear)
		case row.Quantity == HitZipf && row.Difference() > -clear:
			t.Errorf("Zipf hit rate at %v s: the formula is off by %v ± %v, want it too low", row.Seconds, row.Difference(), clear)
		case row.Quantity == QueryTimeMany && row.Difference() < clear:
			t.Errorf("query time at %v is too high by %v ± %v, want clearly more", row.Utilization, row.Difference(), clear)
		case row.Quantity == Fail && row.Utilization == 1 && row.Difference() < clear:
			t.Errorf("at saturation callers who leave fail as often as the formula says: %v ± %v", row.Difference(), clear)
		case row.Quantity == FailMinute && row.Difference() > -clear:
			t.Errorf("callers who stay fail less than the formula says: %v ± %v", row.Difference(), clear)
		}
	}
	for _, quantity := range []Quantity{P99, HitZipf, QueryTimeMany, Fail, FailMinute, NoCapacity} {
		if !seen[quantity] {
			t.Errorf("no %s in the report", quantity)
		}
	}
}

// A judge who never condemns is none: a formula that is off by a tenth is found.
func TestAWrongFormulaIsFound(t *testing.T) {
	rows := append([]Row(nil), quick().Rows...)
	wrong := 0
	for i := range rows {
		if rows[i].Quantity == WaitProbability && rows[i].Workers == 16 && rows[i].Utilization >= 0.8 || rows[i].Quantity == HitEqual {
			rows[i].Formula *= 1.1
			wrong++
		}
	}
	judge(rows)
	report := Report{Rows: rows}
	if got := report.Count(Outside); got != wrong || wrong < 5 {
		t.Errorf("%d of %d wrong rows were found", got, wrong)
	}
}

// small is a grid of a blink.
func small() []cell {
	g := quickGrid()
	g.staying, g.leaving, g.overloaded = g.staying[:2], g.leaving[1:3], g.overloaded[:1]
	g.ttlSeconds, g.databases = g.ttlSeconds[:1], g.databases[:1]
	g.queues.RequestsMin, g.queues.RelaxationsPerBatch = 1e4, 1
	g.cacheSecondsMin, g.overloadSeconds, g.overloadReplications = 2, 5, 3
	return g.cells()
}

func TestTheSeedDecidesAlone(t *testing.T) {
	last := 0.0
	one := run(7, small(), 1, func(share float64) {
		if share < last || share > 1 {
			t.Errorf("progress from %v to %v", last, share)
		}
		last = share
	})
	if last != 1 {
		t.Errorf("progress ends at %v", last)
	}
	if many := run(7, small(), 5, nil); !reflect.DeepEqual(one, many) {
		t.Error("five goroutines measure something else than one")
	}
	if fewer := run(7, small()[1:], 1, nil); fewer.Rows[0].Simulation != one.Rows[len(one.Rows)-len(fewer.Rows)].Simulation {
		t.Error("a cell's numbers depend on the other cells")
	}
	if other := run(8, small(), 1, nil); reflect.DeepEqual(one.Rows, other.Rows) {
		t.Error("another seed measures the same")
	}
}

// The model page tells what was found at the time: it must be what this program
// finds. Log and Exp differ in the last bit between processors.
func TestThePageTellsWhatThisProgramFinds(t *testing.T) {
	data, err := os.ReadFile("../../site/validation.json")
	if err != nil {
		t.Fatal(err)
	}
	var kept Report
	if err := json.Unmarshal(data, &kept); err != nil {
		t.Fatal(err)
	}
	tolerance := 1e-9
	if runtime.GOARCH == "amd64" {
		tolerance = 0
	}
	systems := map[Part]int{}
	for _, row := range Sample(kept.Seed, runtime.GOMAXPROCS(0)) {
		at := slices.IndexFunc(kept.Rows, func(k Row) bool {
			return k.Part == row.Part && k.Quantity == row.Quantity && k.Workers == row.Workers && k.Utilization == row.Utilization && k.Seconds == row.Seconds
		})
		if at < 0 {
			t.Errorf("site/validation.json lacks %+v", row)
			continue
		}
		k := kept.Rows[at]
		k.Verdict, row.events, row.Half = "", 0, row.Simulation.Half(IntervalLevel)
		if !cmp.Equal(k, row, cmpopts.EquateApprox(tolerance, 0), cmp.AllowUnexported(Row{})) {
			t.Errorf("site/validation.json has\n%+v, this program computes\n%+v: oncall validate --format json writes it anew", k, row)
		}
		systems[row.Part]++
	}
	if len(systems) != 5 {
		t.Errorf("compared %v, want rows of five systems", systems)
	}
	for _, k := range kept.Rows {
		if k.Verdict == Outside {
			t.Errorf("an exact formula lies outside: %+v", k)
		}
	}
}

func TestCSV(t *testing.T) {
	lines, err := csv.NewReader(strings.NewReader(quick().CSV())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 1+len(quick().Rows) {
		t.Errorf("%d lines for %d rows", len(lines), len(quick().Rows))
	}
}

// english returns the page's words.
func english(t *testing.T) Words {
	t.Helper()
	texts, err := site.Texts("en")
	if err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(texts, func(key, _ string) bool { return !strings.HasPrefix(key, "validate.") })
	return texts
}

// marked are words that show their own keys, so that a missing or a left-over
// one is seen.
func marked(t *testing.T) Words {
	t.Helper()
	w := english(t)
	for key := range w {
		w[key] = "<" + strings.TrimPrefix(key, "validate.") + ">"
	}
	return w
}

func TestFigures(t *testing.T) {
	figures := quick().Figures(marked(t), chart.ReportPalette(false), 720)
	if len(figures) != 7 {
		t.Errorf("%d figures, want 7", len(figures))
	}
	for _, f := range figures {
		points, decoder := 0, xml.NewDecoder(strings.NewReader(f.SVG))
		for {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			element, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			if element.Name.Local == "circle" {
				points++
			}
			for _, a := range element.Attr {
				if a.Name.Local == "style" || strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("%s: %s has %s=%q", f.Name, element.Name.Local, a.Name.Local, a.Value)
				}
			}
		}
		// One circle is the legend's.
		if points < 3 && f.Name != "failed" {
			t.Errorf("%s shows %d points", f.Name, points)
		}
	}
	if empty := (&Report{}).Figures(Words{}, chart.ReportPalette(false), 720); empty != nil {
		t.Error("a report without rows has figures")
	}
}

func TestWordsAreCompleteAndUsed(t *testing.T) {
	var shown strings.Builder
	shown.WriteString(quick().Markdown(marked(t)))
	for _, f := range quick().Figures(marked(t), chart.ReportPalette(false), 720) {
		shown.WriteString(strings.NewReplacer("&lt;", "<", "&gt;", ">").Replace(f.SVG))
	}
	text := shown.String()
	for key := range english(t) {
		key = strings.TrimPrefix(key, "validate.")
		// A good report shows no verdict of a bad one.
		if !strings.Contains(text, "<"+key+">") && !strings.HasPrefix(key, "verdict.") {
			t.Errorf("nothing shows the text %q", key)
		}
	}
	if missing := regexp.MustCompile(`[^<a-z_](part|quantity|claim|verdict|column|figure|axis|series)\.[a-z_]+`).FindString(text); missing != "" {
		t.Errorf("there is no text for %q", missing[1:])
	}
}
