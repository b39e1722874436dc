package debrief

import (
	"oncall/internal/cdn"
	"oncall/internal/shift"
)

// CDNFigures are those of a shift in the CDN world, over all of its steps but the
// opening.
type CDNFigures struct {
	Rebuffering      float64 `json:"rebuffering"`       // share of all play time
	Arrivals         float64 `json:"arrivals"`          // sessions that wanted to start
	GivenUp          float64 `json:"given_up"`          // of them
	Harm             float64 `json:"harm"`              // Rebuffering + the share that gave up
	Moves            float64 `json:"moves"`             // sessions that went over to another link
	MeanWaitSeconds  float64 `json:"mean_wait_seconds"` // of an arrival
	AmplitudePoints  float64 `json:"amplitude_points"`  // mean range of 10 min of the worst big link's load
	OverMinutes      float64 `json:"over_minutes"`      // link-minutes in overload
	PeakBits         float64 `json:"peak_bits"`         // carried at the peak [bit/s]
	UtilizationShare float64 `json:"utilization_share"` // mean over time of what the links carry
}

// The parts of the CDN world's score.
const (
	playbackMax   = 50
	steadinessMax = 20
	movesMax      = 15
	waitingMax    = 15
)

func cdnParts() []PartMax {
	return []PartMax{
		{ID: "playback", Max: playbackMax},
		{ID: "steadiness", Max: steadinessMax},
		{ID: "moves", Max: movesMax},
		{ID: "waiting", Max: waitingMax},
	}
}

func cdnFigures(s *shift.Shift) *CDNFigures {
	links := len(s.Scenario().CDN.Links)
	var d CDNFigures
	var playing, rebuffering, waiting float64
	for t := 1; t <= s.Step(); t++ {
		totals, extras := s.Row(t)[cdn.TotalColumn(links, 0):], s.Extra(t)
		playing += totals[cdn.TotalSessions]
		rebuffering += float64(totals[cdn.TotalRebuffering] * totals[cdn.TotalSessions])
		// Whoever is refused in a step waits until the next one.
		waiting += totals[cdn.TotalRefused]
		d.GivenUp += totals[cdn.TotalGivenUp]
		d.Moves += totals[cdn.TotalMoves]
		d.PeakBits = max(d.PeakBits, totals[cdn.TotalCarried])
		d.Arrivals += extras[cdn.ExtraArrivals]
		d.AmplitudePoints += float64(100 * extras[cdn.ExtraAmplitude])
		d.UtilizationShare += extras[cdn.ExtraUtilization]
	}
	steps := max(1, float64(s.Step()))
	d.AmplitudePoints /= steps
	d.UtilizationShare /= steps
	d.Rebuffering = rebuffering / max(1, playing)
	d.Harm = d.Rebuffering + d.GivenUp/max(1, d.Arrivals)
	d.MeanWaitSeconds = float64(waiting*cdn.StepSeconds) / max(1, d.Arrivals)
	d.OverMinutes = s.Extra(s.Step())[cdn.ExtraOverMinutes]
	return &d
}

// score returns the points: what the audience sees, how calm the links are, how
// many sessions were moved and how long arrivals waited.
func (d *CDNFigures) score(allowance float64) Score {
	return total([]Part{
		{ID: "playback", Points: playbackMax * clamp01(1-d.Harm/allowance)},
		{ID: "steadiness", Points: steadinessMax * clamp01(1-(d.AmplitudePoints-5)/35)},
		{ID: "moves", Points: movesMax * clamp01(1-d.Moves/max(1, d.Arrivals))},
		{ID: "waiting", Points: waitingMax * clamp01(1-d.MeanWaitSeconds/10)},
	})
}
