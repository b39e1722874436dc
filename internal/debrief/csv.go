package debrief

import (
	"strconv"

	"oncall/internal/shift"
)

// AppendCSV appends a shift's readings as CSV: a header with their codes, then a
// row for each step, the opening included, in full precision: every number reads
// back as the same bits.
func AppendCSV(b []byte, s *shift.Shift) []byte {
	for i, r := range s.Readings() {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, r.Code...)
	}
	b = append(b, '\n')
	for t := 0; t <= s.Step(); t++ {
		for i, v := range s.Row(t) {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendFloat(b, v, 'g', -1, 64)
		}
		b = append(b, '\n')
	}
	return b
}
