package e2e

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"oncall/internal/explain"
	"oncall/internal/sitebuild"
	"oncall/site"
)

// explained is what the open panel says.
type explained struct {
	Code     string   `json:"code"`
	Title    string   `json:"title"`
	Now      string   `json:"now"`
	Result   *float64 `json:"result"`  // of the formula; nil where there is none
	Written  *float64 `json:"written"` // the number behind the last sign of equality of the line that gives it
	Reading  *float64 `json:"reading"` // the same on the page, in full precision; nil for a control
	Shown    string   `json:"shown"`   // the same as it is written there
	Formulas int      `json:"formulas"`
	Values   int      `json:"values"`
	Focus    bool     `json:"focus"` // it is in the panel
}

// readPanel reads it. A number such as 1.2·10 to the −5 is one number.
const readPanel = `(() => {
  const panel = document.getElementById("explain");
  const code = document.body.dataset.explain;
  const reading = [...document.querySelectorAll("[data-reading]")].find((e) => e.dataset.reading === code);
  const line = panel.querySelector(".step.result .values math");
  const said = line?.textContent.split("=").at(-1).replaceAll("−", "-").match(/^\s*(-?[\d.]+)(?:·10(-?\d+))?\s*$/);
  const number = (text) => (text === undefined ? null : Number(text));
  return {
    code, title: panel.querySelector("h2").textContent, now: document.getElementById("explain-now").textContent,
    result: number(panel.dataset.result), written: said ? Number(said[1]) * 10 ** Number(said[2] ?? 0) : null,
    reading: number(reading?.dataset.value), shown: reading?.textContent ?? "",
    formulas: panel.querySelectorAll(".formula math").length, values: panel.querySelectorAll(".values math").length,
    focus: panel.contains(document.activeElement) && panel.checkVisibility({ visibilityProperty: true }),
  };
})()`

// isExplained checks the open panel against the page.
func (p *Page) isExplained(t *testing.T, code string) {
	t.Helper()
	p.Wait(fmt.Sprintf("document.body.dataset.explain === %s && document.querySelector('#explain h2')", quoted(code)))
	x := Eval[explained](p, readPanel)
	if x.Title == "" || !x.Focus {
		t.Errorf("%s: the panel is called %q, and is seen with the focus in it: %v", code, x.Title, x.Focus)
	}
	// While a shift of the CDN is in play, what its balancer cannot know has no numbers.
	if hidden := p.Body("world") == "cdn" && x.Values == 0; !hidden && x.Formulas != x.Values || x.Formulas == 0 && x.Result != nil {
		t.Errorf("%s: %d formulas, and %d with numbers", code, x.Formulas, x.Values)
	}
	if x.Reading == nil || x.Result == nil || x.Values == 0 {
		return
	}
	if !near(*x.Result, *x.Reading, 1e-9) {
		t.Errorf("%s: the formula gives %v, the page shows %v", code, *x.Result, *x.Reading)
	}
	if x.Written == nil || !near(*x.Written, *x.Reading, 1e-3) {
		t.Errorf("%s: the last number of its line is %v, the page shows %v", code, x.Written, *x.Reading)
	}
	if x.Now != x.Shown {
		t.Errorf("%s: the panel says %q, the page %q", code, x.Now, x.Shown)
	}
}

func near(a, b, relative float64) bool {
	return math.Abs(a-b) <= relative*math.Max(math.Abs(b), 1e-9)
}

// openers lists the codes of the names and buttons below a selector that open an explanation.
func (p *Page) openers(selector string) []string {
	p.r.Helper()
	return Eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll(%s)].filter((e) => e.checkVisibility({ visibilityProperty: true })).map((e) => e.dataset.explain)`,
		quoted(selector+" button[data-explain]")))
}

// opener is the button of a code below a selector.
func opener(selector, code string) string {
	return fmt.Sprintf("%s button[data-explain=%q]", selector, code)
}

// With the keyboard alone, in one round of the Tab key, every name and every control of the page opens
// its explanation, with the numbers that the page shows; Escape closes it, and the focus is where it was.
func TestEveryNumberIsExplainedByKeyboard(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + "#s=cache-flush&seed=7")
	page.Start()
	page.Rush(36)
	page.Press("#tab-readings")
	left := map[string]bool{}
	for _, selector := range []string{"#vitals", "#controls", "#readings"} {
		for _, code := range page.openers(selector) {
			left[selector+" "+code] = true
		}
	}
	if want := len(explain.List("service")) + 4; len(left) != want {
		t.Errorf("%d names and controls open an explanation, want %d: all, and four of them twice", len(left), want)
	}
	const where = `(() => {
  const button = document.activeElement.closest("button[data-explain]");
  const place = ["vitals", "controls", "readings"].find((id) => button?.closest("#" + id));
  return button ? "#" + place + " " + button.dataset.explain : "";
})()`
	for range tabsMax {
		if len(left) == 0 {
			break
		}
		page.Key(kb.Tab)
		at := Eval[string](page, where)
		if !left[at] {
			continue
		}
		delete(left, at)
		_, code, _ := strings.Cut(at, " ")
		page.Key(kb.Enter)
		page.isExplained(t, code)
		page.Key(kb.Escape)
		page.Wait("document.body.dataset.explain === undefined && document.getElementById('explain').hidden")
		if back := Eval[string](page, where); back != at {
			t.Errorf("after %s the focus is on %q", at, back)
		}
	}
	for at := range left {
		t.Errorf("Tab never comes to %s", at)
	}
}

// The open explanation follows the shown minute, leads to those of its symbols and back, and leaves
// signs, controls and charts in sight.
func TestAnExplanationFollowsTheMinute(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + "#s=cache-flush&seed=7")
	page.Start()
	page.Rush(30)
	page.Press(opener("#vitals", "p99"))
	page.isExplained(t, "p99")
	before := Eval[string](page, "document.querySelector('#explain .result .values').textContent")
	page.stepByKey(33)
	page.isExplained(t, "p99")
	if after := Eval[string](page, "document.querySelector('#explain .result .values').textContent"); after == before {
		t.Errorf("at minute 33 the line is still %s", before)
	}
	page.Key(kb.ArrowLeft)
	page.Wait("document.getElementById('clock').dataset.minute == 32")
	page.isExplained(t, "p99")
	for _, selector := range []string{"#vitals", "#controls", "#chart svg", "#stage-area"} {
		over := Eval[bool](page, fmt.Sprintf(`(() => {
  const [a, b] = [document.querySelector(%s), document.getElementById("explain")].map((e) => e.getBoundingClientRect());
  return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
})()`, quoted(selector)))
		if over {
			t.Errorf("the panel lies over %s", selector)
		}
	}
	page.Press(opener("#explain .letters", "service_time"))
	page.isExplained(t, "service_time")
	page.Press("#explain .back")
	page.isExplained(t, "p99")
	if got := Eval[string](page, "document.querySelector('#explain .end a').href"); !strings.HasSuffix(got, "/model.html#p99") {
		t.Errorf("the panel links to %s", got)
	}
	page.Press("#explain .head button:last-child")
	if !page.Focus(opener("#vitals", "p99")) {
		t.Error("the focus is not back on the name")
	}
}

// By touch, one after the other, on a phone: signs, controls, the list under the tab Explain. Closing
// goes back to where the player was.
func TestEveryNumberIsExplainedByTouch(t *testing.T) {
	page := chrome.Open(t, Phone)
	page.Go(serve(t, sitebuild.Host{}) + "#s=cache-flush&seed=7")
	page.Start()
	page.Rush(36)
	seen := 0
	for _, place := range []struct{ selector, tab string }{{"#vitals", "controls"}, {"#controls", "controls"}, {"#readings", "readings"}} {
		page.Press("#tab-" + place.tab)
		for _, code := range page.openers(place.selector) {
			seen++
			name := opener(place.selector, code)
			// Not half under an edge, where a finger would not aim.
			Eval[bool](page, fmt.Sprintf("(document.querySelector(%s).scrollIntoView({ block: 'center', behavior: 'instant' }), true)", quoted(name)))
			page.Press(name)
			page.isExplained(t, code)
			if got := Eval[int64](page, "document.documentElement.scrollWidth"); got != page.view.Width {
				t.Errorf("%s: the page is %d px wide", code, got)
			}
			if code == "p99" {
				if found := Eval[[]string](page, smallTargets); len(found) > 0 {
					t.Errorf("the explanation of %s has targets that are too small:\n%s", code, strings.Join(found, "\n"))
				}
			}
			page.Press("#explain .head button:last-child")
			page.Wait("document.body.dataset.explain === undefined")
			if tab := page.Body("tab"); tab != place.tab || !page.Focus(name) {
				t.Errorf("after %s of %s the tab %s is shown, and the focus on %s", code, place.selector, tab, Eval[string](page, "document.activeElement.cloneNode(false).outerHTML"))
			}
		}
	}
	if want := len(explain.List("service")) + 4; seen != want {
		t.Errorf("%d were explained, want %d", seen, want)
	}
}

// The numbers of the second world are explained too, those of a link by that link's own.
func TestEveryNumberOfTheCDNIsExplained(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + "#s=link-failure&seed=3")
	page.Start()
	page.Rush(25)
	page.Press("#tab-readings")
	Eval[bool](page, "(document.querySelectorAll('#controls details').forEach((e) => { e.open = true; }), true)")
	seen := map[string]bool{}
	for _, code := range page.openers("#main") {
		if seen[code] {
			continue
		}
		seen[code] = true
		Eval[bool](page, fmt.Sprintf("(document.querySelector(%s).click(), true)", quoted(opener("#main", code))))
		page.isExplained(t, code)
		page.Key(kb.Escape)
	}
	if len(seen) < 20 {
		t.Errorf("only %d are explained: %v", len(seen), seen)
	}
}

// The model page is there in every language without a script, has everything that is explained, no
// link into nothing, and fits a phone.
func TestTheModelPage(t *testing.T) {
	address := serve(t, sitebuild.Host{})
	page := chrome.Open(t, Phone)
	for _, language := range site.Languages() {
		name := "model.html"
		if language != "en" {
			name = "model." + language + ".html"
		}
		page.Go(address + name)
		if got := Eval[string](page, "document.documentElement.lang + ' ' + document.documentElement.dir"); got != language+" "+say(t, language, "language.dir") {
			t.Errorf("%s is in %s", name, got)
		}
		if n := Eval[int](page, "document.scripts.length"); n > 0 {
			t.Errorf("%s has %d scripts", name, n)
		}
		if got := Eval[int64](page, "document.documentElement.scrollWidth"); got != page.view.Width {
			t.Errorf("%s is %d px wide", name, got)
		}
		for world, prefix := range map[string]string{"service": "", "cdn": "cdn-"} {
			for _, code := range explain.List(world) {
				if !Eval[bool](page, fmt.Sprintf("document.getElementById(%s) !== null", quoted(prefix+code))) {
					t.Errorf("%s has no anchor %s", name, prefix+code)
				}
			}
		}
		if nowhere := Eval[[]string](page, `[...document.querySelectorAll("a[href^='#']")].map((a) => a.getAttribute("href")).filter((href) => !document.getElementById(decodeURIComponent(href.slice(1))))`); len(nowhere) > 0 {
			t.Errorf("%s: links into nothing: %s", name, strings.Join(nowhere, " "))
		}
		if n := Eval[int](page, "document.querySelectorAll('figure svg').length"); n != 7 {
			t.Errorf("%s has %d plots", name, n)
		}
	}
}

var marked = regexp.MustCompile(`\[\[\w+\|([^\]]+)\]\]`)

// isDefined waits for a term's definition and checks it.
func (p *Page) isDefined(t *testing.T, term string) {
	t.Helper()
	p.Wait("document.querySelector('.popover')?.checkVisibility()")
	got := Eval[string](p, "document.querySelector('.popover').textContent")
	for _, key := range []string{".label", ".text"} {
		if want := marked.ReplaceAllString(say(t, "en", "term."+term+key), "$1"); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q in it", term, got, want)
		}
	}
	if !Eval[bool](p, fmt.Sprintf(`(() => {
  const box = document.querySelector(".popover").getBoundingClientRect();
  const button = document.querySelector(".term[data-term=%s][aria-expanded=true]");
  return button?.getAttribute("aria-describedby") === "term" && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
})()`, term)) {
		t.Errorf("%s: its definition is out of the window, or its button does not say that it is open", term)
	}
}

// A term of the trade says what it means, to the keyboard and to a finger, and goes away again.
func TestTermsAreExplained(t *testing.T) {
	address := serve(t, sitebuild.Host{}) + "#s=cache-flush&seed=7"
	const gone = "document.querySelector('.popover') === null"
	page := chrome.Open(t, Laptop)
	page.Go(address)
	page.WaitState("briefing")
	page.TabTo(".term[data-term=warm]")
	page.Key(kb.Enter)
	page.isDefined(t, "warm")
	page.Key(kb.Tab)
	if !page.Focus(".popover a[href$='model.html#term-warm']") {
		t.Error("Tab does not go from the term to its place on the model page")
	}
	page.Key(kb.Escape)
	page.Wait(gone)
	if !page.Focus(".term[data-term=warm]") || page.Body("state") != "briefing" {
		t.Error("after Escape the focus is not back on the term")
	}
	page.Start()
	page.Command("help")
	page.TabTo("#help .term[data-term=error_budget]")
	page.Key(" ")
	page.isDefined(t, "error_budget")
	page.Key(kb.Escape)
	page.Wait(gone)
	if !Eval[bool](page, "document.getElementById('help').open") {
		t.Error("Escape closed the dialog with the term's definition")
	}

	phone := chrome.Open(t, Phone)
	phone.Go(address)
	phone.WaitState("briefing")
	phone.Press("#briefing-text .term[data-term=saturation]")
	phone.isDefined(t, "saturation")
	phone.Press("#briefing-title")
	phone.Wait(gone)
}
