package explain_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oncall/internal/cdn"
	"oncall/internal/explain"
	"oncall/internal/scenario"
	"oncall/internal/shift"
	"oncall/internal/world"
)

// shown returns a reading or extra of a step by its code.
func shown(s *shift.Shift, step int, code string) (float64, bool) {
	is := func(r world.Reading) bool { return r.Code == code }
	if i := slices.IndexFunc(s.Readings(), is); i >= 0 {
		return s.Row(step)[i], true
	}
	if i := slices.IndexFunc(s.Extras(), is); i >= 0 {
		return s.Extra(step)[i], true
	}
	return 0, false
}

// ofLink returns what the world calls a code of a link.
func ofLink(code, link string) string { return strings.TrimPrefix(code, "link_") + "_" + link }

// works has what a control's explanation works out.
var works = map[string]string{"set:policy": "slowdown", "set:metric": "measured", "set:drain": "drop"}

// variants are the shipped scenarios and some with other routers, bigger windows
// and players that cannot move.
func variants(t *testing.T) []*scenario.Scenario {
	t.Helper()
	all := ofWorld(t, scenario.WorldCDN)
	for _, sc := range slices.Clone(all)[:2] {
		changed, params := *sc, *sc.CDN
		changed.ID += "-changed"
		params.RouterSeconds, params.RouterDelaySeconds, params.WindowSeconds = 70, 95, 300
		params.Movable, params.Td, params.Policy, params.OtherSpread = 0.5, 20, cdn.PolicyPID, 1
		changed.CDN = &params
		if err := changed.Check(); err != nil {
			t.Fatal(err)
		}
		all = append(all, &changed)
	}
	return all
}

// Every formula of the CDN world, with its numbers, gives the reading.
func TestCDNFormulasGiveTheReadings(t *testing.T) {
	for _, sc := range variants(t) {
		t.Run(sc.ID, func(t *testing.T) {
			var but []int
			if strings.HasSuffix(sc.ID, "-changed") {
				but = []int{cdn.ControlPolicy} // PID from start to end
			}
			s := played(t, sc, 3, sc.Steps(), but...)
			chance := rand.New(rand.NewPCG(3, 1))
			steps := []int{0, 1, 7, 8, s.Step()}
			for range 50 {
				steps = append(steps, chance.IntN(s.Step()+1))
			}
			for _, step := range steps {
				link := sc.CDN.Links[chance.IntN(len(sc.CDN.Links))].ID
				for _, code := range explain.List(scenario.WorldCDN) {
					checkCDN(t, s, step, code, link)
				}
			}
		})
	}
}

// While a link is down it carries nothing, and what would have strayed onto it
// stays where it is.
func TestLinksThatAreDown(t *testing.T) {
	for _, sc := range ofWorld(t, scenario.WorldCDN) {
		for _, o := range sc.CDN.Outages {
			s := played(t, sc, 1, sc.Steps())
			for step := int(6 * o.Minute); step < int(6*(o.Minute+o.Minutes))+6; step += 7 {
				for _, link := range sc.CDN.Links {
					for _, code := range []string{"load", "loss", "session_rate", "link_rebuffering", "measured", "slowdown"} {
						checkCDN(t, s, step, code, link.ID)
					}
				}
			}
		}
	}
}

// The true load is told after the shift: before, no explanation has it among its
// numbers.
func TestTheTrueLoadIsNotTold(t *testing.T) {
	for _, sc := range ofWorld(t, scenario.WorldCDN) {
		s := played(t, sc, 5, 300)
		for _, step := range []int{2, 100, 217, 300} {
			for _, link := range sc.CDN.Links[:2] {
				var secrets []string
				for before := range 2 {
					v, _ := shown(s, step-before, "load_"+link.ID)
					secrets = append(secrets, strconv.FormatFloat(v, 'f', 5, 64))
				}
				for _, code := range explain.List(scenario.WorldCDN) {
					x, err := explain.Of(s, step, code, "", plain)
					if err == nil && x.Target != "" {
						x, err = explain.Of(s, step, code, link.ID, plain)
					}
					if err != nil {
						t.Fatal(err)
					}
					if x.Secret != slices.Contains([]string{"load", "other", "loss", "session_rate", "link_rebuffering"}, code) {
						t.Errorf("%s is secret: %v", code, x.Secret)
					}
					told := fmt.Sprint(x.Steps, x.Symbols, strconv.FormatFloat(x.Result, 'f', 5, 64))
					for _, secret := range secrets {
						if strings.Contains(told, secret) {
							t.Errorf("%s step %d: %s of %s tells %s", sc.ID, step, code, link.ID, secret)
						}
					}
				}
			}
		}
	}
}

func checkCDN(t *testing.T, s *shift.Shift, step int, code, link string) {
	t.Helper()
	where := fmt.Sprintf("step %d %s %s", step, code, link)
	x, err := explain.Of(s, step, code, "", plain)
	name := code
	if err == nil && x.Target != "" {
		x, err = explain.Of(s, step, code, link, plain)
		name = ofLink(code, link)
	}
	if err != nil {
		t.Fatal(err)
	}
	if code == "session_rate" && len(x.Steps) > 0 && x.Steps[0].Values == "" {
		if loss, _ := shown(s, step, "loss_"+link); loss != 0 {
			t.Errorf("%s: no rate at a loss of %v", where, loss)
		}
		return
	}
	judge(t, where, x, plain)
	if worked, ok := works[code]; ok {
		name = worked + "_" + link
	}
	want, ok := shown(s, step, name)
	if !ok || len(x.Steps) == 0 {
		return
	}
	if !(math.Abs(x.Result-want) <= 1e-9*math.Abs(want)+1e-12) {
		t.Errorf("%s: the formula gives %v, and the reading is %v", where, x.Result, want)
	}
}
