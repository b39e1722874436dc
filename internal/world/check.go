package world

import (
	"errors"
	"strconv"
)

// FindControl returns the control with the given id, and whether there is one.
func FindControl(controls []Control, id string) (Control, bool) {
	for _, c := range controls {
		if c.ID == id {
			return c, true
		}
	}
	return Control{}, false
}

// TargetIndex returns the index of the target that is called id on the control.
// The empty id is the only one that a control without targets has.
func (c Control) TargetIndex(id string) (int, error) {
	if len(c.Targets) == 0 {
		if id == "" {
			return 0, nil
		}
		return 0, errors.New(c.ID + " takes no target, and was given " + strconv.Quote(id))
	}
	for i, t := range c.Targets {
		if t == id {
			return i, nil
		}
	}
	return 0, errors.New(c.ID + " has no target " + strconv.Quote(id))
}

// Check reports whether a setting is one that its control can have: a known
// control and target, a value inside the bounds and on the grid. The error says
// which of them is wrong and what would be right.
func Check(controls []Control, s Setting) error {
	if s.Control < 0 || s.Control >= len(controls) {
		return errors.New("there is no control number " + strconv.Itoa(s.Control))
	}
	c := controls[s.Control]
	if targets := max(1, len(c.Targets)); s.Target < 0 || s.Target >= targets {
		return errors.New(c.ID + " has no target number " + strconv.Itoa(s.Target))
	}
	if s.Value < c.Min || s.Value > c.Max {
		return errors.New(c.ID + " takes " + strconv.Itoa(c.Min) + " to " + strconv.Itoa(c.Max) +
			", and was given " + strconv.Itoa(s.Value))
	}
	if c.Step > 1 && (s.Value-c.Min)%c.Step != 0 {
		return errors.New(c.ID + " moves in steps of " + strconv.Itoa(c.Step) + " from " + strconv.Itoa(c.Min) +
			", and was given " + strconv.Itoa(s.Value))
	}
	return nil
}

// CheckOpening is Check for a value that a control opens with. A button has
// none.
func CheckOpening(controls []Control, s Setting) error {
	if err := Check(controls, s); err != nil {
		return err
	}
	if c := controls[s.Control]; c.Kind == Button {
		return errors.New(c.ID + " is a button and has no opening value")
	}
	return nil
}
