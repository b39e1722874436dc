package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// silent takes the failures of a page that is meant to fail.
type silent struct {
	*testing.T
	errors *[]string
}

func (s silent) Errorf(format string, args ...any) {
	*s.errors = append(*s.errors, fmt.Sprintf(format, args...))
}
func (s silent) Failed() bool { return false }

// A journey that passes says that the page did nothing wrong on the side. This one does everything.
func TestDriverSeesProblems(t *testing.T) {
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, `<!doctype html><meta http-equiv="Content-Security-Policy" content="script-src 'self'"><link rel=icon href="data:,">
				<script>inline()</script><script src="page.js"></script><img src="missing.png"><img src="%s/pixel.png">`, other.URL)
		case "/page.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, `console.error("on the console"); Promise.reject(new Error("in a promise")); setTimeout(() => { document.title = "ready"; throw new Error("uncaught"); });`)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	var found []string
	t.Run("page", func(t *testing.T) {
		page := chrome.Open(silent{t, &found}, Laptop)
		page.Go(server.URL + "/")
		page.Wait("document.title === 'ready'")
		page.Allow("missing.png")
	})
	all := strings.Join(found, "\n")
	for _, want := range []string{"on the console", "in a promise", "uncaught", "Content Security Policy", "another host: " + other.URL + "/pixel.png"} {
		if !strings.Contains(all, want) {
			t.Errorf("nobody noticed %q in:\n%s", want, all)
		}
	}
	if strings.Contains(all, "missing.png") {
		t.Errorf("an allowed problem was reported:\n%s", all)
	}
}

func TestDriverPresses(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><meta name=viewport content="width=device-width"><link rel=icon href="data:,"><body style="margin:0">
			<button data-command="step" hidden>not this one</button>
			<div style="height:3000px"></div>
			<button role="tab" aria-controls="two" aria-selected="false" onclick="document.getElementById('two').hidden=false">Two</button>
			<div role="tabpanel" id="two" hidden><button data-control="rollback" onpointerdown="this.dataset.by=event.pointerType" onclick="document.title='rolled back by '+this.dataset.by">Roll back</button></div>
			<input type="range" min="0" max="100" step="5" data-control="ttl" oninput="this.dataset.in=this.value" onchange="this.dataset.out=this.value">
			<div style="height:3000px"></div>`)
	}))
	defer server.Close()
	for _, test := range []struct {
		view View
		by   string
	}{{Laptop, "mouse"}, {Phone, "touch"}} {
		page := chrome.Open(t, test.view)
		page.Go(server.URL)
		page.Control("rollback")
		page.Wait("document.title === 'rolled back by " + test.by + "'")
		page.SetControl("ttl", 45)
		page.Wait("document.querySelector('input').dataset.in === '45' && document.querySelector('input').dataset.out === '45'")
		if got := Eval[int64](page, "innerWidth"); got != test.view.Width {
			t.Errorf("the window is %d px wide, want %d", got, test.view.Width)
		}
		if got := Eval[float64](page, "devicePixelRatio"); got != test.view.Scale {
			t.Errorf("the device pixel ratio is %v, want %v", got, test.view.Scale)
		}
	}
}
