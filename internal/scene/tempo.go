package scene

import "math"

// tempo is how a picture goes from one snapshot to the next.
type tempo struct {
	elapsed float64 // since the snapshot before [s]
	span    float64 // from it to the latest [s]
	phase   float64 // of all that swings and flickers [s]

	shown    bool // a snapshot has come
	running  bool // the page lets steps pass
	stepping bool // a single step is on its way
	reduced  bool // nothing moves
}

// jumps tells whether a snapshot that is to come within so many seconds is
// there at once.
func (t *tempo) jumps(seconds float64) bool {
	return !t.shown || seconds <= 0 || math.IsNaN(seconds) || t.reduced
}

// arrive puts the picture at its latest snapshot.
func (t *tempo) arrive() {
	t.elapsed, t.span = 0, 0
	t.shown, t.stepping = true, false
}

// begin sets out for a new snapshot.
func (t *tempo) begin(seconds float64, running bool) {
	t.elapsed, t.span = 0, seconds
	t.running, t.stepping = running, !running
}

// again notes that the latest snapshot has come once more, because the page has
// paused or gone on: what is on its way arrives soon, and nothing jumps.
func (t *tempo) again(running bool) {
	t.running = running
	if !running {
		t.stepping = false
		t.span = min(t.span, t.elapsed+0.15)
	}
}

// pass lets real time pass and returns which share of the way to the latest
// snapshot lies behind.
func (t *tempo) pass(seconds float64) float64 {
	if t.elapsed < t.span {
		t.elapsed = min(t.span, t.elapsed+seconds)
	}
	if t.elapsed >= t.span {
		return 1
	}
	return t.elapsed / t.span
}

// stop ends a single step that has come to its end.
func (t *tempo) stop() {
	if t.elapsed >= t.span {
		t.stepping = false
	}
}

// moving tells whether there is anything on its way through the picture.
func (t *tempo) moving() bool { return !t.reduced && (t.running || t.stepping) }
