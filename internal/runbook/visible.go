package runbook

import (
	"strings"

	"oncall/internal/scenario"
)

// reading is a number that a player sees, and where it stands in a step.
type reading struct {
	code   string
	column int
	extra  bool // of the extras instead of the row
}

// The readings that are no player's to see while the shift runs: what a CDN
// link is really offered, which its metrics only estimate.
const hidden = "load_"

// shown are the extras that a player sees beside the row: by their codes in the
// service world, and by the beginnings of the links' ones in the CDN world.
var shown = map[string][]string{
	scenario.WorldService: {"rollback_left", "warm_up_left"},
	scenario.WorldCDN:     {"state_", "oscillation_", "age_"},
}

// visible returns the readings of a scenario that a player sees.
func visible(sc *scenario.Scenario) []reading {
	var list []reading
	for i, r := range sc.Readings() {
		if sc.World != scenario.WorldCDN || !strings.HasPrefix(r.Code, hidden) {
			list = append(list, reading{code: r.Code, column: i})
		}
	}
	for i, r := range sc.Extras() {
		for _, name := range shown[sc.World] {
			if r.Code == name || strings.HasSuffix(name, "_") && strings.HasPrefix(r.Code, name) {
				list = append(list, reading{code: r.Code, column: i, extra: true})
			}
		}
	}
	return list
}
