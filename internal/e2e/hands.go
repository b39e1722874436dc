package e2e

import (
	"encoding/json"
	"fmt"

	"github.com/chromedp/chromedp"
)

// target is where a visible element can be pressed.
type target struct {
	X       float64 `json:"x"`
	Y       float64 `json:"y"`
	Problem string  `json:"problem"`
	Tab     string  `json:"tab"` // selector of the tab that shows the panel in which it is
}

// findTarget looks for the first visible element of a selector, brings it into sight and tells
// what lies over its middle, if anything does: a player could not press it then.
const findTarget = `(async (selector) => {
  const all = [...document.querySelectorAll(selector)];
  if (all.length === 0) return { problem: "is not in the page" };
  const element = all.find((e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 0);
  if (!element) {
    for (const e of all) {
      for (let panel = e.closest("[role=tabpanel]"); panel; panel = panel.parentElement?.closest("[role=tabpanel]")) {
        const tab = document.querySelector('[role=tab][aria-controls="' + panel.id + '"]');
        if (tab && tab.getAttribute("aria-selected") !== "true" && tab.checkVisibility()) {
          return { tab: '[role=tab][aria-controls="' + panel.id + '"]' };
        }
      }
    }
    return { problem: "is not visible" };
  }
  if (element.disabled) return { problem: "is disabled" };
  let box = element.getBoundingClientRect();
  const inside = (b) => b.top >= 0 && b.left >= 0 && b.bottom <= innerHeight && b.right <= innerWidth;
  const over = (b) => document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
  const reached = (hit) => hit && (element.contains(hit) || hit.closest("label")?.control === element || hit.contains(element) && hit.localName === "label");
  if (!inside(box) || !reached(over(box))) {
    element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    box = element.getBoundingClientRect();
  }
  const hit = over(box);
  if (!reached(hit)) return { problem: "is covered by " + (hit ? hit.cloneNode(false).outerHTML : "nothing, outside the window") };
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
})`

// Press clicks or taps, whichever the view has, the middle of the first visible element of a
// selector. An element in the panel of another tab is brought forth first, as a player would.
func (p *Page) Press(selector string) {
	p.r.Helper()
	quoted, err := json.Marshal(selector)
	if err != nil {
		p.r.Fatalf("press %s: %v", selector, err)
	}
	found := Eval[target](p, findTarget+"("+string(quoted)+")")
	if found.Tab != "" && found.Tab != selector {
		p.Press(found.Tab)
		found = Eval[target](p, findTarget+"("+string(quoted)+")")
	}
	if found.Problem != "" || found.Tab != "" {
		p.r.Fatalf("%s cannot be pressed: it %s", selector, found.Problem)
	}
	if p.view.Touch {
		p.do(chromedp.TapXY(found.X, found.Y))
	} else {
		p.do(chromedp.MouseClickXY(found.X, found.Y))
	}
}

// Command presses the button of a command.
func (p *Page) Command(name string) {
	p.r.Helper()
	p.Press(fmt.Sprintf("[data-command=%q]", name))
}

// Control presses the button of a control that is one, such as rollback.
func (p *Page) Control(id string) {
	p.r.Helper()
	p.Press(fmt.Sprintf("[data-control=%q]", id))
}

// SetControl moves a control's input to a value, as dragging it does: an input event, then a change.
func (p *Page) SetControl(id string, value float64) {
	p.r.Helper()
	p.SetTarget(id, "", value)
}

// SetTarget is SetControl for a control that acts on one target, such as a link.
func (p *Page) SetTarget(id, target string, value float64) {
	p.r.Helper()
	problem := Eval[string](p, fmt.Sprintf(`((id, target, value) => {
  const which = '[data-control="' + id + '"]' + (target && '[data-target="' + target + '"]');
  const input = document.querySelector('input' + which + '[type=radio][value="' + value + '"], input' + which + ':not([type=radio]), select' + which);
  if (!input) return "is not in the page";
  if (input.disabled) return "is disabled";
  const checked = input.type === "checkbox" || input.type === "radio";
  if (checked) input.checked = input.type === "radio" || value !== 0; else input.value = String(value);
  if (!checked && Number(input.value) !== value) return "takes " + input.value + " instead";
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return "";
})(%q, %q, %v)`, id, target, value))
	if problem != "" {
		p.r.Fatalf("control %s %s cannot be set to %v: it %s", id, target, value, problem)
	}
}

// StepTo presses the step button until the clock stands at a minute.
func (p *Page) StepTo(minute int) {
	p.r.Helper()
	for at := p.Minute(); at < minute; at = p.Minute() {
		p.step(at)
	}
	if at := p.Minute(); at != minute {
		p.r.Fatalf("the clock stands at minute %d, past %d", at, minute)
	}
}

// StepToEnd presses the step button until the shift has ended.
func (p *Page) StepToEnd() {
	p.r.Helper()
	for p.Body("state") != "ended" {
		p.step(p.Minute())
	}
	p.debriefed()
}

func (p *Page) step(at int) {
	p.r.Helper()
	p.Command("step")
	p.Wait(fmt.Sprintf("document.getElementById('clock').dataset.minute > %d || document.body.dataset.state === 'ended'", at))
}

// Start leaves the briefing and stops the clock at once, so that only steps move it.
func (p *Page) Start() {
	p.r.Helper()
	p.WaitState("briefing")
	p.Command("start")
	p.WaitState("running")
	p.Command("pause")
	p.WaitState("paused")
}
