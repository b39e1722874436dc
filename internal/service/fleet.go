package service

// fleet is the instances: those that serve and those that boot.
type fleet struct {
	p       *Params
	serving int
	boots   []boot // oldest first
	booting int    // instances of boots
	quiet   int    // quiet minutes in a row, see control
}

// boot is instances that were started together.
type boot struct {
	due   int // the minute from which they serve
	count int
}

// bootsDue moves the instances whose time has come to the serving ones, and
// returns how many there were.
//
//go:noinline for speed, see emit
func (f *fleet) bootsDue(minute int) int {
	arrived := 0
	for len(f.boots) > 0 && f.boots[0].due <= minute {
		arrived += f.boots[0].count
		// Shifted down instead of resliced, so that the capacity stays.
		f.boots = f.boots[:copy(f.boots, f.boots[1:])]
	}
	f.serving += arrived
	f.booting -= arrived
	return arrived
}

// start begins to boot so many instances; none where the count is not positive.
//
//go:noinline for speed, see emit
func (f *fleet) start(minute, count int) {
	if count <= 0 {
		return
	}
	if f.p.BootMinutes == 0 {
		f.serving += count
		return
	}
	f.boots = append(f.boots, boot{due: minute + int(f.p.BootMinutes), count: count})
	f.booting += count
}

// stop ends so many instances, none where the count is not positive: booting ones
// first, the newest of them first.
func (f *fleet) stop(count int) {
	if count <= 0 {
		return
	}
	for count > 0 && len(f.boots) > 0 {
		last := &f.boots[len(f.boots)-1]
		n := min(count, last.count)
		last.count -= n
		count -= n
		f.booting -= n
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
	if !autoscaler || f.booting > 0 {
		f.quiet = 0
		f.hold(minute, minimum, autoscaler)
		return
	}
	// A hair below the quotient, so that rounding does not ask for one more.
	desired := max(minimum, int(ceil(float64(float64(f.serving)*utilization)/target-1e-9)))
	desired = min(desired, int(f.p.FleetMax))
	if desired < f.serving {
		f.shrink(desired)
		return
	}
	f.quiet = 0
	if desired > f.serving {
		f.start(minute, desired-f.serving)
	}
}

// hold starts what the minimum lacks, and without the autoscaler stops what is
// above it.
func (f *fleet) hold(minute, minimum int, autoscaler bool) {
	missing := minimum - f.serving - f.booting
	f.start(minute, missing)
	if !autoscaler {
		f.stop(-missing)
	}
}

// shrink stops instances that nobody has wanted for ScaleInMinutes.
func (f *fleet) shrink(desired int) {
	if f.quiet++; f.quiet < int(f.p.ScaleInMinutes) {
		return
	}
	f.quiet = 0
	share := int(floor(float64(f.p.ScaleInShare * float64(f.serving))))
	f.stop(min(f.serving-desired, max(1, share)))
}
