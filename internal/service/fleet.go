package service

// fleet is the instances: those that serve and those that boot.
type fleet struct {
	p       *Params
	serving int
	boots   []boot // oldest first
	quiet   int    // quiet minutes in a row, see control
}

// boot is instances that were started together.
type boot struct {
	due   int // the minute from which they serve
	count int
}

func (f *fleet) booting() int {
	n := 0
	for _, b := range f.boots {
		n += b.count
	}
	return n
}

// bootsDue moves the instances whose time has come to the serving ones, and
// returns how many there were.
func (f *fleet) bootsDue(minute int) int {
	arrived := 0
	for len(f.boots) > 0 && f.boots[0].due <= minute {
		arrived += f.boots[0].count
		// Shifted down instead of resliced, so that the capacity stays.
		f.boots = f.boots[:copy(f.boots, f.boots[1:])]
	}
	f.serving += arrived
	return arrived
}

func (f *fleet) start(minute, count int) {
	if count <= 0 {
		return
	}
	if f.p.BootMinutes == 0 {
		f.serving += count
		return
	}
	f.boots = append(f.boots, boot{due: minute + int(f.p.BootMinutes), count: count})
}

// stop ends so many instances: booting ones first, the newest of them first.
func (f *fleet) stop(count int) {
	for count > 0 && len(f.boots) > 0 {
		last := &f.boots[len(f.boots)-1]
		n := min(count, last.count)
		last.count -= n
		count -= n
		if last.count == 0 {
			f.boots = f.boots[:len(f.boots)-1]
		}
	}
	f.serving -= count
}

// control starts and stops instances for one minute, from the utilization of
// the minute before.
//
// Without the autoscaler the fleet is exactly the minimum. With it, target
// tracking wants ceil(serving * utilization / target) instances, as the
// Kubernetes documentation gives for the Horizontal Pod Autoscaler. Utilization
// saturates at 100 %, so a saturated fleet grows only step by step. It waits for
// boots before it grows again, and for ScaleInMinutes quiet minutes before it
// shrinks.
func (f *fleet) control(minute, minimum int, autoscaler bool, target, utilization float64) {
	booting := f.booting()
	if !autoscaler {
		f.quiet = 0
		if missing := minimum - f.serving - booting; missing >= 0 {
			f.start(minute, missing)
		} else {
			f.stop(-missing)
		}
		return
	}
	// A hair below the quotient, so that rounding does not ask for one more.
	desired := max(minimum, int(ceil(float64(float64(f.serving)*utilization)/target-1e-9)))
	desired = min(desired, int(f.p.FleetMax))
	if booting == 0 && desired > f.serving {
		f.start(minute, desired-f.serving)
	} else if missing := minimum - f.serving - booting; missing > 0 {
		f.start(minute, missing)
	}
	if len(f.boots) > 0 || desired >= f.serving {
		f.quiet = 0
		return
	}
	if f.quiet++; f.quiet < int(f.p.ScaleInMinutes) {
		return
	}
	f.quiet = 0
	share := int(floor(float64(f.p.ScaleInShare * float64(f.serving))))
	f.stop(min(f.serving-desired, max(1, share)))
}
