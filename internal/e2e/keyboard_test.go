package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"oncall/internal/sitebuild"
)

// A whole shift with the keyboard alone: what has to be pressed is found with Tab, every focus on
// the way can be seen, and the shift comes out as the command line computes it.
func TestKeyboardAlone(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	page.WaitState("briefing")
	page.TabTo("[data-command=start]")
	page.Key(" ")
	page.WaitState("running")
	page.Wait("document.activeElement === document.body || document.activeElement.matches('[data-command=pause]')")
	page.Key(" ")
	page.WaitState("paused")
	page.stepByKey(12)

	page.TabTo("[data-control=rollback]")
	page.Key(kb.Enter)
	page.TabTo("[data-command=step]")
	page.Key(strings.Repeat(" ", 120-12))
	page.WaitState("ended")
	want := judged(t, linkOf(t, "bad-deploy", 7, did{13, "rollback", 1}))
	if got := page.Body("digest"); got != want.Digest {
		t.Errorf("digest %s, want %s", got, want.Digest)
	}
	page.Wait("document.activeElement.closest('#debrief')")

	page.TabTo("[data-command=share]")
	page.Key(kb.Enter)
	page.inDialog(t, "share-dialog", "[data-command=share]")
}

// stepByKey goes on to a minute with the arrow, which works while no control has the focus.
func (p *Page) stepByKey(minute int) {
	p.r.Helper()
	p.Key(strings.Repeat(kb.ArrowRight, minute-p.Minute()))
	p.Wait(fmt.Sprintf("document.getElementById('clock').dataset.minute == %d", minute))
}

// inDialog goes through a dialog with Tab, leaves it with Escape, and looks where the focus is then.
func (p *Page) inDialog(t *testing.T, id, opener string) {
	t.Helper()
	p.Wait(fmt.Sprintf("document.getElementById(%s).open", quoted(id)))
	for range 12 {
		p.Key(kb.Tab)
		p.focusShows()
		if !Eval[bool](p, fmt.Sprintf("document.activeElement === document.body || document.activeElement.closest('dialog')?.id === %s", quoted(id))) {
			t.Errorf("behind the open %s the focus comes to %s", id, Eval[string](p, "document.activeElement.cloneNode(false).outerHTML"))
		}
	}
	p.Key(kb.Escape)
	p.Wait(fmt.Sprintf("!document.getElementById(%s).open", quoted(id)))
	if !p.Focus(opener) {
		t.Errorf("after %s the focus is on %s, want %s", id, Eval[string](p, "document.activeElement.cloneNode(false).outerHTML"), opener)
	}
}

// reach goes once round the page with Tab; window.stops has what it came to.
func (p *Page) reach(t *testing.T) {
	t.Helper()
	const mark = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return "";
  window.stops ??= new Map();
  if (!window.stops.has(element)) window.stops.set(element, window.stops.size);
  return window.stops.get(element) + " " + element.cloneNode(false).outerHTML;
})()`
	var stops []string
	seen := map[string]bool{}
	for range tabsMax {
		p.Key(kb.Tab)
		stop := Eval[string](p, mark)
		if stop == "" {
			continue // the browser's own controls come between the last and the first
		}
		number, _, _ := strings.Cut(stop, " ")
		if seen[number] {
			return
		}
		p.focusShows()
		seen[number] = true
		stops = append(stops, stop)
	}
	t.Fatalf("Tab never comes round: %s", strings.Join(stops, "\n"))
}

// Tab comes to everything that can be pressed or set, and round again; nothing keeps the focus.
func TestTabReachesEverything(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	page.Start()
	page.Rush(19)
	page.Wait("document.body.dataset.stage === 'ready'")
	page.reach(t)
	first := Eval[string](page, "[...window.stops.keys()].reduce((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? b : a)).outerHTML")
	if !strings.Contains(first, "href=\"#controls\"") {
		t.Errorf("the first stop of the page is %s, want the skip link", first)
	}
	left := Eval[[]string](page, `[...document.querySelectorAll("button, input, select, a[href], [data-control], [data-command]")].filter((e) =>
  e.checkVisibility({ visibilityProperty: true }) && !e.disabled && !e.closest("[inert], dialog") && !window.stops.has(e) && e.getAttribute("role") !== "tab")
  .map((e) => e.cloneNode(false).outerHTML)`)
	if len(left) > 0 {
		t.Errorf("Tab never comes to\n%s", strings.Join(left, "\n"))
	}
	page.Key(kb.Tab, chromedp.ModifierShift) // and back again
	page.focusShows()
}

// The skip link leads to the controls, and leaves the shift in play as it is.
func TestSkipLink(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	page.Start()
	page.StepTo(5)
	page.TabTo("a[href='#controls']")
	page.Key(kb.Enter)
	page.Wait("document.activeElement.closest('#controls') || document.body.dataset.state !== 'paused'")
	page.Key(kb.Tab)
	if !page.Focus("#controls [data-control], #controls [data-explain]") {
		t.Errorf("behind the skip link Tab comes to %s, want the first control or what explains it", Eval[string](page, "document.activeElement.cloneNode(false).outerHTML"))
	}
	if minute, state := page.Minute(), page.Body("state"); minute != 5 || state != "paused" {
		t.Errorf("after the skip link the shift is %s at minute %d, want paused at 5", state, minute)
	}
	if got := Eval[string](page, "document.getElementById('seed').textContent"); !strings.Contains(got, "7") {
		t.Errorf("after the skip link the shift has %s, want seed 7", got)
	}
}

// Sliders move with the arrows, switches with Space, and what they are set to is in the record.
func TestControlsByKeyboard(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + "#s=free-play&seed=3")
	page.Start()
	page.StepTo(4)
	page.TabTo("[data-control=shed]")
	page.Key(kb.ArrowRight)
	page.Key(kb.ArrowRight)
	page.TabTo("[data-control=heavy_feature]")
	page.Key(" ")
	page.TabTo("[data-command=step]")
	page.Key(kb.Enter)
	page.Wait("document.getElementById('clock').dataset.minute == 5")
	want := judged(t, linkOf(t, "free-play", 3, did{5, "shed", 10}, did{5, "heavy_feature", 0}))
	isRow(t, Eval[map[string]string](page, shownRow), want.Rows[5])
	page.TabTo("[data-command=help]")
	page.Key(kb.Enter)
	page.inDialog(t, "help", "[data-command=help]")
}
