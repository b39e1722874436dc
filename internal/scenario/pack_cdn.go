package scenario

import (
	"errors"
	"fmt"

	"github.com/tinylib/msgp/msgp"

	"oncall/internal/cdn"
	"oncall/internal/scenario/tuple"
	"oncall/internal/world"
)

// The sizes of the tuples of the CDN world, and of the groups in flat arrays.
const (
	bodyFieldsCDN    = 9
	linkFields       = 3 // id, site, capacity
	classFields      = 8 // id, demand, mean, start, start's links or nil, shares, arrivals, leavings
	arrivalFields    = 6
	leavingFields    = 6
	outageFields     = 3 // link, minute, minutes
	noticeFields     = 2 // minute, kind
	canonicalCDNSize = 9 // world, constants, the lists, steps
)

// prefixMax is the length of a network's text at most [bytes].
const prefixMax = 50

// canonicalCDN returns the tuple (world, constants, sites, links, networks,
// classes, outages, notices, steps). Every constant is a 64-bit float, in the
// order of cdn.Fields.
func (s *Scenario) canonicalCDN() []byte {
	b := make([]byte, 0, 4096)
	b = msgp.AppendArrayHeader(b, canonicalCDNSize)
	b = msgp.AppendString(b, s.World)
	fields := cdn.Fields()
	b = msgp.AppendArrayHeader(b, uint32(len(fields)))
	for _, f := range fields {
		b = msgp.AppendFloat64(b, *f.At(s.CDN)+0) // + 0 makes -0 the same as 0
	}
	b = appendLists(b, s.CDN)
	return msgp.AppendInt(b, s.Steps())
}

// appendBodyCDN appends the tuple (fields that differ from the design's defaults
// as index, value, ...; sites; links; networks; classes; outages; notices;
// allowance; title).
func (s *Scenario) appendBodyCDN(b []byte) []byte {
	b = msgp.AppendArrayHeader(b, bodyFieldsCDN)
	var flat []byte
	count := uint32(0)
	for i, f := range cdn.Fields() {
		if v := *f.At(s.CDN); v != f.Default {
			flat = msgp.AppendInt(flat, i)
			flat = tuple.AppendNumber(flat, v)
			count += 2
		}
	}
	b = append(msgp.AppendArrayHeader(b, count), flat...)
	b = appendLists(b, s.CDN)
	b = tuple.AppendNumber(b, s.Score.Allowance)
	return msgp.AppendString(b, s.Title)
}

// appendLists appends the six lists of the params. A network is the flat array
// prefix, link, weight, link, weight, ...
func appendLists(b []byte, p *cdn.Params) []byte {
	b = msgp.AppendArrayHeader(b, uint32(len(p.Sites)))
	for _, id := range p.Sites {
		b = msgp.AppendString(b, id)
	}
	b = msgp.AppendArrayHeader(b, uint32(linkFields*len(p.Links)))
	for _, l := range p.Links {
		b = msgp.AppendString(b, l.ID)
		b = msgp.AppendInt(b, l.Site)
		b = tuple.AppendNumber(b, l.CapacityBits)
	}
	b = msgp.AppendArrayHeader(b, uint32(len(p.Networks)))
	for _, n := range p.Networks {
		b = msgp.AppendArrayHeader(b, uint32(1+2*len(n.Links)))
		b = msgp.AppendString(b, n.Prefix.String())
		for _, w := range n.Links {
			b = msgp.AppendInt(b, w.Link)
			b = tuple.AppendNumber(b, w.Weight)
		}
	}
	b = msgp.AppendArrayHeader(b, uint32(len(p.Classes)))
	for i := range p.Classes {
		b = appendClass(b, &p.Classes[i])
	}
	b = msgp.AppendArrayHeader(b, uint32(outageFields*len(p.Outages)))
	for _, o := range p.Outages {
		b = msgp.AppendInt(b, o.Link)
		b = appendNumbers(b, o.Minute, o.Minutes)
	}
	b = msgp.AppendArrayHeader(b, uint32(noticeFields*len(p.Notices)))
	for _, n := range p.Notices {
		b = tuple.AppendNumber(b, n.Minute)
		b = msgp.AppendString(b, string(n.Kind))
	}
	return b
}

func appendClass(b []byte, c *cdn.Class) []byte {
	b = msgp.AppendArrayHeader(b, classFields)
	b = msgp.AppendString(b, c.ID)
	b = appendNumbers(b, c.DemandBits, c.MeanSeconds, c.Start)
	if c.StartLinks == nil {
		b = msgp.AppendNil(b)
	} else {
		b = msgp.AppendArrayHeader(b, uint32(len(c.StartLinks)))
		b = appendNumbers(b, c.StartLinks...)
	}
	b = msgp.AppendArrayHeader(b, uint32(len(c.Shares)))
	b = appendNumbers(b, c.Shares...)
	b = msgp.AppendArrayHeader(b, uint32(arrivalFields*len(c.Arrivals)))
	for _, a := range c.Arrivals {
		b = msgp.AppendInt(b, int(a.Kind))
		b = appendNumbers(b, a.Share, a.FromMinutes, a.ToMinutes, a.AroundMinutes, a.SpreadSeconds)
	}
	b = msgp.AppendArrayHeader(b, uint32(leavingFields*len(c.Leavings)))
	for _, l := range c.Leavings {
		b = appendNumbers(b, l.FromMinutes, l.ToMinutes, l.Share, l.MeanSeconds)
		b = msgp.AppendInt(b, l.To)
		b = tuple.AppendNumber(b, l.ToShare)
	}
	return b
}

func appendNumbers(b []byte, numbers ...float64) []byte {
	for _, v := range numbers {
		b = tuple.AppendNumber(b, v)
	}
	return b
}

// readBodyCDN reads what appendBodyCDN wrote and checks it.
func readBodyCDN(r *tuple.Reader) (*Scenario, error) {
	s := NewCDN("")
	p := s.CDN
	r.Exactly("scenario", bodyFieldsCDN)
	fields := cdn.Fields()
	next := int64(0)
	for range groupsOf(r, "constants", 2, len(fields)) {
		i := r.Int("constant", next, int64(len(fields)-1))
		*fields[i].At(p) = r.Number(fields[i].ID)
		next = i + 1
	}
	readLists(p, r)
	s.Score.Allowance = r.Number("allowance")
	s.Title = r.Text("title", TitleMax)
	if err := r.Err(); err != nil {
		return nil, err
	}
	return s, s.Check()
}

func readLists(p *cdn.Params, r *tuple.Reader) {
	for range r.Count("sites", cdn.SitesMax) {
		p.Sites = append(p.Sites, r.Text("site", cdn.IDMax))
	}
	for range groupsOf(r, "links", linkFields, cdn.LinksMax) {
		p.Links = append(p.Links, cdn.Link{
			ID: r.Text("link", cdn.IDMax), Site: int(r.Int("site", 0, cdn.SitesMax)), CapacityBits: r.Number("capacity_bits"),
		})
	}
	for range r.Count("networks", cdn.NetworksMax) {
		p.Networks = append(p.Networks, readNetwork(r))
	}
	for range r.Count("classes", cdn.ClassesMax) {
		p.Classes = append(p.Classes, readClass(r))
	}
	for range groupsOf(r, "outages", outageFields, cdn.EventsMax) {
		p.Outages = append(p.Outages, cdn.Outage{
			Link: int(r.Int("link", 0, cdn.LinksMax)), Minute: r.Number("minute"), Minutes: r.Number("minutes"),
		})
	}
	for range groupsOf(r, "notices", noticeFields, cdn.EventsMax) {
		p.Notices = append(p.Notices, cdn.Notice{Minute: r.Number("minute"), Kind: world.EventKind(r.Text("event", IDMax))})
	}
}

func readNetwork(r *tuple.Reader) (n cdn.Network) {
	count := r.Count("network", 1+2*cdn.NetworkLinksMax)
	if count%2 != 1 {
		r.Fail(errors.New("network: a link without its weight"))
		return n
	}
	text := r.Text("network", prefixMax)
	if r.Err() != nil {
		return n
	}
	var err error
	if n.Prefix, err = cdn.ParsePrefix(text); err != nil {
		r.Fail(fmt.Errorf("network: %w", err))
	}
	for range count / 2 {
		n.Links = append(n.Links, cdn.Weight{Link: int(r.Int("link", 0, cdn.LinksMax)), Weight: r.Number("weight")})
	}
	return n
}

func readClass(r *tuple.Reader) (c cdn.Class) {
	r.Exactly("class", classFields)
	c.ID = r.Text("class", cdn.IDMax)
	c.DemandBits, c.MeanSeconds, c.Start = r.Number("demand_bits"), r.Number("mean_seconds"), r.Number("start")
	if !r.Nil() {
		c.StartLinks = readNumbers(r, "start_links", cdn.LinksMax)
	}
	c.Shares = readNumbers(r, "shares", cdn.NetworksMax)
	for range groupsOf(r, "arrivals", arrivalFields, cdn.PhasesMax) {
		c.Arrivals = append(c.Arrivals, cdn.Arrival{
			Kind: cdn.ArrivalKind(r.Int("kind of arrival", 0, 255)), Share: r.Number("share"),
			FromMinutes: r.Number("from_minutes"), ToMinutes: r.Number("to_minutes"),
			AroundMinutes: r.Number("around_minutes"), SpreadSeconds: r.Number("spread_seconds"),
		})
	}
	for range groupsOf(r, "leavings", leavingFields, cdn.PhasesMax) {
		c.Leavings = append(c.Leavings, cdn.Leaving{
			FromMinutes: r.Number("from_minutes"), ToMinutes: r.Number("to_minutes"),
			Share: r.Number("share"), MeanSeconds: r.Number("mean_seconds"),
			To: int(r.Int("to", -1, cdn.ClassesMax)), ToShare: r.Number("to_share"),
		})
	}
	return c
}

func readNumbers(r *tuple.Reader, what string, limit int) []float64 {
	numbers := make([]float64, r.Count(what, limit))
	for i := range numbers {
		numbers[i] = r.Number(what)
	}
	return numbers
}

// groupsOf reads the header of an array of groups of so many elements, and
// returns how many groups follow.
func groupsOf(r *tuple.Reader, what string, size, limit int) int {
	count := r.Count(what, size*limit)
	if count%size != 0 {
		r.Fail(errors.New(what + ": one is not whole"))
		return 0
	}
	return count / size
}
