package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os/exec"
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
	sweepPackage    = "./internal/sweep"
	sweepBenchmarks = "^BenchmarkSweep(One|Two)Workers?$"
	// measured is the scenario whose minutes are counted; the benchmarks have the same one.
	measured = "viral-surge"
	// rounds is how often each is measured in turn: the machine's mood changes, and so must not
	// change one of them only.
	rounds = 3
	// settled is the least time for which shifts are measured: so long the browser's compiler may take
	// to optimize what it has translated in a hurry.
	settled = 4 * time.Second
	// tolerance is how far a reading of the baseline may be off, relative to its size or to 1e-3
	// where it is smaller: the functions of Math have other last bits, and queues amplify them.
	tolerance = 1e-9
)

// compare checks that the baseline computes the same shifts, then measures it beside the service
// world and sweeps of it, natively and in wasm, and prints what came of it as ratios.
func (f flags) compare(browser *e2e.Browser, loader, temp string, out io.Writer) error {
	shifts, err := compile(servicePackage, temp)
	if err != nil {
		return err
	}
	sweeps, err := compile(sweepPackage, temp)
	if err != nil {
		return err
	}
	server := httptest.NewServer(isolated(http.HandlerFunc(serveBaseline)))
	defer server.Close()
	page := baselinePage{browser: browser, address: server.URL}
	if err := page.check(); err != nil {
		return fmt.Errorf("the baseline computes something else: %w", err)
	}
	best, long := results{}, max(f.Time, settled)
	for range rounds {
		speed, err := page.measure(long.Seconds())
		if err != nil {
			return err
		}
		best.keep(inScript, speed)
		f.Bench, f.Time = shiftBenchmarks, long
		if err := f.both(browser, servicePackage, shifts, loader, best); err != nil {
			return err
		}
		f.Bench, f.Time = sweepBenchmarks, time.Second
		if err := f.both(browser, sweepPackage, sweeps, loader, best); err != nil {
			return err
		}
	}
	return best.print(out)
}

// both runs a package's benchmarks natively and in wasm.
func (f flags) both(browser *e2e.Browser, pkg, wasm, loader string, best results) error {
	said, err := exec.Command("go", "test", "-run", "^$", "-bench", f.Bench, "-benchtime", f.Time.String(), pkg).CombinedOutput()
	if err != nil {
		return fmt.Errorf("measure natively: %w\n%s", err, said)
	}
	best.read("native", string(said))
	var inBrowser strings.Builder
	if err := f.measure(browser, pkg, wasm, loader, &inBrowser); err != nil {
		return err
	}
	best.read("wasm", inBrowser.String())
	return nil
}

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
