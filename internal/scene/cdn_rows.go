package scene

import (
	"math"
	"slices"
)

// band is the part of the height that a site's links have.
type band struct {
	id   string
	y, h float64
	rows []row
}

// row is the part of a band that one link has.
type row struct {
	link        int
	y, h, thick float64
	lines       int  // of the label that has room in it
	small       bool // the label
}

// fitRows shares a height out between the links, grouped by site in the order in
// which the sites first come. The thickness of a pipe grows with the square root
// of its capacity: a 20 G link beside a 400 G one would be a hairline otherwise.
func fitRows(setup CDNSetup, y, height float64) []band {
	bands := groupBySite(setup.Links)
	n := float64(len(setup.Links))
	if n == 0 {
		return nil
	}
	between := clamp(height*0.024, 2, 18)
	pad := clamp(height*0.01, 1, 10)
	s := float64(len(bands))
	frame := (s-1)*between + 2*s*pad
	most := height * 0.3
	if left := height - n*LabelHeightSmall; left > 0 {
		// Rather a label for each link than room between the sites.
		most = min(most, max(left, s))
	}
	if frame > most {
		between, pad, frame = between*most/frame, pad*most/frame, most
	}
	room := height - frame
	pitch := room / n
	base := rowBase(pitch)
	gap := clamp(pitch*0.2, 0.2, 16)
	thicknessMax := clamp(height*0.27, 8, 170)
	thickness := func(k float64, link Link) float64 {
		return max(min(5, pitch-gap), k*math.Sqrt(link.CapacityBits/largest(setup.Links)))
	}
	slot := func(k float64, link Link) float64 { return max(base, thickness(k, link)+gap) }
	used := func(k float64) float64 {
		sum := 0.0
		for _, l := range setup.Links {
			sum += slot(k, l)
		}
		return sum
	}
	low, high := 0.0, thicknessMax
	for range 40 {
		if k := (low + high) / 2; used(k) <= room {
			low = k
		} else {
			high = k
		}
	}
	// What is left goes between the pipes, and around them.
	slack := max(0, room-used(low))
	extra := min(slack/n, used(low)/n*0.35)
	y += (slack - extra*n) / 2
	for i := range bands {
		b := &bands[i]
		b.y = y
		y += pad
		for j := range b.rows {
			r := &b.rows[j]
			link := setup.Links[r.link]
			r.thick = thickness(low, link)
			r.y, r.h = y, slot(low, link)+extra
			r.lines, r.small = 1, base < LabelHeight1
			if r.h >= LabelHeight2 {
				r.lines, r.small = 2, false
			}
			y += r.h
		}
		y += pad
		b.h = y - b.y
		y += between
	}
	return bands
}

// rowBase returns how high the rows of a pitch are at least: as high as a label,
// or of any height where there is no room for one a row.
func rowBase(pitch float64) float64 {
	switch {
	case pitch >= LabelHeight2*1.25:
		return LabelHeight2
	case pitch >= LabelHeight1:
		return LabelHeight1
	case pitch >= LabelHeightSmall:
		return LabelHeightSmall
	}
	return 0
}

func largest(links []Link) float64 {
	most := 1.0
	for _, l := range links {
		most = max(most, l.CapacityBits)
	}
	return most
}

func groupBySite(links []Link) []band {
	var bands []band
	for i, l := range links {
		at := slices.IndexFunc(bands, func(b band) bool { return b.id == l.Site })
		if at < 0 {
			at = len(bands)
			bands = append(bands, band{id: l.Site})
		}
		bands[at].rows = append(bands[at].rows, row{link: i})
	}
	return bands
}

// linkLabels returns the labels of the links, each beside the end of its pipe.
// Where not all have room, the largest links come first.
func (g *pipework) linkLabels(setup CDNSetup, c cdnColumns, bands []band) []Label {
	var rows []row
	for _, b := range bands {
		rows = append(rows, b.rows...)
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		switch d := setup.Links[b.link].CapacityBits - setup.Links[a.link].CapacityBits; {
		case d > 0:
			return 1
		case d < 0:
			return -1
		default:
			return 0
		}
	})
	kept := make([]*Label, len(setup.Links))
	var placed []Label
	for _, r := range rows {
		l := Label{
			ID: "link:" + setup.Links[r.link].ID, X: c.link + 3, Align: AlignStart, MaxWidth: c.linkW - 6,
			Lines: r.lines, Small: r.small,
		}
		if stand(&l, r.y+r.h/2, c, placed) {
			placed = append(placed, l)
			kept[r.link] = &l
		}
	}
	list := make([]Label, 0, len(placed))
	for _, l := range kept {
		if l != nil {
			list = append(list, *l)
		}
	}
	return list
}

// siteLabels returns the labels of the sites, each beside its servers.
func (g *pipework) siteLabels(c cdnColumns) []Label {
	var list []Label
	for i := range g.sites {
		s := &g.sites[i]
		l := Label{ID: "site:" + s.id, X: c.site + c.siteW, Align: AlignEnd, MaxWidth: c.siteW - 2, Lines: 2}
		if s.panel.h < LabelHeight2 {
			l.Lines, l.Small = 1, s.panel.h < LabelHeight1
		}
		if stand(&l, s.panel.cy(), c, list) {
			list = append(list, l)
		}
	}
	return list
}

// stand puts a label's middle at a height, beside the pipes, and tells whether
// it stands clear of those in the same column.
func stand(l *Label, middle float64, c cdnColumns, column []Label) bool {
	l.Y = clamp(middle-l.Height()/2, c.top, c.bottom-l.Height())
	return !slices.ContainsFunc(column, func(o Label) bool { return l.Y < o.Y+o.Height() && o.Y < l.Y+l.Height() })
}
