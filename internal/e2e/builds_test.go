package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"oncall/internal/scenario"
	"oncall/internal/sitebuild"
)

// otherBuild builds the site again beside the one that all journeys use: with
// other texts, and with an engine of the tags where there are any. Programs that
// are the same are not compiled again.
func otherBuild(t *testing.T, out, tags string, model int, change func(texts map[string]string)) {
	t.Helper()
	options, err := sitebuild.Project(context.Background(), out)
	if err != nil {
		t.Fatal(err)
	}
	for i := range options.Programs {
		p := &options.Programs[i]
		if tags != "" && p.Name == "engine.wasm" {
			p.Tags += "," + tags
			continue
		}
		base := strings.TrimSuffix(p.Name, ".wasm")
		found, err := filepath.Glob(filepath.Join(dist, base+".*.wasm"))
		if err != nil || len(found) != 1 {
			t.Fatalf("%s in the site: %v %v", p.Name, found, err)
		}
		if p.Code, err = os.ReadFile(found[0]); err != nil {
			t.Fatal(err)
		}
	}
	options.Models[scenario.WorldService] = model
	if change != nil {
		site := filepath.Join(t.TempDir(), "site")
		if err := os.CopyFS(site, os.DirFS(options.Site)); err != nil {
			t.Fatal(err)
		}
		options.Site = site
		changeTexts(t, filepath.Join(site, "locale", "en.json"), change)
	}
	if _, err := sitebuild.Build(context.Background(), options); err != nil {
		t.Fatal(err)
	}
}

func changeTexts(t *testing.T, path string, change func(map[string]string)) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]string
	if err := json.Unmarshal(data, &texts); err != nil {
		t.Fatal(err)
	}
	change(texts)
	if data, err = json.Marshal(texts); err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// folder serves a built site from a folder.
func folder(t *testing.T, dir string) http.Handler {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return sitebuild.Handler(root, sitebuild.Host{})
}

// Two builds side by side: the site has gone on to the next model and keeps the
// old build under m1/. A link of either model plays in its own build, from
// wherever it is opened; a link of a model that nobody kept says so.
func TestLinksOfOtherModelsGoToTheirBuild(t *testing.T) {
	site := filepath.Join(t.TempDir(), "site")
	otherBuild(t, site, "nextmodel", 2, nil)
	if err := os.CopyFS(filepath.Join(site, "m1"), os.DirFS(dist)); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(folder(t, site))
	t.Cleanup(server.Close)
	old := strings.TrimSpace(oncall(t, "link", "bad-deploy", "--seed", "7"))
	digest := judged(t, old).Digest

	page := chrome.Open(t, Laptop)
	page.Go(server.URL + "/" + old + "&t=5")
	page.WaitState("replay")
	if got := Eval[string](page, "location.pathname + location.hash"); got != "/m1/"+old+"&t=5" {
		t.Errorf("the link of model 1 plays at %s", got)
	}
	if got := page.Body("digest"); got != digest {
		t.Errorf("digest %s, want %s", got, digest)
	}

	player := chrome.Open(t, Laptop)
	player.Go(server.URL + "/" + badDeploy)
	player.Start()
	player.StepTo(3)
	link := player.share()
	_, fragment, _ := strings.Cut(link, "#")
	page.Go(server.URL + "/m1/#" + fragment)
	page.WaitState("replay")
	if got := Eval[string](page, "location.pathname"); got != "/" {
		t.Errorf("the link of model 2 plays at %s", got)
	}

	// Where two worlds need a folder of the same number, the name says whose it is.
	if err := os.Rename(filepath.Join(site, "m1"), filepath.Join(site, "m1-service")); err != nil {
		t.Fatal(err)
	}
	page.Allow("build.json")
	page.Go(server.URL + "/" + old + "&t=6")
	page.WaitState("replay")
	if got := Eval[string](page, "location.pathname"); got != "/m1-service/" {
		t.Errorf("the link of the service's model 1 plays at %s", got)
	}

	if err := os.RemoveAll(filepath.Join(site, "m1-service")); err != nil {
		t.Fatal(err)
	}
	page.Go(server.URL + "/" + old)
	page.WaitState("error")
	if text := Eval[string](page, "document.getElementById('error-text').innerText"); !strings.Contains(text, "model 1") {
		t.Errorf("the page says %q, and does not name model 1", text)
	}
}

// The host goes on to another build while pages are open. What a visitor sees is
// one build or the other, never parts of both: the old one until they take the
// new one, offline too.
func TestOfflineAndANewBuild(t *testing.T) {
	next := filepath.Join(t.TempDir(), "next")
	otherBuild(t, next, "", 1, func(texts map[string]string) {
		for key, text := range texts {
			texts[key] = text + "\u200a" // every text of the new build has a mark that nobody sees
		}
	})
	var host atomic.Value
	down := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// A connection that breaks is what a browser without a network has.
		if connection, _, err := w.(http.Hijacker).Hijack(); err == nil {
			connection.Close()
		}
	})
	type current struct{ http.Handler }
	host.Store(current{folder(t, dist)})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host.Load().(current).ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)

	page := chrome.Open(t, Laptop)
	page.Go(server.URL + "/" + badDeploy)
	page.WaitState("briefing")
	page.Wait("document.body.dataset.stage === 'ready'")
	page.Wait("navigator.serviceWorker.controller?.state === 'activated'")

	host.Store(current{down})
	page.Go(server.URL + "/" + badDeploy)
	page.Start()
	page.StepTo(12)
	page.Control("rollback")
	page.StepToEnd()
	want := judged(t, strings.TrimSpace(oncall(t, "link", "bad-deploy", "--seed", "7", "--actions", rollbackFile(t)))).Digest
	if got := page.Body("digest"); got != want {
		t.Errorf("offline, the shift has the digest %s, want %s", got, want)
	}
	page.Wait("document.body.dataset.stage === 'ready'")

	marked := `[...document.querySelectorAll("[data-text]")].filter((e) => e.textContent.trim() && e.textContent.endsWith("\u200a")).length`
	texts := `[...document.querySelectorAll("[data-text]")].filter((e) => e.textContent.trim()).length`
	host.Store(current{folder(t, next)})
	page.Go(server.URL + "/" + badDeploy)
	page.WaitState("briefing")
	if n := Eval[int](page, marked); n != 0 {
		t.Errorf("%d texts of the new build in the old page", n)
	}
	page.Wait("document.querySelector('[data-command=update]')?.checkVisibility()")
	if n := Eval[int](page, marked); n != 0 {
		t.Errorf("%d texts of the new build in the old page, which waits", n)
	}
	page.Command("update")
	page.Wait(fmt.Sprintf("document.body?.dataset.state === 'briefing' && %s > 0", marked))
	if n, all := Eval[int](page, marked), Eval[int](page, texts); n != all {
		t.Errorf("%d of %d texts are the new build's", n, all)
	}
}

// rollbackFile is an actions file that rolls back at minute 13.
func rollbackFile(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "actions.json")
	if err := os.WriteFile(name, []byte(`[{"minute": 13, "control": "rollback", "value": 1}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
