// Package scenariofile reads a scenario from YAML:
//
//	id: bad-deploy                # a-z, 0-9 and -
//	world: service
//	title: A bad build            # optional, like briefing: one line each
//	clock: "09:00"                # time of day at which the shift starts
//	constants:                    # any field of service.Fields; the design's default where none is given
//	  minutes: 120
//	  base_per_second: 950
//	surge:                        # only where one is to happen: any surge field
//	  peak_high: 6
//	curve:                        # expected traffic in place of base and daily sine: minute, requests a second
//	  - [0, 900]
//	  - [60, 1400]                # straight lines between, and the last one held
//	events:                       # in order of time
//	  - deploy: {minute: 10, rollout_minutes: 3}
//	  - flush: {minute: 30}
//	alerts:                       # in place of the default rules
//	  - {severity: page, burn: 6, long_minutes: 60, short_minutes: 5}
//	score: {allowance: 0.05, par_dollars: 9, p99_target_seconds: 0.5}
//
// A scenario of the CDN world (world: cdn) has sites, links, networks and classes
// in place of surge and alerts; cdn.go says how they are written.
//
// Whatever is unknown, twice, of another type or out of range is refused with
// file, line and column, and with what would be right.
package scenariofile

import (
	"github.com/goccy/go-yaml/ast"

	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/internal/yamlfile"
)

// BytesMax is the size of a file at most [bytes].
const BytesMax = yamlfile.BytesMax

// tokensMax leaves room for a traffic curve with a knot a minute, of some seven
// tokens each, beside all else there is to say, which is some 700.
const tokensMax = 1500 + 7*service.CurveMax

// file is a scenario's file that is being read.
type file struct{ yamlfile.File }

// Read reads and checks a scenario. The name stands in errors, which have the
// form "name:line:column: what is wrong, and what would be right".
func Read(name string, text []byte) (*scenario.Scenario, error) {
	f := file{yamlfile.File{Name: name, What: "a scenario", Needs: "id, world and score", TokensMax: tokensMax}}
	root, err := f.Parse(text)
	if err != nil {
		return nil, err
	}
	world, err := f.worldOf(root)
	if err != nil {
		return nil, err
	}
	allowed := topFields
	if world == scenario.WorldCDN {
		allowed = topFieldsCDN
	}
	top, err := f.Mapping(root, "the file", allowed)
	if err != nil {
		return nil, err
	}
	for _, field := range []string{"id", "world", "score"} {
		if top.Find(field) == nil {
			return nil, f.Errorf(root, "%s is missing; a scenario needs id, world and score", field)
		}
	}
	if world == scenario.WorldCDN {
		return f.readCDN(root, top)
	}
	sc := scenario.New("")
	// In this order, because events are checked against the shift's length.
	if err := readSections(sc, top, []section{
		{"id", f.id},
		{"title", f.title},
		{"briefing", f.briefing},
		{"clock", f.clock},
		{"constants", f.constants},
		{"surge", f.surge},
		{"curve", f.curve},
		{"score", f.score},
	}); err != nil {
		return nil, err
	}
	if err := f.together(sc, root, top); err != nil {
		return nil, err
	}
	if e := top.Find("events"); e != nil {
		if err := f.events(sc, e.Value); err != nil {
			return nil, err
		}
	}
	if e := top.Find("alerts"); e != nil {
		if err := f.alerts(sc, e.Value); err != nil {
			return nil, err
		}
	}
	if err := sc.Check(); err != nil {
		return nil, f.Errorf(root, "%v", err)
	}
	return sc, nil
}

var topFields = []string{
	"id", "world", "title", "briefing", "clock", "constants", "surge", "curve", "events", "alerts", "score",
}

// fieldIDs returns the ids of the constants, those of the surge or all the
// others.
func fieldIDs(surge bool) []string {
	var ids []string
	for _, f := range service.Fields() {
		if f.Surge == surge {
			ids = append(ids, f.ID)
		}
	}
	return ids
}

// fieldOf returns the constant with the given id, which must be one.
func fieldOf(id string) service.Field {
	fields := service.Fields()
	i := 0
	for fields[i].ID != id {
		i++
	}
	return fields[i]
}

// together checks what a single constant cannot tell. The error is placed at
// the last constant without which the others would do.
func (f file) together(sc *scenario.Scenario, root ast.Node, top yamlfile.Fields) error {
	var given yamlfile.Fields
	for _, section := range []string{"constants", "surge"} {
		if e := top.Find(section); e != nil {
			entries, err := f.Mapping(e.Value, section, fieldIDs(section == "surge"))
			if err != nil {
				return err
			}
			given = append(given, entries...)
		}
	}
	if e := given.Find("clock_minutes"); e != nil && top.Find("clock") != nil {
		return f.Errorf(e.At, "clock_minutes: clock says it already; keep one")
	}
	wrong := sc.CheckModel()
	if wrong == nil {
		return nil
	}
	for i := len(given) - 1; i >= 0; i-- {
		field := fieldOf(given[i].Key)
		without := *sc
		*field.At(&without.Service) = field.Default
		if without.CheckModel() == nil {
			return f.Errorf(given[i].Value, "%v", wrong)
		}
	}
	return f.Errorf(root, "%v", wrong)
}
