package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/chromedp"

	"oncall/internal/e2e"
	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/shift"
	"oncall/scenarios"
)

// baseline is the service model in plain JavaScript.
//
//go:embed baseline.js
var baseline []byte

const (
	servicePackage  = "./internal/service"
	shiftBenchmarks = "^BenchmarkShift"
	// measured is the scenario whose minutes are counted; the benchmarks have the same one.
	measured = "viral-surge"
	// rounds is how often each is measured in turn: the machine's mood changes, and so must not
	// change one of them only.
	rounds = 3
	// settled is the least time for which each is measured: so long the browser's compiler may take
	// to optimize what it has translated in a hurry.
	settled = 4 * time.Second
	// tolerance is how far a reading of the baseline may be off, relative to its size or to 1e-3
	// where it is smaller: the functions of Math have other last bits, and queues amplify them.
	tolerance = 1e-9
)

// compare checks that the baseline computes the same shifts, then measures it beside the service
// world natively and in wasm, and prints the highest speeds and their ratios.
func (f flags) compare(browser *e2e.Browser, loader, temp string, out io.Writer) error {
	name, err := compile(servicePackage, temp)
	if err != nil {
		return err
	}
	server := httptest.NewServer(isolated(http.HandlerFunc(serveBaseline)))
	defer server.Close()
	page := baselinePage{browser: browser, address: server.URL}
	if err := page.check(); err != nil {
		return fmt.Errorf("the baseline computes something else: %w", err)
	}
	f.Bench, f.Time = shiftBenchmarks, max(f.Time, settled)
	fastest := map[string]float64{}
	for range rounds {
		speed, err := page.measure(f.Time.Seconds())
		if err != nil {
			return err
		}
		fastest[inScript] = max(fastest[inScript], speed)
		said, err := f.native()
		if err != nil {
			return err
		}
		keepFastest(fastest, "native", said)
		var inBrowser strings.Builder
		if err := f.measure(browser, servicePackage, name, loader, &inBrowser); err != nil {
			return err
		}
		keepFastest(fastest, "wasm", inBrowser.String())
	}
	if len(fastest) != 5 {
		return fmt.Errorf("speeds %v, want five", fastest)
	}
	for _, what := range slices.Sorted(maps.Keys(fastest)) {
		fmt.Fprintf(out, "%-30s %9.0f minutes/s   %.2f times JavaScript\n", what, fastest[what], fastest[what]/fastest[inScript])
	}
	return nil
}

const inScript = "JavaScript"

// serveBaseline serves the baseline and an empty page to run it on.
func serveBaseline(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/baseline.js" {
		w.Header().Set("Content-Type", "text/javascript")
		w.Write(baseline)
		return
	}
	w.Header().Set("Content-Type", "text/html")
	io.WriteString(w, "<!doctype html>")
}

// native runs the benchmarks on this machine's processor and returns what they print.
func (f flags) native() (string, error) {
	said, err := exec.Command("go", "test", "-run", "^$", "-bench", f.Bench, "-benchtime", f.Time.String(), servicePackage).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("measure natively: %w\n%s", err, said)
	}
	return string(said), nil
}

var speedOf = regexp.MustCompile(`Benchmark(Shift\w*).*?([0-9.e+]+) minutes/s`)

// keepFastest keeps the speeds of the benchmarks that are higher than before.
func keepFastest(fastest map[string]float64, where, said string) {
	for _, match := range speedOf.FindAllStringSubmatch(said, -1) {
		if speed, err := strconv.ParseFloat(match[2], 64); err == nil {
			what := where + " " + match[1]
			fastest[what] = max(fastest[what], speed)
		}
	}
}

// baselinePage calls the baseline in a tab.
type baselinePage struct {
	browser *e2e.Browser
	address string
}

// call imports the baseline, evaluates an expression that names it b, and decodes what it gives.
func (p baselinePage) call(expression string, into any) error {
	ctx, cancel := p.browser.Tab()
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(p.address)); err != nil {
		return fmt.Errorf("open the page: %w", err)
	}
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`import("/baseline.js").then((b) => JSON.stringify(`+expression+`))`, chromedp.EvalAwaitPromise))
	if err != nil {
		return fmt.Errorf("evaluate the baseline: %w", err)
	}
	return json.Unmarshal([]byte(text), into)
}

func (p baselinePage) measure(seconds float64) (speed float64, err error) {
	sc, err := scenarios.Find(measured)
	if err != nil {
		return 0, err
	}
	return speed, p.call(fmt.Sprintf("b.measure(%s, %g)", describe(sc), seconds), &speed)
}

// check compares every reading of every minute in every scenario of the service world.
func (p baselinePage) check() error {
	all, err := scenarios.All()
	if err != nil {
		return err
	}
	compared := 0
	for _, sc := range all {
		if sc.World != scenario.WorldService {
			continue
		}
		for _, seed := range []uint32{1, 17, 4294967295} {
			s, err := shift.New(sc, seed, nil)
			if err == nil {
				err = s.Run(nil, s.Steps())
			}
			if err != nil {
				return err
			}
			var rows []float64
			if err := p.call(fmt.Sprintf("b.rows(%s, %d)", describe(sc), seed), &rows); err != nil {
				return err
			}
			if err := agree(s, rows); err != nil {
				return fmt.Errorf("%s, seed %d: %w", sc.ID, seed, err)
			}
			compared++
		}
	}
	if compared == 0 {
		return errors.New("nothing was compared")
	}
	return nil
}

func agree(s *shift.Shift, rows []float64) error {
	want := s.Rows()
	if len(rows) != len(want) {
		return fmt.Errorf("%d readings, want %d", len(rows), len(want))
	}
	for i, w := range want {
		if math.Abs(rows[i]-w) > tolerance*max(1e-3, math.Abs(w)) {
			return fmt.Errorf("minute %d: %s is %v, want %v", i/service.ColumnCount, s.Readings()[i%service.ColumnCount].Code, rows[i], w)
		}
	}
	return nil
}

// describe returns a scenario as the baseline takes it.
func describe(sc *scenario.Scenario) string {
	p := sc.Service
	constants := map[string]float64{}
	for _, f := range service.Fields() {
		constants[f.ID] = *f.At(&p)
	}
	type deploy struct {
		Minute         int `json:"minute"`
		RolloutMinutes int `json:"rollout_minutes"`
	}
	type rule struct {
		Burn         float64 `json:"burn"`
		LongMinutes  int     `json:"long_minutes"`
		ShortMinutes int     `json:"short_minutes"`
	}
	described := struct {
		Constants map[string]float64 `json:"constants"`
		Surge     bool               `json:"surge"`
		Deploys   []deploy           `json:"deploys"`
		Flushes   []int              `json:"flushes"`
		Rules     []rule             `json:"rules"`
	}{constants, p.HasSurge, []deploy{}, append([]int{}, p.Flushes...), []rule{}}
	for _, d := range p.Deploys {
		described.Deploys = append(described.Deploys, deploy(d))
	}
	for _, r := range p.Rules {
		described.Rules = append(described.Rules, rule{r.Burn, r.LongMinutes, r.ShortMinutes})
	}
	text, err := json.Marshal(described)
	if err != nil {
		panic(err) // numbers that have passed their checks
	}
	return string(text)
}
