package canvas

import (
	"math"
	"strconv"
	"testing"

	"oncall/internal/scene"
)

// columns are the names of the snapshots that these tests show.
var columns = []string{
	"requests", "serving", "booting", "hit", "db", "query_time", "p99", "utilization", "burn", "budget",
	"warm", "bad", "shed", "x:rollback_left", "x:warm_up_left", "x:no_capacity", "x:timeout", "x:bad_build", "x:boot_0", "x:boot_1",
}

// busiest is a minute in which everything happens at once.
var busiest = []float64{
	6000, 38, 2, 0.4, 1.3, 0.25, 2.6, 0.995, 400, 0.6,
	0.3, 0.5, 0.2, 3, 4, 0.2, 0.15, 0.03, 3, 1,
}

func busyStage(size scene.Size) *scene.Stage {
	s := scene.NewStage()
	s.SetUp(scene.Setup{Size: size, Columns: columns, BootMinutes: 3, RollbackMinutes: 5, WarmUpMinutes: 6, P99TargetSeconds: 0.5})
	s.Show(busiest, 0, true)
	return s
}

// busiestCDN is a step of the twelve links in which everything happens at once:
// overload, a link down, one that drains, thousands who start, move and wait.
func busiestCDN(size scene.Size) *scene.Stage {
	capacities := []float64{400, 200, 100, 100, 400, 200, 100, 200, 100, 40, 40, 20}
	setup := scene.Setup{World: scene.WorldCDN, Size: size, TargetColumn: "set:target_utilization"}
	setup.Columns = []string{"minute", "sessions", "refused", "given_up", "moves", "x:arrivals", "set:target_utilization"}
	values := []float64{60, 380000, 800, 40, 5000, 7000, 85}
	for i, gigabits := range capacities {
		id := string(rune('a' + i))
		setup.CDN.Links = append(setup.CDN.Links, scene.Link{ID: id, Site: "s" + string(rune('1'+i/4)), CapacityBits: gigabits * 1e9})
		setup.CDN.Networks++
		setup.Routes = append(setup.Routes, scene.Route{Network: i, Link: i, Weight: 3}, scene.Route{Network: i, Link: (i + 5) % 12, Weight: 1})
		network := "_n" + strconv.Itoa(i)
		setup.Columns = append(setup.Columns, "measured_"+id, "slowdown_"+id, "drop_"+id, "sessions_"+id, "x:state_"+id, "x:arrivals"+network, "x:sessions"+network+"_"+id)
		values = append(values, 0.8+0.02*float64(i), 0.5, 0.05, gigabits*230, float64(max(0, i-9)), 600, gigabits*230)
	}
	s := scene.NewStage()
	s.SetUp(setup)
	s.Show(values, 0, true)
	values[0]++
	s.Show(values, 1.0/6, true)
	return s
}

// busy are both worlds at their busiest.
var busy = map[string]func(scene.Size) *scene.Stage{"service": busyStage, "cdn": busiestCDN}

// A driver shows nothing at all, or the wrong thing, for a vertex that is not a
// number or an index that is not there.
func TestTrianglesAreWholeAndFinite(t *testing.T) {
	for _, stage := range busy {
		for _, size := range []scene.Size{{Width: 752, Height: 476}, {Width: 390, Height: 304}, {Width: 320, Height: 200, RTL: true}} {
			for _, scale := range []float64{1, 1.5, 2} {
				s := stage(size)
				c := New()
				theme := DefaultTheme()
				var shapes []scene.Shape
				for range 120 {
					s.Advance(1.0 / 30)
					shapes = s.Draw(shapes[:0])
					c.Build(shapes, &theme, scale)
					checkTriangles(t, c, size, scale)
				}
			}
		}
	}
}

func checkTriangles(t *testing.T, c *Canvas, size scene.Size, scale float64) {
	t.Helper()
	if len(c.b.indices)%3 != 0 || len(c.b.indices) == 0 {
		t.Fatalf("%d indices are no triangles", len(c.b.indices))
	}
	for _, i := range c.b.indices {
		if int(i) >= len(c.b.vertices) {
			t.Fatalf("index %d of %d vertices", i, len(c.b.vertices))
		}
	}
	for _, v := range c.b.vertices {
		for _, f := range [...]float32{v.DstX, v.DstY, v.SrcX, v.SrcY, v.ColorR, v.ColorG, v.ColorB, v.ColorA} {
			if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
				t.Fatalf("a vertex is not finite: %+v", v)
			}
		}
		if v.SrcX < 0 || v.SrcY < 0 || v.SrcX > atlasWidth || v.SrcY > atlasHeight {
			t.Fatalf("a vertex leaves the atlas: %+v", v)
		}
		if v.ColorR > v.ColorA+1e-5 || v.ColorG > v.ColorA+1e-5 || v.ColorB > v.ColorA+1e-5 || v.ColorA > 1 {
			t.Fatalf("a colour is not premultiplied: %+v", v)
		}
		const around = 60
		if float64(v.DstX) < -around*scale || float64(v.DstX) > (size.Width+around)*scale {
			t.Fatalf("a vertex lies far off the stage: %+v", v)
		}
	}
}

func TestFrameDoesNotAllocate(t *testing.T) {
	for world, stage := range busy {
		s := stage(scene.Size{Width: 1390, Height: 830})
		c := New()
		theme := DefaultTheme()
		var shapes []scene.Shape
		frame := func() {
			s.Advance(1.0 / 60)
			shapes = s.Draw(shapes[:0])
			c.Build(shapes, &theme, 2)
		}
		for range 600 {
			frame()
		}
		if n := testing.AllocsPerRun(300, frame); n != 0 {
			t.Errorf("%s: a frame allocates %v times", world, n)
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	for _, world := range []string{"service", "cdn"} {
		b.Run(world, func(b *testing.B) {
			s := busy[world](scene.Size{Width: 1390, Height: 830})
			c := New()
			theme := DefaultTheme()
			var shapes []scene.Shape
			for range 600 {
				s.Advance(1.0 / 60)
			}
			b.ReportAllocs()
			for b.Loop() {
				s.Advance(1.0 / 60)
				shapes = s.Draw(shapes[:0])
				c.Build(shapes, &theme, 2)
			}
			vertices, triangles := c.Counts()
			b.ReportMetric(float64(vertices), "vertices")
			b.ReportMetric(float64(triangles), "triangles")
		})
	}
}
