package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"oncall/internal/sitebuild"
)

// describe opens the form of a service of one's own from the lobby.
func (p *Page) describe() {
	p.r.Helper()
	p.WaitState("briefing")
	p.Press("#own-entry")
	p.Wait("document.getElementById('own')?.open")
}

// own is a field of the form, its group open.
func (p *Page) own(name string) string {
	p.r.Helper()
	selector := fmt.Sprintf("[data-own=%q]", name)
	Eval[bool](p, fmt.Sprintf("(() => { for (let g = document.querySelector(%s).closest('details'); g; g = g.parentElement.closest('details')) g.open = true; return true; })()", quoted(selector)))
	return selector
}

// enter writes into a field of the form and leaves it.
func (p *Page) enter(name, text string) {
	p.r.Helper()
	p.Press(p.own(name))
	p.write(text)
	p.Key(kb.Tab)
}

// playOwn plays what is in the form up to its briefing.
func (p *Page) playOwn() {
	p.r.Helper()
	p.Press("#own-play")
	p.Wait("!document.getElementById('own')")
	p.WaitState("briefing")
}

// draft is what the browser keeps of the form, as JSON with sorted keys.
func (p *Page) draft() string {
	p.r.Helper()
	return Eval[string](p, `(() => {
  const { own } = JSON.parse(localStorage.getItem("oncall.own"));
  return JSON.stringify({ ...own, constants: Object.fromEntries(Object.entries(own.constants).sort()) });
})()`)
}

// wrong is what the form says at a field.
func (p *Page) wrong(name string) string {
	p.r.Helper()
	return Eval[string](p, fmt.Sprintf(`(() => {
  const field = document.querySelector('[data-own=%q]');
  const said = field.getAttribute("aria-describedby").split(" ").map((id) => document.getElementById(id)).find((e) => e.classList.contains("wrong"));
  return (field.getAttribute("aria-invalid") === "true") === (said.textContent !== "") ? said.textContent : "aria-invalid does not say the same";
})()`, name))
}

// file writes a file for the page to open.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// replayed opens a link in another browser, and compares what comes out of it with the command line.
func replayed(t *testing.T, link string) *Page {
	t.Helper()
	judge := judged(t, link)
	viewer := chrome.Open(t, Laptop)
	viewer.Go(link)
	viewer.WaitState("replay")
	if got := viewer.Body("digest"); got != judge.Digest {
		t.Errorf("the link replays as %q, the command line computes %s", got, judge.Digest)
	}
	isRow(t, viewer.jump(20), judge.Rows[20])
	return viewer
}

// A service is described with the keyboard alone, played, and shared; whoever opens the link sees the
// same bits, plays the same service again, and takes it into the form.
func TestOwnServiceByKeyboard(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	page.WaitState("briefing")
	page.TabTo("#own-entry")
	page.Key(kb.Enter)
	page.Wait("document.getElementById('own')?.open")
	page.TabTo("[data-own=title]")
	page.Key("Checkout")
	page.TabTo("[data-own=base_per_second]")
	page.write("1200")
	page.TabTo("[data-own=boot_minutes]")
	page.write("6")
	page.TabTo("[data-own=deploys-0-at]")
	page.write("0915")
	page.TabTo("[data-own-add=flushes]")
	page.Key(kb.Enter)
	page.Wait("document.activeElement.matches('[data-own=flushes-0-at]')")
	page.write("09:40")
	page.TabTo("[data-group=cache] summary")
	page.Key(kb.Enter)
	page.TabTo("[data-own=refill_minutes]")
	page.write("12.5")
	page.TabTo("#own-play")
	page.Key(kb.Enter)
	page.Wait("document.activeElement.id === 'start'")
	if got := Eval[string](page, "document.getElementById('briefing-title').innerText"); got != "Checkout" {
		t.Errorf("the briefing is about %q, want Checkout", got)
	}
	page.Start()
	page.Rush(1440)
	digest := page.Body("digest")
	link := page.share()
	judge := judged(t, link)
	if judge.Digest != digest {
		t.Errorf("the page computed %s, the command line %s", digest, judge.Digest)
	}
	if before, after := judge.Rows[14]["bad"], judge.Rows[18]["bad"]; before != 0 || after == 0 {
		t.Errorf("%g of the traffic is on the bad build at 09:14 and %g at 09:18, want none and some", before, after)
	}
	if before, after := judge.Rows[39]["warm"], judge.Rows[40]["warm"]; before < 0.9 || after > 0.1 {
		t.Errorf("%g of the cache is warm at 09:39 and %g at 09:40, want a flush", before, after)
	}

	viewer := replayed(t, link)
	viewer.Command("takeover")
	viewer.WaitState("paused")
	viewer.Rush(1440)
	viewer.Command("restart")
	viewer.WaitState("briefing")
	if got := Eval[string](viewer, "document.getElementById('briefing-title').innerText"); got != "Checkout" {
		t.Errorf("again plays %q, want Checkout", got)
	}
	viewer.Reload()
	viewer.Start()
	viewer.Rush(1440)
	if got := viewer.Body("digest"); got != digest {
		t.Errorf("played again it comes to %s, want %s", got, digest)
	}
	viewer.Press("#debrief [data-command=own-edit]")
	viewer.Wait("document.getElementById('own')?.open")
	for name, want := range map[string]string{"title": "Checkout", "base_per_second": "1200", "deploys-0-at": "09:15", "flushes-0-at": "09:40", "refill_minutes": "12.5"} {
		if got := Eval[string](viewer, fmt.Sprintf("document.querySelector('[data-own=%q]').value", name)); got != want {
			t.Errorf("the form has %s %q, want %q", name, got, want)
		}
	}
}

// What is typed is kept: a reload loses neither the form nor the service that is played, and a shift
// on it goes on.
func TestOwnServiceIsKept(t *testing.T) {
	address := serve(t, sitebuild.Host{})
	page := chrome.Open(t, Laptop)
	page.Go(address + badDeploy)
	page.describe()
	page.enter("objective", "99.95")
	page.enter("query_seconds", "7.5")
	draft := page.draft()
	page.Reload()
	page.describe()
	if got := page.draft(); got != draft || !strings.Contains(got, `"objective":0.9995,`) || !strings.Contains(got, `"query_seconds":0.0075,`) {
		t.Errorf("after the reload the form has %s, want %s", got, draft)
	}
	if got := Eval[string](page, "document.querySelector('[data-own=objective]').value"); got != "99.95" {
		t.Errorf("the field shows %q, want 99.95", got)
	}
	// What differs has its way back, and so has what another start puts in its place.
	page.Press(".field-row:has([data-own=objective]) .back")
	if got := page.draft(); !strings.Contains(got, `"objective":0.999,`) {
		t.Errorf("back to the scenario's value it is %s", got)
	}
	Eval[bool](page, "(() => { const s = document.getElementById('own-start'); s.value = 'viral-surge'; s.dispatchEvent(new Event('change', { bubbles: true })); return true; })()")
	page.Wait("document.querySelector('[data-own=boot_minutes]').value === '8'")
	page.Press("#own-before")
	page.Wait("document.querySelector('[data-own=boot_minutes]').value === '3'")
	page.enter("title", "Kept")
	page.playOwn()
	page.Start()
	page.Rush(12)
	page.Control("rollback")
	page.Rush(15)
	page.Reload()
	page.WaitState("briefing")
	if got := Eval[string](page, "document.getElementById('briefing-title').innerText"); got != "Kept" {
		t.Errorf("after the reload the briefing is about %q, want Kept", got)
	}
	page.Command("resume")
	page.WaitState("paused")
	page.Rush(1440)
	digest := page.Body("digest")
	if got := judged(t, page.share()).Digest; got != digest {
		t.Errorf("the page computed %s, the command line %s", digest, got)
	}

	stranger := chrome.Open(t, Laptop)
	stranger.Go(address + "#s=own&seed=3")
	stranger.WaitState("error")
	if said := strings.TrimSpace(Eval[string](stranger, "document.getElementById('error-text').innerText")); said != say(t, "en", "refusal.no_own") {
		t.Errorf("where no service is kept the page says %q", said)
	}
	stranger.Press("#error [data-command=own]")
	stranger.Wait("document.getElementById('own')?.open")
	stranger.playOwn()
}

// An outage is rebuilt from the traffic that a metrics system has exported, with a gap in it; a file
// that cannot be read says in which row and column.
func TestOwnTrafficFromFile(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + "#s=free-play&seed=7")
	page.describe()
	page.Choose("#own-csv", file(t, "broken.csv", "time,rps\n2026-03-02T14:00:00Z,800\n2026-03-02T14:01:00Z,many\n"))
	page.Wait("document.getElementById('own-curve-error').innerText")
	if said := Eval[string](page, "document.getElementById('own-curve-error').innerText"); !strings.HasPrefix(said, "Row 3, column 2: ") || !strings.Contains(said, "many") {
		t.Errorf("of a word among the numbers the page says %q", said)
	}
	var rows strings.Builder
	rows.WriteString("time,rps\n")
	for minute := range 361 {
		if minute >= 30 && minute < 34 {
			continue
		}
		// A saw: no few straight lines are this curve.
		at := time.Date(2026, 3, 2, 14, minute, 0, 0, time.UTC)
		fmt.Fprintf(&rows, "%s,%d\n", at.Format(time.RFC3339), 700+(minute*minute*37)%400)
	}
	page.Choose("#own-csv", file(t, "traffic.csv", rows.String()))
	page.Wait("document.querySelector('#own-curve svg')")
	shown := Eval[string](page, "document.getElementById('own-curve').innerText")
	for _, want := range []string{"14:00", "20:00", "360 min", "Minutes without a value: 4"} {
		if !strings.Contains(shown, want) {
			t.Errorf("of the curve the form says %q, want %s", shown, want)
		}
	}
	page.playOwn()
	page.Start()
	page.Rush(1440)
	digest := page.Body("digest")
	link := page.share()
	if n := len(link); n > 1800+len("http://127.0.0.1:00000/#") {
		t.Errorf("the link has %d characters", n)
	}
	page.Wait("document.getElementById('share-what').innerText.includes('of the 361 points')")
	replayed(t, link)

	dir := t.TempDir()
	page.downloads(dir)
	page.Press("#share-file")
	judge := judged(t, saved(t, dir))
	if judge.Digest != digest {
		t.Errorf("from the file the command line computes %s, the page %s", judge.Digest, digest)
	}
	page.Press("#share-dialog [data-close]")
	page.Reload()
	page.WaitState("briefing")
	page.Command("resume")
	page.WaitState("ended")
	if got := page.Body("digest"); got != digest {
		t.Errorf("after the reload the shift has %s, want %s: no point of the curve may be missing", got, digest)
	}
	page.Press("#debrief [data-command=own-edit]")
	page.Wait("document.getElementById('own')?.open")
	page.Press("#own-curve-remove")
	page.Wait("document.querySelector('#own-curve svg') === null && !document.querySelector('[data-own=daily_swing]').disabled")
}

// The form goes out as YAML and comes in the same; a file that is none says where.
func TestOwnServiceAsYAML(t *testing.T) {
	dir := t.TempDir()
	page := chrome.Open(t, Laptop)
	page.downloads(dir)
	page.Go(serve(t, sitebuild.Host{}) + "#s=viral-surge&seed=7")
	page.describe()
	page.enter("title", "Café № 1")
	page.enter("service_seconds", "42")
	page.enter("peak_high", "9")
	page.enter("rules-0-burn", "10")
	Eval[bool](page, "(document.querySelector('[data-own=briefing]').closest('details').open = true)")
	page.enter("briefing", "What “quotes: and” colons # do")
	draft := page.draft()
	page.Press("#own-yaml-save")
	var path string
	for deadline := time.Now().Add(patience); path == "" && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if found, err := filepath.Glob(filepath.Join(dir, "*.yaml")); err == nil && len(found) == 1 {
			path = found[0]
		}
	}
	if out := oncall(t, "scenario", "check", path); !strings.Contains(out, "good: a shift of 240 steps") {
		t.Errorf("the command line says of the file: %s", out)
	}
	page.Press("#own [data-close]")
	other := chrome.Open(t, Laptop)
	other.Go(serve(t, sitebuild.Host{}) + badDeploy)
	other.describe()
	other.Choose("#own-yaml", path)
	other.Wait("document.querySelector('[data-own=title]').value !== ''")
	if got := other.draft(); got != draft {
		t.Errorf("out and in again it is\n%s\nwant\n%s", got, draft)
	}
	other.Choose("#own-yaml", file(t, "broken.yaml", "id: own\nworld: service\nconstants:\n  boot_minuts: 3\nscore: {allowance: 0.05, par_dollars: 9}\n"))
	other.Wait("document.getElementById('own-status').innerText.includes('line 4, column 3')")
	if got := other.draft(); got != draft {
		t.Errorf("a broken file has changed the form: %s", got)
	}
}
