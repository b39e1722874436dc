package sitebuild

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Texts that a first visit need not wait for: late ones are fetched when somebody opens an
// explanation, a term of the glossary or a form, the others never, because only the model page and the
// command line show them.
var (
	latePrefixes    = []string{"explain.", "symbol.", "limit.", "term.", "own.", "lab.", "runbook.", "pager.", "policies."}
	offPagePrefixes = []string{"model.", "validate."}
)

// lateSuffix ends the name of the file with a language's late texts.
const lateSuffix = ".more.json"

// language is the texts in one language by their keys.
type language struct {
	tag   string
	texts map[string]string
}

// readLocales reads the languages, and divides each into what the page needs at once and what later.
func (s *sources) readLocales() error {
	paths, err := filepath.Glob(filepath.Join(s.site, "locale", "*.json"))
	if err != nil {
		return fmt.Errorf("look for locales: %w", err)
	}
	for _, name := range paths {
		data, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("read locale: %w", err)
		}
		l := language{tag: strings.TrimSuffix(filepath.Base(name), ".json")}
		if err := json.Unmarshal(data, &l.texts); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		now, late := map[string]string{}, map[string]string{}
		for key, text := range l.texts {
			switch {
			case startsWith(key, offPagePrefixes):
			case startsWith(key, latePrefixes):
				late[key] = text
			default:
				now[key] = text
			}
		}
		for _, part := range []struct {
			suffix string
			texts  map[string]string
		}{{".json", now}, {lateSuffix, late}} {
			data, err := textsJSON(part.texts)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			s.hashed = append(s.hashed, file{path.Join("locale", l.tag+part.suffix), data})
		}
		s.languages = append(s.languages, l)
	}
	return nil
}

func startsWith(key string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	return false
}

// textsJSON writes texts sorted by key; letters stay letters.
func textsJSON(texts map[string]string) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(texts); err != nil {
		return nil, fmt.Errorf("write texts: %w", err)
	}
	return bytes.TrimSpace(out.Bytes()), nil
}

// ownNames returns how each language calls itself, by tag.
func ownNames(languages []language) map[string]string {
	names := map[string]string{}
	for _, l := range languages {
		names[l.tag] = l.texts["language.name"]
	}
	return names
}
