// Package site holds the page's sources. To Go programs it offers the texts, so
// that the command line names things in the same words as the page.
package site

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed locale/*.json
var locales embed.FS

// Languages returns the tags of the languages that there are texts in, sorted.
func Languages() []string {
	names, err := fs.Glob(locales, "locale/*.json")
	if err != nil {
		return nil // only a malformed pattern fails
	}
	tags := make([]string, len(names))
	for i, name := range names {
		tags[i] = strings.TrimSuffix(path.Base(name), ".json")
	}
	slices.Sort(tags)
	return tags
}

// Texts returns the texts of a language by their keys. They have placeholders in
// braces. The error says that there is no such language, or what is wrong with
// its file.
func Texts(language string) (map[string]string, error) {
	data, err := locales.ReadFile("locale/" + language + ".json")
	if err != nil {
		return nil, fmt.Errorf("texts in %q: %w", language, err)
	}
	var texts map[string]string
	if err := json.Unmarshal(data, &texts); err != nil {
		return nil, fmt.Errorf("texts in %q: %w", language, err)
	}
	return texts, nil
}
