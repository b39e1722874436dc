package tidy

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// top is the module's folder, as seen from this package's.
const top = "../.."

// longest is the most lines that a person wants to read in one file.
const longest = 400

// sources calls visit with every source file of one of the extensions, by its path from the top.
func sources(t *testing.T, visit func(name, text string), extensions ...string) {
	t.Helper()
	tree := os.DirFS(top)
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name == ".git" || name == "dist" || name == ".ci/bin" {
				return fs.SkipDir
			}
			return nil
		}
		if !slices.Contains(extensions, path.Ext(name)) {
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err == nil {
			visit(name, string(text))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func generated(name, text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	return strings.Contains(path.Base(name), "_gen") || strings.HasPrefix(first, "// Code generated ")
}

func TestTop(t *testing.T) {
	entries, err := os.ReadDir(top)
	if err != nil {
		t.Fatal(err)
	}
	// dist is what a build leaves, and is not kept.
	known := []string{"cmd", "internal", "site", "scenarios", "go.mod", "go.sum", "Makefile", "README.md", "dist"}
	for _, entry := range entries {
		if name := entry.Name(); !strings.HasPrefix(name, ".") && !slices.Contains(known, name) {
			t.Errorf("%s lies at the top, where only %s belong", name, strings.Join(known[:len(known)-1], ", "))
		}
	}
}

func TestLength(t *testing.T) {
	sources(t, func(name, text string) {
		if lines := strings.Count(text, "\n"); lines > longest && !generated(name, text) {
			t.Errorf("%s has %d lines, want at most %d", name, lines, longest)
		}
	}, ".go", ".ts", ".css")
}

// The marks are put together here so that this file does not have them itself.
var unfinished = regexp.MustCompile(strings.Join([]string{"TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK", "not imple" + "mented", `\bt\.Skip` + `(Now|f)?\(`}, "|"))

func TestNothingUnfinished(t *testing.T) {
	sources(t, func(name, text string) {
		for number, line := range strings.Split(text, "\n") {
			if mark := unfinished.FindString(line); mark != "" {
				t.Errorf("%s:%d: %s", name, number+1, mark)
			}
		}
	}, ".go", ".ts", ".css", ".html", "")
}

// Text from a link is shown as text, never as markup, and the page's policy allows no evaluated code.
func TestScriptsMakeNoMarkup(t *testing.T) {
	unsafe := regexp.MustCompile(`\.(?:inner|outer)HTML\s*\+?=(?:[^=]|$)|\binsertAdjacentHTML\b|\bdocument\.write|\beval\(|\bnew Function\b|\bsrcdoc\b|\bjavascript:`)
	sources(t, func(name, text string) {
		for _, found := range unsafe.FindAllString(text, -1) {
			t.Errorf("%s uses %s", name, found)
		}
	}, ".ts")
}

func TestPagesHaveNothingInline(t *testing.T) {
	tag := regexp.MustCompile(`(?s)<[a-zA-Z][^>]*>`)
	inline := regexp.MustCompile(`\s(style|on[a-z]+)\s*=`)
	script := regexp.MustCompile(`(?s)<script([^>]*)>(.*?)</script>`)
	for _, page := range []string{"index.html", "stage.html", "model.html"} {
		data, err := os.ReadFile(filepath.Join(top, "site", page))
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for _, found := range tag.FindAllString(text, -1) {
			if inline.MatchString(found) {
				t.Errorf("%s has an inline style or handler: %s", page, found)
			}
		}
		if strings.Contains(text, "<style") {
			t.Errorf("%s has a style element", page)
		}
		for _, found := range script.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(found[1], " src=") || strings.TrimSpace(found[2]) != "" {
				t.Errorf("%s has an inline script", page)
			}
		}
		if !strings.Contains(text, `http-equiv="Content-Security-Policy"`) || !strings.Contains(text, "default-src 'none'") {
			t.Errorf("%s has no strict policy", page)
		}
		if strings.Contains(text, "unsafe-inline") || strings.Contains(text, "'unsafe-eval'") {
			t.Errorf("%s weakens its policy", page)
		}
	}
}
