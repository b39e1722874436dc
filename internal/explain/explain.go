// Package explain says where a number comes from: what a reading or a control
// is, its formula with symbols and with the numbers of one step, its sources and
// its limits.
//
// A formula is declared once, as text (see parse.go), and read into a tree. The
// tree gives the formula, the formula with numbers, and its value, so the three
// cannot disagree. A long formula is a list of steps: each is one line, and the
// one that gives the reading is marked. Inside formulas shares are fractions of
// one and times are in seconds unless the list of symbols names another unit.
//
// A number is shown with five significant digits, or with fewer where those are
// all it has.
package explain

import (
	"errors"
	"strconv"

	"oncall/internal/scenario"
	"oncall/internal/shift"
)

// Numbers is how numbers are written: the ten digits from zero on, and the
// decimal sign.
type Numbers struct {
	Digits, Decimal string
}

// Step is one line of a formula as MathML.
type Step struct {
	Formula string `json:"formula"` // with symbols
	Values  string `json:"values"`  // with numbers, and what they give; empty without a step
	Result  bool   `json:"result"`  // whether it gives the reading
}

// Symbol is a letter of a formula.
type Symbol struct {
	Symbol     string `json:"symbol"`     // MathML
	Label      string `json:"label"`      // locale key of its name
	Value      string `json:"value"`      // in its unit; empty where it is not known
	Unit       string `json:"unit"`       // a world.Unit
	Code       string `json:"code"`       // the reading or control that it is, or empty
	Constant   string `json:"constant"`   // the field of the scenario that it is, or empty
	Assumption bool   `json:"assumption"` // an illustrative constant
}

// Explanation is all that is to be said about one number. Steps is empty where
// there is no formula.
type Explanation struct {
	Code       string   `json:"code"`
	Target     string   `json:"target"` // id of the link that it is about, or empty
	Step       int      `json:"step"`   // -1 without one
	Label      string   `json:"label"`  // locale key of its name
	What       string   `json:"what"`   // locale key of what it is
	Steps      []Step   `json:"steps"`
	Symbols    []Symbol `json:"symbols"`
	Sources    []string `json:"sources"` // full references, the same in every language
	Limits     []string `json:"limits"`  // locale keys
	Assumption bool     `json:"assumption"`
	Result     float64  `json:"result"`  // of the step that gives the reading; 0 where there is none or it is secret
	Secret     bool     `json:"secret"`  // nobody on call knows it: not to be shown before the shift has ended
	Related    []string `json:"related"` // codes worth reading next
}

// setPrefix begins the code of a control.
const setPrefix = "set:"

// List returns the codes of everything that is explained in a world, in the
// order in which it is best read: what hurts, then the way of a request or of a
// session, then the cost, then the controls.
func List(worldID string) []string {
	var codes []string
	if worldID == scenario.WorldCDN {
		for i := range cdnEntries {
			codes = append(codes, cdnEntries[i].code)
		}
		return codes
	}
	for i := range serviceEntries {
		codes = append(codes, serviceEntries[i].code)
	}
	return codes
}

// General explains a code of a world without a step: formulas with symbols only,
// and the constants of the design. The error says that there is no such code.
func General(worldID, code string, n Numbers) (Explanation, error) {
	if worldID == scenario.WorldCDN {
		return generalCDN(code, n)
	}
	return generalService(code, n)
}

// Of explains a code at a computed step of a shift. The target is the id of a
// link where the code is about one; a code may also end in it, as the columns of
// a row do. The error says that there is no such code, target or step.
func Of(s *shift.Shift, step int, code, target string, n Numbers) (Explanation, error) {
	if step < 0 || step > s.Step() {
		return Explanation{}, errors.New("step " + strconv.Itoa(step) + " is not computed")
	}
	if s.Scenario().CDN != nil {
		return ofCDN(s, step, code, target, n)
	}
	if target != "" {
		return Explanation{}, errors.New(code + " takes no target, and was given " + strconv.Quote(target))
	}
	return ofService(s, step, code, n)
}

func unknown(code string) error {
	return errors.New("there is nothing called " + strconv.Quote(code) + " to explain")
}
