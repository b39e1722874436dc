package e2e

import (
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"oncall/internal/sitebuild"
)

const (
	pausedSeconds = 5
	busyShareMax  = 0.02
	windowsMax    = 3 // tries, because the machine has other work
)

// stageFrames is how often the stage has drawn.
func (p *Page) stageFrames() int {
	p.r.Helper()
	return Eval[int](p, "document.getElementById('stage').contentWindow.stageFrames ?? 0")
}

// stageRests waits until the stage has drawn nothing for a second.
func (p *Page) stageRests(t *testing.T) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for last, since := -1, time.Now(); time.Since(since) < time.Second; time.Sleep(100 * time.Millisecond) {
		if now := p.stageFrames(); now != last {
			last, since = now, time.Now()
		}
		if time.Now().After(deadline) {
			t.Fatal("the stage never stops drawing")
		}
	}
}

// taskSeconds is how long the page's main thread has worked so far. The frame of the stage is of
// the page's origin and runs on the same thread.
func (p *Page) taskSeconds(t *testing.T) float64 {
	t.Helper()
	found, err := chromedp.Call(p.ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		t.Fatalf("get the metrics: %v", err)
	}
	for _, metric := range found.Metrics {
		if metric.Name == "TaskDuration" {
			return metric.Value
		}
	}
	t.Fatal("Chromium has no metric TaskDuration")
	return 0
}

// While the shift is paused nothing is drawn, and the page costs next to nothing.
func TestPausedPageRests(t *testing.T) {
	tab := chrome.Open(t, Laptop)
	if _, err := chromedp.Call(tab.ctx, performance.Enable, performance.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	tab.Go(serve(t, sitebuild.Host{}) + badDeploy)
	tab.Start()
	tab.Wait("document.body.dataset.stage === 'ready'")
	tab.Rush(19) // requests fail, and an alert is open
	tab.stageRests(t)
	least := 1.0
	for range windowsMax {
		frames, busy, began := tab.stageFrames(), tab.taskSeconds(t), time.Now()
		time.Sleep(pausedSeconds * time.Second)
		share := (tab.taskSeconds(t) - busy) / time.Since(began).Seconds()
		if drawn := tab.stageFrames() - frames; drawn != 0 {
			t.Errorf("the stage draws %d frames in %d s of a pause", drawn, pausedSeconds)
		}
		if least = min(least, share); least < busyShareMax {
			break
		}
	}
	if least >= busyShareMax {
		t.Errorf("paused, the main thread works %.1f %% of the time, want less than %v %%", least*100, busyShareMax*100)
	}
}

// A shift that nobody looks at does not go on.
func TestHiddenTabPauses(t *testing.T) {
	tab := chrome.Open(t, Laptop)
	tab.Go(serve(t, sitebuild.Host{}) + badDeploy)
	tab.WaitState("briefing")
	tab.Command("start")
	tab.WaitState("running")
	front, cancel := chromedp.NewContext(tab.ctx, chromedp.WithNewWindow(false))
	defer cancel()
	if err := chromedp.Do(front, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	tab.Wait("document.hidden")
	tab.WaitState("paused")
	minute := tab.Minute()
	if _, err := chromedp.Call(tab.ctx, page.BringToFront, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	tab.Wait("!document.hidden")
	if state := tab.Body("state"); state != "paused" || tab.Minute() != minute {
		t.Errorf("back in sight the shift is %s at minute %d, want paused at %d", state, tab.Minute(), minute)
	}
	tab.StepTo(minute + 2)
}
