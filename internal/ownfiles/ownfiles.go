// Package ownfiles is what the page's program of files does: it reads services of
// somebody's own and runbooks from YAML, writes such services, and reads traffic
// from CSV. The page loads it when a file is opened or saved.
package ownfiles

import (
	"errors"
	"fmt"

	"oncall/internal/ownform"
	"oncall/internal/runbook"
	"oncall/internal/runbookfile"
	"oncall/internal/scenario"
	"oncall/internal/scenariofile"
	"oncall/internal/trafficcsv"
	"oncall/internal/yamlfile"
)

// Files answers in values that encode to JSON. What is wrong with a file is in
// the answer; an error is one of the page's.
type Files struct {
	shipped []*scenario.Scenario
}

// Options are what the page passes to a call.
type Options = interface {
	// Decode stores them in what into points to, by the rules of encoding/json.
	Decode(into any) error
}

// ownID stands in files of services of one's own, which have no id elsewhere.
const ownID = "own"

// Load reads the packed scenarios of the site.
func (f *Files) Load(packed []byte) error {
	shipped, err := scenario.Unpack(packed)
	if err != nil {
		return fmt.Errorf("scenarios: %w", err)
	}
	f.shipped = shipped
	return nil
}

// misplaced is an answer that says what is wrong in a YAML file.
type misplaced struct {
	Error place `json:"error"`
}

type place struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// wrong places an error of a YAML reader.
func wrong(err error) misplaced {
	var at *yamlfile.Error
	if errors.As(err, &at) {
		return misplaced{place{at.Line, at.Column, at.Text}}
	}
	return misplaced{place{1, 1, err.Error()}}
}

// ReadYAML reads a service from a scenario's YAML.
func (f *Files) ReadYAML(text string) any {
	sc, err := scenariofile.Read("", []byte(text))
	if err == nil && sc.World != scenario.WorldService {
		err = errors.New("this is a scenario of the CDN world; a service of your own needs world: service")
	}
	if err != nil {
		return wrong(err)
	}
	return struct {
		Own ownform.Own `json:"own"`
	}{ownform.FromScenario(sc)}
}

// WriteYAML writes a service as a scenario's YAML.
func (f *Files) WriteYAML(options Options) (any, error) {
	var own ownform.Own
	if err := options.Decode(&own); err != nil {
		return nil, fmt.Errorf("write YAML: %w", err)
	}
	sc, err := own.Scenario()
	if err != nil {
		return nil, err
	}
	sc.ID = ownID
	text, err := scenariofile.Write(sc)
	if err != nil {
		return nil, err
	}
	return struct {
		Text string `json:"text"`
	}{text}, nil
}

// traffic is a curve for the form, one knot a minute.
type traffic struct {
	Curve   []ownform.Knot   `json:"curve"`
	From    string           `json:"from"`    // time of day of minute 0, or empty
	Minutes int              `json:"minutes"` // a shift's length that shows all of it
	Mean    float64          `json:"mean"`    // requests a second
	Rows    int              `json:"rows"`
	Notes   []map[string]any `json:"notes"`
}

// ReadTraffic reads a traffic curve from CSV.
func (f *Files) ReadTraffic(text string, options Options) (any, error) {
	var o struct {
		From    int `json:"from"`    // minutes to leave out at the beginning
		Minutes int `json:"minutes"` // to take at most; 0 for all
	}
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("read traffic: %w", err)
	}
	read, err := trafficcsv.Read([]byte(text), trafficcsv.Options{FromMinutes: o.From, Minutes: o.Minutes})
	var refused *trafficcsv.Error
	if errors.As(err, &refused) {
		told := flat(refused.Reason, refused.Args)
		told["row"], told["column"] = refused.Row, refused.Column
		return map[string]any{"error": told}, nil
	}
	t := traffic{
		Curve: ownform.FromCurve(read.Curve), From: read.Clock, Minutes: max(1, len(read.Curve)-1),
		Mean: read.Mean, Rows: read.Rows, Notes: []map[string]any{},
	}
	for _, n := range read.Notes {
		t.Notes = append(t.Notes, flat(n.Reason, n.Args))
	}
	return t, nil
}

// flat puts a reason beside what stands in the braces of its text.
func flat(reason string, args map[string]any) map[string]any {
	told := map[string]any{"reason": reason}
	for name, value := range args {
		told[name] = value
	}
	return told
}

// ReadRunbook reads a runbook for a shipped scenario or a service of one's own.
func (f *Files) ReadRunbook(text string, options Options) (any, error) {
	var o struct {
		Scenario string       `json:"scenario"`
		Own      *ownform.Own `json:"own"`
	}
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("read runbook: %w", err)
	}
	sc, err := f.played(o.Scenario, o.Own)
	if err != nil {
		return nil, err
	}
	rules, err := runbookfile.Read("", []byte(text), sc)
	if err != nil {
		return wrong(err), nil
	}
	return struct {
		Runbook *runbook.Runbook `json:"runbook"`
	}{rules}, nil
}

// played returns the scenario that a runbook is for.
func (f *Files) played(id string, own *ownform.Own) (*scenario.Scenario, error) {
	if own != nil {
		return own.Scenario()
	}
	for _, sc := range f.shipped {
		if sc.ID == id {
			return sc, nil
		}
	}
	return nil, fmt.Errorf("there is no scenario %q", id)
}

// Describe returns an error as the page takes it: the reason where it has a text
// for it, and the plain English.
func (f *Files) Describe(err error) any {
	told := map[string]any{"message": err.Error()}
	var own *ownform.Error
	if errors.As(err, &own) {
		told["reason"], told["args"] = "own", own.Args()
	}
	return told
}
