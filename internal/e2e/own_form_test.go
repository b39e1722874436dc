package e2e

import (
	"strings"
	"testing"

	"oncall/internal/sitebuild"
	"oncall/site"
)

// What is wrong is said at its field, and the button leads there.
func TestOwnServiceErrors(t *testing.T) {
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	page.describe()
	page.enter("boot_minutes", "61")
	page.enter("workers_per_instance", "2.5")
	page.enter("deploys-0-at", "13:00")
	for name, want := range map[string]string{"boot_minutes": "Enter 0 to 60.", "workers_per_instance": "Enter a whole number.", "deploys-0-at": "The shift lasts from 09:00 to 11:00"} {
		if got := page.wrong(name); !strings.HasPrefix(got, want) {
			t.Errorf("at %s the form says %q, want %q", name, got, want)
		}
	}
	Eval[bool](page, "(() => { for (const group of document.querySelectorAll('.own-group')) group.open = false; return true; })()")
	page.Press("#own-play")
	if !page.Focus("[data-own=boot_minutes]") {
		t.Error("the button does not lead to the first field that is wrong")
	}
	page.Press("#own-errors li:nth-child(3) button")
	if !page.Focus("[data-own=workers_per_instance]") || !Eval[bool](page, "document.activeElement.checkVisibility()") {
		t.Error("the list does not lead to the third field that is wrong")
	}
	page.enter("boot_minutes", "60")
	page.enter("workers_per_instance", "8")
	page.enter("deploys-0-at", "9.30")
	if got := Eval[string](page, "document.getElementById('own-errors').innerText"); got != "" {
		t.Errorf("all is right, and the form says %q", got)
	}
	page.enter("fleet_max", "9")
	page.Press("#own-play")
	page.Wait("document.activeElement.matches('[data-own=fleet_serving]')")
	if got := page.wrong("fleet_serving"); got != "More than “Largest fleet”, which is 9 instances: lower this one or raise that." {
		t.Errorf("of a fleet larger than the largest the form says %q", got)
	}
	page.enter("fleet_max", "12")
	page.playOwn()
}

// With text of twice the size the form fits too, and its fields can be reached.
func TestOwnServiceInLargeText(t *testing.T) {
	page := largeText(t).Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	page.describe()
	Eval[bool](page, "(() => { for (const group of document.querySelectorAll('#own details')) group.open = true; return true; })()")
	page.fits(t, "form", allSizes, false)
	for _, size := range allSizes {
		page.Resize(size[0], size[1])
		page.enter("p99_target_seconds", "800")
		page.Press("#own-yaml-open")
	}
}

// In every language and size the form fits, and what can be pressed is as large as a finger.
func TestOwnServiceFits(t *testing.T) {
	address := serve(t, sitebuild.Host{})
	for _, language := range site.Languages() {
		t.Run(language, func(t *testing.T) {
			page := chrome.Open(t, Phone)
			page.Go(address + badDeploy + "&lang=" + language)
			page.describe()
			page.enter("boot_minutes", "5")
			page.Choose("#own-csv", file(t, "traffic.csv", "14:00,800\n14:01,900\n14:04,950\n"))
			page.Wait("document.querySelector('#own-curve svg')")
			page.own("query_seconds")
			Eval[bool](page, "(() => { for (const group of document.querySelectorAll('#own details')) group.open = true; return true; })()")
			page.Press("[data-own-add=flushes]")
			page.enter("flushes-0-at", "x")
			page.Press("#own-play")
			page.hasNames(t, "form", map[string]int{"spinbutton": 40, "textbox": 5, "switch": 3, "combobox": 2, "heading": 3})
			page.fits(t, "form", allSizes, false)
			for _, size := range phoneSizes {
				page.Resize(size[0], size[1])
				page.settled()
				if found := Eval[[]string](page, smallTargets); len(found) > 0 {
					t.Errorf("%dx%d: too small:\n%s", size[0], size[1], strings.Join(found, "\n"))
				}
				if found := Eval[[]string](page, clipped); len(found) > 0 {
					t.Errorf("%dx%d: cut off: %s", size[0], size[1], strings.Join(found, "\n"))
				}
			}
		})
	}
}
