package e2e

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"oncall/internal/sitebuild"
)

// otherSite serves a page of another site with a frame in it, and returns its address. The name
// localhost makes it another site to the browser than the numbers that the embed is served from.
func otherSite(t *testing.T, src, sandbox string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A postmortem</title><p>What happened:
			<iframe src="%s" width="480" height="360" style="border:0" title="On Call"%s></iframe>`, html.EscapeString(src), sandbox)
	}))
	t.Cleanup(server.Close)
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return "http://localhost:" + address.Port() + "/"
}

// opened serves the site as hosts do whose files any page may read. A sandboxed frame has an origin
// of its own, so that without this not even its own files come to it.
func opened(t *testing.T) string {
	t.Helper()
	site := folder(t, dist)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		site.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// In a page of somebody else, also where it is sandboxed, a shift replays in 480 x 360: the stage,
// the charts and the scrubber, with nothing to set, and a way to the full page.
func TestEmbed(t *testing.T) {
	link := linkOf(t, "bad-deploy", 7, did{13, "rollback", 1})
	judge := judged(t, link)
	for _, test := range []struct {
		name, sandbox string
		site          func(t *testing.T) string
	}{
		{"plain", "", func(t *testing.T) string { return serve(t, sitebuild.Host{}) }},
		{"sandboxed", ` sandbox="allow-scripts"`, opened},
	} {
		t.Run(test.name, func(t *testing.T) {
			address := test.site(t)
			page := chrome.Open(t, Laptop)
			page.Allow("request to another host: " + address)
			page.Go(otherSite(t, address+link+"&t=20&embed=1", test.sandbox))
			frame := page.Frame(address)
			frame.WaitState("replay")
			frame.Wait("document.body.dataset.stage === 'ready'")
			if test.sandbox != "" && !Eval[bool](frame, "(() => { try { localStorage; return false } catch { return true } })()") {
				t.Error("the sandboxed frame has a storage: this tests nothing")
			}
			if got := Eval[[2]int](frame, "[innerWidth, innerHeight]"); got != [2]int{480, 360} {
				t.Fatalf("the frame is %v, want 480 x 360", got)
			}
			for _, side := range []string{"Width", "Height"} {
				if got := Eval[int](frame, "document.documentElement.scroll"+side+" - inner"+side); got != 0 {
					t.Errorf("the page in the frame is %d px larger than its frame: %s", got, side)
				}
			}
			if got := frame.Body("digest"); got != judge.Digest {
				t.Errorf("digest %q, want %s", got, judge.Digest)
			}
			isRow(t, Eval[map[string]string](frame, shownRow), judge.Rows[20])
			isRow(t, frame.jump(64), judge.Rows[64])
			frame.embedded(t, address+link)
			Eval[bool](frame, "document.querySelector('[data-command=play]').click() ?? true")
			frame.Wait("document.getElementById('clock').dataset.minute > 64")
		})
	}
}

// embedded checks what is in sight of a shift in a frame, and what is not.
func (p *Page) embedded(t *testing.T, full string) {
	t.Helper()
	seen := func(selector string) []string {
		return Eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll(%s)].filter((e) => {
  const box = e.getBoundingClientRect();
  return e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box.width > 0 && box.bottom > 0 && box.top < innerHeight;
}).map((e) => e.cloneNode(false).outerHTML)`, quoted(selector)))
	}
	if found := seen("[data-control], [data-command=takeover], [data-command=share], [role=tab]"); len(found) > 0 {
		t.Errorf("the embed has controls: %s", strings.Join(found, "\n"))
	}
	for _, selector := range []string{"#stage", "#chart svg", "input[type=range]", "[data-command=play]", "[data-reading=budget]"} {
		if len(seen(selector)) == 0 {
			t.Errorf("the embed does not show %s", selector)
		}
	}
	links := Eval[[]string](p, "[...document.querySelectorAll('a[href][target=_blank]')].filter((e) => e.checkVisibility()).map((e) => e.href)")
	if len(links) != 1 || strings.Contains(links[0], "embed=") || !strings.HasPrefix(links[0], full) {
		t.Errorf("the embed links to %q, want %s", links, full)
	}
}
