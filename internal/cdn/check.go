package cdn

import (
	"errors"
	"strconv"

	"oncall/internal/world"
)

// Limits of the numbers in the lists of Params.
const (
	capacityMin, capacityMax = 1e6, 1e14 // [bit/s]
	demandMax                = 1e14      // [bit/s]
	meanMin, meanMax         = 1, 1e6    // [s]
	shareMax                 = 1e3
)

// Check reports the first constant, link, network, class or event that cannot
// be, or does not go with another, and what would be right.
func (p *Params) Check() error {
	for _, f := range fields {
		if err := f.Check(*f.At(p)); err != nil {
			return err
		}
	}
	if err := p.checkTogether(); err != nil {
		return err
	}
	if err := p.checkLinks(); err != nil {
		return err
	}
	if err := p.checkNetworks(); err != nil {
		return err
	}
	if len(p.Classes) < 1 || len(p.Classes) > ClassesMax {
		return errors.New("there must be 1 to " + strconv.Itoa(ClassesMax) + " classes of sessions")
	}
	for i := range p.Classes {
		if err := p.checkClass(i); err != nil {
			return errors.New("class " + p.Classes[i].ID + ": " + err.Error())
		}
	}
	return p.checkEvents()
}

func (p *Params) checkTogether() error {
	for _, step := range []struct {
		id      string
		seconds float64
	}{{"router_seconds", p.RouterSeconds}, {"window_seconds", p.WindowSeconds}} {
		if int(step.seconds)%StepSeconds != 0 {
			return errors.New(step.id + " must be a multiple of " + strconv.Itoa(StepSeconds) + ", and is " + format(step.seconds))
		}
	}
	for _, pair := range []struct {
		from, full     string
		fromAt, fullAt float64
	}{
		{"slowdown_from", "slowdown_full", p.SlowdownFrom, p.SlowdownFull},
		{"drop_from", "drop_full", p.DropFrom, p.DropFull},
		{"extra_from", "extra_full", p.ExtraFrom, p.ExtraFull},
	} {
		if !(pair.fromAt < pair.fullAt) {
			return errors.New(pair.from + " must lie below " + pair.full)
		}
	}
	if p.Kp != tenths(p.Kp)/10 {
		return errors.New("kp must be a multiple of 0.1, and is " + format(p.Kp))
	}
	return nil
}

func (p *Params) checkLinks() error {
	if err := checkIDs("sites", p.Sites, SitesMax); err != nil {
		return err
	}
	ids := make([]string, len(p.Links))
	for i, l := range p.Links {
		ids[i] = l.ID
		if l.Site < 0 || l.Site >= len(p.Sites) {
			return errors.New("link " + l.ID + ": there is no such site")
		}
		if err := between("capacity_bits", l.CapacityBits, capacityMin, capacityMax); err != nil {
			return errors.New("link " + l.ID + ": " + err.Error())
		}
	}
	return checkIDs("links", ids, LinksMax)
}

// checkIDs reports a list of ids that is empty or too long, an id that is none,
// and one that is there twice.
func checkIDs(what string, ids []string, most int) error {
	if len(ids) < 1 || len(ids) > most {
		return errors.New("there must be 1 to " + strconv.Itoa(most) + " " + what)
	}
	for i, id := range ids {
		if !validID(id) {
			return errors.New(what + ": an id must be 1 to " + strconv.Itoa(IDMax) + " of a-z, 0-9 and -, and is " + strconv.Quote(id))
		}
		for _, other := range ids[:i] {
			if id == other {
				return errors.New(what + ": " + id + " is there twice")
			}
		}
	}
	return nil
}

func validID(id string) bool {
	for _, c := range []byte(id) {
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-') {
			return false
		}
	}
	return id != "" && len(id) <= IDMax
}

func (p *Params) checkNetworks() error {
	if len(p.Networks) < 1 || len(p.Networks) > NetworksMax {
		return errors.New("there must be 1 to " + strconv.Itoa(NetworksMax) + " networks")
	}
	routes := NewRoutes(nil)
	for i, n := range p.Networks {
		if !routes.Add(n.Prefix, i) {
			return errors.New("network " + n.Prefix.String() + " is there twice")
		}
		if err := p.checkWeights(n.Links); err != nil {
			return errors.New("network " + n.Prefix.String() + ": " + err.Error())
		}
	}
	return nil
}

func (p *Params) checkWeights(weights []Weight) error {
	if len(weights) < 1 || len(weights) > NetworkLinksMax {
		return errors.New("it must have 1 to " + strconv.Itoa(NetworkLinksMax) + " links")
	}
	for i, w := range weights {
		if w.Link < 0 || w.Link >= len(p.Links) {
			return errors.New("there is no such link")
		}
		if !(w.Weight > 0 && w.Weight <= shareMax) {
			return errors.New("a weight must be above 0 and at most " + format(shareMax) + ", and is " + format(w.Weight))
		}
		for _, other := range weights[:i] {
			if other.Link == w.Link {
				return errors.New("link " + p.Links[w.Link].ID + " is there twice")
			}
		}
	}
	return nil
}

func (p *Params) checkEvents() error {
	if len(p.Outages) > EventsMax || len(p.Notices) > EventsMax {
		return errors.New("at most " + strconv.Itoa(EventsMax) + " events of a kind")
	}
	for i, o := range p.Outages {
		if o.Link < 0 || o.Link >= len(p.Links) {
			return errors.New("an outage must name a link")
		}
		if !(o.Minute >= 0 && o.Minute < p.Minutes && o.Minutes > 0 && o.Minutes <= MinutesMax) {
			return errors.New("an outage must begin within the shift and last above 0 and at most " + strconv.Itoa(MinutesMax) + " minutes")
		}
		if i > 0 && o.Minute < p.Outages[i-1].Minute {
			return errors.New("outages must be in order of time")
		}
	}
	for i, n := range p.Notices {
		if !knownNotice(n.Kind) {
			return errors.New("there is no event " + strconv.Quote(string(n.Kind)))
		}
		if !(n.Minute >= 0 && n.Minute < p.Minutes) {
			return errors.New(string(n.Kind) + " must lie within the shift")
		}
		if i > 0 && n.Minute < p.Notices[i-1].Minute {
			return errors.New("events must be in order of time")
		}
	}
	return nil
}

func knownNotice(kind world.EventKind) bool {
	for _, known := range notices {
		if kind == known {
			return true
		}
	}
	return false
}

func between(what string, v, low, high float64) error {
	if !(v >= low && v <= high) {
		return errors.New(what + " must lie between " + format(low) + " and " + format(high) + ", and is " + format(v))
	}
	return nil
}
