package debrief

import (
	"oncall/internal/cdn"
	"oncall/internal/shift"
	"oncall/internal/world"
)

// Entry is a line of a shift's timeline: an action of the player or an event.
type Entry struct {
	Step   int
	Action *world.Action // nil for an event
	Event  world.Event
}

// Timeline returns what was done and what happened from a step on, in order.
// Within a step, what the player did comes first, as the model has it. What is
// known in hindsight only is left out until the shift has ended.
func Timeline(s *shift.Shift, from int) []Entry {
	var entries []Entry
	actions, events := s.Actions(), s.Events()
	for len(actions) > 0 || len(events) > 0 {
		var e Entry
		if len(events) == 0 || len(actions) > 0 && actions[0].Step <= events[0].Step {
			e = Entry{Step: actions[0].Step, Action: &actions[0]}
			actions = actions[1:]
		} else {
			e = Entry{Step: events[0].Step, Event: events[0]}
			events = events[1:]
		}
		if e.Step >= from && (s.Ended() || !e.Event.Hindsight) {
			entries = append(entries, e)
		}
	}
	return entries
}

// EventTarget returns the id of what an event happened to, such as the link that
// failed; "" where it happened to the whole.
func EventTarget(s *shift.Shift, e world.Event) string {
	if e.Kind == cdn.EventLinkDown || e.Kind == cdn.EventLinkUp {
		return s.Scenario().CDN.Links[e.Target].ID
	}
	return ""
}
