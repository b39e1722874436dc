package e2e

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"oncall/internal/sitebuild"
)

const pagerSlider = "#pager input[data-pager=burn]"

// figure is what the lab's table shows of a list of rules: own, workbook or yours. What there is
// not is -1.
func (p *Page) figure(rules, id string) float64 {
	p.r.Helper()
	text := Eval[string](p, fmt.Sprintf(`document.querySelector("#pager [data-figure=%s] [data-rules=%s]").dataset.value`, id, rules))
	if text == "" {
		return -1
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		p.r.Fatalf("%s of %s is %q", id, rules, text)
	}
	return value
}

// threshold is what the first slider stands at.
func (p *Page) threshold() float64 {
	p.r.Helper()
	return Eval[float64](p, fmt.Sprintf("Number(document.querySelector(%s).dataset.value)", quoted(pagerSlider)))
}

// pagedAfter is how long after the damage a rule over 60 and 5 minutes pages, from the rows' burn
// rates by its definition, -1 where it never does. Nothing burned before the shift.
func pagedAfter(rows []map[string]float64, threshold float64) float64 {
	damage := -1
	for at := 1; at < len(rows); at++ {
		if damage < 0 && rows[at]["burn"] >= 1 {
			damage = at
		}
		var long, short float64
		for i := max(1, at-59); i <= at; i++ {
			long += rows[i]["burn"]
			if i > at-5 {
				short += rows[i]["burn"]
			}
		}
		if long/60 >= threshold && short/5 >= threshold {
			return float64(at - damage)
		}
	}
	return -1
}

// agrees holds the lab against the definition, and against the engine's export.
func (p *Page) agrees(t *testing.T, rows []map[string]float64) {
	t.Helper()
	threshold := p.threshold()
	got, want := p.figure("yours", "time_to_page"), pagedAfter(rows, threshold)
	if got != want {
		t.Errorf("at %vx the lab pages %v min after the damage, want %v", threshold, got, want)
	}
	rule := fmt.Sprintf(`{"rules": [{"severity": "page", "burn": %v, "longMinutes": 60, "shortMinutes": 5}]}`, threshold)
	var export struct {
		TimeToPage  *float64
		SpentAtPage *float64
		Missed      float64
	}
	if err := json.Unmarshal([]byte(Eval[string](p, fmt.Sprintf("oncallEngine.export('pager', %s)", quoted(rule)))), &export); err != nil {
		t.Fatal(err)
	}
	if export.TimeToPage == nil {
		if got != -1 || p.figure("yours", "spent") != -1 || p.figure("yours", "missed") != export.Missed {
			t.Errorf("at %vx no page comes, and the lab shows one after %v min", threshold, got)
		}
	} else if got != *export.TimeToPage || p.figure("yours", "spent") != *export.SpentAtPage {
		t.Errorf("at %vx the lab pages after %v min, the engine says %v", threshold, got, *export.TimeToPage)
	}
}

// The debrief says when the pager went and what was gone by then; a threshold that is moved shows
// at once what it would have done.
func TestThePagerLab(t *testing.T) {
	rows := judged(t, linkOf(t, "bad-deploy", 7)).Rows
	for _, test := range []struct {
		name string
		view View
	}{{"keyboard", Laptop}, {"touch", Phone}} {
		t.Run(test.name, func(t *testing.T) {
			page := chrome.Open(t, test.view)
			page.Go(serve(t, sitebuild.Host{}) + badDeploy)
			page.Start()
			page.Rush(1440)
			page.WaitState("ended")
			// The page comes in minute 18, 8 after the damage: 400/43200 of the budget.
			said := Eval[string](page, "document.getElementById('pager').innerText")
			for _, want := range []string{text(t, "pager.title"), "6×", "09:18", "0.9%", "0.4 min"} {
				if !strings.Contains(said, want) {
					t.Errorf("the pager's section does not say %q:\n%s", want, said)
				}
			}
			if own := page.figure("own", "time_to_page"); own != 8 || page.threshold() != 6 {
				t.Errorf("the shift's rule pages after %v min at %vx, want 8 at 6x", own, page.threshold())
			}
			page.agrees(t, rows)
			if test.view.Touch {
				page.Press(pagerSlider) // its middle
				if got := page.threshold(); got < 9 || got > 11 {
					t.Errorf("the middle of a log scale from 1x to 100x is %vx, want about 10x", got)
				}
				page.agrees(t, rows)
				page.scrollsOver(t, pagerSlider)
				page.Press("#pager [data-pager=reset]")
			} else {
				page.TabTo(pagerSlider)
				for _, key := range []string{kb.ArrowRight, kb.ArrowRight, kb.PageUp, kb.Home, kb.End} {
					page.Key(key)
					page.agrees(t, rows)
				}
				if !strings.Contains(Eval[string](page, "document.activeElement.getAttribute('aria-valuetext')"), "100×") {
					t.Error("the slider does not say at what it stands")
				}
				page.TabTo("#pager [data-pager=reset]")
				page.Key(kb.Enter)
			}
			page.Wait(fmt.Sprintf("document.querySelector(%s).dataset.value === '6'", quoted(pagerSlider)))
			if got := page.figure("yours", "time_to_page"); got != 8 {
				t.Errorf("after the reset it pages after %v min, want 8", got)
			}
		})
	}
}

// scrollsOver moves a finger upwards from a slider: the debrief scrolls, and the slider stays.
func (p *Page) scrollsOver(t *testing.T, selector string) {
	t.Helper()
	before := p.threshold()
	place := Eval[[]float64](p, fmt.Sprintf(`(() => {
  const box = document.querySelector(%s).getBoundingClientRect();
  return [box.left + box.width * 0.8, box.top + box.height / 2, document.getElementById("debrief").scrollTop];
})()`, quoted(selector)))
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		params := input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)}
		if _, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, params); err != nil {
			t.Fatal(err)
		}
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: place[0], Y: place[1]})
	for px := 10.0; px <= 200; px += 10 {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: place[0], Y: place[1] - px})
	}
	// A finger that rests before it leaves gives the page no swing, which the next tap would only stop.
	Eval[bool](p, "new Promise((done) => setTimeout(() => done(true), 200))")
	touch(input.DispatchTouchEventTypeTouchEnd)
	p.Wait(fmt.Sprintf("document.getElementById('debrief').scrollTop > %v + 100", place[2]))
	if after := p.threshold(); after != before {
		t.Errorf("scrolling moved the threshold from %vx to %vx", before, after)
	}
}
