package session

import (
	"fmt"

	"oncall/internal/explain"
)

// explain says where a number of a step comes from.
func (s *Session) explain(options Options) (any, error) {
	var o struct {
		Code    string `json:"code"`
		Target  string `json:"target"`
		Step    int    `json:"step"`
		Digits  string `json:"digits"`
		Decimal string `json:"decimal"`
	}
	if err := options.Decode(&o); err != nil {
		return nil, fmt.Errorf("explain: %w", err)
	}
	numbers := explain.Numbers{Digits: o.Digits, Decimal: o.Decimal}
	x, err := explain.Of(s.shift, o.Step, o.Code, o.Target, numbers.OrPlain())
	if err != nil {
		return nil, fmt.Errorf("explain: %w", err)
	}
	return x, nil
}

// explainList names everything that is explained in the open shift's world.
func (s *Session) explainList() any {
	return map[string][]string{"codes": explain.List(s.shift.Scenario().World)}
}
