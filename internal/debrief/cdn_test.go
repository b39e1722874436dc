package debrief_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"oncall/internal/debrief"
	"oncall/internal/scenario"
	"oncall/internal/shift"
)

// The score of model-cdn, worked out anew from the columns of the CSV alone but
// for the arrivals.
func TestCDNScoreFromTheColumns(t *testing.T) {
	s := open(t, "world-cup-match", 3)
	for s.Next() {
	}
	at := map[string]int{}
	for i, r := range s.Readings() {
		at[r.Code] = i
	}
	arrivals := -1
	for i, r := range s.Extras() {
		if r.Code == "arrivals" {
			arrivals = i
		}
	}
	var play, lost, came, gaveUp, moves, waited, amplitude float64
	big := strings.Fields("s01-a s01-b s01-c s01-d s02-a s02-b s02-c s03-a s03-b")
	for step := 1; step <= s.Step(); step++ {
		row := s.Row(step)
		play += row[at["sessions"]]
		lost += row[at["sessions"]] * row[at["rebuffering"]]
		gaveUp += row[at["given_up"]]
		moves += row[at["moves"]]
		waited += 10 * row[at["refused"]]
		came += s.Extra(step)[arrivals]
		worst := 0.0
		for _, id := range big {
			low, high := math.Inf(1), math.Inf(-1)
			for t := max(0, step-59); t <= step; t++ {
				load := s.Row(t)[at["load_"+id]]
				low, high = min(low, load), max(high, load)
			}
			worst = max(worst, high-low)
		}
		amplitude += 100 * worst / float64(s.Step())
	}
	clamp := func(x float64) float64 { return min(1, max(0, x)) }
	want := map[string]float64{
		"playback":   50 * clamp(1-(lost/play+gaveUp/came)/0.02),
		"steadiness": 20 * clamp(1-(amplitude-5)/35),
		"moves":      15 * clamp(1-moves/came),
		"waiting":    15 * clamp(1-waited/came/10),
	}
	d := debrief.Of(s)
	total := 0.0
	for i, p := range d.Score.Parts {
		if math.Abs(p.Points-want[p.ID]) > 1e-9 || want[p.ID] <= 0 || want[p.ID] >= debrief.Parts(scenario.WorldCDN)[i].Max {
			t.Errorf("%s: %v points, want %v", p.ID, p.Points, want[p.ID])
		}
		total += want[p.ID]
	}
	if math.Abs(d.Score.Total-total) > 1e-9 || len(d.Score.Parts) != 4 {
		t.Errorf("total %v, want %v", d.Score.Total, total)
	}
}

// The parts add up to 100 in every world, and a debrief has its own world's
// figures only.
func TestDebriefOfEachWorld(t *testing.T) {
	for id, want := range map[string]string{"bad-deploy": "minutes_to_page", "two-links": "mean_wait_seconds"} {
		s := open(t, id, 1)
		sum := 0.0
		for _, p := range debrief.Parts(s.Scenario().World) {
			sum += p.Max
		}
		if sum != 100 {
			t.Errorf("%s: the parts add up to %v", id, sum)
		}
		for range 30 {
			s.Next()
		}
		text, err := json.Marshal(debrief.Of(s))
		if err != nil {
			t.Fatal(err)
		}
		for _, figure := range []string{"minutes_to_page", "mean_wait_seconds"} {
			if strings.Contains(string(text), `"`+figure+`"`) != (figure == want) {
				t.Errorf("%s: %s", id, text)
			}
		}
	}
}

// A shift that has only opened has a debrief without a division by 0.
func TestCDNDebriefOfTheOpening(t *testing.T) {
	s, err := shift.New(open(t, "concert", 1).Scenario(), 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := debrief.Of(s)
	if d.Harm != 0 || d.MeanWaitSeconds != 0 || d.Score.Total != 100 {
		t.Errorf("%+v, score %v", d.CDNFigures, d.Score)
	}
}
