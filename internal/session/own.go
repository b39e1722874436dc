package session

import (
	"errors"
	"fmt"

	"oncall/internal/ownform"
	"oncall/internal/scenario"
)

var errNoForm = errors.New("only the service world has a form")

// ownForm returns the form of a shipped scenario of the service world, or that of
// the open shift where none is named.
func (s *Session) ownForm(options Options) (any, error) {
	var o struct {
		Scenario string `json:"scenario"`
	}
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("form: %w", err)
	}
	var sc *scenario.Scenario
	switch {
	case o.Scenario != "":
		if sc = s.find(o.Scenario); sc == nil {
			return nil, unknownScenario(o.Scenario)
		}
	case s.shift == nil:
		return nil, errNothingOpen
	default:
		sc = s.shift.Scenario()
	}
	if sc.World != scenario.WorldService {
		return nil, errNoForm
	}
	return ownform.FromScenario(sc), nil
}

// asked returns the scenario that a request to play names or carries.
func (s *Session) asked(r request) (*scenario.Scenario, error) {
	if r.Own != nil {
		return r.Own.Scenario()
	}
	if sc := s.find(r.Scenario); sc != nil {
		return sc, nil
	}
	return nil, unknownScenario(r.Scenario)
}

// sharedLink is the fragment of a link, and what it leaves out of a long traffic
// curve.
type sharedLink struct {
	Fragment string    `json:"fragment"`
	Thinned  *thinning `json:"thinned,omitempty"`
}

type thinning struct {
	Points     int     `json:"points"`
	Of         int     `json:"of"`
	ErrorShare float64 `json:"errorShare"`
}

// link returns the link of the open shift with the given notes.
func (s *Session) link(options Options) (any, error) {
	notes, err := notesOf(options)
	if err != nil {
		return nil, err
	}
	link, err := s.shift.Link(notes)
	if err != nil {
		return nil, err
	}
	shared := sharedLink{Fragment: "r=" + link.Fragment}
	if link.Of > 0 {
		shared.Thinned = &thinning{link.Points, link.Of, link.ErrorShare}
	}
	return shared, nil
}
