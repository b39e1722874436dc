package e2e

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"oncall/internal/sitebuild"
)

const badDeploy = "#s=bad-deploy&seed=7"

// verdict is what the command line says of a link.
type verdict struct {
	Digest string               `json:"digest"`
	Rows   []map[string]float64 `json:"rows"`
}

func judged(t *testing.T, link string) verdict {
	t.Helper()
	var v verdict
	if err := json.Unmarshal([]byte(oncall(t, "replay", link, "--format", "json")), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// The whole promise: a shift is played, its link copied, and another browser and the command line
// come to the same bits.
func TestShiftReplaysFromItsLink(t *testing.T) {
	for _, test := range []struct {
		name string
		view View
	}{{"mouse", Laptop}, {"touch", Phone}} {
		t.Run(test.name, func(t *testing.T) {
			address := serve(t, sitebuild.Host{})
			player := chrome.Open(t, test.view)
			player.AllowClipboard()
			player.Go(address + badDeploy)
			player.Start()
			player.StepTo(12)
			player.Control("rollback")
			player.StepToEnd()
			digest := player.Body("digest")
			if len(digest) != 8 {
				t.Fatalf("body has data-digest %q at the end of the shift, want 8 hex digits", digest)
			}
			link := player.share()
			if copied := Eval[string](player, "navigator.clipboard.readText()"); copied != link {
				t.Errorf("the clipboard has %q, the field %q", copied, link)
			}
			judge := judged(t, link)
			if judge.Digest != digest {
				t.Errorf("the page computed %s, the command line %s", digest, judge.Digest)
			}
			player.compareReadings(t, judge.Rows[len(judge.Rows)-1])

			viewer := chrome.Open(t, test.view)
			viewer.Go(link)
			viewer.WaitState("replay")
			viewer.Wait("document.body.dataset.digest")
			if got := viewer.Body("digest"); got != digest {
				t.Errorf("the second browser computed %s, the first %s", got, digest)
			}
			viewer.watch(t, judge.Rows)
		})
	}
}

// share presses the share button and returns the link that the page shows. At the end of a shift
// the debrief offers it; it is the first in sight.
func (p *Page) share() string {
	p.r.Helper()
	p.Command("share")
	p.Wait("document.getElementById('link')?.value.includes('#r=')")
	return Eval[string](p, "document.getElementById('link').value")
}

// watch plays a replay at the highest speed to its end, and looks at the numbers on the way.
func (p *Page) watch(t *testing.T, rows []map[string]float64) {
	t.Helper()
	for at := p.Minute(); at < 13; at = p.Minute() {
		p.step(at)
	}
	p.compareReadings(t, rows[p.Minute()])
	p.Command("play")
	p.Press(`[data-command=speed][data-speed="8"]`)
	p.Wait(fmt.Sprintf("document.getElementById('clock').dataset.minute == %d", len(rows)-1))
	p.compareReadings(t, rows[len(rows)-1])
}

// compareReadings holds the numbers on the page against a row of the command line's, bit by bit.
func (p *Page) compareReadings(t *testing.T, row map[string]float64) {
	t.Helper()
	shown := Eval[map[string]string](p, "Object.fromEntries([...document.querySelectorAll('[data-reading]')].map((e) => [e.dataset.reading, e.dataset.value]))")
	if len(shown) < len(row)-2 {
		t.Errorf("the page shows %d readings of %d", len(shown), len(row))
	}
	for code := range shown {
		want, ok := row[code]
		if !ok {
			continue // readings that the page makes of others, such as the error rate in percent
		}
		if got := p.Reading(code); math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("minute %d: the page shows %s = %v, the command line %v", p.Minute(), code, got, want)
		}
	}
}

// Each control can be moved, and what it does is in the record.
func TestControlsReachTheShift(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + "#s=free-play&seed=3")
	page.Start()
	controls := Eval[[]string](page, "[...new Set([...document.querySelectorAll('[data-control]')].map((e) => e.dataset.control))]")
	if len(controls) != 8 {
		t.Errorf("the page has the controls %v, want eight", controls)
	}
	page.StepTo(5)
	page.SetControl("cache_ttl", 30)
	page.StepTo(8)
	page.SetControl("shed", 50)
	page.Control("heavy_feature")
	page.StepTo(12)
	rows := judged(t, page.share()).Rows
	if len(rows) != 13 {
		t.Errorf("the record has %d minutes, want the 12 that were played and minute 0", len(rows))
	}
	untouched := judged(t, strings.TrimSpace(oncall(t, "link", "free-play", "--seed", "3"))).Rows
	for _, test := range []struct {
		code      string
		last      int // minute up to which nothing differs from a shift in which nobody did anything
		different int // minute in which it does
	}{{"hit", 5, 6}, {"shed", 8, 9}, {"heavy", 8, 9}} {
		if got, want := rows[test.last][test.code], untouched[test.last][test.code]; got != want {
			t.Errorf("minute %d: %s is %v before anybody did anything, want %v", test.last, test.code, got, want)
		}
		if got := rows[test.different][test.code]; got == untouched[test.different][test.code] {
			t.Errorf("minute %d: %s is still %v", test.different, test.code, got)
		}
	}
}

// Nothing reaches over the window's side, whatever is open.
func TestNothingOverflowsSideways(t *testing.T) {
	page := chrome.Open(t, View{Width: 360, Height: 640, Scale: 2, Touch: true})
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	check := func(state string) {
		t.Helper()
		for _, size := range [][2]int64{{360, 640}, {390, 844}, {768, 1024}, {1280, 720}} {
			page.Resize(size[0], size[1])
			if got := Eval[int64](page, "document.documentElement.scrollWidth"); got != size[0] {
				t.Errorf("%s, %d px: the page is %d px wide", state, size[0], got)
			}
		}
		page.Resize(360, 640)
	}
	page.WaitState("briefing")
	check("briefing")
	page.Start()
	page.StepTo(20)
	check("minute 20")
	page.StepToEnd()
	check("debrief")
	page.share()
	check("sharing")
}
