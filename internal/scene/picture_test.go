package scene

import (
	"math"
	"testing"
)

// shapesIn returns the shapes of a kind and colour whose middle lies in a node's
// box.
func shapesIn(s picture, kind Kind, color Color, b box) []Shape {
	var list []Shape
	for _, shape := range s.Draw(nil) {
		if shape.Kind == kind && shape.Color == color && b.grow(2).holds(point{float64(shape.X), float64(shape.Y)}) {
			list = append(list, shape)
		}
	}
	return list
}

func shown(m minute) *servicePicture {
	s := stageOf(Size{Width: 752, Height: 476})
	s.Show(m.values(), 0, false)
	return s
}

func TestTilesShowTheFleet(t *testing.T) {
	m := calm
	m.serving, m.booting, m.boot0, m.boot1 = 10, 2, 1, 3
	s := shown(m)
	panel := s.layout.geo.panel
	if n := len(shapesIn(s, Level, ColorServed, panel)); n != 10 {
		t.Errorf("%d full tiles, want 10", n)
	}
	if n := len(shapesIn(s, Dashed, ColorBoot, panel)); n != 2 {
		t.Errorf("%d dashed tiles, want 2", n)
	}
	// One and three of three minutes are left.
	arcs := shapesIn(s, Arc, ColorBoot, panel)
	if len(arcs) != 2 || math.Abs(float64(arcs[0].B)-1.0/3) > 1e-6 || arcs[1].B != 1 {
		t.Errorf("arcs %+v", arcs)
	}
}

func TestBadBuildHatchesItsShareOfTheTiles(t *testing.T) {
	for _, c := range []struct {
		bad  float64
		want int
	}{{0, 0}, {1.0 / 3, 4}, {0.5, 5}, {1, 10}} {
		m := calm
		m.bad = c.bad
		s := shown(m)
		if n := len(shapesIn(s, Hatch, ColorBad, s.layout.geo.panel)); n != c.want {
			t.Errorf("%v of the traffic on the bad build: %d of 10 tiles hatched, want %d", c.bad, n, c.want)
		}
	}
}

func TestRollbackShowsASecondFleet(t *testing.T) {
	m := calm
	m.bad, m.rollbackLeft = 1, 3
	s := shown(m)
	g := &s.layout.geo
	tiles := shapesIn(s, Box, ColorAccent, box{g.panel.x, g.panel.y - g.ghost, g.panel.w, g.ghost})
	if len(tiles) != 10 {
		t.Errorf("the second fleet has %d tiles, the first one 10", len(tiles))
	}
	if s = shown(calm); count(s, Dashed, ColorAccent) != 0 {
		t.Error("a second fleet without a rollback")
	}
}

func TestDatabaseOverflowsAbove100Percent(t *testing.T) {
	for _, c := range []struct {
		load  float64
		fill  float64
		spill bool
	}{{0.19, 0.19, false}, {1, 1, false}, {1.27, 1, true}} {
		m := calm
		m.db = c.load
		s := shown(m)
		g := &s.layout.geo
		var fill float64
		for _, shape := range s.Draw(nil) {
			if shape.Kind == Drum && shape.Alpha < 1 {
				fill = float64(shape.A)
			}
		}
		if math.Abs(fill-c.fill) > 1e-6 {
			t.Errorf("load %v: filled to %v, want %v", c.load, fill, c.fill)
		}
		if got := len(shapesIn(s, Drop, ColorFail, g.drum.grow(30))) > 0; got != c.spill {
			t.Errorf("load %v: spills is %v", c.load, got)
		}
	}
}

func TestCacheShowsHitsAndWarmth(t *testing.T) {
	m := calm
	m.hit, m.warm = 0.42, 0.49
	s := shown(m)
	ring := s.layout.geo.ring
	if arcs := shapesIn(s, Arc, ColorOK, ring); len(arcs) != 1 || math.Abs(float64(arcs[0].B)-0.42) > 1e-6 {
		t.Errorf("the ring shows %+v, want 0.42", arcs)
	}
	if pools := shapesIn(s, Pool, ColorOK, ring); len(pools) != 1 || math.Abs(float64(pools[0].A)-0.49) > 1e-6 {
		t.Errorf("the pool shows %+v, want 0.49", pools)
	}
}

func TestFlameGrowsWithTheBurnRate(t *testing.T) {
	last := float32(0)
	for _, burn := range []float64{1, 6, 14.4, 100, 1000} {
		m := calm
		m.burn = burn
		var h float32
		for _, shape := range shown(m).Draw(nil) {
			if shape.Kind == Flame && shape.Color == ColorFail {
				h = shape.H
			}
		}
		if h <= last {
			t.Errorf("burn %vx: the flame is %v px, not higher than %v", burn, h, last)
		}
		last = h
	}
	if n := count(shown(calm), Flame, ColorFail); n != 0 {
		t.Error("a flame without burning")
	}
}

func TestBudgetBarIsAsLongAsWhatIsLeft(t *testing.T) {
	for _, left := range []float64{1, 0.94, 0.2, 0, -0.1} {
		m := calm
		m.budget = left
		s := shown(m)
		bar := s.layout.geo.bar
		width := 0.0
		for _, shape := range s.Draw(nil) {
			if shape.Kind == Box && shape.Color != ColorLine && math.Abs(float64(shape.Y)-bar.cy()) < 1 {
				width = float64(shape.W)
			}
		}
		if want := max(0, left) * bar.w; math.Abs(width-want) > 1e-3 {
			t.Errorf("budget %v: the bar is %v px of %v, want %v", left, width, bar.w, want)
		}
		if struck := len(shapesIn(s, Hatch, ColorFail, bar)) > 0; struck != (left < 0) {
			t.Errorf("budget %v: struck through is %v", left, struck)
		}
	}
}

func TestSurgeFlushAndDeployMakeRings(t *testing.T) {
	for name, change := range map[string]func(*minute){
		"surge":  func(m *minute) { m.requests *= 1.5 },
		"flush":  func(m *minute) { m.warm = 0 },
		"deploy": func(m *minute) { m.bad = 1.0 / 3 },
	} {
		m := calm
		s := stageOf(Size{Width: 752, Height: 476})
		s.Show(m.values(), 0, true)
		change(&m)
		s.Show(m.values(), 1, true)
		on := 0
		for _, p := range s.pulses {
			if p.on {
				on++
			}
		}
		if on == 0 {
			t.Errorf("%s: nothing spreads", name)
		}
	}
	// The noise of a minute is no event.
	m := calm
	s := stageOf(Size{Width: 752, Height: 476})
	s.Show(m.values(), 0, true)
	m.requests *= 1.06
	s.Show(m.values(), 1, true)
	for _, p := range s.pulses {
		if p.on {
			t.Error("six percent more requests make a ring")
		}
	}
}

// A request's way has no jumps: each leg in the pipes begins where the one
// before it ended.
func TestPipesJoin(t *testing.T) {
	for _, size := range []Size{{Width: 752, Height: 476}, {Width: 752, Height: 476, RTL: true}, {Width: 390, Height: 304}, {Width: 390, Height: 304, RTL: true}} {
		l := Service(size)
		for _, way := range [][]leg{
			{legToBalancer, legToFleet}, {legToCache, legThrough, legToDatabase},
			{legFromData, legThroughBack, legFromCache}, {legToCache, legTurn, legFromCache}, {legBack, legHome},
		} {
			for i := 1; i < len(way); i++ {
				_, end := l.geo.pipe(way[i-1], 5)
				begin, _ := l.geo.pipe(way[i], 5)
				if dist(end, begin) > 1e-6 {
					t.Errorf("%+v: leg %d ends at %v, leg %d begins at %v", size, way[i-1], end, way[i], begin)
				}
			}
		}
	}
}

func TestBrokenSnapshotsShowNothingWrong(t *testing.T) {
	s := stageOf(Size{Width: 752, Height: 476})
	values := calm.values()
	for i := range values {
		values[i] = math.NaN()
	}
	s.Show(values, math.NaN(), true)
	s.Show(nil, 1, true)
	for i := range values {
		values[i] = math.Inf(1 - 2*(i%2))
	}
	s.Show(values, 1, true)
	run(s, 2)
	for _, shape := range s.Draw(nil) {
		for _, v := range [...]float32{shape.X, shape.Y, shape.W, shape.H, shape.R, shape.Line, shape.A, shape.B, shape.Alpha} {
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				t.Fatalf("a shape is not finite: %+v", shape)
			}
		}
	}
}
