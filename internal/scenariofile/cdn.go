package scenariofile

import (
	"slices"

	"github.com/goccy/go-yaml/ast"

	"oncall/internal/cdn"
	"oncall/internal/scenario"
	"oncall/internal/world"
	"oncall/internal/yamlfile"
)

// A scenario of the CDN world, beside what both worlds have:
//
//	constants: {minutes: 180, policy: linear, metric: router}    # any field of cdn.Fields
//	sites: [s01, s02]
//	links:
//	  - {id: s01-a, site: s01, capacity_gbits: 400}
//	classes:                      # kinds of sessions
//	  - id: match
//	    demand_gbits: 1150        # what all of it asks for
//	    mean_seconds: 40000       # mean session
//	    start: 0                  # share of it that plays at the start
//	    start_links: {s01-a: 1}   # by link; else by the weights
//	    arrivals:
//	      - steady: {share: 1, from_minutes: 0, to_minutes: 180}
//	      - even: {share: 0.55, from_minutes: 20, to_minutes: 25}
//	      - around: {share: 0.7, around_minutes: 59, spread_seconds: 120}
//	    leavings:
//	      - {from_minutes: 107, to_minutes: 110, share: 0.16}
//	      - {from_minutes: 175, to_minutes: 180, mean_seconds: 180, to: everyday, to_share: 0.3}
//	networks:                     # client networks, with each class's share
//	  - {prefix: 10.0.0.0/8, weights: {s01-a: 4}, shares: {match: 0.06}}
//	events:
//	  - link_down: {minute: 90, link: s01-a, minutes: 20}
//	  - kick_off: {minute: 60}
//	score: {allowance: 0.02}
var topFieldsCDN = []string{
	"id", "world", "title", "briefing", "clock", "constants", "sites", "links", "classes", "networks", "events", "score",
}

// giga is the scale of capacities and demands in a file.
const giga = 1e9

// readCDN reads what the top yamlfile.Fields of the file hold.
func (f file) readCDN(root ast.Node, top yamlfile.Fields) (*scenario.Scenario, error) {
	sc := scenario.NewCDN("")
	for _, needed := range []string{"sites", "links", "classes", "networks"} {
		if top.Find(needed) == nil {
			return nil, f.Errorf(root, "%s is missing; the CDN world needs sites, links, classes and networks", needed)
		}
	}
	// In this order, because what comes later names what comes before.
	if err := readSections(sc, top, []section{
		{"id", f.id},
		{"title", f.title},
		{"briefing", f.briefing},
		{"clock", f.clockCDN},
		{"constants", f.constantsCDN},
		{"sites", f.sites},
		{"links", f.links},
		{"classes", f.classes},
		{"networks", f.networks},
		{"events", f.eventsCDN},
		{"score", f.scoreCDN},
	}); err != nil {
		return nil, err
	}
	if err := sc.Check(); err != nil {
		return nil, f.Errorf(root, "%v", err)
	}
	return sc, nil
}

func (f file) clockCDN(sc *scenario.Scenario, n ast.Node) (err error) {
	sc.CDN.ClockMinutes, err = f.timeOfDay(n)
	return err
}

// constantsCDN reads constants by the table of the world. The value of a choice
// is one of its names.
func (f file) constantsCDN(sc *scenario.Scenario, n ast.Node) error {
	var ids []string
	for _, field := range cdn.Fields() {
		ids = append(ids, field.ID)
	}
	entries, err := f.Mapping(n, "constants", ids)
	if err != nil {
		return err
	}
	for _, e := range entries {
		field := cdn.Fields()[slices.Index(ids, e.Key)]
		v, err := f.constantCDN(field, e)
		if err != nil {
			return err
		}
		*field.At(sc.CDN) = v
	}
	return nil
}

func (f file) constantCDN(field cdn.Field, e yamlfile.Entry) (float64, error) {
	if len(field.Choices) > 0 {
		name, err := f.Text(e.Value, e.Key)
		if err != nil {
			return 0, err
		}
		i, err := f.Index(e.Value, e.Key, name, field.Choices)
		return float64(i), err
	}
	v, err := f.Number(e.Value, e.Key)
	if err != nil {
		return 0, err
	}
	if err := field.Check(v); err != nil {
		return 0, f.Errorf(e.Value, "%v", err)
	}
	return v, nil
}

// eventsCDN reads outages and notices, in order of time.
func (f file) eventsCDN(sc *scenario.Scenario, n ast.Node) error {
	list, err := f.Sequence(n, "events")
	if err != nil {
		return err
	}
	allowed := []string{string(cdn.EventLinkDown)}
	for _, kind := range cdn.Notices() {
		allowed = append(allowed, string(kind))
	}
	last := 0.0
	for _, item := range list {
		entries, err := f.Mapping(item, "an event", allowed)
		if err != nil {
			return err
		}
		if len(entries) != 1 {
			return f.Errorf(item, "an event has one name, such as link_down or kick_off, and this has %d", len(entries))
		}
		minute, err := f.eventCDN(sc.CDN, entries[0])
		if err != nil {
			return err
		}
		if minute < last {
			return f.Errorf(item, "events must be in order of time: minute %v stands behind minute %v", minute, last)
		}
		last = minute
	}
	return nil
}

// eventCDN appends one event and returns its minute.
func (f file) eventCDN(p *cdn.Params, e yamlfile.Entry) (float64, error) {
	if e.Key != string(cdn.EventLinkDown) {
		var minute float64
		_, err := f.Record(e.Value, e.Key, nil, yamlfile.Required("minute", &minute))
		p.Notices = append(p.Notices, cdn.Notice{Minute: minute, Kind: world.EventKind(e.Key)})
		return minute, err
	}
	var o cdn.Outage
	entries, err := f.Record(e.Value, e.Key, []string{"link"}, yamlfile.Required("minute", &o.Minute), yamlfile.Required("minutes", &o.Minutes))
	if err != nil {
		return 0, err
	}
	at, err := f.Needed(entries, e.Value, "link", e.Key)
	if err != nil {
		return 0, err
	}
	if o.Link, err = f.Named(at, "link", linkIDs(p)); err != nil {
		return 0, err
	}
	p.Outages = append(p.Outages, o)
	return o.Minute, nil
}

func (f file) scoreCDN(sc *scenario.Scenario, n ast.Node) error {
	if _, err := f.Record(n, "score", nil, yamlfile.Required("allowance", &sc.Score.Allowance)); err != nil {
		return err
	}
	if err := sc.CheckScore(); err != nil {
		return f.Errorf(n, "%v", err)
	}
	return nil
}
