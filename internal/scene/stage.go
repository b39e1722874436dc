package scene

import "math"

// Setup is what the page tells the stage before the first snapshot.
type Setup struct {
	Size
	Columns          []string // names of a snapshot's values: readings, "set:" and "x:" ones
	BootMinutes      float64  // from start to serving [min]
	RollbackMinutes  float64  // from the press to the switch [min]
	WarmUpMinutes    float64  // how long the warm-up job runs [min]
	P99TargetSeconds float64  // above it an answer counts as slow [s]
}

// Stage is the living picture. It is told what to show (Show) and how much time
// has passed (Advance), and tells what to draw (Draw). Nothing in it grows with
// the traffic: requests come from a pool of fixed size.
type Stage struct {
	setup   Setup
	layout  Layout
	columns columns
	reduced bool

	from, to, now facts
	elapsed       float64 // since from [s]
	span          float64 // from from to to [s]
	shown         bool    // a snapshot has come
	running       bool    // the page lets minutes pass
	stepping      bool    // a single minute is on its way

	phase   float64 // of all that swings and flickers [s]
	tiles   [tilesMax]tile
	traffic traffic
	pulses  [8]pulse
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

// pulse is a ring that spreads from where something has just happened.
type pulse struct {
	box   box
	round bool
	color Color
	age   float32 // [s]
	on    bool
}

// pulseSeconds is how long a pulse spreads.
const pulseSeconds = 1.1

// NewStage returns a stage that shows nothing yet.
func NewStage() *Stage {
	s := &Stage{dice: 0x9e3779b9}
	for i := range s.tiles {
		s.tiles[i].bias = s.dice.between(-1, 1)
	}
	s.traffic.dice = 0x2545f491
	s.SetUp(Setup{})
	return s
}

// SetUp lays the stage out anew. What is shown stays.
func (s *Stage) SetUp(setup Setup) {
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
	s.pulses = [8]pulse{}
	s.traffic.layOut(&s.layout.geo)
	if s.shown && !s.reduced {
		s.refill()
	}
}

// Reduce switches to a picture in which nothing moves: bars and counts instead
// of dots.
func (s *Stage) Reduce(reduced bool) {
	if reduced == s.reduced {
		return
	}
	s.reduced = reduced
	s.traffic.clear()
	if s.shown && !reduced {
		s.refill()
	}
}

// Show moves the picture to a snapshot over the given real seconds; 0 jumps
// there at once. Between snapshots things move while running.
func (s *Stage) Show(values []float64, seconds float64, running bool) {
	next := s.columns.read(values)
	same := s.shown && next == s.to
	s.running = running
	if same {
		// Paused or resumed: what is on its way arrives soon, and nothing jumps.
		if !running {
			s.stepping = false
			s.span = min(s.span, s.elapsed+0.15)
		}
		return
	}
	if !s.shown || seconds <= 0 || math.IsNaN(seconds) || s.reduced {
		s.jump(next)
		return
	}
	s.notice(&s.to, &next)
	s.from, s.to = s.now, next
	s.elapsed, s.span = 0, seconds
	s.stepping = !running
}

// jump shows a minute as if it had been running for a while.
func (s *Stage) jump(next facts) {
	s.from, s.to, s.now = next, next, next
	s.elapsed, s.span = 0, 0
	s.shown, s.stepping = true, false
	s.pulses = [8]pulse{}
	s.moveTiles(math.Inf(1))
	if !s.reduced {
		s.refill()
	}
}

// refill puts as many requests on their way as there would be if the minute had
// lasted for a while.
func (s *Stage) refill() {
	s.traffic.flame = s.flamePoint()
	s.traffic.fill(&s.now, s.setup.P99TargetSeconds)
}

// notice lets a ring spread from what has just happened.
func (s *Stage) notice(a, b *facts) {
	g := &s.layout.geo
	switch {
	case b.v[factWarm] < a.v[factWarm]-0.25:
		s.pulse(g.ring, true, ColorFail)
		s.traffic.drain()
	case a.v[factBad] == 0 && b.v[factBad] > 0:
		s.pulse(g.panel, false, ColorBad)
	case a.v[factBad] > 0 && b.v[factBad] == 0:
		s.pulse(g.panel, false, ColorOK)
	}
	if a.v[factDatabase] <= 1 && b.v[factDatabase] > 1 {
		s.pulse(g.drum, false, ColorFail)
	}
	// Noise is about 2 % a minute.
	if b.v[factRate] > a.v[factRate]*1.1 {
		s.pulse(g.crowd, true, ColorAccent)
	}
}

// pulse starts a ring around a box, unless one has just started there: at high
// speed a minute is shorter than a ring.
func (s *Stage) pulse(b box, round bool, c Color) {
	oldest := 0
	for i := range s.pulses {
		if p := &s.pulses[i]; p.on && p.box == b && p.color == c && p.age < 0.7*pulseSeconds {
			return
		}
	}
	for i := range s.pulses {
		if !s.pulses[i].on {
			oldest = i
			break
		}
		if s.pulses[i].age > s.pulses[oldest].age {
			oldest = i
		}
	}
	s.pulses[oldest] = pulse{box: b, round: round, color: c, on: true}
}

// Advance lets real time pass.
func (s *Stage) Advance(seconds float64) {
	if !s.shown || seconds <= 0 || s.Settled() {
		return
	}
	if s.elapsed < s.span {
		s.elapsed = min(s.span, s.elapsed+seconds)
		s.now.blend(&s.from, &s.to, s.elapsed/s.span)
	}
	if s.elapsed >= s.span {
		s.now = s.to
	}
	if s.moving() {
		s.phase = math.Mod(s.phase+seconds, 3600)
		s.traffic.flame = s.flamePoint()
		s.traffic.advance(float32(seconds), &s.now, s.setup.P99TargetSeconds)
	}
	if s.elapsed >= s.span {
		s.stepping = false
	}
	s.moveTiles(seconds)
	for i := range s.pulses {
		if p := &s.pulses[i]; p.on {
			p.age += float32(seconds)
			p.on = p.age < pulseSeconds
		}
	}
}

// moving tells whether requests are on their way.
func (s *Stage) moving() bool { return !s.reduced && (s.running || s.stepping) }

// Settled tells whether the picture stands still: nothing would change if time
// passed.
func (s *Stage) Settled() bool {
	if !s.shown {
		return true
	}
	if s.moving() || s.elapsed < s.span {
		return false
	}
	for i := range s.pulses {
		if s.pulses[i].on {
			return false
		}
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
func (s *Stage) tileTarget(i int) (live, bad float32) {
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
func (s *Stage) moveTiles(seconds float64) {
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
