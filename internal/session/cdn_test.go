package session_test

import (
	"errors"
	"testing"

	"oncall/internal/replay"
	"oncall/internal/shift"
	"oncall/scenarios"
)

// A shift of a world that the page has no stage for is refused with the reason
// that it has a text for, even where the record carries the whole scenario.
func TestAShiftOfAWorldWithoutAStageIsRefused(t *testing.T) {
	for _, id := range []string{"two-links", ""} {
		sc, err := scenarios.Find("two-links")
		if err != nil {
			t.Fatal(err)
		}
		sc.ID = id
		played, err := shift.New(sc, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		fragment, err := played.Record(nil).Fragment()
		if err != nil {
			t.Fatal(err)
		}
		_, err = load(t).Open(asJSON(`{"link": "#r=` + fragment + `"}`))
		var refusal *replay.Refusal
		if !errors.As(err, &refusal) || refusal.Reason != replay.UnknownWorld {
			t.Errorf("%q: %v", id, err)
		}
	}
}
