package scene

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// stages are stage sizes that come from common windows, with and without the
// page's panels around them, and from a frame in somebody else's page.
var stages = []Size{
	{Width: 360, Height: 240}, {Width: 390, Height: 304}, {Width: 430, Height: 330}, // phones
	{Width: 844, Height: 220}, {Width: 500, Height: 260}, {Width: 548, Height: 290}, // a phone on its side
	{Width: 768, Height: 400}, {Width: 768, Height: 560}, {Width: 472, Height: 700}, // a tablet
	{Width: 752, Height: 476}, {Width: 1390, Height: 830}, {Width: 1920, Height: 900},
	{Width: 480, Height: 180, Embed: true}, {Width: 480, Height: 240, Embed: true}, {Width: 480, Height: 360, Embed: true},
	{Width: 320, Height: 200}, {Width: 320, Height: 240},
}

func TestNothingOverlapsAtTheUsualSizes(t *testing.T) {
	for _, s := range stages {
		for _, s.RTL = range []bool{false, true} {
			for _, s.Tiles = range []int{1, 12, 40, 100} {
				if problem := overlap(Service(s)); problem != "" {
					t.Errorf("%+v: %s", s, problem)
				}
			}
		}
	}
}

func TestNothingOverlapsAtAnySize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Size{
			Width:  rapid.Float64Range(320, 1920).Draw(t, "width"),
			Height: rapid.Float64Range(200, 900).Draw(t, "height"),
			RTL:    rapid.Bool().Draw(t, "rtl"),
			Embed:  rapid.Bool().Draw(t, "embed"),
			Tiles:  rapid.IntRange(1, 100).Draw(t, "tiles"),
		}
		if problem := overlap(Service(s)); problem != "" {
			t.Fatalf("%s", problem)
		}
	})
}

// overlap names the first two things that stand on one another or leave the
// stage, or "".
func overlap(l Layout) string {
	type named struct {
		name string
		box
	}
	var all []named
	for _, n := range l.Nodes {
		all = append(all, named{"node " + n.ID, box{n.X, n.Y, n.W, n.H}})
	}
	for _, b := range l.Labels {
		all = append(all, named{"label " + b.ID, box{b.Left, b.Y, b.MaxWidth, b.Height()}})
	}
	for i, a := range all {
		if a.w < 4 || a.h < 4 {
			return fmt.Sprintf("%s has no room: %+v", a.name, a.box)
		}
		if a.x < 0 || a.y < 0 || a.right() > l.Width+1e-9 || a.bottom() > l.Height+1e-9 {
			return fmt.Sprintf("%s leaves the stage: %+v", a.name, a.box)
		}
		for _, b := range all[i+1:] {
			if a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom() {
				return fmt.Sprintf("%s %+v overlaps %s %+v", a.name, a.box, b.name, b.box)
			}
		}
	}
	return ""
}

// The widths in a system font of what the labels say in short: "1,874/s",
// "30 % shed", "18 + 4 booting", "42 % hits", "86 % load".
func TestLabelsHaveRoomForTheirShortTexts(t *testing.T) {
	need := map[string]float64{"users": 62, "balancer": 80, "fleet": 122, "cache": 74, "database": 80, "budget": 60}
	for _, s := range stages {
		if s.Width < 360 {
			continue
		}
		for _, b := range Service(s).Labels {
			if b.MaxWidth < need[b.ID] {
				t.Errorf("%vx%v: %s has %.0f px, its text needs %.0f", s.Width, s.Height, b.ID, b.MaxWidth, need[b.ID])
			}
		}
	}
}

func TestMirroredLayoutIsTheMirrorImage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Size{Width: rapid.Float64Range(320, 1920).Draw(t, "width"), Height: rapid.Float64Range(200, 900).Draw(t, "height")}
		a := Service(s)
		s.RTL = true
		b := Service(s)
		for i, n := range a.Nodes {
			if m := b.Nodes[i]; !near(m.X, a.Width-n.X-n.W) || m.Y != n.Y || m.W != n.W {
				t.Fatalf("node %s: %+v is not the mirror image of %+v", n.ID, m, n)
			}
		}
		for i, n := range a.Labels {
			if m := b.Labels[i]; !near(m.Left, a.Width-n.Left-n.MaxWidth) || m.Y != n.Y || m.Align != n.Align {
				t.Fatalf("label %s: %+v is not the mirror image of %+v", n.ID, m, n)
			}
		}
	})
}

func near(a, b float64) bool { return a-b < 1e-6 && b-a < 1e-6 }

func TestTilesStandInsideTheirPanel(t *testing.T) {
	for _, s := range stages {
		for _, s.Tiles = range []int{1, 7, 40, 100} {
			l := Service(s)
			if len(l.geo.tiles) != s.Tiles {
				t.Fatalf("%d tiles for %d instances", len(l.geo.tiles), s.Tiles)
			}
			p := l.geo.panel
			for _, b := range l.geo.tiles {
				if b.x < p.x || b.y < p.y || b.right() > p.right() || b.bottom() > p.bottom() {
					t.Fatalf("%vx%v: tile %+v leaves the panel %+v", s.Width, s.Height, b, p)
				}
			}
		}
	}
}

func TestPhonesAreUprightAndDesktopsAreNot(t *testing.T) {
	for _, c := range []struct {
		width, height float64
		upright       bool
	}{{390, 304, true}, {360, 240, true}, {430, 330, true}, {752, 476, false}, {1390, 830, false}, {844, 220, false}} {
		if got := Service(Size{Width: c.width, Height: c.height}).Upright; got != c.upright {
			t.Errorf("%vx%v: upright is %v", c.width, c.height, got)
		}
	}
}

// A target is a node's box together with its label; the page adds 4 px around
// it.
func TestTargetsAreLargeEnoughForFingers(t *testing.T) {
	for _, s := range stages {
		if s.Width < 360 || s.Height < 220 {
			continue
		}
		l := Service(s)
		for _, n := range l.Nodes {
			top, bottom := n.Y, n.Y+n.H
			for _, b := range l.Labels {
				if b.ID == n.ID && b.Left < n.X+n.W && n.X < b.Left+b.MaxWidth {
					top, bottom = min(top, b.Y), max(bottom, b.Y+b.Height())
				}
			}
			if n.W+8 < targetMin || bottom-top+8 < targetMin {
				t.Errorf("%vx%v: %s is %.0f x %.0f px", s.Width, s.Height, n.ID, n.W, bottom-top)
			}
		}
	}
}
