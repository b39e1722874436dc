// Package e2e drives the page in a real Chromium, as a player would: it presses what is on the
// screen and reads what is written there. Its tests are the journeys; the driver is also there for
// programs that take pictures or measure.
package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/chromedp/chromedp"
)

// Find returns the path of a Chromium on this machine: what ONCALL_CHROMIUM names, or the first of
// the usual commands.
func Find() (string, error) {
	names := []string{"chromium", "chromium-browser", "google-chrome"}
	if chosen := os.Getenv("ONCALL_CHROMIUM"); chosen != "" {
		names = []string{chosen}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium here: install Debian's package chromium (`make test` does it as root), or set ONCALL_CHROMIUM to one")
}

// Flag is a switch of Chromium's command line, without its dashes.
type Flag struct {
	Name  string
	Value any // a string, or true for a switch without a value
}

// Browser is one running Chromium.
type Browser struct {
	ctx    context.Context
	cancel context.CancelFunc
}

// Launch starts a headless Chromium that draws with the processor, so that it needs no graphics
// card, and asks nothing of the network by itself. The caller closes it.
func Launch(ctx context.Context, flags ...Flag) (*Browser, error) {
	path, err := Find()
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox, // root, as in containers and CI, cannot have one
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("enable-unsafe-swiftshader", true),
		chromedp.Flag("use-angle", "swiftshader"),
	)
	for _, flag := range flags {
		options = append(options, chromedp.Flag(flag.Name, flag.Value))
	}
	// The library reports protocol details that it does not know; they are no failure of the page.
	quiet := func(string, ...any) {}
	allocator, cancelAllocator := chromedp.NewExecAllocator(ctx, options...)
	browser, cancelBrowser := chromedp.NewContext(allocator, chromedp.WithErrorf(quiet), chromedp.WithLogf(quiet))
	b := &Browser{ctx: browser, cancel: func() { cancelBrowser(); cancelAllocator() }}
	if err := chromedp.Do(browser); err != nil {
		b.cancel()
		return nil, fmt.Errorf("start %s: %w", strings.TrimSpace(path), err)
	}
	return b, nil
}

// Tab opens a tab of its own, for programs that drive it themselves. The caller cancels it.
func (b *Browser) Tab(options ...chromedp.ContextOption) (context.Context, context.CancelFunc) {
	return chromedp.NewContext(b.ctx, options...)
}

// Close ends the browser.
func (b *Browser) Close() { b.cancel() }
