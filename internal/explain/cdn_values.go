package explain

import (
	"math"

	"oncall/internal/cdn"
	"oncall/internal/detmath"
)

// value returns what is neither a reading nor a constant nor a setting; there is
// a step.
func (m *moment) value(id string) float64 {
	links := len(m.params.Links)
	switch id {
	case "links":
		return float64(links)
	case "networks":
		return float64(len(m.params.Networks))
	case "capacity":
		return m.params.Links[m.link].CapacityBits
	case "neighbour_sessions":
		return m.ofLink(m.step, (m.link+links-1)%links, cdn.LinkSessions)
	case "link_down":
		return flag(m.down(m.link))
	case "next_down":
		return flag(m.down((m.link + 1) % links))
	case "other_before":
		return m.extra(m.step-1, cdn.ExtraOther)
	case "normal_draw":
		return m.normalDraw()
	case "chance":
		return ratio(m.total(m.step, cdn.TotalGivenUp), m.total(m.step-1, cdn.TotalRefused)*m.worked("p_g"))
	case "refused_before":
		return m.total(m.step-1, cdn.TotalRefused)
	case "over_minutes_before":
		return m.totalExtra(m.step-1, cdn.ExtraOverMinutes)
	case "links_over":
		return m.linksOver()
	case "load_max":
		_, high := m.worst()
		return high
	case "load_min":
		low, _ := m.worst()
		return low
	case "moves_so_far":
		return m.soFar(func(t int) float64 { return m.total(t, cdn.TotalMoves) })
	case "arrivals_so_far":
		return m.soFar(func(t int) float64 { return m.totalExtra(t, cdn.ExtraArrivals) })
	case "weight":
		_, weight := m.network()
		return weight
	case "network_links":
		network, _ := m.network()
		return float64(len(network))
	case "weight_factor":
		return m.setting(m.step, cdn.ControlWeight) / 10
	}
	return m.measurement(id)
}

// term implements context: of a link, of a network, or of a step of a period.
func (m *moment) term(id string, index int) float64 {
	at := index - 1
	switch id {
	case "link_load":
		return m.ofLink(m.step, at, cdn.LinkLoad)
	case "link_capacity":
		return m.params.Links[at].CapacityBits
	case "sessions_of_link":
		return m.ofLink(m.step, at, cdn.LinkSessions)
	case "rebuffering_of_link":
		return m.extraOf(m.step, at, cdn.ExtraRebuffering)
	case "network_sessions":
		return m.networkSessions(at)
	case "refused_of_network":
		return m.ofNetwork(at, cdn.ExtraNetworkRefused)
	case "arrivals_of_network":
		return m.ofNetwork(at, cdn.ExtraNetworkArrivals)
	case "load_then":
		return m.of(m.published(m.step)-at, cdn.LinkLoad)
	case "server_then":
		return m.extra(m.published(m.step)-at, cdn.ExtraServer)
	}
	network, _ := m.network()
	if id == "factor_of_link" {
		return m.settingOf(m.step, cdn.ControlWeight, network[at].Link) / 10
	}
	return network[at].Weight
}

// holds implements context. Without a step the guards choose the longest formula.
func (m *moment) holds(guard string) bool {
	if !m.live {
		return guard == "past" || guard == "slope"
	}
	switch guard {
	case "opening":
		return m.step == 0
	case "first": // no router has published yet
		return m.published(m.step) == 0
	case "silent":
		return m.total(m.step, cdn.TotalSessions) == 0
	case "weightless":
		return m.weights() == 0
	case "past":
		return m.decidedBefore(m.decided) >= 0
	}
	return m.slope()
}

// down reports whether a link is down at the step.
func (m *moment) down(link int) bool {
	return m.extraOf(m.step, link, cdn.ExtraState) == cdn.StateDown
}

// normalDraw returns what chance drew for other services' traffic, worked out
// from what came of it.
func (m *moment) normalDraw() float64 {
	mean := m.params.OtherShare
	keep := detmath.Exp(-cdn.StepSeconds / m.params.OtherSeconds)
	push := mean * m.params.OtherSpread * math.Sqrt(1-keep*keep)
	if push == 0 {
		return 0
	}
	return (m.extra(m.step, cdn.ExtraOther) - mean - keep*(m.extra(m.step-1, cdn.ExtraOther)-mean)) / push
}

func (m *moment) linksOver() float64 {
	n := 0.0
	for l := range m.params.Links {
		n += flag(m.ofLink(m.step, l, cdn.LinkLoad) > m.params.OverloadLoad)
	}
	return n
}

// amplitudeSteps are the last 10 minutes.
const amplitudeSteps = 600 / cdn.StepSeconds

// worst returns the least and the greatest load of the big link that swings most.
func (m *moment) worst() (low, high float64) {
	for l, link := range m.params.Links {
		if link.CapacityBits < m.params.BigLinkBits {
			continue
		}
		least, most := math.Inf(1), math.Inf(-1)
		for t := max(0, m.step-amplitudeSteps+1); t <= m.step; t++ {
			x := m.ofLink(t, l, cdn.LinkLoad)
			least, most = min(least, x), max(most, x)
		}
		if most-least > high-low || high == 0 {
			low, high = least, most
		}
	}
	return low, high
}

func (m *moment) soFar(of func(step int) float64) float64 {
	v := 0.0
	for t := range m.step + 1 {
		v += of(t)
	}
	return v
}

// network returns the links of the first network that uses the link, and its
// weight among them.
func (m *moment) network() (links []cdn.Weight, weight float64) {
	for _, n := range m.params.Networks {
		for _, w := range n.Links {
			if w.Link == m.link {
				return n.Links, w.Weight
			}
		}
	}
	return nil, 0
}

// weights returns the sum of that network's weights in force.
func (m *moment) weights() float64 {
	v := 0.0
	network, _ := m.network()
	for _, w := range network {
		v += m.settingOf(m.step, cdn.ControlWeight, w.Link) * w.Weight
	}
	return v
}

// networks is where the extras of the networks begin.
func (m *moment) networks() int { return cdn.TotalExtras + len(m.params.Links)*cdn.LinkExtras }

// ofNetwork returns an extra of a network.
func (m *moment) ofNetwork(network, place int) float64 {
	return m.shift.Extra(m.step)[m.networks()+network*cdn.NetworkExtras+place]
}

// networkSessions returns the sessions of a network on the link.
func (m *moment) networkSessions(network int) float64 {
	at := m.networks() + len(m.params.Networks)*cdn.NetworkExtras
	for i, n := range m.params.Networks {
		for _, w := range n.Links {
			if i == network && w.Link == m.link {
				return m.shift.Extra(m.step)[at]
			}
			at++
		}
	}
	return 0
}
