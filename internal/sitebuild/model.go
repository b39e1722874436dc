package sitebuild

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"oncall/internal/chart"
	"oncall/internal/explain"
	"oncall/internal/requestsim"
	"oncall/internal/scenario"
)

// modelPage is the page that lists every formula, without a script: its template in the sources, and
// its name in the folder, which never changes so that links to it live.
const modelPage = "model"

// plotWidthPx is the width of a plot: two stand beside each other on a wide screen, and one can be
// read on a phone.
const plotWidthPx = 480

// modelFile is the page's file in a language.
func modelFile(tag string) string {
	if tag == "en" {
		return modelPage + ".html"
	}
	return modelPage + "." + tag + ".html"
}

// addModelPages adds the model page in every language, where the sources have its template.
func (f *folder) addModelPages(s *sources) error {
	name := modelPage + ".html"
	if !s.exists(name) {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(s.site, name))
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	page, err := template.New(name).Parse(string(text))
	if err != nil {
		return fmt.Errorf("parse %s: %w", name, err)
	}
	style, err := s.style(modelPage + ".css")
	if err != nil {
		return err
	}
	f.addHashed(modelPage+".css", style)
	report, err := s.validation()
	if err != nil {
		return err
	}
	worlds, sources, err := modelWorlds()
	if err != nil {
		return err
	}
	for _, l := range s.languages {
		m := &modelView{language: l, Style: f.assets[modelPage+".css"], Worlds: worlds, Sources: sources, Terms: terms(l.texts)}
		for _, other := range s.languages {
			m.Languages = append(m.Languages, modelLanguage{other.tag, other.texts["language.name"], modelFile(other.tag), other.tag == l.tag})
		}
		if err := m.judge(report); err != nil {
			return err
		}
		var out bytes.Buffer
		if err := page.Execute(&out, m); err != nil {
			return fmt.Errorf("%s in %s: %w", name, l.tag, err)
		}
		if len(m.missing) > 0 {
			return fmt.Errorf("%s in %s: there is no text %s", name, l.tag, strings.Join(m.missing, ", "))
		}
		f.addPlain(modelFile(l.tag), out.Bytes())
	}
	return nil
}

// validation reads the report that `oncall validate` wrote.
func (s *sources) validation() (*requestsim.Report, error) {
	data, err := os.ReadFile(filepath.Join(s.site, "validation.json"))
	if err != nil {
		return nil, fmt.Errorf("read what the validation found: %w", err)
	}
	var report requestsim.Report
	if err := json.Unmarshal(data, &report); err != nil {
		return nil, fmt.Errorf("validation.json: %w", err)
	}
	return &report, nil
}

// modelLanguage is one of the languages that the page is there in.
type modelLanguage struct {
	Tag, Name, File string
	Shown           bool // it is the page's own
}

// modelWorld is one world's part of the page.
type modelWorld struct {
	Anchor, Title, About string
	Entries              []modelEntry
}

// modelEntry is one explanation; its sources are numbers in the page's list.
type modelEntry struct {
	explain.Explanation
	Anchor    string
	IsControl bool
	Sources   []int
}

// modelWorlds returns all that is explained, and the sources in the order of their first use.
func modelWorlds() ([]modelWorld, []string, error) {
	var worlds []modelWorld
	var sources []string
	for _, id := range []string{scenario.WorldService, scenario.WorldCDN} {
		w := modelWorld{Anchor: id, Title: "model." + id, About: "model." + id + ".text"}
		for _, code := range explain.List(id) {
			x, err := explain.General(id, code, explain.Numbers{}.OrPlain())
			if err != nil {
				return nil, nil, fmt.Errorf("explain %s: %w", code, err)
			}
			e := modelEntry{Explanation: x, Anchor: w.AnchorOf(code), IsControl: strings.HasPrefix(code, "set:")}
			for _, source := range x.Sources {
				at := slices.Index(sources, source)
				if at < 0 {
					at = len(sources)
					sources = append(sources, source)
				}
				e.Sources = append(e.Sources, at+1)
			}
			w.Entries = append(w.Entries, e)
		}
		worlds = append(worlds, w)
	}
	return worlds, sources, nil
}

// AnchorOf returns the id of a code's explanation. Both worlds have codes such as minute: those of the
// first stand alone.
func (w modelWorld) AnchorOf(code string) string {
	if w.Anchor == scenario.WorldService {
		return code
	}
	return w.Anchor + "-" + code
}

// Explains says whether there is an explanation of the code.
func (w modelWorld) Explains(code string) bool {
	return slices.ContainsFunc(w.Entries, func(e modelEntry) bool { return e.Code == code })
}

// LabelOf returns the key of a code's name.
func (w modelWorld) LabelOf(code string) string {
	for _, e := range w.Entries {
		if e.Code == code {
			return e.Label
		}
	}
	return code
}

// terms lists the glossary's, by their names in the language.
func terms(texts map[string]string) []string {
	const prefix, suffix = "term.", ".label"
	var ids []string
	for key := range texts {
		if strings.HasPrefix(key, prefix) && strings.HasSuffix(key, suffix) {
			ids = append(ids, key[len(prefix):len(key)-len(suffix)])
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		return strings.Compare(texts[prefix+a+suffix], texts[prefix+b+suffix])
	})
	return ids
}

// modelView is what the template is filled with.
type modelView struct {
	language
	Style       string
	Languages   []modelLanguage
	Worlds      []modelWorld
	Sources     []string
	Terms       []string
	Requests    string // millions that were simulated
	Seed        string
	Holds       template.HTML
	Off         []template.HTML
	Figures     []template.HTML
	SummaryHead []string
	Summary     [][]string

	missing []string // keys without a text
}

// judge fills in what the simulation showed.
func (m *modelView) judge(report *requestsim.Report) error {
	found, err := findings(report)
	if err != nil {
		return err
	}
	for i, one := range found {
		text := m.rich(one.key, one.args)
		if i == 0 {
			m.Holds = text
		} else {
			m.Off = append(m.Off, text)
		}
	}
	m.Requests, m.Seed = plain(report.Requests/1e6, 0), strconv.FormatUint(report.Seed, 10)
	words := requestsim.Words(m.texts)
	for _, figure := range report.Figures(words, chart.PagePalette(), plotWidthPx) {
		m.Figures = append(m.Figures, template.HTML(figure.SVG)) // text in it is escaped where it is drawn
	}
	for _, column := range []string{"part", "quantity", "claim", "rows", "inside", "family", "lowest", "highest"} {
		m.SummaryHead = append(m.SummaryHead, m.Text("validate.column."+column))
	}
	for _, summary := range report.Summaries() {
		m.Summary = append(m.Summary, summary.Texts(words))
	}
	return nil
}
