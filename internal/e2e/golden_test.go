package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"oncall/internal/sitebuild"
)

// The golden links come to the same bits in the browser as everywhere: each is
// verified by the page, with the digest that it has had since its model was made.
func TestGoldenLinksInTheBrowser(t *testing.T) {
	data, err := os.ReadFile("../shift/testdata/golden.txt")
	if err != nil {
		t.Fatal(err)
	}
	page := chrome.Open(t, Laptop)
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	page.WaitState("briefing")
	checked := 0
	for line := range strings.Lines(string(data)) {
		digest, link, ok := strings.Cut(strings.TrimSpace(line), " #r=")
		if !ok || strings.HasPrefix(line, "# ") {
			continue
		}
		Eval[bool](page, fmt.Sprintf("(location.hash = %q, true)", "#r="+link))
		page.Wait(fmt.Sprintf("document.body.dataset.state === 'replay' && document.body.dataset.digest === %q", digest))
		if Eval[bool](page, "document.getElementById('replay').classList.contains('unverified')") {
			t.Errorf("%s is shown as not verified", digest)
		}
		checked++
	}
	if checked != 20 {
		t.Errorf("%d golden links, want 20", checked)
	}
}
