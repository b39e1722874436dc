package scene

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// matchLinks are the links of world-cup-match.
var matchLinks = linksOf("s01-a 400, s01-b 200, s01-c 100, s01-d 100, s02-a 400, s02-b 200, s02-c 100, s03-a 200, s03-b 100, s03-c 40, s03-d 40, s03-e 20")

// twoLinks are those of the bench.
var twoLinks = linksOf("s01-a 100, s01-b 100")

// linksOf reads "<site>-<name> <Gbit/s>, ...".
func linksOf(text string) (list []Link) {
	for part := range strings.SplitSeq(text, ", ") {
		var l Link
		var gigabits float64
		if _, err := fmt.Sscan(part, &l.ID, &gigabits); err != nil {
			panic(err)
		}
		l.Site, _, _ = strings.Cut(l.ID, "-")
		l.CapacityBits = gigabits * 1e9
		list = append(list, l)
	}
	return list
}

// drawLinks draws up to so many links at some sites.
func drawLinks(t *rapid.T, most int) []Link {
	sites := rapid.IntRange(1, 12).Draw(t, "sites")
	list := make([]Link, rapid.IntRange(1, most).Draw(t, "links"))
	for i := range list {
		site := rapid.IntRange(0, sites-1).Draw(t, "site")
		list[i] = Link{
			ID: fmt.Sprintf("s%02d-%d", site, i), Site: fmt.Sprintf("s%02d", site),
			CapacityBits: rapid.Float64Range(1e9, 1e12).Draw(t, "capacity"),
		}
	}
	return list
}

func drawSize(t *rapid.T) Size {
	return Size{
		Width:  rapid.Float64Range(240, 4096).Draw(t, "width"),
		Height: rapid.Float64Range(180, 2400).Draw(t, "height"),
		RTL:    rapid.Bool().Draw(t, "rtl"),
		Embed:  rapid.Bool().Draw(t, "embed"),
	}
}

func TestNothingOverlapsInTheCDN(t *testing.T) {
	for _, s := range stages {
		for _, s.RTL = range []bool{false, true} {
			for _, links := range [][]Link{matchLinks, twoLinks, twoLinks[:1], nil} {
				if problem := overlap(CDN(s, CDNSetup{links, 12})); problem != "" {
					t.Errorf("%+v, %d links: %s", s, len(links), problem)
				}
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := drawSize(t)
		if problem := overlap(CDN(s, CDNSetup{drawLinks(t, 40), rapid.IntRange(0, 60).Draw(t, "networks")})); problem != "" {
			t.Fatalf("%s", problem)
		}
	})
}

// Any number of links has its pipes, inside the stage, each in a slot of its own.
func TestPipesHaveSlotsOfTheirOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := CDN(drawSize(t), CDNSetup{drawLinks(t, 300), rapid.IntRange(0, 512).Draw(t, "networks")})
		if len(l.cdn.pipes) > linksMax {
			t.Fatalf("%d pipes", len(l.cdn.pipes))
		}
		slots := make([]box, 0, len(l.cdn.pipes))
		for _, p := range l.cdn.pipes {
			if p.h <= 0 || p.w < 20 || p.y < p.slot.y-1e-6 || p.bottom() > p.slot.bottom()+1e-6 {
				t.Fatalf("the pipe %+v leaves its slot %+v", p.box, p.slot)
			}
			slots = append(slots, p.slot)
		}
		slices.SortFunc(slots, func(a, b box) int { return int(1e6 * (a.y - b.y)) })
		for i, s := range slots {
			if s.y < 0 || s.bottom() > l.Height+1e-6 || i > 0 && s.y < slots[i-1].bottom()-1e-6 {
				t.Fatalf("the slot %+v leaves the stage or overlaps the one before", s)
			}
		}
		if !slices.ContainsFunc(l.Labels, func(b Label) bool { return strings.HasPrefix(b.ID, "link:") }) {
			t.Fatal("no link has a label")
		}
	})
}

// Twelve links can be read on every phone: each has its label, as wide as
// "s01-a 100 %" in 11.5 px, and a pipe on which a tenth of the load shows.
func TestTwelveLinksCanBeReadOnAPhone(t *testing.T) {
	for _, s := range []Size{{Width: 390, Height: 304}, {Width: 390, Height: 338}, {Width: 390, Height: 265}, {Width: 360, Height: 228}, {Width: 430, Height: 330}} {
		l := CDN(s, CDNSetup{matchLinks, 12})
		labels := 0
		for _, b := range l.Labels {
			if strings.HasPrefix(b.ID, "link:") {
				labels++
				if b.MaxWidth < 74 {
					t.Errorf("%vx%v: %s has %.0f px", s.Width, s.Height, b.ID, b.MaxWidth)
				}
			}
		}
		if labels != 12 {
			t.Errorf("%vx%v: %d labels of links", s.Width, s.Height, labels)
		}
		for i, p := range l.cdn.pipes {
			if p.w < 120 || p.h < 4 {
				t.Errorf("%vx%v: the pipe of %s is %.0f x %.1f px", s.Width, s.Height, matchLinks[i].ID, p.w, p.h)
			}
		}
	}
}

func TestTwoLinksAreTwoBigPipes(t *testing.T) {
	for _, s := range []Size{{Width: 752, Height: 476}, {Width: 390, Height: 304}} {
		l := CDN(s, CDNSetup{twoLinks, 1})
		for _, p := range l.cdn.pipes {
			if p.h < 0.2*s.Height {
				t.Errorf("%vx%v: a pipe of %.0f px", s.Width, s.Height, p.h)
			}
		}
		for _, b := range l.Labels {
			if b.Lines != 2 || b.Small {
				t.Errorf("%vx%v: %+v", s.Width, s.Height, b)
			}
		}
	}
}

// Pipes are thicker with more capacity, by its square root where there is room.
func TestThicknessGrowsWithCapacity(t *testing.T) {
	l := CDN(Size{Width: 1390, Height: 830}, CDNSetup{matchLinks, 12})
	large, middle := l.cdn.pipes[0].h, l.cdn.pipes[2].h // 400 and 100 Gbit/s
	if large/middle < 1.99 || large/middle > 2.01 {
		t.Errorf("400 Gbit/s are %.1f px thick, 100 Gbit/s %.1f", large, middle)
	}
}

// Where labels thin out, a link without one is no larger than the one that has
// its place.
func TestLargeLinksKeepTheirLabels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links := drawLinks(t, 120)
		l := CDN(drawSize(t), CDNSetup{links, 1})
		labels := map[string]Label{}
		for _, b := range l.Labels {
			labels[b.ID] = b
		}
		for i, link := range links {
			if _, ok := labels["link:"+link.ID]; ok {
				continue
			}
			middle := l.cdn.pipes[i].slot.cy()
			near := func(other Link) bool {
				b, ok := labels["link:"+other.ID]
				return ok && other.CapacityBits >= link.CapacityBits && max(b.Y-middle, middle-b.Y-b.Height()) < LabelHeight2
			}
			if !slices.ContainsFunc(links, near) {
				t.Fatalf("%s has no label, and no larger link near it has one", link.ID)
			}
		}
	})
}

func TestMirroredCDNIsTheMirrorImage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSize(t)
		setup := CDNSetup{drawLinks(t, 40), 5}
		s.RTL = false
		a := CDN(s, setup)
		s.RTL = true
		b := CDN(s, setup)
		for i, n := range a.Nodes {
			if m := b.Nodes[i]; m.ID != n.ID || !near(m.X, a.Width-n.X-n.W) || m.Y != n.Y || m.W != n.W {
				t.Fatalf("node %+v is not the mirror image of %+v", m, n)
			}
		}
		for i, n := range a.Labels {
			if m := b.Labels[i]; m.ID != n.ID || !near(m.Left, a.Width-n.Left-n.MaxWidth) || m.Y != n.Y || m.Align != n.Align {
				t.Fatalf("label %+v is not the mirror image of %+v", m, n)
			}
		}
		for i, p := range a.cdn.pipes {
			if q := b.cdn.pipes[i]; !near(q.mouth.x, a.Width-p.mouth.x) || !near(q.x, a.Width-p.right()) {
				t.Fatalf("pipe %+v is not the mirror image of %+v", q, p)
			}
		}
	})
}
