package chart

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The page hands its options over as JSON; these are the names that it uses.
func TestOptionsFromJSON(t *testing.T) {
	decoder := json.NewDecoder(strings.NewReader(`{
		"width": 752, "height": 190, "fontSize": 14, "rtl": true, "label": "Shift",
		"lanes": ["burn"], "labels": {"burn": "Burn"}, "values": {"burn": "31.2×"},
		"thresholds": {"burn": [{"value": 14.4, "label": "14.4×"}]},
		"windows": [{"value": 14.4, "longMinutes": 60, "shortMinutes": 5, "step": 37, "firing": true, "label": "14.4×: 1 h, 5 min"}],
		"steps": 120, "stepSeconds": 60, "clockMinutes": 540, "digits": "٠١٢٣٤٥٦٧٨٩",
		"last": 44, "position": 40, "cursor": 37, "range": [37, 52], "knob": true,
		"markers": [{"step": 10, "kind": "event", "text": "Deploy"}]}`))
	decoder.DisallowUnknownFields()
	var got Options
	if err := decoder.Decode(&got); err != nil {
		t.Fatal(err)
	}
	want := Options{
		Width: 752, Height: 190, FontSize: 14, RTL: true, Label: "Shift",
		Lanes: []string{"burn"}, Labels: map[string]string{"burn": "Burn"}, Values: map[string]string{"burn": "31.2×"},
		Thresholds: map[string][]Threshold{"burn": {{14.4, "14.4×"}}},
		Windows:    []Window{{14.4, 60, 5, 37, true, "14.4×: 1 h, 5 min"}},
		Steps:      120, StepSeconds: 60, ClockMinutes: 540, Digits: "٠١٢٣٤٥٦٧٨٩",
		Last: 44, Position: 40, Cursor: 37, Range: []int{37, 52}, Knob: true,
		Markers: []Marker{{10, MarkEvent, "Deploy"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
