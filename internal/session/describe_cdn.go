package session

import "oncall/internal/cdn"

// describedNetwork is what the page knows of a scenario of the CDN world beyond
// its constants. A link is known by its place in Links, as in records.
type describedNetwork struct {
	Sites    []string        `json:"sites"`
	Links    []describedLink `json:"links"`
	Networks []describedUse  `json:"networks"`
}

type describedLink struct {
	ID           string  `json:"id"`
	Site         string  `json:"site"`
	CapacityBits float64 `json:"capacityBits"` // [bit/s]
}

// describedUse is a client network and the links that its sessions may use.
type describedUse struct {
	Prefix string            `json:"prefix"`
	Links  []describedWeight `json:"links"`
}

type describedWeight struct {
	Link   int     `json:"link"`
	Weight float64 `json:"weight"` // relative to the network's other links
}

func describeNetwork(p *cdn.Params) *describedNetwork {
	d := &describedNetwork{
		Sites: p.Sites, Links: make([]describedLink, len(p.Links)), Networks: make([]describedUse, len(p.Networks)),
	}
	for i, l := range p.Links {
		d.Links[i] = describedLink{ID: l.ID, Site: p.Sites[l.Site], CapacityBits: l.CapacityBits}
	}
	for i, n := range p.Networks {
		use := describedUse{Prefix: n.Prefix.String(), Links: make([]describedWeight, len(n.Links))}
		for j, w := range n.Links {
			use.Links[j] = describedWeight{Link: w.Link, Weight: w.Weight}
		}
		d.Networks[i] = use
	}
	return d
}
