package tidy

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pluralForms has the forms that Intl.PluralRules picks from in each language (CLDR, cardinals).
var pluralForms = map[string][]string{
	"en": {"one", "other"},
	"it": {"one", "many", "other"},
	"mn": {"one", "other"},
	"ar": {"zero", "one", "two", "few", "many", "other"},
}

// locale is one language's texts by their keys, the forms of one plural under one key.
type locale struct {
	language string
	texts    map[string]string
	forms    map[string][]string // of each plural
}

func locales(t *testing.T) []locale {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(top, "site", "locale", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []locale
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var texts map[string]string
		if err := json.Unmarshal(data, &texts); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, grouped(strings.TrimSuffix(filepath.Base(path), ".json"), texts))
	}
	return all
}

// grouped joins key.one, key.other and so on. A key ends in a form only where key.other exists too.
func grouped(language string, texts map[string]string) locale {
	l := locale{language, map[string]string{}, map[string][]string{}}
	for key, text := range texts {
		dot := strings.LastIndexByte(key, '.')
		if dot > 0 && slices.Contains(pluralForms["ar"], key[dot+1:]) {
			if other, ok := texts[key[:dot]+".other"]; ok {
				l.texts[key[:dot]] = other
				l.forms[key[:dot]] = append(l.forms[key[:dot]], key[dot+1:])
				continue
			}
		}
		l.texts[key] = text
	}
	return l
}

// placeholder is what must be the same in every language: {name}, and the id of a marked term of the
// glossary, [[id|words]].
var placeholder = regexp.MustCompile(`\{\w+\}|\[\[\w+\|`)

func placeholders(text string) []string {
	return slices.Compact(slices.Sorted(slices.Values(placeholder.FindAllString(text, -1))))
}

// differences tells what a language lacks, has left over or says with other placeholders.
func differences(english, other locale) []string {
	var found []string
	for _, key := range slices.Sorted(maps.Keys(english.texts)) {
		text, ok := other.texts[key]
		switch {
		case !ok:
			found = append(found, other.language+" lacks "+key)
		case !slices.Equal(placeholders(text), placeholders(english.texts[key])):
			found = append(found, other.language+" has other placeholders in "+key+" than en")
		}
	}
	for _, key := range slices.Sorted(maps.Keys(other.texts)) {
		if _, ok := english.texts[key]; !ok {
			found = append(found, other.language+" has "+key+" left over")
		}
	}
	for _, key := range slices.Sorted(maps.Keys(other.forms)) {
		for _, form := range other.forms[key] {
			if known, ok := pluralForms[other.language]; ok && !slices.Contains(known, form) {
				found = append(found, other.language+" never uses "+key+"."+form)
			}
		}
	}
	return found
}

// tradeWords stay as they are in English in texts of other languages, in a text of their own too.
var tradeWords = strings.Fields("a api autoscaler autoscaling b balancer budget burn c cache call cidr csv d database digest drain drop e error formula gbit h hit http k kp kt link load m max " +
	"metric min ms n on p p99 pid pp policy qr query rate replay runbook rho router s seed server slo t tbit td ti ticket ttl w zipf")

var words = regexp.MustCompile(`\p{L}[\p{L}\p{N}]*`)

// untranslated lists texts that another language has word for word as in English, and that are more
// than signs, placeholders and words of the trade.
func untranslated(english, other locale) []string {
	var found []string
	for _, key := range slices.Sorted(maps.Keys(english.texts)) {
		text := english.texts[key]
		if other.language == english.language || other.texts[key] != text || key == "language.dir" {
			continue
		}
		for _, word := range words.FindAllString(placeholder.ReplaceAllString(text, ""), -1) {
			if !slices.Contains(tradeWords, strings.ToLower(word)) {
				found = append(found, other.language+" has "+key+" in English")
				break
			}
		}
	}
	return found
}

func TestLocalesSayTheSame(t *testing.T) {
	all := locales(t)
	at := slices.IndexFunc(all, func(l locale) bool { return l.language == "en" })
	if at < 0 {
		t.Fatal("no locale/en.json")
	}
	for _, other := range all {
		for _, difference := range append(differences(all[at], other), untranslated(all[at], other)...) {
			t.Error(difference)
		}
		for key, text := range other.texts {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s says nothing under %s", other.language, key)
			}
		}
	}
}

func TestDifferencesAreSeen(t *testing.T) {
	english := grouped("en", map[string]string{"a": "A {n}", "b": "B", "e": "an [[term|E]]", "c.one": "{n} c", "c.other": "{n} cs"})
	arabic := grouped("ar", map[string]string{"a": "A {m}", "c.other": "{n}", "c.few": "{n}", "d": "D", "e": "E"})
	want := []string{"ar has other placeholders in a than en", "ar lacks b", "ar has other placeholders in e than en", "ar has d left over"}
	if got := differences(english, arabic); !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestUntranslatedTextsAreSeen(t *testing.T) {
	english := grouped("en", map[string]string{"a": "Ticket", "b": "{n} ms", "c": "Look at the shift", "d": "Load"})
	italian := grouped("it", map[string]string{"a": "Ticket", "b": "{n} ms", "c": "Look at the shift", "d": "Carico"})
	if got, want := untranslated(english, italian), []string{"it has c in English"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

// Keys in scripts and pages: literal ones must exist, and those put together must have a beginning
// that some key has. A key that nothing names is left over.
func TestKeysInUse(t *testing.T) {
	literal := regexp.MustCompile(`\b(?:t|plural)\(\s*"([^"]+)"|\bdata-(?:text|label)="([^"]+)"`)
	quoted := regexp.MustCompile("[\"'`]([a-z][\\w.-]*)[\"'`]")
	beginning := regexp.MustCompile("[`\"]([a-z][\\w-]*\\.(?:[\\w-]+\\.)*)(?:\\$\\{|\" ?\\+)")
	var english locale
	for _, l := range locales(t) {
		if l.language == "en" {
			english = l
		}
	}
	used := map[string]bool{}
	sources(t, func(name, text string) {
		if strings.Contains(name, "testdata/") || strings.HasSuffix(name, "_test.go") {
			return
		}
		for _, match := range quoted.FindAllStringSubmatch(text, -1) {
			used[match[1]] = true
		}
		for _, match := range beginning.FindAllStringSubmatch(text, -1) {
			for key := range english.texts {
				used[key] = used[key] || strings.HasPrefix(key, match[1])
			}
		}
		if strings.HasSuffix(name, ".go") {
			return
		}
		for _, match := range literal.FindAllStringSubmatch(text, -1) {
			if key := match[1] + match[2]; english.texts[key] == "" {
				t.Errorf("%s uses the text %q, which locale/en.json does not have", name, key)
			}
		}
	}, ".ts", ".html", ".go")
	for _, key := range slices.Sorted(maps.Keys(english.texts)) {
		if !used[key] {
			t.Errorf("nothing uses the text %q", key)
		}
	}
}

// Every reason for which a link or a file is refused has its sentence in the page's languages.
func TestRefusalsHaveTexts(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(top, "internal", "replay", "refusal.go"))
	if err != nil {
		t.Fatal(err)
	}
	reasons := regexp.MustCompile(`(?m)^\t\w+\s+= "([a-z_0-9]+)"$`).FindAllStringSubmatch(string(data), -1)
	if len(reasons) < 10 {
		t.Fatalf("found %d reasons in refusal.go, so this test no longer reads it right", len(reasons))
	}
	for _, l := range locales(t) {
		for _, reason := range reasons {
			if l.texts["refusal."+reason[1]] == "" {
				t.Errorf("%s lacks refusal.%s", l.language, reason[1])
			}
		}
	}
}
