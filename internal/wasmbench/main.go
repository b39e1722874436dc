// Command wasmbench runs the benchmarks of packages as wasm in a headless Chromium, which is where
// they will run for players. Its arguments are packages; it prints what `go test -bench` prints.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"oncall/internal/e2e"
)

// page runs the test program and keeps its exit code.
//
//go:embed page.html
var page []byte

type flags struct {
	Bench    string        `default:"." help:"Benchmarks to run, a regular expression."`
	Time     time.Duration `default:"1s" help:"How long each benchmark runs."`
	Timeout  time.Duration `default:"10m" help:"Longest time for one package."`
	Baseline bool          `help:"Compare the service world with the same model in plain JavaScript, instead."`
	Packages []string      `arg:"" optional:"" help:"Packages whose benchmarks to run."`
}

func main() {
	var f flags
	parsed := kong.Parse(&f, kong.Name("wasmbench"), kong.Description("Runs Go benchmarks in a browser."))
	parsed.FatalIfErrorf(f.run(os.Stdout))
}

func (f flags) run(out io.Writer) error {
	temp, err := os.MkdirTemp("", "oncall-bench-")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer os.RemoveAll(temp)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("ask go for its root: %w", err)
	}
	loader := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	browser, err := e2e.Launch(context.Background())
	if err != nil {
		return err
	}
	defer browser.Close()
	if f.Baseline {
		return f.compare(browser, loader, temp, out)
	}
	for _, pkg := range f.Packages {
		name, err := compile(pkg, temp)
		if err != nil {
			return err
		}
		if name == "" {
			continue
		}
		if err := f.measure(browser, pkg, name, loader, out); err != nil {
			return fmt.Errorf("%s: %w", pkg, err)
		}
	}
	return nil
}

// hasBenchmark finds a benchmark in Go source.
var hasBenchmark = regexp.MustCompile(`(?m)^func Benchmark\w*\(`)

// compile builds a package's tests for the browser and returns the file's path, empty when the
// package has no benchmarks.
func compile(pkg, temp string) (string, error) {
	env := append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	list := exec.Command("go", "list", "-f", `{{range .TestGoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}{{range .XTestGoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}`, pkg)
	list.Env = env
	files, err := list.Output()
	if err != nil {
		return "", fmt.Errorf("list the tests of %s: %w", pkg, err)
	}
	found := false
	for file := range strings.FieldsSeq(string(files)) {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", fmt.Errorf("read a test: %w", err)
		}
		found = found || hasBenchmark.Match(text)
	}
	if !found {
		return "", nil
	}
	name := filepath.Join(temp, strings.ReplaceAll(strings.Trim(pkg, "./"), "/", "-")+".wasm")
	build := exec.Command("go", "test", "-c", "-o", name, pkg)
	build.Env = env
	if said, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the tests of %s: %w\n%s", pkg, err, said)
	}
	return name, nil
}

// measure runs a compiled test program in a tab of its own.
func (f flags) measure(browser *e2e.Browser, pkg, name, loader string, out io.Writer) error {
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write(page)
	})
	mux.HandleFunc("/wasm_exec.js", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, loader) })
	mux.HandleFunc("/test.wasm", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/wasm")
		http.ServeFile(w, r, name)
	})
	server := httptest.NewServer(isolated(mux))
	defer server.Close()

	fmt.Fprintln(out, "pkg:", pkg)
	var said transcript
	ctx, cancel := browser.Tab(chromedp.WithListener(said.listen(out)))
	defer cancel()
	address := fmt.Sprintf("%s/?-test.run=^$&-test.bench=%s&-test.benchtime=%s", server.URL, url.PathEscape(f.Bench), f.Time)
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
		return fmt.Errorf("open the page: %w", err)
	}
	poll := chromedp.Poll[string]("document.title", chromedp.WithPollingInterval(200*time.Millisecond), chromedp.WithPollingTimeout(f.Timeout))
	title, err := chromedp.Run(ctx, poll)
	if err != nil {
		return fmt.Errorf("wait for the end: %w", err)
	}
	if title != "exit 0" {
		return fmt.Errorf("the tests ended with %q:\n%s", title, said.text())
	}
	return nil
}

// isolated lets pages have an exact clock, which browsers give to those only that no other site can
// look into.
func isolated(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
		w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		next.ServeHTTP(w, r)
	})
}

// transcript keeps what a test program said, for when it fails.
type transcript struct {
	mu    sync.Mutex
	lines []string
}

// listen returns a listener that prints the results as they come.
func (s *transcript) listen(out io.Writer) func(any) {
	return func(event any) {
		e, ok := event.(*runtime.EventConsoleAPICalled)
		if !ok {
			return
		}
		for _, arg := range e.Args {
			var line string
			if err := json.Unmarshal(arg.Value, &line); err != nil {
				line = string(arg.Value)
			}
			s.mu.Lock()
			s.lines = append(s.lines, line)
			s.mu.Unlock()
			if strings.HasPrefix(line, "Benchmark") {
				fmt.Fprintln(out, line)
			}
		}
	}
}

func (s *transcript) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.lines, "\n")
}
