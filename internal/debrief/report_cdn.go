package debrief

import (
	"cmp"
	"math"
	"slices"

	"oncall/internal/cdn"
	"oncall/internal/chart"
)

// cdnColumns are the numbers beside each line of a CDN shift's timeline.
func (r Report) cdnColumns() []column {
	total := func(i int, text func(float64) string) func([]float64) string {
		at := cdn.TotalColumn(len(r.Shift.Scenario().CDN.Links), i)
		return func(row []float64) string { return text(row[at]) }
	}
	count := func(v float64) string { return fixed(v, 0) }
	return []column{
		{"reading.cdn.carried.label", total(cdn.TotalCarried, r.Texts.bits)},
		{"reading.cdn.rebuffering.label", total(cdn.TotalRebuffering, func(v float64) string { return percent(v, 2) })},
		{"reading.cdn.refused.label", total(cdn.TotalRefused, count)},
		{"reading.cdn.moves.label", total(cdn.TotalMoves, count)},
	}
}

func (r Report) cdnSummary(d *CDNFigures, line func(key, value string)) {
	t, arrivals := r.Texts, max(1, d.Arrivals)
	line("debrief.harm", percent(d.Harm, 2))
	line("reading.cdn.rebuffering.label", percent(d.Rebuffering, 2))
	line("reading.cdn.arrivals.label", fixed(d.Arrivals, 0))
	line("debrief.gave_up", fixed(d.GivenUp, 0)+" ("+percent(d.GivenUp/arrivals, 2)+")")
	line("debrief.wait", t.Format("unit.seconds", "n", fixed(d.MeanWaitSeconds, 1)))
	line("reading.cdn.moves.label", fixed(d.Moves, 0)+" ("+t.Format("report.by_arrival", "n", fixed(d.Moves/arrivals, 2))+")")
	line("debrief.swing", t.Format("unit.points", "n", fixed(d.AmplitudePoints, 1)))
	line("reading.cdn.over_minutes.label", fixed(d.OverMinutes, 1))
	line("debrief.peak", t.bits(d.PeakBits))
	line("debrief.utilization", percent(d.UtilizationShare, 1))
}

// cdnLanes sets the lanes of a CDN shift: what all links carry, the true load of
// each link by site, how the links refuse, of the links whose measured load was
// furthest off the true one both beside each other, and what the audience felt.
func (r Report) cdnLanes(o *chart.Options) {
	t, p := r.Texts, r.Shift.Scenario().CDN
	o.Truth = true
	o.Groups = map[string][]string{}
	for _, l := range p.Links {
		site := p.Sites[l.Site]
		o.Groups[site] = append(o.Groups[site], l.ID)
	}
	overload := []chart.Threshold{{Value: p.OverloadLoad, Label: percent(p.OverloadLoad, 0)}}
	add := func(id, label string) {
		o.Lanes = append(o.Lanes, id)
		o.Labels[id] = label
	}
	add("carried", t.Format("reading.cdn.carried.label"))
	for _, site := range p.Sites {
		add("loads:"+site, t.Format("chart.loads", "site", site))
		o.Thresholds["loads:"+site] = overload
	}
	for _, site := range p.Sites {
		add("slowdowns:"+site, t.Format("chart.slowdowns", "site", site))
	}
	for _, site := range p.Sites {
		add("drops:"+site, t.Format("chart.drops", "site", site))
	}
	for _, link := range r.worstKnown() {
		add("link:"+link, t.Format("chart.known", "link", link))
		o.Thresholds["link:"+link] = overload
	}
	for _, code := range []string{"rebuffering", "refused", "moves", "sessions"} {
		add(code, t.Format("reading.cdn."+code+".label"))
	}
	o.Labels["refused"] = t.Format("chart.refused")
}

// worstKnownMax is how many links a report shows measured beside true.
const worstKnownMax = 2

// worstKnown returns the big links whose measured load was furthest off the true
// one over the shift, in the mean, in the scenario's order.
func (r Report) worstKnown() []string {
	type gap struct {
		link int
		mean float64
	}
	var gaps []gap
	p := r.Shift.Scenario().CDN
	for link, l := range p.Links {
		if l.CapacityBits < p.BigLinkBits {
			continue
		}
		sum := 0.0
		for step := 1; step <= r.Shift.Step(); step++ {
			row := r.Shift.Row(step)
			sum += math.Abs(row[cdn.Column(link, cdn.LinkMeasured)] - row[cdn.Column(link, cdn.LinkLoad)])
		}
		gaps = append(gaps, gap{link, sum})
	}
	slices.SortStableFunc(gaps, func(a, b gap) int { return cmp.Compare(b.mean, a.mean) })
	gaps = gaps[:min(len(gaps), worstKnownMax)]
	slices.SortFunc(gaps, func(a, b gap) int { return cmp.Compare(a.link, b.link) })
	ids := make([]string, len(gaps))
	for i, g := range gaps {
		ids[i] = p.Links[g.link].ID
	}
	return ids
}
