package sitebuild

import (
	"html/template"
	"regexp"
	"strconv"
	"strings"
)

// Tag is the language's.
func (m *modelView) Tag() string { return m.tag }

// Home is the game's address from here, in the page's language.
func (m *modelView) Home() string { return "index.html#lang=" + m.tag }

// Number is a place in a list, counted from one.
func (m *modelView) Number(i int) int { return i + 1 }

// mark is a term of the glossary in a text: [[term|the words]].
var mark = regexp.MustCompile(`\[\[(\w+)\|([^\]]+)\]\]`)

// Text returns the text of a key without marks. A key without a text is noted, and fails the build.
func (m *modelView) Text(key string) string {
	text, ok := m.texts[key]
	if !ok {
		m.missing = append(m.missing, key)
		return key
	}
	return mark.ReplaceAllString(text, "$2")
}

// Format returns the text of a key with its placeholders, given as name, value, ..., filled in.
func (m *modelView) Format(key string, args ...any) string {
	return fill(m.Text(key), pairs(args))
}

// Rich returns the text of a key with the glossary's terms as links.
func (m *modelView) Rich(key string) template.HTML { return m.rich(key, nil) }

func (m *modelView) rich(key string, args map[string]string) template.HTML {
	m.Text(key) // notes it where it is missing
	text := template.HTMLEscapeString(fill(m.texts[key], args))
	return template.HTML(mark.ReplaceAllString(text, `<a class="term" href="#term-$1">$2</a>`))
}

// Math returns a formula as it is: the engine writes it, and no text of others is in it.
func (m *modelView) Math(markup string) template.HTML { return template.HTML(markup) }

// WithUnit writes a number with its unit, where the unit has a text.
func (m *modelView) WithUnit(value, unit string) string {
	text, ok := m.texts["unit."+unit]
	if !ok || value == "" {
		return value
	}
	return fill(text, map[string]string{"n": value})
}

func pairs(args []any) map[string]string {
	named := map[string]string{}
	for i := 0; i+1 < len(args); i += 2 {
		name, _ := args[i].(string)
		switch value := args[i+1].(type) {
		case string:
			named[name] = value
		case int:
			named[name] = strconv.Itoa(value)
		}
	}
	return named
}

func fill(text string, args map[string]string) string {
	for name, value := range args {
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	return text
}
