package shift

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"oncall/internal/replay"
	"oncall/internal/scenario"
	"oncall/internal/world"
)

// normalize returns an opening as a record has it: in order of control and
// target, and without what the scenario opens with anyway. The error says what
// of it no control can have, or that a control is set twice.
func normalize(opening []world.Setting, controls []world.Control) ([]world.Setting, error) {
	var kept []world.Setting
	for _, s := range opening {
		if err := world.CheckOpening(controls, s); err != nil {
			return nil, fmt.Errorf("opening: %w", err)
		}
		if s.Value != controls[s.Control].Opening {
			kept = append(kept, s)
		}
	}
	slices.SortStableFunc(kept, func(a, b world.Setting) int {
		return cmp.Or(cmp.Compare(a.Control, b.Control), cmp.Compare(a.Target, b.Target))
	})
	for i := 1; i < len(kept); i++ {
		if kept[i].Control == kept[i-1].Control && kept[i].Target == kept[i-1].Target {
			return nil, fmt.Errorf("opening: %s is set twice", controls[kept[i].Control].ID)
		}
	}
	return kept, nil
}

// FromRecord computes the shift of a record as far as it was played. find
// returns the shipped scenario with an id, or nil. A shift whose scenario has
// changed since is computed all the same, and Verify says so; everything else
// that a record cannot be is refused with a *replay.Refusal.
func FromRecord(r *replay.Record, find func(id string) *scenario.Scenario) (*Shift, error) {
	sc, err := r.Resolve(find)
	if sc == nil {
		return nil, err
	}
	s, err := New(sc, r.Seed, r.Opening)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	if err := s.Run(r.Actions, r.Steps); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return s, nil
}

// Mismatch is the error of a shift that came out otherwise than recorded. Where
// the record carries checkpoints, the first step that differs is one of From to
// To; else both are -1.
type Mismatch struct {
	Recorded, Computed replay.Digest
	From, To           int
}

// Error says what differs, and since when.
func (m *Mismatch) Error() string {
	text := fmt.Sprintf("the shift does not verify: the record's digest is %s, and the shift computed here has %s", m.Recorded, m.Computed)
	switch {
	case m.From < 0:
		return text
	case m.From == m.To:
		return text + fmt.Sprintf("; step %d is the first that differs", m.From)
	}
	return text + fmt.Sprintf("; the first step that differs is one of %d to %d", m.From, m.To)
}

// Verify compares the shift, computed from the record, with what the record
// says of it. The error is a *replay.Refusal where the scenario has changed
// since, or a *Mismatch.
func (s *Shift) Verify(r *replay.Record, checkpoints []replay.Checkpoint) error {
	var refusal *replay.Refusal
	if err := r.Check(s.scenario); errors.As(err, &refusal) && s.digest != r.Digest {
		return err
	}
	if s.digest == r.Digest {
		return nil
	}
	m := &Mismatch{Recorded: r.Digest, Computed: s.digest, From: -1, To: -1}
	if from, to, found := replay.FirstDifference(checkpoints, s.checkpoints); found {
		m.From, m.To = from, to
	} else if len(checkpoints) > 0 {
		m.From, m.To = checkpoints[len(checkpoints)-1].Step+1, s.Step()
	}
	return m
}
