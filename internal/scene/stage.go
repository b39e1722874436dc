package scene

// Setup is what the page tells the stage before the first snapshot.
type Setup struct {
	World string // WorldService or WorldCDN; "" is WorldService
	Size
	Columns []string // names of a snapshot's values: readings, "set:" and "x:" ones

	// Of the service world.
	BootMinutes      float64 // from start to serving [min]
	RollbackMinutes  float64 // from the press to the switch [min]
	WarmUpMinutes    float64 // how long the warm-up job runs [min]
	P99TargetSeconds float64 // above it an answer counts as slow [s]

	// Of the CDN world.
	CDN          CDNSetup
	Routes       []Route // which links the networks' sessions are drawn to
	TargetColumn string  // name of the setting that says what the links are held at [%]
	BitrateBits  float64 // what a session asks for [bit/s]; 0 stands for 4 Mbit/s
	OverloadLoad float64 // load from which a link overflows, share of its capacity; 0 stands for 0.95
	Truth        bool    // show the true load of the links, and the measured one beside it
}

// The worlds that have a picture.
const (
	WorldService = "service"
	WorldCDN     = "cdn"
)

// picture is the living picture of one world.
type picture interface {
	// SetUp lays the picture out anew. What is shown stays.
	SetUp(setup Setup)
	// Reduce switches to a picture in which nothing moves, or back.
	Reduce(reduced bool)
	// Show moves the picture to a snapshot over the given real seconds; 0 jumps
	// there at once. Between snapshots things move while running.
	Show(values []float64, seconds float64, running bool)
	// Advance lets real time pass [s].
	Advance(seconds float64)
	// Draw appends the shapes of the picture as it stands to dst, back to front,
	// and returns the extended slice. Before the first snapshot there is nothing.
	Draw(dst []Shape) []Shape
	// Settled tells whether the picture stands still: nothing would change if time
	// passed.
	Settled() bool
}

// Stage is the living picture of the world that it was set up for. It is told
// what to show (Show) and how much time has passed (Advance), and tells what to
// draw (Draw).
type Stage struct {
	world   string
	reduced bool
	picture
}

// NewStage returns a stage that shows nothing yet.
func NewStage() *Stage { return &Stage{world: WorldService, picture: newServicePicture()} }

// SetUp lays the stage out anew. What is shown stays, unless it is of another
// world.
func (s *Stage) SetUp(setup Setup) {
	if setup.World == "" {
		setup.World = WorldService
	}
	if setup.World != s.world {
		s.world = setup.World
		if s.world == WorldCDN {
			s.picture = newCDNPicture()
		} else {
			s.picture = newServicePicture()
		}
		s.picture.Reduce(s.reduced)
	}
	s.picture.SetUp(setup)
}

// Reduce switches to a picture in which nothing moves, or back.
func (s *Stage) Reduce(reduced bool) {
	s.reduced = reduced
	s.picture.Reduce(reduced)
}
