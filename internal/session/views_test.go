package session_test

import (
	"slices"
	"testing"
)

// The stage is laid out for the world of the shift that is open: its parts carry
// the ids by which the page writes their labels.
func TestLayoutIsOfTheOpenWorld(t *testing.T) {
	for shift, want := range map[string][]string{
		"two-links":       {"audience", "link:a", "link:b", "site:s01"},
		"world-cup-match": {"audience", "link:s01-a", "link:s03-e", "site:s02"},
		"cache-flush":     {"users", "fleet", "budget"},
	} {
		s := load(t)
		open(t, s, `{"scenario": "`+shift+`", "seed": 1}`)
		var layout struct {
			Nodes  []struct{ ID string }
			Labels []struct{ ID string }
		}
		export(t, s, "layout", `{"width": 752, "height": 476}`, &layout)
		for _, id := range want {
			if !slices.Contains(layout.Nodes, struct{ ID string }{id}) || !slices.Contains(layout.Labels, struct{ ID string }{id}) {
				t.Errorf("%s has no part %s with a label: %+v", shift, id, layout)
			}
		}
	}
}
