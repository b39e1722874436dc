package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// patience is how long the page may take for anything before it counts as stuck. It is far more
// than it needs, because a busy machine with two cores draws by processor.
const patience = 60 * time.Second

// Reporter is the part of testing.TB that the driver needs.
type Reporter interface {
	Helper()
	Name() string
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Logf(format string, args ...any)
	Cleanup(func())
	Failed() bool
}

// View is the screen in front of the player.
type View struct {
	Width, Height int64 // CSS pixels
	Scale         float64
	Touch         bool // fingers instead of a mouse
	Dark          bool
	ReducedMotion bool
}

// The views that most journeys use.
var (
	Laptop = View{Width: 1280, Height: 720, Scale: 1}
	Phone  = View{Width: 390, Height: 844, Scale: 3, Touch: true}
)

// Page is one tab of its own browser context: no storage, cache or history of other pages.
type Page struct {
	r        Reporter
	ctx      context.Context
	view     View
	problems *problems
}

// Open makes a page. It is closed, and its problems reported, when the test ends.
func (b *Browser) Open(r Reporter, view View) *Page {
	r.Helper()
	found := &problems{}
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext(), chromedp.WithListener(found.listen))
	p := &Page{r, ctx, view, found}
	r.Cleanup(cancel)
	r.Cleanup(p.finish)
	p.do(chromedp.EmulateViewport(view.Width, view.Height, chromedp.EmulateScale(view.Scale), func(
		metrics *emulation.SetDeviceMetricsOverrideParams, touch *emulation.SetTouchEmulationEnabledParams,
	) {
		metrics.Mobile = view.Touch
		touch.Enabled = view.Touch
	}))
	media := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}, {Name: "prefers-reduced-motion", Value: "no-preference"}}
	if view.Dark {
		media[0].Value = "dark"
	}
	if view.ReducedMotion {
		media[1].Value = "reduce"
	}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: media}); err != nil {
		r.Fatalf("set the media features: %v", err)
	}
	return p
}

// finish reports what went wrong in the page without anybody looking.
func (p *Page) finish() {
	for _, problem := range p.problems.all() {
		p.r.Errorf("%s", problem)
	}
	if p.r.Failed() {
		p.picture()
	}
}

// picture keeps a screenshot of a failure.
func (p *Page) picture() {
	ctx, cancel := context.WithTimeout(p.ctx, 10*time.Second)
	defer cancel()
	data, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.r.Logf("no picture: %v", err)
		return
	}
	dir := filepath.Join(os.TempDir(), "oncall-e2e")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		p.r.Logf("no picture: %v", err)
		return
	}
	path := filepath.Join(dir, fmt.Sprintf("%s-%d.png", filepath.Base(p.r.Name()), time.Now().UnixNano()))
	if err := os.WriteFile(path, data, 0o644); err != nil {
		p.r.Logf("no picture: %v", err)
		return
	}
	p.r.Logf("picture: %s", path)
}

// Screenshot returns what is on the screen, as a PNG.
func (p *Page) Screenshot() []byte {
	p.r.Helper()
	data, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.r.Fatalf("take a picture: %v", err)
	}
	return data
}

func (p *Page) do(actions ...chromedp.Action[chromedp.Void]) {
	p.r.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.r.Fatalf("%v", err)
	}
}

// Go opens an address; requests to other hosts than the address's count as problems from then on.
func (p *Page) Go(address string) {
	p.r.Helper()
	p.problems.own(address)
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	// A change of the fragment alone loads nothing, and a tab that starts over must.
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(address)); err != nil {
		p.r.Fatalf("open %s: %v", address, err)
	}
}

// Allow takes problems whose text contains a part as expected.
func (p *Page) Allow(part string) { p.problems.allow(part) }

// Resize changes the window's size.
func (p *Page) Resize(width, height int64) {
	p.r.Helper()
	p.view.Width, p.view.Height = width, height
	params := emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: p.view.Scale, Mobile: p.view.Touch}
	if _, err := chromedp.Call(p.ctx, emulation.SetDeviceMetricsOverride, params); err != nil {
		p.r.Fatalf("resize to %dx%d: %v", width, height, err)
	}
	p.Wait(fmt.Sprintf("innerWidth === %d", width))
}

// AllowClipboard lets the page's origin read and write the clipboard, as a player may.
func (p *Page) AllowClipboard() {
	p.r.Helper()
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		_, err := chromedp.CallBrowser(p.ctx, browser.SetPermission, browser.SetPermissionParams{
			Permission:       &browser.PermissionDescriptor{Name: name},
			Setting:          browser.PermissionSettingGranted,
			BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
		})
		if err != nil {
			p.r.Fatalf("allow %s: %v", name, err)
		}
	}
}

// Eval returns the value of a JavaScript expression, awaited.
func Eval[T any](p *Page, expression string) T {
	p.r.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.r.Fatalf("%s: %v", expression, err)
	}
	return value
}

// Wait waits until a JavaScript expression is true, in this document or in one that the page goes
// on to meanwhile.
func (p *Page) Wait(expression string) {
	p.r.Helper()
	deadline := time.Now().Add(patience)
	for {
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		met, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expression+")", chromedp.EvalAwaitPromise))
		cancel()
		switch {
		case err != nil && !strings.Contains(err.Error(), "navigated"):
			p.r.Fatalf("%s: %v", expression, err)
		case met:
			return
		case time.Now().After(deadline):
			p.r.Fatalf("never came true: %s\nbody: %s", expression, Eval[string](p, "JSON.stringify({...document.body?.dataset})"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// WaitState waits until the page says that it is in one of the states.
func (p *Page) WaitState(states ...string) {
	p.r.Helper()
	list, err := json.Marshal(states)
	if err != nil {
		p.r.Fatalf("states %q: %v", states, err)
	}
	p.Wait(fmt.Sprintf("%s.includes(document.body?.dataset.state)", list))
	p.debriefed()
}

// debriefed waits for what an open debrief says: that is loaded when it opens.
func (p *Page) debriefed() {
	p.r.Helper()
	p.Wait("document.body.dataset.view !== 'debrief' || document.querySelector('#debrief-body > *') !== null")
}

// Body returns one of the body's data attributes, empty when it is not there.
func (p *Page) Body(name string) string {
	p.r.Helper()
	return Eval[string](p, fmt.Sprintf("document.body.dataset[%q] ?? ''", name))
}

// Minute returns what the clock says.
func (p *Page) Minute() int {
	p.r.Helper()
	text := Eval[string](p, "document.getElementById('clock')?.dataset.minute ?? ''")
	minute, err := strconv.Atoi(text)
	if err != nil {
		p.r.Fatalf("#clock has data-minute %q, want a whole number", text)
	}
	return minute
}

// Reading returns the value of a reading, in full precision.
func (p *Page) Reading(code string) float64 {
	p.r.Helper()
	text := Eval[string](p, fmt.Sprintf("document.querySelector('[data-reading=%q]')?.dataset.value ?? ''", code))
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		p.r.Fatalf("reading %s has data-value %q, want a number", code, text)
	}
	return value
}
