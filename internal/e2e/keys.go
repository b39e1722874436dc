package e2e

import (
	"encoding/json"
	"fmt"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tabsMax is far more than a page has stops for the Tab key.
const tabsMax = 250

// Key presses keys on the keyboard, with modifiers held. Named keys are those of package kb.
func (p *Page) Key(keys string, held ...chromedp.Modifier) {
	p.r.Helper()
	var options []chromedp.KeyOption
	if len(held) > 0 {
		options = append(options, chromedp.KeyModifiers(held...))
	}
	p.do(chromedp.KeyEvent(keys, options...))
}

// Focus says whether the focus is on an element of a selector.
func (p *Page) Focus(selector string) bool {
	p.r.Helper()
	return Eval[bool](p, fmt.Sprintf("document.activeElement?.matches(%s) === true", quoted(selector)))
}

// TabTo presses Tab until the focus is on an element of a selector, as somebody without a mouse does.
func (p *Page) TabTo(selector string) {
	p.r.Helper()
	for range tabsMax {
		p.Key(kb.Tab)
		p.focusShows()
		if p.Focus(selector) {
			return
		}
	}
	p.r.Fatalf("the Tab key does not come to %s", selector)
}

// focusShows fails unless it can be seen where the focus is.
func (p *Page) focusShows() {
	p.r.Helper()
	if problem := Eval[string](p, focusProblem); problem != "" {
		p.r.Errorf("the focus cannot be seen: %s", problem)
	}
}

// focusProblem tells what hides the focus: where it is must be in the window, and have an outline
// of its own or of something around it. An element may draw the outline of what it contains.
const focusProblem = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body || element === document.documentElement) return "";
  const name = element.cloneNode(false).outerHTML;
  if (!element.checkVisibility({ visibilityProperty: true })) return name + " is not visible";
  const box = element.getBoundingClientRect();
  if (box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth) return name + " is outside the window";
  if (element.tabIndex < 0) return "";
  for (let e = element; e && e !== document.body; e = e.parentElement) {
    for (const pseudo of [undefined, "::before", "::after", "::-webkit-slider-thumb"]) {
      const style = getComputedStyle(e, pseudo);
      if (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) return "";
    }
    if (!e.matches(":focus-within")) break;
  }
  return name + " has no outline";
})()`

// quoted is a text as a literal of JavaScript.
func quoted(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		return `""`
	}
	return string(data)
}

// Rush lets minutes pass up to one, or to the end of the shift, without waiting for what each of them
// shows: for journeys that are about what stands at that minute.
func (p *Page) Rush(minute int) {
	p.r.Helper()
	Eval[bool](p, fmt.Sprintf(`(() => {
  const step = document.querySelector("[data-command=step]");
  const clock = document.getElementById("clock");
  for (let at = -1; Number(clock.dataset.minute) < %d && document.body.dataset.state !== "ended" && at !== clock.dataset.minute;) {
    at = clock.dataset.minute;
    step.click();
  }
  return true;
})()`, minute))
	p.Wait(fmt.Sprintf("document.getElementById('clock').dataset.minute == %d || document.body.dataset.state === 'ended'", minute))
	p.debriefed()
}
