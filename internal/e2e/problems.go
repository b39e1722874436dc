package e2e

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
)

// problems collects what a page does wrong on the side: errors on the console, exceptions that
// nothing catches, what its own policy forbids, and requests to other hosts.
type problems struct {
	mu      sync.Mutex
	host    string
	found   []string
	allowed []string
}

// listen takes the browser's events, in the goroutine that reads them.
func (p *problems) listen(event any) {
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert {
			var words []string
			for _, arg := range e.Args {
				words = append(words, strings.Trim(string(arg.Value), `"`)+arg.Description)
			}
			p.add("console: " + strings.Join(words, " "))
		}
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		p.add("exception: " + text)
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError && !readsItself(e.Entry.Text) {
			p.add(fmt.Sprintf("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	case *network.EventRequestWillBeSent:
		p.request(e.Request.URL)
	}
}

var unsafeAttempt = regexp.MustCompile(`^Unsafe attempt to load URL (\S+) from frame with URL (\S+)\. `)

// readsItself tells what a sandboxed frame, whose origin is nobody's, logs when the debugger asks it
// for its own document to show its style sheets. The page has no part in that.
func readsItself(text string) bool {
	match := unsafeAttempt.FindStringSubmatch(text)
	if match == nil {
		return false
	}
	document, _, _ := strings.Cut(match[2], "#")
	return match[1] == document
}

func (p *problems) request(address string) {
	target, err := url.Parse(address)
	if err != nil {
		p.add("request to " + address)
		return
	}
	p.mu.Lock()
	own := p.host
	p.mu.Unlock()
	if (target.Scheme == "http" || target.Scheme == "https" || target.Scheme == "ws" || target.Scheme == "wss") && target.Host != own {
		p.add("request to another host: " + address)
	}
}

func (p *problems) own(address string) {
	target, err := url.Parse(address)
	if err != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.host = target.Host
}

func (p *problems) add(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.found = append(p.found, text)
}

func (p *problems) allow(part string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.allowed = append(p.allowed, part)
}

// all returns what was found and not allowed.
func (p *problems) all() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(p.found), func(text string) bool {
		return slices.ContainsFunc(p.allowed, func(part string) bool { return strings.Contains(text, part) })
	})
}
