package debrief

import (
	"oncall/internal/chart"
	"oncall/internal/shift"
	"oncall/internal/world"
)

// Table is a shift's readings and extras as the charts read them. In the CDN
// world it has the column "target" as well: the target utilization in force, a
// share.
func Table(s *shift.Shift) chart.Table {
	table := chart.Table{Codes: codes(s.Readings()), Width: len(s.Readings()), Data: s.Rows()}
	if extras := s.Extras(); len(extras) > 0 {
		table.Beside = append(table.Beside, chart.Table{Codes: codes(extras), Width: len(extras), Data: s.ExtraRows()})
	}
	if s.Scenario().CDN != nil {
		table.Beside = append(table.Beside, chart.Table{Codes: []string{"target"}, Width: 1, Data: targets(s)})
	}
	return table
}

func codes(readings []world.Reading) []string {
	codes := make([]string, len(readings))
	for i, r := range readings {
		codes[i] = r.Code
	}
	return codes
}

// targets returns the target utilization of each step, a share.
func targets(s *shift.Shift) []float64 {
	values := make([]float64, s.Step()+1)
	for step := range values {
		values[step] = target(s, step)
	}
	return values
}
