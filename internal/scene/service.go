package scene

import "math"

// servicePicture is the living picture of the service world. Nothing in it grows
// with the traffic: requests come from a pool of fixed size.
type servicePicture struct {
	setup   Setup
	layout  Layout
	columns columns
	tempo

	from, to, now facts

	tiles   [tilesMax]tile
	traffic traffic
	pulses  pulses
	dice    dice
}

// tile is the state of one place of the fleet.
type tile struct {
	live  float32 // 0 empty .. 1 serving
	bad   float32 // 0 good build .. 1 bad build
	flash float32 // 1 when it has just changed .. 0
	color Color   // of the flash
	bias  float32 // -1..1: how its utilization differs from the mean
}

// newServicePicture returns a picture that shows nothing yet.
func newServicePicture() *servicePicture {
	s := &servicePicture{dice: 0x9e3779b9}
	for i := range s.tiles {
		s.tiles[i].bias = s.dice.between(-1, 1)
	}
	s.traffic.dice = 0x2545f491
	s.SetUp(Setup{})
	return s
}

// SetUp implements picture.
func (s *servicePicture) SetUp(setup Setup) {
	if setup.Tiles <= 0 {
		setup.Tiles = TilesDefault
	}
	setup.Tiles = min(setup.Tiles, tilesMax)
	if setup.BootMinutes <= 0 {
		setup.BootMinutes = 1
	}
	if setup.RollbackMinutes <= 0 {
		setup.RollbackMinutes = 5
	}
	if setup.WarmUpMinutes <= 0 {
		setup.WarmUpMinutes = 6
	}
	if setup.P99TargetSeconds <= 0 {
		setup.P99TargetSeconds = 0.5
	}
	s.setup = setup
	s.columns = findColumns(setup.Columns)
	s.layout = Service(setup.Size)
	s.pulses.clear()
	s.traffic.layOut(&s.layout.geo)
	if s.shown && !s.reduced {
		s.refill()
	}
}

// Reduce implements picture: bars and counts instead of dots.
func (s *servicePicture) Reduce(reduced bool) {
	if reduced == s.reduced {
		return
	}
	s.reduced = reduced
	s.traffic.clear()
	if s.shown && !reduced {
		s.refill()
	}
}

// Show implements picture.
func (s *servicePicture) Show(values []float64, seconds float64, running bool) {
	next := s.columns.read(values)
	if s.shown && next == s.to {
		s.again(running)
		return
	}
	if s.jumps(seconds) {
		s.running = running
		s.jump(next)
		return
	}
	s.notice(&s.to, &next)
	s.from, s.to = s.now, next
	s.begin(seconds, running)
}

// jump shows a minute as if it had been running for a while.
func (s *servicePicture) jump(next facts) {
	s.from, s.to, s.now = next, next, next
	s.arrive()
	s.pulses.clear()
	s.moveTiles(math.Inf(1))
	if !s.reduced {
		s.refill()
	}
}

// refill puts as many requests on their way as there would be if the minute had
// lasted for a while.
func (s *servicePicture) refill() {
	s.traffic.flame = s.flamePoint()
	s.traffic.fill(&s.now, s.setup.P99TargetSeconds)
}

// notice lets a ring spread from what has just happened.
func (s *servicePicture) notice(a, b *facts) {
	g := &s.layout.geo
	switch {
	case b.v[factWarm] < a.v[factWarm]-0.25:
		s.pulses.start(g.ring, true, ColorFail)
		s.traffic.drain()
	case a.v[factBad] == 0 && b.v[factBad] > 0:
		s.pulses.start(g.panel, false, ColorBad)
	case a.v[factBad] > 0 && b.v[factBad] == 0:
		s.pulses.start(g.panel, false, ColorOK)
	}
	if a.v[factDatabase] <= 1 && b.v[factDatabase] > 1 {
		s.pulses.start(g.drum, false, ColorFail)
	}
	// Noise is about 2 % a minute.
	if b.v[factRate] > a.v[factRate]*1.1 {
		s.pulses.start(g.crowd, true, ColorAccent)
	}
}

// Advance implements picture.
func (s *servicePicture) Advance(seconds float64) {
	if !s.shown || seconds <= 0 || s.Settled() {
		return
	}
	if share := s.pass(seconds); share < 1 {
		s.now.blend(&s.from, &s.to, share)
	} else {
		s.now = s.to
	}
	if s.moving() {
		s.phase = math.Mod(s.phase+seconds, 3600)
		s.traffic.flame = s.flamePoint()
		s.traffic.advance(float32(seconds), &s.now, s.setup.P99TargetSeconds)
	}
	s.stop()
	s.moveTiles(seconds)
	s.pulses.advance(float32(seconds))
}

// Settled implements picture.
func (s *servicePicture) Settled() bool {
	if !s.shown {
		return true
	}
	if s.moving() || s.elapsed < s.span || s.pulses.on() {
		return false
	}
	for i := range s.tiles[:s.setup.Tiles] {
		live, bad := s.tileTarget(i)
		if t := &s.tiles[i]; t.live != live || t.bad != bad || t.flash != 0 {
			return false
		}
	}
	return true
}

// tileTarget returns what the i-th tile is on its way to. The bad build takes
// over the first tiles first.
func (s *servicePicture) tileTarget(i int) (live, bad float32) {
	serving := math.Round(s.to.v[factServing])
	if float64(i) < serving {
		live = 1
		if float64(i) < math.Ceil(s.now.v[factBad]*serving-1e-9) {
			bad = 1
		}
	}
	return live, bad
}

// moveTiles lets the tiles come nearer to their targets. An infinite time puts
// them there.
func (s *servicePicture) moveTiles(seconds float64) {
	step := float32(min(1, seconds/0.25))
	for i := range s.tiles[:s.setup.Tiles] {
		t := &s.tiles[i]
		live, bad := s.tileTarget(i)
		if step < 1 && !s.reduced {
			if t.live == 0 && live == 1 {
				t.flash, t.color = 1, ColorOK
			}
			if t.bad == 0 && bad == 1 {
				t.flash, t.color = 1, ColorBad
			}
		} else {
			t.flash = 0
		}
		t.live = approach(t.live, live, step)
		t.bad = approach(t.bad, bad, step)
		t.flash = approach(t.flash, 0, step/3)
	}
}

func approach(v, target, step float32) float32 {
	if v < target {
		return min(target, v+step)
	}
	return max(target, v-step)
}
