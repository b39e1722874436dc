package debrief

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

// points returns the parts of the score: what the audience sees, how calm the
// links are, how many sessions were moved and how long arrivals waited.
func (d *CDNFigures) points(allowance float64) [PartsCount]float64 {
	return [PartsCount]float64{
		playbackMax * clamp01(1-d.Harm/allowance),
		steadinessMax * clamp01(1-(d.AmplitudePoints-5)/35),
		movesMax * clamp01(1-d.Moves/max(1, d.Arrivals)),
		waitingMax * clamp01(1-d.MeanWaitSeconds/10),
	}
}
