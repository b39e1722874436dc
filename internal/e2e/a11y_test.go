package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"

	"oncall/internal/sitebuild"
)

// named are the roles that are nothing to a listener without a name.
var named = []string{
	"button", "slider", "switch", "checkbox", "radio", "link", "textbox", "combobox", "spinbutton", "dialog", "alertdialog",
	"tab", "tabpanel", "tablist", "heading", "image", "img", "timer", "region", "Iframe", "table", "radiogroup", "progressbar", "meter",
}

// heard is a node of the accessibility tree that is not ignored.
type heard struct {
	role, name string
	level      int // of a heading
}

// listen returns what Chromium tells a screen reader of the page, in order.
func (p *Page) listen(t *testing.T) []heard {
	t.Helper()
	tree, err := chromedp.Call(p.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		t.Fatalf("get the accessibility tree: %v", err)
	}
	nodes := map[accessibility.NodeID]*accessibility.Node{}
	for _, node := range tree.Nodes {
		nodes[node.NodeID] = node
	}
	var all []heard
	var walk func(node *accessibility.Node)
	walk = func(node *accessibility.Node) {
		if node == nil {
			return
		}
		if !node.Ignored {
			all = append(all, hear(node))
		}
		for _, child := range node.ChildIDs {
			walk(nodes[child])
		}
	}
	if len(tree.Nodes) > 0 {
		walk(tree.Nodes[0])
	}
	return all
}

func hear(node *accessibility.Node) heard {
	said := func(value *accessibility.Value) (text string) {
		if value != nil && json.Unmarshal(value.Value, &text) != nil {
			return string(value.Value)
		}
		return text
	}
	h := heard{role: said(node.Role), name: strings.TrimSpace(said(node.Name))}
	for _, property := range node.Properties {
		if property.Name == "level" {
			fmt.Sscan(said(property.Value), &h.level)
		}
	}
	return h
}

// hasNames checks one state of the page: names, headings, and what is hidden from listeners.
func (p *Page) hasNames(t *testing.T, state string, least map[string]int) {
	t.Helper()
	all := p.listen(t)
	count := map[string]int{}
	before := 0
	for i, node := range all {
		count[node.role]++
		if slices.Contains(named, node.role) && node.name == "" {
			near := all[max(0, i-4):min(len(all), i+3)]
			t.Errorf("%s: a %s has no name, near %v", state, node.role, near)
		}
		if node.role != "heading" {
			continue
		}
		if node.level > before+1 && before > 0 || before == 0 && node.level > 2 {
			t.Errorf("%s: the heading %q has level %d after level %d", state, node.name, node.level, before)
		}
		before = node.level
	}
	for role, want := range least {
		if count[role] < want {
			t.Errorf("%s: %d of role %s, want at least %d: %v", state, count[role], role, want, count)
		}
	}
	unnamed := Eval[[]string](p, `[...document.querySelectorAll("[data-reading]")].filter((e) => e.checkVisibility({ visibilityProperty: true })).filter((e) => {
  const name = e.localName === "td" ? e.parentElement.querySelector("th[scope=row]") : e.localName === "dd" ? e.parentElement.querySelector("dt") : e.closest("p, dd")?.parentElement.querySelector("h2, h3, dt");
  return !name?.textContent.trim() || !e.textContent.trim() || e.closest("[aria-hidden=true]");
}).map((e) => e.outerHTML)`)
	if len(unnamed) > 0 {
		t.Errorf("%s: readings without a name or a text: %s", state, strings.Join(unnamed, "\n"))
	}
	hidden := Eval[[]string](p, `[...document.querySelectorAll("[aria-hidden=true], [aria-hidden=true] *")]
  .filter((e) => e.tabIndex >= 0 && e.checkVisibility({ visibilityProperty: true })).map((e) => e.cloneNode(false).outerHTML)`)
	if len(hidden) > 0 {
		t.Errorf("%s: hidden from listeners, but Tab comes there: %s", state, strings.Join(hidden, "\n"))
	}
	frame := Eval[bool](p, `[...document.querySelectorAll("iframe")].every((e) => e.title || e.getAttribute("aria-label") || e.getAttribute("aria-hidden") === "true" && e.tabIndex < 0)`)
	if !frame {
		t.Errorf("%s: a frame has no name", state)
	}
}

// Everything that can be pressed, set or read has a name for those who do not see it.
func TestEverythingHasAName(t *testing.T) {
	for _, test := range []struct {
		name string
		view View
	}{{"wide", Laptop}, {"phone", Phone}} {
		t.Run(test.name, func(t *testing.T) {
			page := chrome.Open(t, test.view)
			page.Go(serve(t, sitebuild.Host{}) + badDeploy)
			page.WaitState("briefing")
			page.hasNames(t, "briefing", map[string]int{"radio": 4, "button": 3, "heading": 2, "textbox": 1})
			page.Start()
			page.Wait("document.body.dataset.stage === 'ready'")
			page.Rush(19)
			page.hasNames(t, "minute 19", map[string]int{"slider": 4, "switch": 2, "button": 10, "heading": 5, "timer": 1})
			for _, tab := range []string{"charts", "feed", "readings"} {
				if !Eval[bool](page, fmt.Sprintf("document.getElementById('tab-%s').checkVisibility()", tab)) {
					continue
				}
				page.Press("#tab-" + tab)
				page.hasNames(t, tab, map[string]int{"button": 8})
			}
			page.Press("#pages article button") // on a phone the page lies over half of the fleet
			page.Press(".node[data-node=fleet]")
			page.hasNames(t, "a part's card", map[string]int{"button": 8})
			page.share()
			page.Press("#note-add")
			page.hasNames(t, "sharing", map[string]int{"dialog": 1, "button": 5, "textbox": 2})
			page.Press("#share-dialog [data-close]")
			page.Rush(1440)
			page.hasNames(t, "debrief", map[string]int{"table": 1, "heading": 5, "button": 4})
			link := page.share()
			page.Go(link)
			page.WaitState("replay")
			page.hasNames(t, "replay", map[string]int{"slider": 1, "button": 6})
		})
	}
}

// Alerts are said to those who listen, when they come and without interrupting; so is, on demand,
// what is going on.
func TestAlertsAreSaid(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	page.Start()
	page.Rush(17)
	Eval[bool](page, `(() => {
  const live = document.querySelector("[aria-live=polite]");
  window.said = [];
  new MutationObserver(() => { if (live.textContent) window.said.push(live.textContent); }).observe(live, { childList: true, characterData: true, subtree: true });
  return live.checkVisibility() && !live.closest("[aria-hidden=true], [hidden]");
})() || (() => { throw new Error("the live region is hidden"); })()`)
	page.StepTo(18)
	page.Wait("window.said.some((text) => /page/i.test(text) && text.includes('09:18'))")
	page.Press("#tab-readings")
	page.Command("summary")
	page.Wait("window.said.some((text) => text.includes('Error budget') && text.includes('p99'))")
	if n := Eval[int](page, "document.querySelectorAll('[aria-live=assertive]').length"); n > 0 {
		t.Errorf("%d regions interrupt", n)
	}
}

// Who wants less motion gets none: nothing of the page is animated, and the stage draws a minute
// once it is there instead of moving dots.
func TestReducedMotion(t *testing.T) {
	view := Laptop
	view.ReducedMotion = true
	page := chrome.Open(t, view)
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	page.Start()
	page.Wait("document.body.dataset.stage === 'ready'")
	still := func(state string) {
		t.Helper()
		if n := Eval[int](page, "document.getAnimations().filter((a) => a.playState === 'running' && Number(a.effect?.getComputedTiming().duration) > 100).length"); n > 0 {
			t.Errorf("%s: %d animations run", state, n)
		}
	}
	page.Rush(11)
	page.stageRests(t)
	before := page.stageFrames()
	page.Command("step")
	page.Wait("document.getElementById('clock').dataset.minute == 12")
	still("minute 12")
	page.stageRests(t)
	if drawn := page.stageFrames() - before; drawn < 1 || drawn > 8 {
		t.Errorf("a minute is drawn %d times, want once or a few times", drawn)
	}
	page.Rush(19)
	still("an open alert")
	page.Rush(1440)
	still("debrief")
}
