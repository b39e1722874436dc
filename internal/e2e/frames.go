package e2e

import (
	"context"
	"strings"
	"time"

	"github.com/chromedp/cdproto/page"
	targets "github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Frame finds a frame of another site in the page, by the beginning of its address, once it is
// there. Such a frame runs in a process of its own; it is driven and watched as a page is.
func (p *Page) Frame(address string) *Page {
	p.r.Helper()
	deadline := time.Now().Add(patience)
	for {
		for _, info := range p.frames() {
			if info.Type == "iframe" && strings.HasPrefix(info.URL, address) {
				return p.attach(info.TargetID, address)
			}
		}
		if time.Now().After(deadline) {
			p.r.Fatalf("no frame of %s in the page", address)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (p *Page) frames() []*targets.Info {
	p.r.Helper()
	found, err := chromedp.CallBrowser(p.ctx, targets.GetTargets, targets.GetTargetsParams{
		Filter: targets.Filter{{Type: "iframe"}},
	})
	if err != nil {
		p.r.Fatalf("list the frames: %v", err)
	}
	return found.TargetInfos
}

func (p *Page) attach(id targets.ID, address string) *Page {
	p.r.Helper()
	seen := &problems{}
	seen.own(address)
	ctx, cancel := chromedp.NewContext(p.ctx, chromedp.WithTargetID(id), chromedp.WithListener(seen.listen))
	frame := &Page{p.r, ctx, p.view, seen}
	p.r.Cleanup(cancel)
	p.r.Cleanup(func() {
		for _, problem := range seen.all() {
			p.r.Errorf("in the frame: %s", problem)
		}
	})
	// The first call attaches, for as long as its context lasts.
	frame.do()
	frame.Wait("document.body !== null")
	return frame
}

// Before runs a script in every document that the page opens from now on, before its own.
func (p *Page) Before(script string) {
	p.r.Helper()
	if _, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		p.r.Fatalf("add a script: %v", err)
	}
}

// Reload loads the page again, as the browser's button does.
func (p *Page) Reload() {
	p.r.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Reload()); err != nil {
		p.r.Fatalf("load the page again: %v", err)
	}
}

// Choose gives a file to a file input, as picking it does.
func (p *Page) Choose(selector, file string) {
	p.r.Helper()
	if err := chromedp.Do(p.ctx, chromedp.SetUploadFiles(chromedp.CSS(selector), []string{file})); err != nil {
		p.r.Fatalf("choose %s in %s: %v", file, selector, err)
	}
}
