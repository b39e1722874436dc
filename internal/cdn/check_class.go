package cdn

import (
	"errors"
	"strconv"
)

// checkClass reports the first thing of a class that cannot be.
func (p *Params) checkClass(index int) error {
	c := &p.Classes[index]
	if !validID(c.ID) {
		return errors.New("an id must be 1 to " + strconv.Itoa(IDMax) + " of a-z, 0-9 and -")
	}
	for _, other := range p.Classes[:index] {
		if other.ID == c.ID {
			return errors.New("it is there twice")
		}
	}
	if err := between("demand_bits", c.DemandBits, 0, demandMax); err != nil {
		return err
	}
	if err := between("mean_seconds", c.MeanSeconds, meanMin, meanMax); err != nil {
		return err
	}
	if err := between("start", c.Start, 0, shareMax); err != nil {
		return err
	}
	if err := checkShares("shares", c.Shares, len(p.Networks)); err != nil {
		return err
	}
	if c.StartLinks != nil {
		if err := checkShares("start_links", c.StartLinks, len(p.Links)); err != nil {
			return err
		}
	}
	if len(c.Arrivals) > PhasesMax || len(c.Leavings) > PhasesMax {
		return errors.New("at most " + strconv.Itoa(PhasesMax) + " arrivals, and as many leavings")
	}
	for _, a := range c.Arrivals {
		if err := a.check(); err != nil {
			return err
		}
	}
	for _, l := range c.Leavings {
		if err := l.check(len(p.Classes)); err != nil {
			return err
		}
	}
	return nil
}

// checkShares reports shares that are not one for each part, or of which none
// is above 0. They need not add up to 1.
func checkShares(what string, shares []float64, count int) error {
	if len(shares) != count {
		return errors.New(what + ": there must be " + strconv.Itoa(count) + ", and there are " + strconv.Itoa(len(shares)))
	}
	sum := 0.0
	for _, s := range shares {
		if err := between(what, s, 0, shareMax); err != nil {
			return err
		}
		sum += s
	}
	if sum == 0 {
		return errors.New(what + ": one must be above 0")
	}
	return nil
}

func (a Arrival) check() error {
	if err := between("an arrival's share", a.Share, 0, shareMax); err != nil {
		return err
	}
	switch a.Kind {
	case ArriveSteadily, ArriveEvenly:
		return checkTimes(a.FromMinutes, a.ToMinutes)
	case ArriveAround:
		if err := between("around_minutes", a.AroundMinutes, -MinutesMax, 2*MinutesMax); err != nil {
			return err
		}
		return between("spread_seconds", a.SpreadSeconds, 1, meanMax)
	}
	return errors.New("there is no such kind of arrival")
}

func (l Leaving) check(classes int) error {
	if err := checkTimes(l.FromMinutes, l.ToMinutes); err != nil {
		return err
	}
	switch {
	case (l.Share == 0) == (l.MeanSeconds == 0):
		return errors.New("a leaving has either a share or mean_seconds")
	case l.Share != 0 && !(l.Share > 0 && l.Share < 1):
		return errors.New("the share that leaves must lie between 0 and 1, both excluded")
	case l.To < -1 || l.To >= classes:
		return errors.New("leavers go to a class that is not there")
	}
	if l.MeanSeconds != 0 {
		if err := between("mean_seconds", l.MeanSeconds, meanMin, meanMax); err != nil {
			return err
		}
	}
	return between("to_share", l.ToShare, 0, 1)
}

func checkTimes(from, to float64) error {
	if !(from >= 0 && from < to && to <= MinutesMax) {
		return errors.New("from_minutes must lie below to_minutes, both between 0 and " + strconv.Itoa(MinutesMax))
	}
	return nil
}
