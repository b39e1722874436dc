package e2e

import (
	"fmt"
	"strings"
	"testing"

	"oncall/internal/sitebuild"
	"oncall/site"
)

// say returns a text of the page in a language.
func say(t *testing.T, language, key string) string {
	t.Helper()
	texts, err := site.Texts(language)
	if err != nil {
		t.Fatal(err)
	}
	if texts[key] == "" {
		t.Fatalf("%s has no text %s", language, key)
	}
	return texts[key]
}

// speak chooses a language in the settings, and waits until the page speaks it.
func (p *Page) speak(language string) {
	p.r.Helper()
	Eval[bool](p, fmt.Sprintf(`(() => {
  const field = document.getElementById("language");
  field.value = %q;
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
})()`, language))
	p.Wait(fmt.Sprintf("document.documentElement.lang === %q && location.hash.includes('lang=%s')", language, language))
}

// Another language in the middle of a shift changes the words and nothing else: not the minute, not
// what is about to take effect, not what was played.
func TestAnotherLanguageKeepsTheShift(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	page.Start()
	page.StepTo(12)
	page.Control("rollback")
	for _, language := range append(site.Languages(), "en") {
		page.speak(language)
		if got := page.Minute(); got != 12 {
			t.Errorf("%s: the clock stands at minute %d, not at 12", language, got)
		}
		label := Eval[string](page, `document.querySelector('[data-control=fleet_min]').labels[0].textContent`)
		if want := say(t, language, "control.fleet_min.label"); label != want {
			t.Errorf("%s: the label says %q, want %q", language, label, want)
		}
		if got, want := Eval[string](page, "document.documentElement.dir"), say(t, language, "language.dir"); got != want {
			t.Errorf("%s: the page reads %s, want %s", language, got, want)
		}
		if !Eval[bool](page, "document.querySelector('.control.pending [data-control=rollback]') !== null") {
			t.Errorf("%s: the rollback is no longer about to take effect", language)
		}
	}
	page.StepToEnd()
	digest := page.Body("digest")
	judge := judged(t, page.share())
	if judge.Digest != digest {
		t.Errorf("the page computed %s, the command line %s", digest, judge.Digest)
	}
	if got := judge.Rows[18]["bad"]; got != 0 {
		t.Errorf("%g of the traffic is on the bad build at minute 18: the rollback was lost", got)
	}
}

// An Arabic page reads from the right: panels and picture are mirrored, and time still runs to the
// right in the charts.
func TestArabicReadsFromTheRight(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + badDeploy + "&lang=ar")
	page.Start()
	page.Rush(20)
	if got := Eval[string](page, "document.documentElement.dir"); got != "rtl" {
		t.Errorf("the page reads %s", got)
	}
	middle := func(selector string) float64 {
		t.Helper()
		return Eval[float64](page, fmt.Sprintf("(() => { const b = document.querySelector(%s).getBoundingClientRect(); return (b.left + b.right) / 2 / innerWidth; })()", quoted(selector)))
	}
	if at := middle("#controls"); at > 0.5 {
		t.Errorf("the controls stand at %.2f of the width, want the left half", at)
	}
	if users, database := middle(".node[data-node=users]"), middle(".node[data-node=database]"); users < database {
		t.Errorf("users stand at %.2f and the database at %.2f of the width, want users at the right", users, database)
	}
	// A press at three quarters of what is drawn of the axis goes to three quarters of the minutes.
	Eval[bool](page, `(() => {
  const svg = document.querySelector("#chart svg");
  const host = document.getElementById("chart").getBoundingClientRect();
  const [left, right] = [Number(svg.dataset.left), Number(svg.dataset.right)];
  const x = host.left + left + (right - left) * 15 / 120;
  document.getElementById("chart").dispatchEvent(new MouseEvent("click", { clientX: x, clientY: host.top + 20, bubbles: true }));
  return true;
})()`)
	page.Wait("document.getElementById('clock').dataset.minute == 15")
	page.Press("#now")
}

// clipped lists words of the page that are cut off; labelTrouble does for the picture's labels.
const clipped = `[...document.querySelectorAll("body *")].filter((e) => {
  if (!e.checkVisibility({ visibilityProperty: true }) || e.closest("svg, [inert], .unseen, .skip, .label, input, textarea, select, #scenario")) return false;
  const style = getComputedStyle(e);
  if (parseFloat(style.width) <= 1) return false;
  // What a finger may hit can be larger than the words are.
  return !e.closest(".wide-box, .math") && [...e.childNodes].some((n) => {
    if (n.nodeType !== Node.TEXT_NODE || !n.textContent.trim()) return false;
    const range = document.createRange();
    range.selectNodeContents(n);
    const words = range.getBoundingClientRect();
    // Its own box, what cuts it off, and what is drawn around it.
    for (let around = e; around !== document.body; around = around.parentElement) {
      const cuts = (around === e && style.display !== "inline") || /hidden|clip/.test(getComputedStyle(around).overflowX) || around.matches("button, .vital, .card, section");
      const edge = around.getBoundingClientRect();
      if (cuts && (words.left < edge.left - 1 || words.right > edge.right + 1)) return true;
    }
    return false;
  });
}).map((e) => e.textContent.trim().slice(0, 60) + " in " + e.cloneNode(false).outerHTML.slice(0, 100))`

// In every language the page fits, and no word is cut off or runs into another.
func TestEveryLanguageFits(t *testing.T) {
	sizes := [][2]int64{{360, 640}, {390, 844}, {1280, 720}}
	for _, language := range site.Languages() {
		if language == "en" {
			continue // TestFitsEverySize
		}
		t.Run(language, func(t *testing.T) {
			for _, world := range fullest {
				page := chrome.Open(t, Laptop)
				page.Go(serve(t, sitebuild.Host{}) + "#seed=3&s=" + world.scenario + "&lang=" + language)
				page.throughout(t, world, func(state string, labels bool) {
					t.Helper()
					state = world.scenario + ", " + state
					page.fits(t, state, sizes, labels)
					for _, size := range sizes {
						page.Resize(size[0], size[1])
						page.settled()
						if found := Eval[[]string](page, clipped); len(found) > 0 {
							t.Errorf("%s, %dx%d: cut off: %s", state, size[0], size[1], strings.Join(found, "\n"))
						}
					}
				})
			}
		})
	}
}
