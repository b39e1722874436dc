package explain

import (
	"math"
	"slices"

	"oncall/internal/service"
	"oncall/internal/shift"
	"oncall/internal/world"
)

// entry is one number that is explained: its formula, and what is to be read with
// it.
type entry struct {
	code    string
	formula string // empty where there is none
	linked  bool   // whether it is about one link
	truth   bool   // whether its numbers tell the true load of a link
	secret  bool   // whether it is one that nobody on call knows
	sources []string
	limits  []string
	related []string
}

// minute is the explanation of a number of the service world at one minute, or
// without one.
type minute struct {
	page
	params *service.Params
	shift  *shift.Shift // nil without a step
	step   int
}

func generalService(code string, n Numbers) (Explanation, error) {
	params := service.Defaults()
	params.HasSurge = true
	return explainService(&minute{page: page{numbers: n}, params: &params, step: -1}, code)
}

func ofService(s *shift.Shift, step int, code string, n Numbers) (Explanation, error) {
	return explainService(&minute{page: page{numbers: n, live: true}, params: &s.Scenario().Service, shift: s, step: step}, code)
}

func explainService(m *minute, code string) (Explanation, error) {
	for i := range serviceEntries {
		e := &serviceEntries[i]
		if e.code != code {
			continue
		}
		m.begin(code, "", m.step)
		m.refer(e.sources, e.limits, e.related)
		if e.code == "requests" && m.veiled() {
			m.limit("surge_hidden")
		}
		if e.code == "requests" && m.curved() {
			m.limit("curve")
		}
		m.declare(m, e.formula)
		return m.out, nil
	}
	return Explanation{}, unknown(code)
}

// lookup implements context.
func (m *minute) lookup(glyph string) *node {
	row := find(serviceSymbols, glyph)
	kind, id := row[0], row[1]
	s := symbol{glyph: glyph, label: "symbol." + id, unit: row[2]}
	v := math.NaN()
	switch kind {
	case "now", "before":
		column := slices.IndexFunc(service.Readings(), func(r world.Reading) bool { return r.Code == id })
		s.unit, s.code, s.label = string(service.Readings()[column].Unit), id, "reading."+id+".label"
		step := m.step
		if kind == "before" {
			// A name of its own, so that the list of symbols tells the two apart.
			step, s.label = step-1, "symbol."+id+"_before"
		}
		v = m.at(step, column)
	case "set":
		v = m.set(&s, id)
	case "const":
		s.constant, s.assumed = id, !given(id)
		for _, f := range service.Fields() {
			if f.ID == id {
				s.unit, v = string(f.Unit), *f.At(m.params)
			}
		}
	case "each":
		s.each, s.code = id, row[3]
	case "val":
		if m.live {
			v = m.value(id)
		}
	}
	return leaf(s, v)
}

// set makes a symbol of a control and returns its setting; percents become
// shares.
func (m *minute) set(s *symbol, id string) float64 {
	controls := m.params.Controls()
	c, _ := world.FindControl(controls, id)
	s.label, s.unit, s.code = "control."+id+".label", string(c.Unit), setPrefix+id
	v := math.NaN()
	if m.live {
		v = m.control(m.step, c.Code)
	}
	if c.Unit == world.Percent {
		s.unit = string(world.Share)
		v /= 100
	}
	return v
}

// at returns a reading of a minute, of the opening for what came before it.
func (m *minute) at(step, column int) float64 {
	if !m.live {
		return math.NaN()
	}
	return m.shift.Row(max(0, step))[column]
}

// extra returns an extra of a minute.
func (m *minute) extra(step, place int) float64 { return m.shift.Extra(max(0, step))[place] }

// given reports whether a constant is no assumption: the scenario's story, the
// objective, or what a formula needs.
func given(id string) bool {
	switch id {
	case "base_per_second", "clock_minutes", "budget", "objective", "budget_days", "guard_utilization", "fleet_serving":
		return true
	}
	return false
}

// happened reports whether an event of a kind fell into a minute.
func (m *minute) happened(kind world.EventKind, step int) bool {
	for _, e := range m.shift.Events() {
		if e.Kind == kind && e.Step == step {
			return true
		}
	}
	return false
}
