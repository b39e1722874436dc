package service

import (
	"testing"

	"pgregory.net/rapid"

	"oncall/internal/world"
)

// Worlds that step at once go the same way, to the last bit, as each of them
// alone, whatever is done in them.
func TestTogetherIsEachAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Defaults()
		p.HasSurge = true
		p.Surge.EarliestMinutes = 0
		p.BasePerSecond = rapid.SampledFrom([]float64{0, 50, 900, 4000}).Draw(t, "base")
		p.BootMinutes = float64(rapid.IntRange(0, 5).Draw(t, "boot"))
		n := rapid.IntRange(1, 5).Draw(t, "worlds")
		alone, joined := make([]*World, n), make([]*World, n)
		for i := range n {
			seed := rapid.Uint32().Draw(t, "seed")
			alone[i], joined[i] = New(p, seed, nil), New(p, seed, nil)
		}
		together := NewTogether(joined)
		controls := p.Controls()
		for range 40 {
			actions := make([][]world.Action, n)
			for i := range n {
				if rapid.Bool().Draw(t, "acts") {
					c := controls[rapid.IntRange(0, len(controls)-1).Draw(t, "control")]
					actions[i] = press(alone[i], c.Code, c.Min+c.Step*rapid.IntRange(0, (c.Max-c.Min)/c.Step).Draw(t, "value"))
				}
			}
			together.Step(func(i int) []world.Action { return actions[i] })
			for i, w := range alone {
				w.Step(actions[i])
				if row, settings := joined[i].Look(); [ColumnCount]float64(row) != w.row || [controlCount]int(settings) != w.settings {
					t.Fatalf("world %d, minute %d: %v together, %v alone", i, w.minute, row, w.row)
				}
			}
		}
	})
}
