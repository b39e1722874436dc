package session

import (
	"fmt"

	"oncall/internal/chart"
	"oncall/internal/debrief"
	"oncall/internal/scene"
	"oncall/internal/shift"
)

// layout places the nodes and labels of the open world on a stage of the given
// size.
func (s *Session) layout(options Options) (any, error) {
	var size struct {
		Width  float64 `json:"width"`
		Height float64 `json:"height"`
		RTL    bool    `json:"rtl"`
		Embed  bool    `json:"embed"`
	}
	if err := options.Decode(&size); err != nil {
		return nil, fmt.Errorf("layout: %w", err)
	}
	sc := s.shift.Scenario()
	at := scene.Size{
		Width: size.Width, Height: size.Height, RTL: size.RTL, Embed: size.Embed,
		Tiles: int(sc.Service.FleetMax),
	}
	if sc.CDN == nil {
		return scene.Service(at), nil
	}
	setup := scene.CDNSetup{Networks: len(sc.CDN.Networks)}
	for _, l := range sc.CDN.Links {
		setup.Links = append(setup.Links, scene.Link{ID: l.ID, Site: sc.CDN.Sites[l.Site], CapacityBits: l.CapacityBits})
	}
	return scene.CDN(at, setup), nil
}

// timeline draws the charts of the open shift, with the one that was taken over
// as a ghost.
func (s *Session) timeline(options Options) (any, error) {
	var o chart.Options
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("chart: %w", err)
	}
	var ghost chart.Table
	if s.ghost != nil {
		ghost = debrief.Table(s.ghost)
	}
	return chart.Timeline(o, debrief.Table(s.shift), ghost), nil
}

// sparkline draws one reading of the open shift small.
func (s *Session) sparkline(options Options) (any, error) {
	var o struct {
		chart.SparkOptions
		Reading string `json:"reading"`
	}
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("sparkline: %w", err)
	}
	series, ok := debrief.Table(s.shift).Series(o.Reading)
	if !ok {
		return nil, fmt.Errorf("sparkline: there is no reading %q", o.Reading)
	}
	return chart.Sparkline(o.SparkOptions, series), nil
}

// compare draws one reading of the open shift beside the one that nobody
// played, and beside those of the runbook and of the one that was taken over.
func (s *Session) compare(options Options) (any, error) {
	var o struct {
		chart.CompareOptions
		Reading string                                   `json:"reading"`
		Lines   map[string]struct{ Label, Value string } `json:"lines"` // you, nobody, runbook, ghost
	}
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	var lines []chart.Line
	for _, player := range []struct {
		id    string
		shift *shift.Shift
	}{{"you", s.shift}, {"nobody", s.shift.Nobody()}, {"runbook", s.followed()}, {"ghost", s.ghost}} {
		if player.shift == nil {
			continue
		}
		series, ok := debrief.Table(player.shift).Series(o.Reading)
		if !ok {
			return nil, fmt.Errorf("compare: there is no reading %q", o.Reading)
		}
		text := o.Lines[player.id]
		lines = append(lines, chart.Line{Label: text.Label, Value: text.Value, Series: series})
	}
	return chart.Compare(o.CompareOptions, lines), nil
}

// chartLayout says where a timeline with these options puts its parts.
func chartLayout(options Options) (any, error) {
	var o chart.Options
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("chart layout: %w", err)
	}
	return chart.Place(o), nil
}
