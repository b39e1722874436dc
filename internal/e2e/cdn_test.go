package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"oncall/internal/sitebuild"
)

const worldCup = "#s=world-cup-match&seed=7"

// acted is an entry of an actions file of the CDN world, which goes on in steps of ten seconds.
type acted struct {
	Step    int    `json:"step"`
	Control string `json:"control"`
	Target  string `json:"target,omitempty"`
	Value   int    `json:"value"`
}

// The controls' values in the CDN world.
const (
	pid   = 3
	fused = 2
)

// A shift of the CDN world: half an hour by stepping, a policy by keyboard or a drain by finger, a
// link that verifies in another browser, taking over, the debrief.
func TestCDNShiftReplaysFromItsLink(t *testing.T) {
	for _, test := range []struct {
		name string
		view View
		act  func(p *Page)
		want []acted
	}{
		{"keyboard", Laptop, func(p *Page) {
			p.TabTo("[data-control=policy]")
			p.Key(kb.ArrowRight) // it opens with the linear policy
			p.Key(kb.ArrowRight)
			p.TabTo("[data-control=metric]")
			p.Key(kb.ArrowRight)
			p.Key(kb.ArrowRight)
		}, []acted{{181, "policy", "", pid}, {181, "metric", "", fused}}},
		{"touch", Phone, func(p *Page) {
			p.Press("details[data-link=s02-b] summary")
			p.Press("[data-control=drain][data-target=s02-b]")
		}, []acted{{181, "drain", "s02-b", 1}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			address := serve(t, sitebuild.Host{})
			page := chrome.Open(t, test.view)
			page.Go(address + worldCup)
			page.Start()
			page.StepTo(30)
			test.act(page)
			page.StepTo(32)
			page.Rush(60)
			link := page.share()
			judge := judged(t, link)
			page.compareReadings(t, judge.Rows[60*6])
			if want := judged(t, linkWith(t, "world-cup-match", 7, test.want)); judge.Rows[300]["carried"] != want.Rows[300]["carried"] {
				t.Errorf("%v bit/s are carried at step 300, want %v", judge.Rows[300]["carried"], want.Rows[300]["carried"])
			}
			page.Press("#share-dialog [data-close]")
			page.Rush(1440)
			digest := page.Body("digest")
			link = page.share()

			viewer := chrome.Open(t, test.view)
			viewer.Go(link + "&t=90")
			viewer.WaitState("replay")
			if got := viewer.Body("digest"); got != digest || len(digest) != 8 {
				t.Errorf("the second browser verifies %q, the first computed %q", got, digest)
			}
			if got := viewer.Minute(); got != 90 {
				t.Errorf("the replay opens at minute %d, want 90", got)
			}
			viewer.Command("takeover")
			viewer.WaitState("paused")
			viewer.SetControl("policy", 0)
			viewer.Rush(1440)
			if got := viewer.Body("digest"); got == digest {
				t.Error("another policy from minute 90 on changed nothing")
			}
			told := Eval[string](viewer, "document.getElementById('debrief').innerText")
			for _, key := range []string{"debrief.ghost", "debrief.playback", "debrief.steadiness", "debrief.moves", "debrief.waiting"} {
				if !strings.Contains(told, text(t, key)) {
					t.Errorf("the debrief says nothing of %s", key)
				}
			}
		})
	}
}

// At every speed time passes as fast as it says, however short a step is.
func TestCDNKeepsItsPace(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + worldCup)
	page.Start()
	page.Press(`[data-command=speed][data-speed="8"]`)
	page.Command("play")
	page.Wait("document.getElementById('clock').dataset.minute >= 16")
	page.Command("pause")
	clock := Eval[string](page, "document.getElementById('clock').textContent")
	page.Command("step")
	page.Wait(fmt.Sprintf("document.getElementById('clock').textContent !== %q", clock))
	if text := Eval[string](page, "document.getElementById('clock').textContent"); len(text) != len("20:17") {
		t.Errorf("after a step the clock says %s, want a whole minute", text)
	}
}

// A link's row opens what can be set for it and its controller, which says how it came to the
// slowdown that it shows.
func TestCDNController(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + worldCup)
	page.Start()
	page.SetControl("policy", pid)
	page.SetControl("metric", fused)
	page.Rush(70)
	page.Press("details[data-link=s01-b] summary")
	page.Wait("document.querySelector('details[data-link=s01-b] .controller .curve svg') !== null")
	rows := judged(t, page.share()).Rows
	row := rows[70*6]
	for _, code := range []string{"measured_s01-b", "slowdown_s01-b", "drop_s01-b"} {
		shown := Eval[string](page, fmt.Sprintf("document.querySelector('.controller [data-reading=%q]').dataset.value", code))
		if want := fmt.Sprint(row[code]); shown != want {
			t.Errorf("the controller shows %s = %s, want %s", code, shown, want)
		}
	}
}

// The layout checks of the service world, over what the CDN world shows.
func TestCDNFitsEverySize(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + worldCup)
	page.WaitState("briefing")
	page.fits(t, "briefing", allSizes, false)
	page.Resize(1280, 720)
	page.Start()
	page.Rush(70)
	Eval[bool](page, "document.querySelector('details[data-link=s01-a]').open = true")
	page.fits(t, "minute 70", allSizes, false)
	Eval[bool](page, "document.getElementById('tab-readings').click() ?? true")
	page.fits(t, "readings", allSizes, false)
	page.Resize(1280, 720)
	page.Rush(1440)
	page.fits(t, "debrief", allSizes, false)
	page.Resize(390, 844)
	page.settled()
	if got := Eval[int64](page, "document.documentElement.scrollHeight"); got != 844 {
		t.Errorf("the page is %d px high in a window of 844: its panels are to scroll, not the whole", got)
	}
}

// Whatever can be pressed on a phone in the CDN world is as large as a finger, and has a name.
func TestCDNForFingersAndListeners(t *testing.T) {
	page := chrome.Open(t, Phone)
	page.Go(serve(t, sitebuild.Host{}) + worldCup)
	check := func(state string, least map[string]int) {
		t.Helper()
		for _, size := range phoneSizes {
			page.Resize(size[0], size[1])
			page.settled()
			if found := Eval[[]string](page, smallTargets); len(found) > 0 {
				t.Errorf("%s, %dx%d: too small:\n%s", state, size[0], size[1], strings.Join(found, "\n"))
			}
		}
		page.Resize(390, 844)
		page.hasNames(t, state, least)
	}
	page.WaitState("briefing")
	check("briefing", map[string]int{"radio": 9})
	page.Start()
	page.Rush(70)
	page.Press("details[data-link=s01-a] summary")
	check("controls", map[string]int{"radio": 7, "slider": 2, "switch": 1})
	for _, tab := range []string{"charts", "feed", "readings"} {
		page.Press("#tab-" + tab)
		check(tab, nil)
	}
	page.Rush(1440)
	check("debrief", map[string]int{"table": 1, "combobox": 5})
}
