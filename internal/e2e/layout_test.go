package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"oncall/internal/sitebuild"
)

// The sizes that the page is made for, CSS px.
var (
	phoneSizes = [][2]int64{{360, 640}, {390, 844}, {844, 390}}
	allSizes   = append([][2]int64{{768, 1024}, {1280, 720}, {1920, 1080}}, phoneSizes...)
)

// smallTargets lists what can be pressed and is smaller than a finger. What counts is where a press
// arrives: the element, its label, and whatever of it reaches beyond its box.
const smallTargets = `(async () => {
  const fingerPx = 44;
  const found = [];
  const scope = document.querySelector("dialog[open]") ?? document;
  for (const element of scope.querySelectorAll("button, input, select, textarea, a[href], [role=tab], summary")) {
    if (element.closest("[inert], .skip, dialog:not([open])") || element.disabled) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.labels?.length) continue;
    const area = element.labels?.[0] && element.type !== "range" ? element.labels[0] : element;
    if (!area.checkVisibility({ visibilityProperty: true })) continue;
    area.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const boxes = [element.getBoundingClientRect(), area.getBoundingClientRect()];
    if (boxes[0].width === 0 && boxes[1].width === 0) continue;
    const [left, top] = [Math.min(...boxes.map((b) => b.left)), Math.min(...boxes.map((b) => b.top))];
    const [right, bottom] = [Math.max(...boxes.map((b) => b.right)), Math.max(...boxes.map((b) => b.bottom))];
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const own = (px, py) => {
      const hit = document.elementFromPoint(px, py);
      return hit !== null && (element.contains(hit) || area.contains(hit));
    };
    const reach = (dx, dy) => { let n = 0; while (n < fingerPx && own(x + dx * (n + 1), y + dy * (n + 1))) n++; return n; };
    const enough = fingerPx - 0.5;
    const width = right - left >= enough ? right - left : Math.max(right - left, reach(-1, 0) + reach(1, 0) + 1);
    const height = bottom - top >= enough ? bottom - top : Math.max(bottom - top, reach(0, -1) + reach(0, 1) + 1);
    if (width < enough || height < enough) {
      found.push(Math.round(width) + "x" + Math.round(height) + " " + element.cloneNode(false).outerHTML + " " + element.textContent.trim().slice(0, 30));
    }
  }
  scrollTo(0, 0);
  return found;
})()`

// labelTrouble lists labels of the picture whose words are cut off, run into each other's, or out of the stage.
const labelTrouble = `(() => {
  const boxes = [];
  const found = [];
  for (const label of document.querySelectorAll("#labels .label")) {
    for (const part of label.children) {
      if (!part.textContent.trim() || !part.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(part);
      if (range.getBoundingClientRect().width > part.clientWidth) {
        found.push(part.textContent + " is cut off");
        continue;
      }
      for (const box of range.getClientRects()) {
        boxes.push({ node: label.dataset.node, text: part.textContent, top: box.top, bottom: box.bottom, left: box.left, right: box.right });
      }
    }
  }
  if (boxes.length < 5) found.push("only " + boxes.length + " lines of labels");
  const stage = document.getElementById("stage-area").getBoundingClientRect();
  for (const [i, a] of boxes.entries()) {
    if (a.left < stage.left - 1 || a.right > stage.right + 1 || a.top < stage.top - 1 || a.bottom > stage.bottom + 1) found.push(a.text + " runs out of the stage");
    for (const b of boxes.slice(i + 1)) {
      const [x, y] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
      // The boxes of two lines of one label may touch: letters are lower than their lines.
      if (x > 1 && y > (a.node === b.node ? 4 : 1)) found.push(a.text + " over " + b.text);
    }
  }
  return found;
})()`

// fits checks one state of the page in every size.
func (p *Page) fits(t *testing.T, state string, sizes [][2]int64, labels bool) {
	t.Helper()
	for _, size := range sizes {
		p.Resize(size[0], size[1])
		at := fmt.Sprintf("%s, %dx%d", state, size[0], size[1])
		p.settled()
		if got := Eval[int64](p, "document.documentElement.scrollWidth"); got != size[0] {
			t.Errorf("%s: the page is %d px wide", at, got)
		}
		if found := Eval[[]string](p, sideways); len(found) > 0 {
			t.Errorf("%s: scrolls sideways: %s", at, strings.Join(found, "\n"))
		}
		if !labels {
			continue
		}
		if found := Eval[[]string](p, labelTrouble); len(found) > 0 {
			t.Errorf("%s: labels: %s", at, strings.Join(found, "; "))
		}
	}
}

// sideways lists what can be scrolled to the side, and what stands half beside the window.
const sideways = `[...document.querySelectorAll("body *")].filter((e) => {
  if (!e.checkVisibility({ visibilityProperty: true }) || e.closest("svg, [inert], .unseen, .skip") || e.localName === "input" || e.localName === "textarea") return false;
  const scrolls = /auto|scroll/.test(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth + 1;
  const box = e.getBoundingClientRect();
  return scrolls || (box.width > 0 && (box.right > innerWidth + 1 || box.left < -1));
}).map((e) => e.cloneNode(false).outerHTML.slice(0, 120))`

// settled waits until the page has taken a new size: its observers work between two frames.
func (p *Page) settled() {
	p.r.Helper()
	Eval[bool](p, "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))")
}

// largeText is a browser whose user has set the text to twice the usual size.
func largeText(t *testing.T) *Browser {
	t.Helper()
	browser, err := Launch(context.Background(), Flag{"blink-settings", "defaultFontSize=32"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(browser.Close)
	page := browser.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}))
	if got := Eval[string](page, "getComputedStyle(document.documentElement).fontSize"); got != "32px" {
		t.Fatalf("the text has %s instead of twice the usual size", got)
	}
	return browser
}

// At every size, also with large text, nothing scrolls sideways and no words of the picture run into
// each other.
func TestFitsEverySize(t *testing.T) {
	for _, test := range []struct {
		name    string
		browser func(t *testing.T) *Browser
	}{
		{"usual text", func(*testing.T) *Browser { return chrome }},
		{"text twice as large", largeText},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, world := range fullest {
				page := test.browser(t).Open(t, Laptop)
				page.Go(serve(t, sitebuild.Host{}) + "#seed=3&s=" + world.scenario)
				page.throughout(t, world, func(state string, labels bool) {
					t.Helper()
					page.fits(t, world.scenario+", "+state, allSizes, labels)
				})
			}
		})
	}
}

// fullPicture is a shift at a minute at which its picture has the longest words.
type fullPicture struct {
	scenario string
	minute   int
	control  string // set at the start, if there is one
	value    float64
}

var fullest = []fullPicture{
	{"viral-surge", 60, "fleet_min", 40}, // many boot
	{"world-cup-match", 64, "", 0},       // everybody comes
}

// throughout checks the states that a shift goes through, from briefing to debrief, and the picture
// afterwards, when what is true may be shown.
func (p *Page) throughout(t *testing.T, world fullPicture, check func(state string, labels bool)) {
	t.Helper()
	p.WaitState("briefing")
	check("briefing", false)
	p.Resize(1280, 720)
	p.Start()
	if world.control != "" {
		p.SetControl(world.control, world.value)
	}
	p.Rush(2)
	check("minute 2", true)
	p.Rush(world.minute)
	check(fmt.Sprintf("minute %d", world.minute), true)
	p.Resize(1280, 720)
	p.share()
	check("sharing", false)
	p.Press("#share-dialog [data-close]")
	p.Rush(1440)
	check("debrief", false)
	p.Resize(1280, 720)
	p.Press("#after .debrief-toggle")
	check("after the debrief", true)
}

// With text of twice the size everything that is needed can still be reached and pressed.
func TestLargeTextLosesNothing(t *testing.T) {
	browser := largeText(t)
	address := serve(t, sitebuild.Host{})
	for _, size := range allSizes {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			page := browser.Open(t, View{Width: size[0], Height: size[1], Scale: 1, Touch: true})
			page.Go(address + badDeploy)
			page.Start()
			page.StepTo(1)
			page.Rush(19)
			page.Press("#pages article button")
			page.Control("rollback")
			page.Press(`[data-command=speed][data-speed="2"]`)
			page.share()
			page.Press("#copy")
			page.Press("#share-dialog [data-close]")
			page.Rush(1440)
			page.Command("restart")
			page.WaitState("briefing")
		})
	}
}

// Whatever can be pressed on a phone is as large as a finger.
func TestTargetsAreAsLargeAsAFinger(t *testing.T) {
	page := chrome.Open(t, Phone)
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	check := func(state string) {
		t.Helper()
		for _, size := range phoneSizes {
			page.Resize(size[0], size[1])
			page.settled()
			if found := Eval[[]string](page, smallTargets); len(found) > 0 {
				t.Errorf("%s, %dx%d: too small:\n%s", state, size[0], size[1], strings.Join(found, "\n"))
			}
		}
		page.Resize(390, 844)
	}
	page.WaitState("briefing")
	check("briefing")
	page.Start()
	page.Rush(19)
	for _, tab := range []string{"controls", "charts", "feed", "readings"} {
		page.Press("#tab-" + tab)
		check(tab)
	}
	page.Press("[data-command=menu]")
	check("settings")
	page.Press("[data-command=help]")
	page.Wait("document.getElementById('help').open")
	check("help")
	page.Press("#help [data-close]")
	page.Press(".node[data-node=cache]")
	check("a part's card")
	page.share()
	page.Press("#note-add")
	check("sharing")
	page.Press("#share-dialog [data-close]")
	page.Rush(1440)
	check("debrief")
	page.Go(page.share())
	page.WaitState("replay")
	check("replay")
}
