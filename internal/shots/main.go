// Command shots takes the pictures by which the page is judged: the moments of
// the shifts that matter, on a wide screen and on a phone, light and dark.
package main

import (
	"context"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"oncall/internal/e2e"
	"oncall/internal/sitebuild"
)

// moment is a picture of a shift: how it is reached.
type moment struct {
	name  string
	reach func(p *e2e.Page, address string)
}

// open opens a shift and waits for its stage. The address ends within the fragment.
func open(p *e2e.Page, address, fragment string) {
	p.Go(address + fragment)
	p.WaitState("briefing", "replay")
	p.Wait("document.body.dataset.stage !== 'loading'")
}

// play opens a shift, does what it is told at the minutes, and goes to one.
func play(scenario string, seed, minute int, acts ...act) func(*e2e.Page, string) {
	return func(p *e2e.Page, address string) {
		open(p, address, fmt.Sprintf("s=%s&seed=%d", scenario, seed))
		p.Start()
		for _, a := range acts {
			stepTo(p, a.minute-1)
			if a.press {
				p.Control(a.control)
			} else {
				p.SetControl(a.control, a.value)
			}
		}
		stepTo(p, minute)
	}
}

// stepTo presses the step button until a minute, without looking after each
// minute whether a player could: pictures are no journeys.
func stepTo(p *e2e.Page, minute int) {
	e2e.Eval[bool](p, fmt.Sprintf(`(() => {
  const step = document.querySelector("[data-command=step]");
  while (Number(document.getElementById("clock").dataset.minute) < %d && document.body.dataset.state !== "ended") step.click();
  return true;
})()`, minute))
}

// scrollTo brings a part of the page to the top.
func scrollTo(p *e2e.Page, selector string) {
	e2e.Eval[bool](p, fmt.Sprintf(`(document.querySelector(%q).scrollIntoView({ block: "start", behavior: "instant" }), true)`, selector))
}

// act is what the player does before a minute.
type act struct {
	minute  int
	control string
	value   float64
	press   bool
}

var flushed = []act{{31, "heavy_feature", 0, false}, {31, "shed", 100, false}, {32, "fleet_min", 18, false}, {33, "warm_up", 1, true}}

// replayLink is bad-deploy with seed 7, rolled back at minute 13.
const replayLink = "r=AAAALJsBAadzZXJ2aWNlqmJhZC1kZXBsb3nOcgmkLweQkw0HAZB4zlkYoL4Nlqrs"

var moments = []moment{
	{"briefing", func(p *e2e.Page, address string) { open(p, address, "s=bad-deploy&seed=7") }},
	{"own", func(p *e2e.Page, address string) {
		open(p, address, "s=bad-deploy&seed=7")
		p.Press("#own-entry")
		p.Wait("document.getElementById('own')?.open")
	}},
	{"calm", play("free-play", 1, 20)},
	{"surge", play("viral-surge", 17, 50)},
	{"flush", play("cache-flush", 7, 34, flushed...)},
	{"bad-deploy", play("bad-deploy", 7, 13)},
	{"rollback", play("bad-deploy", 7, 15, act{13, "rollback", 1, true})},
	{"debrief", func(p *e2e.Page, address string) {
		play("bad-deploy", 7, 13, act{13, "rollback", 1, true})(p, address)
		stepTo(p, 120)
		p.WaitState("ended")
	}},
	{"pager", func(p *e2e.Page, address string) {
		play("cache-flush", 7, 150, flushed...)(p, address)
		p.WaitState("ended")
		scrollTo(p, "#pager")
	}},
	{"explain", func(p *e2e.Page, address string) {
		play("cache-flush", 7, 34, flushed...)(p, address)
		e2e.Eval[bool](p, `(document.querySelector("#vitals [data-explain=p99], [data-explain=p99]").click(), true)`)
		p.Wait("document.body.dataset.explain === 'p99'")
	}},
	{"luck", func(p *e2e.Page, address string) {
		play("viral-surge", 17, 240, act{45, "fleet_min", 18, false}, act{46, "heavy_feature", 0, false})(p, address)
		p.WaitState("ended")
		p.Press("[data-lab=sweep]")
		p.Wait("document.querySelector('#sweep-result table')")
		p.Press("[data-lab=hindsight]")
		p.Wait("document.querySelector('#hindsight-result .grade')")
		scrollTo(p, "#luck")
	}},
	{"kick-off", play("world-cup-match", 1, 64)},
	{"sawtooth", play("two-links", 1, 60)},
	{"cdn-debrief", func(p *e2e.Page, address string) {
		play("two-links", 1, 240)(p, address)
		p.WaitState("ended")
	}},
	{"replay", func(p *e2e.Page, address string) { open(p, address, replayLink+"&t=15") }},
	{"preview", play("cache-flush", 7, 34, flushed...)},
	{"embed", func(p *e2e.Page, address string) { open(p, address, replayLink+"&t=15&embed=1") }},
}

// screens are the views, each light and dark.
var screens = map[string]e2e.View{
	"wide":  e2e.Laptop,
	"phone": e2e.Phone,
}

func main() {
	out := flag.String("o", "shots", "folder to write to")
	only := flag.String("only", "", "regular expression on the pictures' names")
	lang := flag.String("lang", "en", "language of the page")
	dist := flag.String("dist", "", "a built site; it is built when empty")
	flag.Parse()
	if err := run(*out, *only, *lang, *dist); err != nil {
		fmt.Fprintln(os.Stderr, "shots:", err)
		os.Exit(1)
	}
}

func run(out, only, lang, dist string) error {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	ctx := context.Background()
	if dist == "" {
		if dist, err = os.MkdirTemp("", "oncall-shots-"); err != nil {
			return err
		}
		defer os.RemoveAll(dist)
		options, err := sitebuild.Project(ctx, filepath.Join(dist, "dist"))
		if err != nil {
			return err
		}
		dist = options.Out
		if _, err := sitebuild.Build(ctx, options); err != nil {
			return err
		}
	}
	root, err := os.OpenRoot(dist)
	if err != nil {
		return err
	}
	defer root.Close()
	server := httptest.NewServer(sitebuild.Handler(root, sitebuild.Host{}))
	defer server.Close()
	browser, err := e2e.Launch(ctx)
	if err != nil {
		return err
	}
	defer browser.Close()
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for _, m := range moments {
		for screen, view := range screens {
			for _, dark := range []bool{true, false} {
				name := m.name + "-" + screen + map[bool]string{true: "-dark", false: "-light"}[dark]
				if lang != "en" {
					name += "-" + lang
				}
				if !wanted.MatchString(name) {
					continue
				}
				view.Dark = dark
				switch m.name {
				case "embed":
					view.Width, view.Height = 480, 360
				case "preview": // what those who unfold links show
					view.Width, view.Height = 1200, 630
				}
				if err := take(browser, m, view, server.URL+"/#lang="+lang+"&", filepath.Join(out, name+".png")); err != nil {
					fmt.Fprintln(os.Stderr, name+":", err)
				}
			}
		}
	}
	return nil
}

// settle is how long the picture may come to rest: interpolations last a second.
const settle = 1500 * time.Millisecond

func take(browser *e2e.Browser, m moment, view e2e.View, address, path string) (err error) {
	r := &reporter{name: m.name}
	defer func() {
		if stopped := recover(); stopped != nil && stopped != errStopped {
			panic(stopped)
		}
		r.done()
		err = r.err
	}()
	p := browser.Open(r, view)
	m.reach(p, address)
	time.Sleep(settle)
	fmt.Println(path)
	return os.WriteFile(path, p.Screenshot(), 0o644)
}
