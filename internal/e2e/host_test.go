package e2e

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"oncall/internal/sitebuild"
)

// The folder is only files: whatever a host does with them, the page plays, with its stage.
func TestAnyStaticHost(t *testing.T) {
	for _, test := range []struct {
		name string
		host sitebuild.Host
	}{
		{"sub-path", sitebuild.Host{Base: "/games/on-call/"}},
		{"compressing", sitebuild.Host{Gzip: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			page := chrome.Open(t, Laptop)
			page.Go(serve(t, test.host) + badDeploy)
			page.Start()
			page.StepTo(3)
			if requests := page.Reading("requests"); requests <= 0 {
				t.Errorf("%v requests in minute 3", requests)
			}
			page.Wait("document.body.dataset.stage === 'ready'")
			page.Wait("document.getElementById('stage').contentWindow.stageFrames > 0")
		})
	}
}

// Without WebGL there is no stage; everything else goes on, and the page says so.
func TestWithoutWebGL(t *testing.T) {
	blind, err := Launch(context.Background(), Flag{"disable-gpu", true}, Flag{"disable-3d-apis", true}, Flag{"disable-software-rasterizer", true},
		Flag{"enable-unsafe-swiftshader", false}, Flag{"use-angle", "none"})
	if err != nil {
		t.Fatal(err)
	}
	defer blind.Close()
	page := blind.Open(t, Laptop)
	page.Allow("WebGL")
	page.Go(serve(t, sitebuild.Host{}) + badDeploy)
	page.Start()
	page.Wait("document.body.dataset.stage === 'failed'")
	says(t, page, "stage.failed.webgl")
	page.StepTo(12)
	page.Control("rollback")
	page.StepToEnd()
	if judge := judged(t, page.share()); judge.Digest != page.Body("digest") {
		t.Errorf("without a stage the shift came out as %s, the command line has %s", page.Body("digest"), judge.Digest)
	}
}

// says fails unless a text of the locale can be read on the page.
func says(t *testing.T, page *Page, key string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "site", "locale", "en.json"))
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]string
	if err := json.Unmarshal(data, &texts); err != nil {
		t.Fatal(err)
	}
	quoted, err := json.Marshal(texts[key])
	if err != nil {
		t.Fatal(err)
	}
	if texts[key] == "" || !Eval[bool](page, "document.body.innerText.includes("+string(quoted)+")") {
		t.Errorf("nothing on the page says %s, %q", key, texts[key])
	}
}
