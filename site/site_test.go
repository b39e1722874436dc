package site

import (
	"encoding/json"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"oncall/internal/replay"
	"oncall/internal/service"
	"oncall/scenarios"
)

func english(t *testing.T) map[string]string {
	t.Helper()
	texts, err := Texts("en")
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestTextsRefusesUnknownLanguage(t *testing.T) {
	if _, err := Texts("xx"); err == nil {
		t.Error("there are texts in a language without a file")
	}
}

var (
	textElement = regexp.MustCompile(`<[^>]*\sdata-(?:text|rich)="([^"]+)"[^>]*>([^<]*)<`)
	labelled    = regexp.MustCompile(`<[^>]*\sdata-label="([^"]+)"[^>]*>`)
	ariaLabel   = regexp.MustCompile(`\saria-label="([^"]*)"`)
)

// mark is a term of the glossary: [[term|the words]].
var mark = regexp.MustCompile(`\[\[(\w+)\|([^\]]+)\]\]`)

func unmarked(text string) string { return mark.ReplaceAllString(text, "$2") }

// shownRich are the texts that the page shows with terms that can be opened. Marks have no place in
// others, least of all in those of reports.
var shownRich = regexp.MustCompile(`^(scenario\..+\.briefing|help\.\w+|node\..+\.text|debrief\.(latency|experience)\.help|pager\.lead|explain\..+|limit\..+|term\..+\.text|model\..+)$`)

// Every marked term is explained, and every explained term is marked somewhere.
func TestTermsAreExplained(t *testing.T) {
	texts := english(t)
	used := map[string]bool{}
	for key, text := range texts {
		if strings.Contains(mark.ReplaceAllString(text, ""), "[[") {
			t.Errorf("%s has a broken mark: %s", key, text)
		}
		for _, match := range mark.FindAllStringSubmatch(text, -1) {
			if !shownRich.MatchString(key) {
				t.Errorf("%s marks %q, and is not shown with terms", key, match[1])
			}
			used[match[1]] = true
			if texts["term."+match[1]+".label"] == "" || texts["term."+match[1]+".text"] == "" {
				t.Errorf("%s marks %q, which the glossary lacks", key, match[1])
			}
		}
	}
	for key := range texts {
		if id, ok := strings.CutSuffix(key, ".label"); ok && strings.HasPrefix(id, "term.") && !used[strings.TrimPrefix(id, "term.")] {
			t.Errorf("no text marks the term of %q", key)
		}
	}
}

// The first paint shows what index.html says; the script then fills in the
// locale. A difference would flicker.
func TestStaticTextIsTheLocales(t *testing.T) {
	texts := english(t)
	page := read(t, "index.html")
	for _, match := range textElement.FindAllStringSubmatch(page, -1) {
		want, ok := texts[match[1]]
		want = unmarked(want)
		if !ok {
			t.Errorf("index.html names %q, which the locale lacks", match[1])
		} else if got := html.UnescapeString(match[2]); got != "" && got != want {
			t.Errorf("%s: index.html says %q, the locale %q", match[1], got, want)
		}
	}
	for _, match := range labelled.FindAllStringSubmatch(page, -1) {
		want, ok := texts[match[1]]
		if !ok {
			t.Errorf("index.html names %q, which the locale lacks", match[1])
		}
		if label := ariaLabel.FindStringSubmatch(match[0]); label != nil && label[1] != want {
			t.Errorf("%s: index.html says %q, the locale %q", match[1], label[1], want)
		}
	}
	briefing := unmarked(texts["scenario.bad-deploy.briefing"])
	for _, sentence := range strings.Split(briefing, "\n") {
		if !strings.Contains(page, "<p>"+sentence+"</p>") {
			t.Errorf("index.html lacks the briefing's %q", sentence)
		}
	}
}

var placeholder = regexp.MustCompile(`\{\w+\}`)

// What the engine names by an id has a text: otherwise the page would show the
// id to the player.
func TestEveryIDHasAText(t *testing.T) {
	texts := english(t)
	var keys []string
	for _, r := range service.Readings() {
		keys = append(keys, "reading."+r.Code+".label", "reading."+r.Code+".help")
	}
	defaults := service.Defaults()
	for _, c := range defaults.Controls() {
		keys = append(keys, "control."+c.ID+".label", "control."+c.ID+".help", "group."+c.Group)
	}
	for _, kind := range []string{
		string(service.EventDeploy), string(service.EventFlush), string(service.EventSurge),
		string(service.EventRollbackDone), string(service.EventWarmUpDone), string(service.EventBootDone),
	} {
		keys = append(keys, "event."+kind)
	}
	all, err := scenarios.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, sc := range all {
		keys = append(keys, "scenario."+sc.ID+".title", "scenario."+sc.ID+".line", "scenario."+sc.ID+".briefing")
	}
	for _, s := range replay.Sentences() {
		key := "refusal." + s.Reason
		keys = append(keys, key)
		for _, name := range placeholder.FindAllString(texts[key], -1) {
			if !strings.Contains(s.Text, name) {
				t.Errorf("%q has %s, which the refusal does not fill in", key, name)
			}
		}
	}
	for _, key := range keys {
		if texts[key] == "" {
			t.Errorf("the locale lacks %q", key)
		}
	}
}

func TestBriefingsHaveThreeParts(t *testing.T) {
	for key, text := range english(t) {
		if strings.HasSuffix(key, ".briefing") {
			if n := strings.Count(text, "\n") + 1; n != 3 {
				t.Errorf("%s has %d lines: what is going on, what is at stake, what you can do", key, n)
			}
		}
	}
}

func TestManifestNamesItsIcons(t *testing.T) {
	var manifest struct {
		Icons []struct{ Src string }
	}
	if err := json.Unmarshal([]byte(read(t, "manifest.webmanifest")), &manifest); err != nil {
		t.Fatal(err)
	}
	if len(manifest.Icons) == 0 {
		t.Error("the manifest has no icon")
	}
	for _, icon := range manifest.Icons {
		if _, err := os.Stat(icon.Src); err != nil {
			t.Errorf("manifest: %v", err)
		}
	}
}
