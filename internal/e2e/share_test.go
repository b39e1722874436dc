package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"oncall/internal/sitebuild"
)

// hostile is a note that would do something wherever it is taken for markup.
const hostile = `<script>document.title="owned"</script> | <img src=x onerror='document.title="owned"'> **b**`

// write types a text into the field that has the focus, in place of what is in it.
func (p *Page) write(text string) {
	p.r.Helper()
	Eval[bool](p, "document.activeElement.select() ?? true")
	if _, err := chromedp.Call(p.ctx, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
		p.r.Fatalf("type %q: %v", text, err)
	}
}

// addNote opens the panel at the shown minute and adds a note there.
func (p *Page) addNote(text string) {
	p.r.Helper()
	p.share()
	p.Press("#note-add")
	p.Wait("document.activeElement?.matches('#notes input')")
	p.write(text)
	p.Press("#share-dialog [data-close]")
	p.Wait("!document.getElementById('share-dialog').open")
}

// asText fails where the note stands as anything else than text in an element of the page.
func (p *Page) asText(t *testing.T, where, selector, want string) {
	t.Helper()
	if got := Eval[string](p, fmt.Sprintf("document.querySelector(%s)?.textContent ?? ''", quoted(selector))); !strings.Contains(got, want) {
		t.Errorf("%s does not show the note %q", where, want)
	}
	if n := Eval[int](p, "document.querySelectorAll('img, script:not([src]), b').length"); n != 0 {
		t.Errorf("%s: %d elements came out of a note", where, n)
	}
	if title := Eval[string](p, "document.title"); strings.Contains(title, "owned") {
		t.Errorf("%s: a note has run", where)
	}
}

// copied presses a button that copies, and returns what it copied once it begins like that.
func (p *Page) copied(button, beginning string) string {
	p.r.Helper()
	p.Press(button)
	p.Wait(fmt.Sprintf("navigator.clipboard.readText().then((text) => text.startsWith(%s))", quoted(beginning)))
	return Eval[string](p, "navigator.clipboard.readText()")
}

// Notes are added, edited and removed; they travel in the link, and stay text wherever they go.
func TestNotesAreText(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.AllowClipboard()
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	page.Start()
	page.Rush(12)
	page.Control("rollback")
	page.Rush(20)
	page.addNote(hostile)
	page.jump(15)
	page.addNote("not yet what is meant")
	page.jump(17)
	page.addNote("to be removed")
	page.share()
	page.Press("#notes li:nth-child(1) input")
	page.write("the build | is bad")
	page.Press("#notes li:nth-child(2) button")
	page.Wait("document.querySelectorAll('#notes li').length === 2")
	link := Eval[string](page, "document.getElementById('link').value")
	markdown := page.copied("#share-markdown", "## ")
	page.Press("#share-dialog [data-close]")
	page.jump(20)

	viewer := chrome.Open(t, Laptop)
	viewer.Go(link + "&t=20")
	viewer.WaitState("replay")
	for name, p := range map[string]*Page{"player": page, "viewer": viewer} {
		for where, selector := range map[string]string{"feed": "#feed-list", "timeline": "#chart svg"} {
			p.asText(t, name+"'s "+where, selector, hostile)
			p.asText(t, name+"'s "+where, selector, "the build | is bad")
			if Eval[bool](p, fmt.Sprintf("/to be removed|not yet/.test(document.querySelector(%s).textContent)", quoted(selector))) {
				t.Errorf("%s's %s shows what was edited or removed", name, where)
			}
		}
	}
	viewer.share()
	if got := Eval[string](viewer, "document.querySelector('#notes li:nth-child(2) input').value"); got != hostile {
		t.Errorf("the panel of the replay has the note %q", got)
	}

	for _, want := range []string{`\|`, "&lt;script", `the build \| is bad`} {
		if !strings.Contains(markdown, want) {
			t.Errorf("the Markdown has no %q:\n%s", want, markdown)
		}
	}
	if strings.Contains(markdown, "<script") || strings.Contains(markdown, "<img") || strings.Contains(markdown, "to be removed") {
		t.Errorf("the Markdown has markup or a removed note:\n%s", markdown)
	}
	same(t, markdown, reported(t, link))
}

// reported is the command line's report of a link.
func reported(t *testing.T, link string) string {
	t.Helper()
	dir := t.TempDir()
	oncall(t, "report", link, "-o", dir)
	data, err := os.ReadFile(filepath.Join(dir, "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// same names the first line in which two reports differ.
func same(t *testing.T, page, report string) {
	t.Helper()
	got, want := strings.Split(page, "\n"), strings.Split(report, "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("line %d differs:\npage:\n%s\nreport:\n%s", i+1, page, report)
			return
		}
	}
}

// longActions are so many actions as a link is to carry, a few a minute.
func longActions(count int) []did {
	controls := []string{"cache_ttl", "shed", "fleet_min", "target_utilization"}
	values := [][2]int{{45, 60}, {5, 10}, {11, 12}, {55, 65}}
	actions := make([]did, count)
	for i := range actions {
		minute := 1 + i/len(controls)
		actions[i] = did{minute, controls[i%len(controls)], values[i%len(controls)][minute%2]}
	}
	return actions
}

// A code is drawn where a phone could read it, and else the page says why not; it also says when a
// link is longer than some tools take.
func TestCodesAndLongLinks(t *testing.T) {
	address := serve(t, sitebuild.Host{})
	page := chrome.Open(t, Laptop)
	for _, test := range []struct {
		name           string
		link           string
		least, most    int // characters of the whole link
		coded, warning bool
	}{
		{"short", linkOf(t, "free-play", 3), 1, 800, true, false},
		{"long", linkOf(t, "free-play", 3, longActions(280)...), 801, 1800, false, false},
		{"very long", linkOf(t, "free-play", 3, longActions(900)...), 1801, 15_000, false, true},
	} {
		page.Go(address + test.link)
		page.WaitState("replay")
		shared := page.share()
		if n := len(shared); n < test.least || n > test.most {
			t.Fatalf("%s: the link has %d characters, want %d to %d", test.name, n, test.least, test.most)
		}
		if got := Eval[string](page, "document.getElementById('share-long').innerText.trim()"); (got != "") != test.warning {
			t.Errorf("%s: of its length the page says %q", test.name, got)
		}
		page.Press("#share-code")
		if test.coded {
			page.Wait("document.querySelector('#code svg[role=img][aria-label]')?.getBoundingClientRect().width > 100")
			continue
		}
		page.Wait("document.getElementById('code').innerText.trim()")
		if got := Eval[string](page, "document.getElementById('code').innerText.trim()"); !strings.Contains(got, "800 characters") || !strings.HasSuffix(got, ".") {
			t.Errorf("%s: instead of a code the page says %q", test.name, got)
		}
		if Eval[bool](page, "document.querySelector('#code svg') !== null") {
			t.Errorf("%s: a code that no phone reads", test.name)
		}
	}
}

// The code for another page shows this shift in a frame.
func TestEmbedCode(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.AllowClipboard()
	page.Go(serve(t, sitebuild.Host{}) + linkOf(t, "bad-deploy", 7))
	page.WaitState("replay")
	link := page.share()
	code := page.copied("#share-embed", "<iframe")
	src := Eval[string](page, fmt.Sprintf("new DOMParser().parseFromString(%s, 'text/html').querySelector('iframe[title]')?.src ?? ''", quoted(code)))
	if src != link+"&embed=1" {
		t.Errorf("the code shows %q, want %q", src, link+"&embed=1")
	}
}

// downloads sends what the page saves to a folder.
func (p *Page) downloads(dir string) {
	p.r.Helper()
	_, err := chromedp.CallBrowser(p.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir, BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
	})
	if err != nil {
		p.r.Fatalf("choose a folder for downloads: %v", err)
	}
}

// saved waits for the only file in a folder.
func saved(t *testing.T, dir string) string {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if found, err := filepath.Glob(filepath.Join(dir, "*.oncall")); err == nil && len(found) == 1 {
			return found[0]
		}
	}
	t.Fatal("no file was saved")
	return ""
}

// A shift that was saved as a file opens again, by picking it or dropping it; a damaged file is
// refused in one sentence.
func TestRecordFile(t *testing.T) {
	address := serve(t, sitebuild.Host{})
	dir := t.TempDir()
	link := linkOf(t, "bad-deploy", 7, did{13, "rollback", 1})
	digest := judged(t, link).Digest
	page := chrome.Open(t, Laptop)
	page.downloads(dir)
	page.Go(address + link)
	page.WaitState("replay")
	page.share()
	page.Press("#share-file")
	file := saved(t, dir)
	if got := judged(t, file).Digest; got != digest {
		t.Errorf("the command line computes %s from the file, want %s", got, digest)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}

	viewer := chrome.Open(t, Laptop)
	viewer.Go(address)
	viewer.WaitState("briefing")
	viewer.Choose("input[type=file]", file)
	viewer.WaitState("replay")
	if got := viewer.Body("digest"); got != digest {
		t.Errorf("the picked file replays as %q, want %s", got, digest)
	}

	data[len(data)/3] ^= 1
	damaged := filepath.Join(t.TempDir(), "damaged.oncall")
	if err := os.WriteFile(damaged, data, 0o600); err != nil {
		t.Fatal(err)
	}
	viewer.Go(address)
	viewer.WaitState("briefing")
	viewer.Choose("input[type=file]", damaged)
	viewer.WaitState("error")
	said := strings.TrimSpace(Eval[string](viewer, "document.getElementById('error-text').innerText"))
	if !sentence.MatchString(said) || strings.Contains(strings.ToLower(said), "link") {
		t.Errorf("of a damaged file the page says %q, want one clear sentence about a file", said)
	}

	data[len(data)/3] ^= 1
	Eval[bool](viewer, fmt.Sprintf(`(() => {
  const carried = new DataTransfer();
  carried.items.add(new File([new Uint8Array([%s])], "shift.oncall"));
  document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: carried }));
  return true;
})()`, numbers(data)))
	viewer.WaitState("replay")
	if got := viewer.Body("digest"); got != digest {
		t.Errorf("the dropped file replays as %q, want %s", got, digest)
	}
}

// numbers is a list of bytes as JavaScript writes it.
func numbers(data []byte) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(data), "[]"), " ", ",")
}
