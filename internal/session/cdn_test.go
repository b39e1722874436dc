package session_test

import (
	"slices"
	"strings"
	"testing"
)

// network is what the page reads of a scenario of the CDN world.
type network struct {
	Scenario struct {
		World       string
		StepSeconds int
		Constants   map[string]float64
		Rules       []struct{}
		Sites       []string
		Links       []struct {
			ID, Site     string
			CapacityBits float64
		}
		Networks []struct {
			Prefix string
			Links  []struct {
				Link   int
				Weight float64
			}
		}
	}
	Controls []struct {
		ID      string
		Opening int
		Targets []string
	}
}

// The page learns of links, sites, networks and constants; rules are an empty
// list and never null.
func TestACDNScenarioIsDescribed(t *testing.T) {
	s := load(t)
	value, err := s.Open(asJSON(`{"scenario": "world-cup-match", "seed": 1, "opening": [
		{"control": "weight", "target": "s02-b", "value": 15}, {"control": "policy", "value": 3}]}`))
	if err != nil {
		t.Fatal(err)
	}
	var d network
	via(t, value, &d)
	sc := d.Scenario
	if sc.World != "cdn" || sc.StepSeconds != 10 || sc.Constants["router_delay_seconds"] != 15 || sc.Constants["bitrate_bits"] != 4e6 || sc.Rules == nil {
		t.Errorf("described as %+v", sc)
	}
	if len(sc.Sites) != 3 || len(sc.Links) != 12 || sc.Links[5].ID != "s02-b" || sc.Links[5].Site != "s02" || sc.Links[5].CapacityBits != 200e9 {
		t.Errorf("sites %v, links %v", sc.Sites, sc.Links)
	}
	if n := sc.Networks; len(n) != 12 || n[4].Prefix != "100.96.0.0/12" || n[4].Links[0].Link != 5 || n[4].Links[0].Weight != 5 {
		t.Errorf("networks %+v", n)
	}
	for _, c := range d.Controls {
		// A weight's opening is the scenario's: of the links, one has another.
		if c.ID == "policy" && c.Opening != 3 || c.ID == "weight" && (c.Opening != 10 || len(c.Targets) != 12) {
			t.Errorf("control %+v", c)
		}
	}
	var service map[string]any
	value, err = s.Open(asJSON(`{"scenario": "bad-deploy", "seed": 1}`))
	if err != nil {
		t.Fatal(err)
	}
	via(t, value, &service)
	if _, ok := service["scenario"].(map[string]any)["links"]; ok {
		t.Error("the service world has links")
	}
}

// A frame has the readings, the settings of each control and each of its targets
// in turn, and the extras.
func TestACDNShiftIsPlayedSharedAndReplayed(t *testing.T) {
	s := load(t)
	d := open(t, s, `{"scenario": "link-failure", "seed": 3, "opening": [{"control": "weight", "target": "s01-b", "value": 15}]}`)
	settings := 3 + 12 + 12 + 3 // policy, metric, target; drain and weight of 12 links; Kp, Ti, Td
	frame := slices.Clone(steps(t, s, 540))
	first := len(d.Readings)
	if len(frame) != first+settings+len(d.Extras) || frame[0] != 90 || frame[first+2] != 85 || frame[first+3+12+1] != 15 {
		t.Fatalf("a frame of %d numbers: settings %v", len(frame), frame[first:first+settings])
	}
	if err := s.Act("drain", "s03-e", 1); err != nil {
		t.Fatal(err)
	}
	if s.Act("drain", "s09", 1) == nil || s.Act("drain", "", 1) == nil || s.Act("policy", "s03-e", 1) == nil {
		t.Error("a link that is none, or none where one is needed, was accepted")
	}
	if after := steps(t, s, 1); after[first+3+11] != 1 {
		t.Error("the drain is not in the frame")
	}
	steps(t, s, 539)
	if !slices.Equal(s.Seek(540), frame) || s.Seek(1081) != nil {
		t.Error("a step that was played is not there as it was, or one that was not is")
	}
	var feed []struct {
		Step                  int
		Kind, Control, Target string
	}
	export(t, s, "feed", `{"from": 541}`, &feed)
	if len(feed) < 3 || feed[0].Kind != "action" || feed[0].Target != "s03-e" || feed[1].Kind != "link_down" || feed[1].Target != "s02-b" || feed[1].Step != 541 {
		t.Errorf("feed %+v", feed)
	}
	var played struct {
		Digest string
		Harm   float64
		Score  map[string]float64
		Nobody struct{ Digest string }
	}
	export(t, s, "debrief", "{}", &played)
	if played.Score["total"] <= 0 || played.Harm <= 0 || played.Nobody.Digest == played.Digest {
		t.Errorf("debrief %+v", played)
	}
	value, err := s.Export("csv", asJSON("{}"))
	if err != nil || !strings.HasPrefix(value.(string), "minute,load_s01-a,measured_s01-a,") {
		t.Errorf("CSV %.60v, %v", value, err)
	}
	address := link(t, s, "{}")
	fresh := load(t)
	if r := open(t, fresh, `{"link": "`+address+`"}`); r.Mode != "replay" || !r.Verified || r.Digest != played.Digest {
		t.Errorf("replayed as %+v", r)
	}
	if taken := open(t, fresh, `{"takeover": 600}`); taken.Step != 600 || taken.Mode != "play" {
		t.Errorf("taken over as %+v", taken)
	}
	var f struct{ Base64 string }
	export(t, s, "file", `{"notes": []}`, &f)
	if r := open(t, load(t), `{"file": "`+f.Base64+`"}`); !r.Verified {
		t.Errorf("the file opens as %+v", r)
	}
}
