package sitebuild

import (
	"context"
	"encoding/json"
	"html"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"oncall/internal/explain"
)

// withModel is the fixture with the project's own model page and English texts, and changes to its files.
func withModel(t *testing.T, changes map[string]string) Options {
	t.Helper()
	own := filepath.Join("..", "..", "site")
	files := map[string]string{}
	for _, pattern := range []string{"model.*", "validation.json", "style/*.css", "locale/en.json"} {
		paths, err := filepath.Glob(filepath.Join(own, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %v %v", pattern, paths, err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			name, err := filepath.Rel(own, path)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = string(data)
		}
	}
	maps.Copy(files, changes)
	options := fixture(t, nil)
	if err := os.Mkdir(filepath.Join(options.Site, "style"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(options.Site, "locale", "it.json")); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(options.Site, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return options
}

// ownTexts are the project's English texts, with changes; an empty text is taken out.
func ownTexts(t *testing.T, changes map[string]string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "site", "locale", "en.json"))
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]string
	if err := json.Unmarshal(data, &texts); err != nil {
		t.Fatal(err)
	}
	maps.Copy(texts, changes)
	maps.DeleteFunc(texts, func(_, text string) bool { return text == "" })
	changed, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	return string(changed)
}

var id = regexp.MustCompile(`\sid="([^"]+)"`)

// The page explains everything that there is to explain, and leads nowhere that is not there.
func TestModelPageHasEverything(t *testing.T) {
	result, files := build(t, withModel(t, nil))
	page := files["model.html"]
	ids := map[string]bool{}
	for _, match := range id.FindAllStringSubmatch(page, -1) {
		if ids[match[1]] {
			t.Errorf("two places have the id %s", match[1])
		}
		ids[match[1]] = true
	}
	for world, prefix := range map[string]string{"service": "", "cdn": "cdn-"} {
		for _, code := range explain.List(world) {
			if !ids[prefix+code] {
				t.Errorf("there is no %s", prefix+code)
			}
		}
	}
	for _, match := range regexp.MustCompile(`\shref="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		address := strings.ReplaceAll(html.UnescapeString(match[1]), "%3a", ":")
		name, anchor, _ := strings.Cut(address, "#")
		if _, ok := files[name]; name != "" && !ok {
			t.Errorf("the page leads to %s, which is not in the folder", name)
		}
		if name == "" && !ids[anchor] {
			t.Errorf("the page leads to #%s, which is not on it", anchor)
		}
	}
	for _, unwanted := range []string{"<script", " style=", "[[", "ZgotmplZ", "{n}", "NaN"} {
		if strings.Contains(page, unwanted) {
			t.Errorf("the page has %q", unwanted)
		}
	}
	for _, want := range []string{
		`default-src 'none'; style-src 'self'`, `href="` + result.Assets["model.css"] + `"`, `<html lang="en" dir="ltr">`, `href="index.html#lang=en"`, "var(--accent)",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, size := range result.Sizes {
		if size.FirstVisit && strings.HasPrefix(size.Name, "model") {
			t.Errorf("%s counts as part of a first visit", size.Name)
		}
	}
}

// What the simulation showed is told in numbers. These were worked out from site/validation.json by hand.
func TestModelPageStatesTheErrors(t *testing.T) {
	_, files := build(t, withModel(t, nil))
	page := html.UnescapeString(files["model.html"])
	for _, want := range []string{
		"too high by 39 % at worst, on a fleet of 1 at 95 % utilization, and nowhere too low by more than 0.03 %",
		"the formula says 1.3 %, the simulation with callers who leave 0.01 %; at 100 %: 11.6 % and 0.24 %",
		"ten instances at 110 % fail 66 %", "says 9 %",
		"43.2 percentage points at a TTL of 5 s, by 9.4 at 60 s and by 0.3 at 600 s",
		"5.0 ms where the law says 10 ms at 50 % load, 6.4 ms where it says 50 ms at 90 %",
		"and 0 outside of the interval that holds for all of them",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// Every language has a page of its own, and each leads to the others.
func TestModelPageInEveryLanguage(t *testing.T) {
	other := ownTexts(t, map[string]string{"language.dir": "rtl", "language.name": "Other", "model.title": "Das <Modell>"})
	_, files := build(t, withModel(t, map[string]string{"locale/xx.json": other}))
	for _, want := range []string{
		`<html lang="xx" dir="rtl">`, `<h1>Das &lt;Modell&gt;</h1>`, `<link rel="alternate" hreflang="en" href="model.html">`,
		`<link rel="alternate" hreflang="xx" href="model.xx.html">`, `<a href="model.html" lang="en" hreflang="en">English</a>`, `href="index.html#lang=xx"`,
	} {
		if !strings.Contains(files["model.xx.html"], want) {
			t.Errorf("model.xx.html lacks %s", want)
		}
	}
	if !strings.Contains(files["model.html"], `<a href="model.xx.html" lang="xx" hreflang="xx">Other</a>`) {
		t.Error("model.html does not lead to the other language")
	}
}

// A page with a hole in it is not built.
func TestModelPageIsWhole(t *testing.T) {
	for want, changes := range map[string]map[string]string{
		"model.what.chance":      {"locale/en.json": ownTexts(t, map[string]string{"model.what.chance": ""})},
		"explain.p99.what":       {"locale/en.json": ownTexts(t, map[string]string{"explain.p99.what": ""})},
		"the validation has no ": {"validation.json": `{"seed": 1, "rows": []}`},
	} {
		_, err := Build(context.Background(), withModel(t, changes))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want one that says %q", err, want)
		}
	}
}

// A first visit waits neither for the texts that explain nor for those that only the model page has.
func TestLateTextsAreApart(t *testing.T) {
	options := fixture(t, map[string]string{"locale/en.json": `{"start": "Start", "language.name": "English", "explain.p99.what": "What <it> is", "term.warm.text": "Warm", "validate.title": "Title", "model.title": "Model"}`})
	result, files := build(t, options)
	for source, want := range map[string]string{
		"locale/en.json":      `{"language.name":"English","start":"Start"}`,
		"locale/en.more.json": `{"explain.p99.what":"What <it> is","term.warm.text":"Warm"}`,
	} {
		if got := files[result.Assets[source]]; got != want {
			t.Errorf("%s is %s, want %s", source, got, want)
		}
	}
	for _, size := range result.Sizes {
		if size.FirstVisit && strings.Contains(size.Name, ".more.") {
			t.Errorf("%s counts as part of a first visit", size.Name)
		}
	}
	if !strings.Contains(files["sw.js"], result.Assets["locale/en.more.json"]) {
		t.Error("the service worker does not know the late texts")
	}
}
