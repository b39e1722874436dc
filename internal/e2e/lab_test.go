package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"oncall/internal/sitebuild"
)

// rolledBack plays bad-deploy with the roll-back at minute 13 to its end.
func (p *Page) rolledBack(address string) {
	p.r.Helper()
	p.Go(address + badDeploy)
	p.Start()
	p.Rush(12)
	p.Control("rollback")
	p.Rush(120)
	p.WaitState("ended")
}

// luck is a figure of the lab's table.
func (p *Page) luck(who, id string) float64 {
	p.r.Helper()
	text := Eval[string](p, fmt.Sprintf(`document.querySelector("#sweep-result [data-figure=%s] [data-who=%s]").dataset.value`, id, who))
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		p.r.Fatalf("%s of %s is %q", id, who, text)
	}
	return value
}

// sweep presses the button and waits for the table of so many seeds.
func (p *Page) sweep(seeds int) {
	p.r.Helper()
	Eval[bool](p, fmt.Sprintf(`(document.getElementById("luck-seeds").value = "%d", true)`, seeds))
	p.Press("[data-lab=sweep]")
	p.Wait("document.querySelector('#sweep-result table')")
}

type sweptSummary struct {
	Kept    float64
	Debrief struct {
		Score struct {
			Total struct{ Mean, Median, P5, P95 float64 }
		}
		Spent, Cost struct{ Mean float64 }
	}
	Worst struct {
		Seed uint32
		Link string
	}
}

// What the page's workers come to is what the command line comes to on all its cores, for the
// player, for nobody and for the runbook; and the worst seed's link plays that seed.
func TestLuckOrSkill(t *testing.T) {
	address := serve(t, sitebuild.Host{})
	page := chrome.Open(t, Laptop)
	page.rolledBack(address)
	page.sweep(100)

	actions := filepath.Join(t.TempDir(), "actions.json")
	if err := os.WriteFile(actions, []byte(`[{"minute": 13, "control": "rollback", "value": 1}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	var worst uint32
	for who, flags := range map[string][]string{"you": {"--actions", actions}, "nobody": nil, "runbook": {"--runbook", "reference"}} {
		var want sweptSummary
		args := append([]string{"sweep", "bad-deploy", "--seeds", "1..100", "--format", "json"}, flags...)
		if err := json.Unmarshal([]byte(oncall(t, args...)), &want); err != nil {
			t.Fatal(err)
		}
		total := want.Debrief.Score.Total
		for id, want := range map[string]float64{
			"mean": total.Mean, "median": total.Median, "p5": total.P5, "p95": total.P95,
			"kept": want.Kept, "spent": want.Debrief.Spent.Mean, "cost": want.Debrief.Cost.Mean,
		} {
			if got := page.luck(who, id); got != want {
				t.Errorf("%s, %s: the page has %v, the command line %v", who, id, got, want)
			}
		}
		if who == "you" {
			worst = want.Worst.Seed
		}
	}
	verdict := Eval[string](page, "document.querySelector('.fortune').dataset.verdict")
	below := Eval[float64](page, "Number(document.querySelector('.fortune').dataset.below)")
	if want := map[bool]string{true: "lucky", false: "usual"}[below >= 0.8]; verdict != want && below > 0.2 {
		t.Errorf("better than %v of the seeds is called %s", below, verdict)
	}

	viewer := chrome.Open(t, Laptop)
	viewer.Go(Eval[string](page, "document.querySelector('[data-lab=worst]').href"))
	viewer.WaitState("replay")
	if viewer.Body("digest") == "" {
		t.Error("the worst seed's link is not verified")
	}
	if got := Eval[string](viewer, "document.getElementById('seed').textContent"); got != fmt.Sprintf("seed %d", worst) {
		t.Errorf("the link shows %q, the worst seed is %d", got, worst)
	}

	// Another language costs no second sweep.
	page.speak("it")
	page.Wait("document.querySelector('#sweep-result table caption')?.textContent.startsWith('Seed da')")
	if verdict != Eval[string](page, "document.querySelector('.fortune').dataset.verdict") {
		t.Error("the verdict is another one in Italian")
	}
}

// Cancel ends the workers at once, and what was cancelled can be started again.
func TestCancelStopsTheLab(t *testing.T) {
	page := chrome.Open(t, Phone)
	page.rolledBack(serve(t, sitebuild.Host{}))
	Eval[bool](page, `(document.getElementById("luck-seeds").value = "10000", true)`)
	page.Press("[data-lab=sweep]")
	page.Wait("document.querySelector('[data-job=sweep] progress').value > 0")
	took := Eval[float64](page, `(() => {
  const before = performance.now();
  document.querySelector("[data-job=sweep] [data-lab=cancel]").click();
  return new Promise((done) => {
    const look = () => document.querySelector("[data-job=sweep] .going").hidden ? done(performance.now() - before) : setTimeout(look, 1);
    look();
  });
})()`)
	t.Logf("cancelled in %.0f ms", took)
	if Eval[bool](page, "document.querySelector('#sweep-result table') !== null") {
		t.Error("a sweep that was cancelled has a result")
	}
	if got := Eval[string](page, "document.activeElement.dataset.lab ?? ''"); got != "sweep" {
		t.Errorf("the focus is at %q, and not at what starts it again", got)
	}
	page.sweep(100)
	page.Press("[data-lab=hindsight]")
	page.Wait("document.querySelector('#hindsight-result .grade')")
	Eval[bool](page, "(document.querySelectorAll('.rulebook').forEach((d) => { d.open = true; }), true)")
	for _, size := range phoneSizes {
		page.Resize(size[0], size[1])
		page.settled()
		if found := Eval[[]string](page, smallTargets); len(found) > 0 {
			t.Errorf("%dx%d: too small:\n%s", size[0], size[1], strings.Join(found, "\n"))
		}
	}
	page.fits(t, "the lab", phoneSizes, false)
}

// Asked for with the keyboard, hindsight finds a play that is no worse than the player's, grades the player by it, and shows it.
func TestHindsight(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.rolledBack(serve(t, sitebuild.Host{}))
	score := Eval[float64](page, "Number(document.querySelector('.total').dataset.value)")
	page.TabTo("[data-lab=hindsight]")
	page.Key(kb.Enter)
	page.Wait("document.querySelector('#hindsight-result .grade')")
	if got := Eval[string](page, "document.activeElement.dataset.lab ?? ''"); got != "hindsight" {
		t.Errorf("the focus of the keyboard is at %q after the search", got)
	}
	grade := Eval[float64](page, "Number(document.querySelector('.grade').dataset.grade)")
	best := Eval[float64](page, "Number(document.querySelector('.grade').dataset.best)")
	var nobody struct {
		Debrief struct{ Score struct{ Total float64 } }
	}
	if err := json.Unmarshal([]byte(oncall(t, "run", "bad-deploy", "--seed", "7", "--format", "json")), &nobody); err != nil {
		t.Fatal(err)
	}
	low := nobody.Debrief.Score.Total
	if want := (score - low) / (best - low); best < score || grade < want-1e-9 || grade > want+1e-9 {
		t.Errorf("grade %v between nobody's %v and the best %v for a score of %v, want %v", grade, low, best, score, want)
	}
	viewer := chrome.Open(t, Laptop)
	link := Eval[string](page, "document.querySelector('[data-lab=best]').href")
	viewer.Go(link)
	viewer.WaitState("replay")
	var shown struct {
		Debrief struct{ Score struct{ Total float64 } }
	}
	if err := json.Unmarshal([]byte(oncall(t, "replay", link, "--format", "json")), &shown); err != nil {
		t.Fatal(err)
	}
	if viewer.Body("digest") == "" || shown.Debrief.Score.Total != best {
		t.Errorf("the best play's link scores %v, the page says %v", shown.Debrief.Score.Total, best)
	}
}

// A runbook of one's own is checked with line and column, plays beside the player, and is still
// there after a reload.
func TestARunbookOfOnesOwn(t *testing.T) {
	address := serve(t, sitebuild.Host{})
	page := chrome.Open(t, Laptop)
	page.rolledBack(address)
	shipped := Eval[string](page, "[...document.querySelectorAll('#debrief table')][0].textContent")
	write := func(text string) {
		t.Helper()
		Eval[bool](page, fmt.Sprintf(`(() => {
  document.querySelector("#runbook-text").closest("details").open = true;
  const field = document.getElementById("runbook-text");
  field.value = %s;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
})()`, quoted(text)))
		page.Press("[data-lab=use-rules]")
	}
	write("title: mine\nrules:\n  - do:\n      - {control: brake, value: 1}\n")
	page.Wait("document.getElementById('runbook-error').textContent !== ''")
	if got := Eval[string](page, "document.getElementById('runbook-error').textContent"); got[:len("Line 4, column")] != "Line 4, column" {
		t.Errorf("the error says %q, want the line and the column of brake", got)
	}
	// It rolls back before anything is wrong, and starts ten more instances than are needed.
	rules := "title: Too much\nrules:\n  - do:\n      - {control: fleet_min, value: 20}\n"
	write(rules)
	page.Wait(fmt.Sprintf("[...document.querySelectorAll('#debrief table')][0]?.textContent !== %s", quoted(shipped)))
	page.sweep(100)
	path := filepath.Join(t.TempDir(), "own.yaml")
	if err := os.WriteFile(path, []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	var want sweptSummary
	if err := json.Unmarshal([]byte(oncall(t, "sweep", "bad-deploy", "--seeds", "1..100", "--runbook", path, "--format", "json")), &want); err != nil {
		t.Fatal(err)
	}
	if got := page.luck("runbook", "cost"); got != want.Debrief.Cost.Mean {
		t.Errorf("the own runbook costs %v in the mean, the command line says %v", got, want.Debrief.Cost.Mean)
	}
	page.rolledBack(address)
	if got := Eval[string](page, "document.getElementById('runbook-text').value"); got != rules {
		t.Errorf("the runbook that was written is %q after a reload", got)
	}
}

// A runbook that was written for one service is laid aside for another that it does not fit: there
// the debrief has none, and is whole.
func TestARunbookOfAnotherServiceIsLaidAside(t *testing.T) {
	address := serve(t, sitebuild.Host{})
	link := func(fleetMax int) string {
		t.Helper()
		path := filepath.Join(t.TempDir(), "own.yaml")
		text := fmt.Sprintf("id: own\nworld: service\nconstants: {minutes: 30, fleet_max: %d}\nscore: {allowance: 1, par_dollars: 9}\n", fleetMax)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return address + strings.TrimSpace(oncall(t, "link", path, "--seed", "3"))
	}
	page := chrome.Open(t, Laptop)
	debriefed := func(columns int) {
		t.Helper()
		page.WaitState("replay")
		page.Press("#replay .debrief-toggle")
		page.Wait(fmt.Sprintf("document.querySelectorAll('#debrief thead')[0]?.querySelectorAll('th').length === %d", columns))
	}
	page.Go(link(60))
	debriefed(2)
	Eval[bool](page, `(() => {
  const field = document.getElementById("runbook-text");
  field.closest("details").open = true;
  field.value = "rules:\n  - do: [{control: fleet_min, value: 50}]\n";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
})()`)
	page.Press("[data-lab=use-rules]")
	page.Wait("document.querySelectorAll('#debrief thead')[0]?.querySelectorAll('th').length === 3")
	page.Go(link(20))
	debriefed(2)
}
