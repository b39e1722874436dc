package explain

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"oncall/internal/cdn"
	"oncall/internal/shift"
	"oncall/internal/world"
)

// moment is the explanation of a number of the CDN world at one step, of one
// link where it is about one, or without a step.
type moment struct {
	page
	params *cdn.Params
	shift  *shift.Shift // nil without a step
	step   int
	link   int
	// decided is the step whose settings and measurement count: the shown one, or
	// for a controller that of its last decision.
	decided int
}

func generalCDN(code string, n Numbers) (Explanation, error) {
	params := cdn.Defaults()
	return explainCDN(&moment{page: page{numbers: n}, params: &params, step: -1}, code, "")
}

func ofCDN(s *shift.Shift, step int, code, target string, n Numbers) (Explanation, error) {
	m := &moment{page: page{numbers: n, live: true}, params: s.Scenario().CDN, shift: s, step: step, decided: step}
	if target == "" {
		code, target = m.splitCode(code)
	}
	if target == "" && linked(code) {
		target = m.params.Links[0].ID
	}
	if target != "" && (code == "sessions" || code == "rebuffering") {
		code = "link_" + code // without a link they are totals
	}
	if target != "" && !linked(code) {
		return Explanation{}, errors.New(code + " takes no target, and was given " + strconv.Quote(target))
	}
	if target != "" {
		m.link = slices.IndexFunc(m.params.Links, func(l cdn.Link) bool { return l.ID == target })
		if m.link < 0 {
			return Explanation{}, errors.New("there is no link " + strconv.Quote(target))
		}
	}
	return explainCDN(m, code, target)
}

// splitCode separates the name of a column of a row, load_s02-b, into what it
// shows and the link.
func (m *moment) splitCode(code string) (of, link string) {
	for _, l := range m.params.Links {
		if before, found := strings.CutSuffix(code, "_"+l.ID); found {
			return before, l.ID
		}
	}
	return code, ""
}

// linked reports whether a code is about one link.
func linked(code string) bool {
	for i := range cdnEntries {
		if cdnEntries[i].code == code {
			return cdnEntries[i].linked
		}
	}
	return false
}

func explainCDN(m *moment, code, target string) (Explanation, error) {
	for i := range cdnEntries {
		e := &cdnEntries[i]
		if e.code != code {
			continue
		}
		m.begin(code, "cdn.", m.step)
		if !strings.HasPrefix(code, setPrefix) {
			// The service world has readings of the same name.
			m.out.Label = "reading.cdn." + code + ".label"
		}
		m.out.Target = target
		m.refer(e.sources, e.limits, e.related)
		m.hidden = e.truth && m.live && !m.shift.Ended()
		m.declare(m, m.formula(e))
		if m.hidden {
			m.limit("truth_hidden")
		}
		if m.hidden && e.secret {
			m.out.Secret, m.out.Result = true, 0
		}
		return m.out, nil
	}
	return Explanation{}, unknown(code)
}

// of returns a column of the link at a step.
func (m *moment) of(step, column int) float64 { return m.ofLink(step, m.link, column) }

func (m *moment) ofLink(step, link, column int) float64 {
	return m.shift.Row(step)[cdn.Column(link, column)]
}

// extra returns an extra of the link at a step.
func (m *moment) extra(step, place int) float64 { return m.extraOf(step, m.link, place) }

func (m *moment) extraOf(step, link, place int) float64 {
	return m.shift.Extra(step)[cdn.TotalExtras+link*cdn.LinkExtras+place]
}

// total returns a total at a step.
func (m *moment) total(step, column int) float64 {
	return m.shift.Row(step)[cdn.TotalColumn(len(m.params.Links), column)]
}

// totalExtra returns an extra of the whole CDN at a step.
func (m *moment) totalExtra(step, place int) float64 {
	return m.shift.Extra(step)[place]
}

// setting returns a control's value at a step, the link's where it has targets.
func (m *moment) setting(step, control int) float64 { return m.settingOf(step, control, m.link) }

func (m *moment) settingOf(step, control, link int) float64 {
	at := 0
	for _, c := range m.shift.Controls()[:control] {
		at += max(1, len(c.Targets))
	}
	if len(m.shift.Controls()[control].Targets) == 0 {
		link = 0
	}
	return float64(m.shift.Settings(step)[at+link])
}

// lookup implements context.
func (m *moment) lookup(glyph string) *node {
	row := find(cdnSymbols, glyph)
	kind, id := row[0], row[1]
	s := symbol{glyph: glyph, label: "symbol." + id, unit: row[2], code: row[3]}
	v := math.NaN()
	switch kind {
	case "now":
		s.label, s.code = "reading.cdn."+id+".label", id
		if m.live {
			v = m.reading(id)
		}
	case "const":
		s.constant, s.assumed = id, !known(id)
		for _, f := range cdn.Fields() {
			if f.ID == id {
				s.unit, v = string(f.Unit), *f.At(m.params)
			}
		}
	case "set":
		s.label, s.code = "control."+id+".label", setPrefix+id
		if m.live {
			v = m.knob(id)
		}
	case "each":
		s.each = id
	case "val":
		if m.live {
			v = m.value(id)
		}
	}
	return leaf(s, v)
}

// reading returns a reading or an extra by its code: of the link, where the
// world has one of that name, else of the whole.
func (m *moment) reading(code string) float64 {
	name := strings.TrimPrefix(code, "link_") + "_" + m.params.Links[m.link].ID
	if !linked(code) {
		name = code
	}
	is := func(r world.Reading) bool { return r.Code == name }
	if i := slices.IndexFunc(m.shift.Readings(), is); i >= 0 {
		return m.shift.Row(m.step)[i]
	}
	if i := slices.IndexFunc(m.shift.Extras(), is); i >= 0 {
		return m.shift.Extra(m.step)[i]
	}
	return math.NaN()
}

// knob returns a setting of the PID controller as its decision found it.
func (m *moment) knob(id string) float64 {
	switch id {
	case "kp":
		return m.setting(m.decided, cdn.ControlKp) / 10
	case "ti":
		return m.setting(m.decided, cdn.ControlTi)
	case "td":
		return m.setting(m.decided, cdn.ControlTd)
	}
	return m.target(m.decided)
}

func (m *moment) target(step int) float64 {
	return m.setting(step, cdn.ControlTargetUtilization) / 100
}

// known reports whether a constant is no assumption: the talk or a standard
// gives it.
func known(id string) bool {
	switch id {
	case "bitrate_bits", "segment_bytes", "overload_load", "big_link_bits", "window_seconds", "router_seconds", "movable":
		return true
	}
	return false
}
