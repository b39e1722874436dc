package scenariofile

import (
	"slices"

	"github.com/goccy/go-yaml/ast"

	"oncall/internal/cdn"
	"oncall/internal/scenario"
	"oncall/internal/yamlfile"
)

func (f file) sites(sc *scenario.Scenario, n ast.Node) error {
	list, err := f.Sequence(n, "sites")
	if err != nil {
		return err
	}
	for _, item := range list {
		id, err := f.Text(item, "a site")
		if err != nil {
			return err
		}
		sc.CDN.Sites = append(sc.CDN.Sites, id)
	}
	return nil
}

func (f file) links(sc *scenario.Scenario, n ast.Node) error {
	list, err := f.Sequence(n, "links")
	if err != nil {
		return err
	}
	const what = "a link"
	for _, item := range list {
		var l cdn.Link
		entries, err := f.Record(item, what, []string{"id", "site"}, yamlfile.Required("capacity_gbits", &l.CapacityBits))
		if err != nil {
			return err
		}
		l.CapacityBits *= giga
		if l.ID, err = f.TextOf(entries, item, "id", what); err != nil {
			return err
		}
		at, err := f.Needed(entries, item, "site", what)
		if err != nil {
			return err
		}
		if l.Site, err = f.Named(at, "site", sc.CDN.Sites); err != nil {
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
	list, err := f.Sequence(n, "classes")
	if err != nil {
		return err
	}
	p := sc.CDN
	p.Classes = make([]cdn.Class, len(list))
	every := make([]yamlfile.Fields, len(list))
	for i, item := range list {
		c := &p.Classes[i]
		demand := yamlfile.Required("demand_gbits", &c.DemandBits)
		every[i], err = f.Record(item, "a class", []string{"id", "start_links", "arrivals", "leavings"},
			demand, yamlfile.Required("mean_seconds", &c.MeanSeconds), yamlfile.Optional("start", &c.Start))
		if err != nil {
			return err
		}
		c.DemandBits *= giga
		if c.ID, err = f.TextOf(every[i], item, "id", "a class"); err != nil {
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

func (f file) class(p *cdn.Params, c *cdn.Class, entries yamlfile.Fields) (err error) {
	if e := entries.Find("start_links"); e != nil {
		if c.StartLinks, err = f.byName(e.Value, "start_links", linkIDs(p)); err != nil {
			return err
		}
	}
	if e := entries.Find("arrivals"); e != nil {
		list, err := f.Sequence(e.Value, "arrivals")
		if err != nil {
			return err
		}
		for _, item := range list {
			if err := f.arrival(c, item); err != nil {
				return err
			}
		}
	}
	if e := entries.Find("leavings"); e != nil {
		list, err := f.Sequence(e.Value, "leavings")
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
	entries, err := f.Mapping(n, "an arrival", arrivalKinds)
	if err != nil {
		return err
	}
	if len(entries) != 1 {
		return f.Errorf(n, "an arrival has one name, such as steady, even or around, and this has %d", len(entries))
	}
	e := entries[0]
	a := cdn.Arrival{Kind: cdn.ArrivalKind(slices.Index(arrivalKinds, e.Key))}
	times := []yamlfile.Numeric{yamlfile.Required("from_minutes", &a.FromMinutes), yamlfile.Required("to_minutes", &a.ToMinutes)}
	if a.Kind == cdn.ArriveAround {
		times = []yamlfile.Numeric{yamlfile.Required("around_minutes", &a.AroundMinutes), yamlfile.Required("spread_seconds", &a.SpreadSeconds)}
	}
	_, err = f.Record(e.Value, e.Key, nil, append(times, yamlfile.Required("share", &a.Share))...)
	c.Arrivals = append(c.Arrivals, a)
	return err
}

func (f file) leaving(p *cdn.Params, c *cdn.Class, n ast.Node) error {
	l := cdn.Leaving{To: -1}
	entries, err := f.Record(n, "a leaving", []string{"to"},
		yamlfile.Required("from_minutes", &l.FromMinutes), yamlfile.Required("to_minutes", &l.ToMinutes),
		yamlfile.Optional("share", &l.Share), yamlfile.Optional("mean_seconds", &l.MeanSeconds), yamlfile.Optional("to_share", &l.ToShare))
	if err != nil {
		return err
	}
	if e := entries.Find("to"); e != nil {
		if l.To, err = f.Named(e.Value, "to", classIDs(p)); err != nil {
			return err
		}
		if entries.Find("to_share") == nil {
			l.ToShare = 1
		}
	}
	c.Leavings = append(c.Leavings, l)
	return nil
}

func (f file) networks(sc *scenario.Scenario, n ast.Node) error {
	list, err := f.Sequence(n, "networks")
	if err != nil {
		return err
	}
	p := sc.CDN
	links, classes := linkIDs(p), classIDs(p)
	for _, item := range list {
		entries, err := f.Record(item, "a network", []string{"prefix", "weights", "shares"})
		if err != nil {
			return err
		}
		at := map[string]ast.Node{}
		for _, name := range []string{"prefix", "weights", "shares"} {
			if at[name], err = f.Needed(entries, item, name, "a network"); err != nil {
				return err
			}
		}
		var network cdn.Network
		text, err := f.Text(at["prefix"], "prefix")
		if err != nil {
			return err
		}
		if network.Prefix, err = cdn.ParsePrefix(text); err != nil {
			return f.Errorf(at["prefix"], "%v", err)
		}
		// In the file's order: it is the order in which links are drawn.
		weights, err := f.Mapping(at["weights"], "weights", links)
		if err != nil {
			return err
		}
		for _, e := range weights {
			w := cdn.Weight{Link: slices.Index(links, e.Key)}
			if w.Weight, err = f.Number(e.Value, e.Key); err != nil {
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
	entries, err := f.Mapping(n, what, names)
	if err != nil {
		return nil, err
	}
	values := make([]float64, len(names))
	for _, e := range entries {
		if values[slices.Index(names, e.Key)], err = f.Number(e.Value, e.Key); err != nil {
			return nil, err
		}
	}
	return values, nil
}
