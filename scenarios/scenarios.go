// Package scenarios holds the scenarios that ship, one YAML file each.
package scenarios

import (
	"embed"
	"fmt"
	"slices"

	"oncall/internal/scenario"
	"oncall/internal/scenariofile"
)

//go:embed *.yaml
var files embed.FS

// ids lists the scenarios in the order in which they are offered.
var ids = [...]string{
	"free-play", "bad-deploy", "viral-surge", "cache-flush",
	"world-cup-match", "link-failure", "maintenance-drain", "concert", "two-links",
}

// IDs returns the scenarios' ids in the order in which they are offered.
func IDs() []string { return slices.Clone(ids[:]) }

// All returns the scenarios in the order in which they are offered.
func All() ([]*scenario.Scenario, error) {
	set := make([]*scenario.Scenario, 0, len(ids))
	for _, id := range ids {
		sc, err := Find(id)
		if err != nil {
			return nil, err
		}
		set = append(set, sc)
	}
	return set, nil
}

// Find returns the scenario with the given id. The error lists what there is.
func Find(id string) (*scenario.Scenario, error) {
	for _, known := range ids {
		if known != id {
			continue
		}
		name := id + ".yaml"
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("scenario %q: %w", id, err)
		}
		return scenariofile.Read(name, text)
	}
	return nil, fmt.Errorf("there is no scenario %q; there is %q", id, ids)
}
