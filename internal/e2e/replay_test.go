package e2e

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"oncall/internal/sitebuild"
	"oncall/site"
)

// did is an entry of an actions file.
type did struct {
	Minute  int    `json:"minute"`
	Control string `json:"control"`
	Value   int    `json:"value"`
}

// linkOf is the fragment of a shift in which somebody did something.
func linkOf(t *testing.T, scenario string, seed int, actions ...did) string {
	t.Helper()
	if len(actions) == 0 {
		return linkWith(t, scenario, seed, nil)
	}
	return linkWith(t, scenario, seed, actions)
}

// linkWith is linkOf for actions of any shape that an actions file may have; nil is nobody.
func linkWith(t *testing.T, scenario string, seed int, actions any) string {
	t.Helper()
	args := []string{"link", scenario, "--seed", fmt.Sprint(seed)}
	if actions != nil {
		data, err := json.Marshal(actions)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "actions.json")
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--actions", name)
	}
	return strings.TrimSpace(oncall(t, args...))
}

// story is what the command line says of a link, with what it came to.
type story struct {
	verdict
	Debrief struct {
		Spent float64 `json:"spent"`
		Cost  float64 `json:"cost"`
	} `json:"debrief"`
}

func told(t *testing.T, link string) story {
	t.Helper()
	var s story
	if err := json.Unmarshal([]byte(oncall(t, "replay", link, "--format", "json")), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// text is a text of the page in English.
func text(t *testing.T, key string) string {
	t.Helper()
	texts, err := site.Texts("en")
	if err != nil {
		t.Fatal(err)
	}
	found := texts[key]
	if found == "" {
		t.Fatalf("there is no text %s", key)
	}
	return found
}

// shownRow is what the page shows of a minute.
const shownRow = `({ ...Object.fromEntries([...document.querySelectorAll("[data-reading]")].map((e) => [e.dataset.reading, e.dataset.value])),
  minute: document.getElementById("clock").dataset.minute })`

// jump sets the scrubber to a minute, as dragging it does, and returns what is shown at once: no
// other task of the page runs in between.
func (p *Page) jump(minute int) map[string]string {
	p.r.Helper()
	return Eval[map[string]string](p, fmt.Sprintf(`(() => {
  const scrub = document.getElementById("scrub");
  scrub.value = %d;
  scrub.dispatchEvent(new Event("input", { bubbles: true }));
  scrub.dispatchEvent(new Event("change", { bubbles: true }));
  return %s;
})()`, minute, shownRow))
}

// isRow holds what is shown against a row of the command line's, bit by bit.
func isRow(t *testing.T, shown map[string]string, row map[string]float64) {
	t.Helper()
	for code, want := range row {
		var got float64
		if _, err := fmt.Sscan(shown[code], &got); err != nil || math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("minute %v: the page shows %s = %q, the command line %v", row["minute"], code, shown[code], want)
		}
	}
}

// Whatever way leads to a minute, it shows that minute's row.
func TestSeekShowsTheRowsOfTheCommandLine(t *testing.T) {
	link := linkOf(t, "bad-deploy", 7, did{13, "rollback", 1})
	judge := judged(t, link)
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + link + "&t=37")
	page.WaitState("replay")
	page.Wait("document.querySelector('[data-command=play]')?.checkVisibility()") // it stands still
	isRow(t, Eval[map[string]string](page, shownRow), judge.Rows[37])
	if got := page.Body("digest"); got != judge.Digest {
		t.Errorf("digest %q, want %s", got, judge.Digest)
	}
	for _, minute := range []int{13, 120, 0, 12, 64} {
		isRow(t, page.jump(minute), judge.Rows[minute])
	}

	Eval[bool](page, "document.getElementById('scrub').focus() ?? true")
	last := len(judge.Rows) - 1
	for _, test := range []struct {
		key, name         string
		from, least, most int
	}{
		{kb.ArrowRight, "arrow right", 64, 65, 65},
		{kb.ArrowLeft, "arrow left", 65, 64, 64},
		{kb.PageUp, "page up", 64, 69, 84},
		{kb.Home, "home", -1, 0, 0},
		{kb.ArrowUp, "arrow up", 0, 1, 1},
		{kb.End, "end", 1, last, last},
		{kb.PageDown, "page down", last, last - 20, last - 5},
	} {
		page.Key(test.key)
		page.Wait(fmt.Sprintf("document.getElementById('clock').dataset.minute != %d", test.from))
		shown := Eval[map[string]string](page, shownRow)
		var minute int
		if _, err := fmt.Sscan(shown["minute"], &minute); err != nil || minute < test.least || minute > test.most {
			t.Fatalf("%s goes to minute %q, want %d to %d", test.name, shown["minute"], test.least, test.most)
		}
		isRow(t, shown, judge.Rows[minute])
	}

	Eval[bool](page, "document.activeElement.blur() ?? true")
	page.jump(50)
	page.Key(kb.ArrowRight)
	page.Wait("document.getElementById('clock').dataset.minute == 51")
	page.Key(kb.ArrowLeft)
	page.Key(kb.ArrowLeft)
	page.Wait("document.getElementById('clock').dataset.minute == 49")
	isRow(t, Eval[map[string]string](page, shownRow), judge.Rows[49])
	page.Command("step")
	page.Wait("document.getElementById('clock').dataset.minute == 50")
	isRow(t, Eval[map[string]string](page, shownRow), judge.Rows[50])
}

// A range repeats, and nothing outside of it is shown.
func TestRangeLoops(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + linkOf(t, "bad-deploy", 7) + "&t=37-39")
	page.WaitState("replay")
	if got := page.Minute(); got != 37 {
		t.Errorf("it opens at minute %d, want 37", got)
	}
	page.Wait("document.querySelector('[data-command=play]')?.checkVisibility()")
	Eval[bool](page, `(() => {
  const clock = document.getElementById("clock");
  window.minutes = [clock.dataset.minute];
  new MutationObserver(() => {
    if (window.minutes.at(-1) !== clock.dataset.minute) window.minutes.push(clock.dataset.minute);
  }).observe(clock, { attributes: true });
  return true;
})()`)
	page.Press(`[data-command=speed][data-speed="8"]`)
	page.Command("play")
	page.Wait("window.minutes.join().includes('37,38,39,37,38,39,37')")
	page.Command("pause")
	for _, minute := range Eval[[]string](page, "window.minutes") {
		if !slices.Contains([]string{"37", "38", "39"}, minute) {
			t.Errorf("minute %s is outside of the range", minute)
		}
	}
}

// Taking over is the same shift up to there, and another one from there on; the debrief holds both
// side by side.
func TestTakeOver(t *testing.T) {
	link := linkOf(t, "bad-deploy", 7, did{60, "rollback", 1})
	original := told(t, link)
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + link)
	page.WaitState("replay")
	page.jump(20)
	page.Command("takeover")
	page.WaitState("paused")
	isRow(t, Eval[map[string]string](page, shownRow), original.Rows[20])
	page.Control("rollback")
	page.Rush(1440)
	digest := page.Body("digest")
	if digest == "" || digest == original.Digest {
		t.Errorf("digest %q, and the shift that was taken over has %s", digest, original.Digest)
	}
	debrief := Eval[string](page, "document.getElementById('debrief').innerText")
	for _, want := range []string{
		text(t, "debrief.ghost"),
		fmt.Sprintf("$%.2f", original.Debrief.Cost),
		fmt.Sprintf("%.1f%%", original.Debrief.Spent*100),
	} {
		if !strings.Contains(debrief, want) {
			t.Errorf("the debrief does not show %q of the shift that was taken over", want)
		}
	}
	for _, minute := range []int{1, 10, 19, 20} {
		isRow(t, page.jump(minute), original.Rows[minute])
	}
	judge := judged(t, page.share())
	if judge.Digest != digest {
		t.Errorf("the command line computes %s from the link, the page %s", judge.Digest, digest)
	}
	want := judged(t, linkOf(t, "bad-deploy", 7, did{21, "rollback", 1}))
	if judge.Digest != want.Digest {
		t.Errorf("digest %s, want %s: a rollback at minute 21, and the later one left out", judge.Digest, want.Digest)
	}
}

// Four hours are no longer to go through than one: every jump is right at once.
func TestJumpingAroundInALongShift(t *testing.T) {
	link := linkOf(t, "viral-surge", 3, did{40, "shed", 30}, did{70, "shed", 0})
	rows := judged(t, link).Rows
	if len(rows) != 241 {
		t.Fatalf("the shift has %d minutes, want 240 and minute 0", len(rows))
	}
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + link)
	page.WaitState("replay")
	for _, minute := range []int{239, 3, 120, 240, 0, 77, 76, 41, 40, 39, 200} {
		isRow(t, page.jump(minute), rows[minute])
	}
}
