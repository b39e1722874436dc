package scenariofile

import (
	"slices"

	"github.com/goccy/go-yaml/ast"

	"oncall/internal/cdn"
	"oncall/internal/scenario"
)

// numeric is a number that a map holds, and where it goes.
type numeric struct {
	name     string
	into     *float64
	optional bool
}

func number(name string, into *float64) numeric { return numeric{name: name, into: into} }

func optional(name string, into *float64) numeric { return numeric{name, into, true} }

// record reads a map of the given numbers and of the other fields, which the
// caller reads.
func (f file) record(n ast.Node, what string, others []string, numbers ...numeric) (fields, error) {
	allowed := slices.Clone(others)
	for _, v := range numbers {
		allowed = append(allowed, v.name)
	}
	entries, err := f.mapping(n, what, allowed)
	if err != nil {
		return nil, err
	}
	for _, v := range numbers {
		if v.optional && entries.find(v.name) == nil {
			continue
		}
		at, err := f.needed(entries, n, v.name, what)
		if err != nil {
			return nil, err
		}
		if *v.into, err = f.number(at, v.name); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// named reads a name and returns its place in a list of what there is.
func (f file) named(n ast.Node, what string, known []string) (int, error) {
	name, err := f.text(n, what)
	if err != nil {
		return 0, err
	}
	return f.index(n, what, name, known)
}

// textOf reads the text of a field that must be there.
func (f file) textOf(entries fields, parent ast.Node, name, what string) (string, error) {
	at, err := f.needed(entries, parent, name, what)
	if err != nil {
		return "", err
	}
	return f.text(at, name)
}

func (f file) sites(sc *scenario.Scenario, n ast.Node) error {
	list, err := f.sequence(n, "sites")
	if err != nil {
		return err
	}
	for _, item := range list {
		id, err := f.text(item, "a site")
		if err != nil {
			return err
		}
		sc.CDN.Sites = append(sc.CDN.Sites, id)
	}
	return nil
}

func (f file) links(sc *scenario.Scenario, n ast.Node) error {
	list, err := f.sequence(n, "links")
	if err != nil {
		return err
	}
	const what = "a link"
	for _, item := range list {
		var l cdn.Link
		entries, err := f.record(item, what, []string{"id", "site"}, number("capacity_gbits", &l.CapacityBits))
		if err != nil {
			return err
		}
		l.CapacityBits *= giga
		if l.ID, err = f.textOf(entries, item, "id", what); err != nil {
			return err
		}
		at, err := f.needed(entries, item, "site", what)
		if err != nil {
			return err
		}
		if l.Site, err = f.named(at, "site", sc.CDN.Sites); err != nil {
			return err
		}
		sc.CDN.Links = append(sc.CDN.Links, l)
	}
	return nil
}

func linkIDs(p *cdn.Params) []string {
	ids := make([]string, len(p.Links))
	for i, l := range p.Links {
		ids[i] = l.ID
	}
	return ids
}

func classIDs(p *cdn.Params) []string {
	ids := make([]string, len(p.Classes))
	for i := range p.Classes {
		ids[i] = p.Classes[i].ID
	}
	return ids
}

// classes reads the kinds of sessions: their ids first, because a class can hand
// its leavers to one that stands behind it.
func (f file) classes(sc *scenario.Scenario, n ast.Node) error {
	list, err := f.sequence(n, "classes")
	if err != nil {
		return err
	}
	p := sc.CDN
	p.Classes = make([]cdn.Class, len(list))
	every := make([]fields, len(list))
	for i, item := range list {
		c := &p.Classes[i]
		demand := number("demand_gbits", &c.DemandBits)
		every[i], err = f.record(item, "a class", []string{"id", "start_links", "arrivals", "leavings"},
			demand, number("mean_seconds", &c.MeanSeconds), optional("start", &c.Start))
		if err != nil {
			return err
		}
		c.DemandBits *= giga
		if c.ID, err = f.textOf(every[i], item, "id", "a class"); err != nil {
			return err
		}
	}
	for i, entries := range every {
		if err := f.class(p, &p.Classes[i], entries); err != nil {
			return err
		}
	}
	return nil
}

func (f file) class(p *cdn.Params, c *cdn.Class, entries fields) (err error) {
	if e := entries.find("start_links"); e != nil {
		if c.StartLinks, err = f.byName(e.value, "start_links", linkIDs(p)); err != nil {
			return err
		}
	}
	if e := entries.find("arrivals"); e != nil {
		list, err := f.sequence(e.value, "arrivals")
		if err != nil {
			return err
		}
		for _, item := range list {
			if err := f.arrival(c, item); err != nil {
				return err
			}
		}
	}
	if e := entries.find("leavings"); e != nil {
		list, err := f.sequence(e.value, "leavings")
		if err != nil {
			return err
		}
		for _, item := range list {
			if err := f.leaving(p, c, item); err != nil {
				return err
			}
		}
	}
	return nil
}

// arrivalKinds are the names of the kinds of arrival.
var arrivalKinds = []string{cdn.ArriveSteadily: "steady", cdn.ArriveEvenly: "even", cdn.ArriveAround: "around"}

func (f file) arrival(c *cdn.Class, n ast.Node) error {
	entries, err := f.mapping(n, "an arrival", arrivalKinds)
	if err != nil {
		return err
	}
	if len(entries) != 1 {
		return f.errorf(n, "an arrival has one name, such as steady, even or around, and this has %d", len(entries))
	}
	e := entries[0]
	a := cdn.Arrival{Kind: cdn.ArrivalKind(slices.Index(arrivalKinds, e.key))}
	times := []numeric{number("from_minutes", &a.FromMinutes), number("to_minutes", &a.ToMinutes)}
	if a.Kind == cdn.ArriveAround {
		times = []numeric{number("around_minutes", &a.AroundMinutes), number("spread_seconds", &a.SpreadSeconds)}
	}
	_, err = f.record(e.value, e.key, nil, append(times, number("share", &a.Share))...)
	c.Arrivals = append(c.Arrivals, a)
	return err
}

func (f file) leaving(p *cdn.Params, c *cdn.Class, n ast.Node) error {
	l := cdn.Leaving{To: -1}
	entries, err := f.record(n, "a leaving", []string{"to"},
		number("from_minutes", &l.FromMinutes), number("to_minutes", &l.ToMinutes),
		optional("share", &l.Share), optional("mean_seconds", &l.MeanSeconds), optional("to_share", &l.ToShare))
	if err != nil {
		return err
	}
	if e := entries.find("to"); e != nil {
		if l.To, err = f.named(e.value, "to", classIDs(p)); err != nil {
			return err
		}
		if entries.find("to_share") == nil {
			l.ToShare = 1
		}
	}
	c.Leavings = append(c.Leavings, l)
	return nil
}

func (f file) networks(sc *scenario.Scenario, n ast.Node) error {
	list, err := f.sequence(n, "networks")
	if err != nil {
		return err
	}
	p := sc.CDN
	links, classes := linkIDs(p), classIDs(p)
	for _, item := range list {
		entries, err := f.record(item, "a network", []string{"prefix", "weights", "shares"})
		if err != nil {
			return err
		}
		at := map[string]ast.Node{}
		for _, name := range []string{"prefix", "weights", "shares"} {
			if at[name], err = f.needed(entries, item, name, "a network"); err != nil {
				return err
			}
		}
		var network cdn.Network
		text, err := f.text(at["prefix"], "prefix")
		if err != nil {
			return err
		}
		if network.Prefix, err = cdn.ParsePrefix(text); err != nil {
			return f.errorf(at["prefix"], "%v", err)
		}
		// In the file's order: it is the order in which links are drawn.
		weights, err := f.mapping(at["weights"], "weights", links)
		if err != nil {
			return err
		}
		for _, e := range weights {
			w := cdn.Weight{Link: slices.Index(links, e.key)}
			if w.Weight, err = f.number(e.value, e.key); err != nil {
				return err
			}
			network.Links = append(network.Links, w)
		}
		p.Networks = append(p.Networks, network)
		shares, err := f.byName(at["shares"], "shares", classes)
		if err != nil {
			return err
		}
		for i, share := range shares {
			p.Classes[i].Shares = append(p.Classes[i].Shares, share)
		}
	}
	return nil
}

// byName reads a map of numbers by name, and returns them in the order of the
// names. What is not there is 0.
func (f file) byName(n ast.Node, what string, names []string) ([]float64, error) {
	entries, err := f.mapping(n, what, names)
	if err != nil {
		return nil, err
	}
	values := make([]float64, len(names))
	for _, e := range entries {
		if values[slices.Index(names, e.key)], err = f.number(e.value, e.key); err != nil {
			return nil, err
		}
	}
	return values, nil
}
