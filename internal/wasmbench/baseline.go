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
	"regexp"
	"slices"
	"strconv"
	"strings"

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
	servicePackage = "./internal/service"
	shiftBenchmark = "^BenchmarkShift$"
	// measured is the scenario whose minutes are counted; BenchmarkShift has the same one.
	measured = "viral-surge"
	// rounds is how often each of the three is measured in turn: the machine's mood changes, and so
	// must not change one of them only.
	rounds = 5
	// tolerance is how far a reading of the baseline may be off, relative to its size or to 1e-3
	// where it is smaller: the functions of Math have other last bits, and queues amplify them.
	tolerance = 1e-9
)

// compare checks that the baseline computes the same shifts, then measures it beside the service
// world natively and in wasm, and prints the medians and their ratios.
func (f flags) compare(browser *e2e.Browser, loader, temp string, out io.Writer) error {
	name, err := compile(servicePackage, temp)
	if err != nil {
		return err
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/baseline.js" {
			w.Header().Set("Content-Type", "text/javascript")
			w.Write(baseline)
		}
	}))
	defer server.Close()
	page := baselinePage{browser: browser, address: server.URL}
	if err := page.check(); err != nil {
		return fmt.Errorf("the baseline computes something else: %w", err)
	}
	var native, script, wasm []float64
	f.Bench = shiftBenchmark
	for range rounds {
		speed, err := f.native()
		if err != nil {
			return err
		}
		native = append(native, speed)
		if speed, err = page.measure(f.Time.Seconds()); err != nil {
			return err
		}
		script = append(script, speed)
		var said strings.Builder
		if err := f.measure(browser, servicePackage, name, loader, &said); err != nil {
			return err
		}
		if speed, err = minutesPerSecond(said.String()); err != nil {
			return err
		}
		wasm = append(wasm, speed)
	}
	js := median(script)
	for _, row := range []struct {
		name  string
		speed float64
	}{{"JavaScript", js}, {"native", median(native)}, {"wasm", median(wasm)}} {
		fmt.Fprintf(out, "%-12s %9.0f minutes/s   %.2f times JavaScript\n", row.name, row.speed, row.speed/js)
	}
	return nil
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	return values[len(values)/2]
}

// native runs the benchmark on this machine's processor.
func (f flags) native() (float64, error) {
	said, err := exec.Command("go", "test", "-run", "^$", "-bench", f.Bench, "-benchtime", f.Time.String(), servicePackage).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("measure natively: %w\n%s", err, said)
	}
	return minutesPerSecond(string(said))
}

var speedOf = regexp.MustCompile(`BenchmarkShift.*?([0-9.e+]+) minutes/s`)

// minutesPerSecond finds the benchmark's speed in what it printed.
func minutesPerSecond(said string) (float64, error) {
	match := speedOf.FindStringSubmatch(said)
	if match == nil {
		return 0, fmt.Errorf("no speed in %q", said)
	}
	return strconv.ParseFloat(match[1], 64)
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
