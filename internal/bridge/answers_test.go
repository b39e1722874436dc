package bridge

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

type inner struct {
	Deep []float64 `json:"deep"`
	Left string    `json:"left,omitempty"`
}

type pair struct{ A, B float64 }

// MarshalJSON writes a pair as a list.
func (p pair) MarshalJSON() ([]byte, error) { return json.Marshal([]float64{p.A, p.B}) }

type outer struct {
	inner
	*Other
	Name   string             `json:"name"`
	Count  uint32             `json:"count"`
	Step   *int               `json:"step"`
	Shares map[string]float64 `json:"shares"`
	Kinds  []kind             `json:"kinds,omitempty"`
	Any    any                `json:"any"`
	Pair   pair               `json:"pair"`
	Flag   bool
	Hidden string `json:"-"`
}

// Other is embedded by pointer.
type Other struct {
	Rate float64 `json:"rate"`
}

type kind uint16

// What an engine answers reads back as what encoding/json would have written.
func TestAnswersReadLikeEncodingJSON(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		number := rapid.Float64Range(-1e300, 1e300)
		o := outer{
			inner: inner{Deep: rapid.SliceOf(number).Draw(r, "deep"), Left: rapid.String().Draw(r, "left")},
			Name:  rapid.String().Draw(r, "name"), Count: rapid.Uint32().Draw(r, "count"),
			Shares: rapid.MapOf(rapid.String(), number).Draw(r, "shares"),
			Any:    rapid.SampledFrom([]any{nil, 1.5, "text", []any{true, nil}, map[string]any{"a": -3}}).Draw(r, "any"),
			Pair:   pair{1, number.Draw(r, "b")}, Flag: rapid.Bool().Draw(r, "flag"), Hidden: "no",
		}
		if rapid.Bool().Draw(r, "pointers") {
			step := rapid.Int().Draw(r, "step") >> 12 // exact as a float
			o.Step, o.Other, o.Kinds = &step, &Other{number.Draw(r, "rate")}, []kind{1, 2}
		}
		written, err := appendAnswer(nil, reflect.ValueOf(o))
		if err != nil {
			r.Fatal(err)
		}
		wanted, err := json.Marshal(o)
		if err != nil {
			r.Fatal(err)
		}
		var got, want any
		if err := json.Unmarshal(written, &got); err != nil {
			r.Fatalf("%s: %v", written, err)
		}
		if err := json.Unmarshal(wanted, &want); err != nil {
			r.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			r.Error(diff)
		}
	})
}

func TestAnswersThatAreNone(t *testing.T) {
	for _, value := range []any{math.NaN(), []float64{math.Inf(1)}, map[string]any{"f": func() {}}} {
		if text, err := appendAnswer(nil, reflect.ValueOf(value)); err == nil {
			t.Errorf("%v is written as %s", value, text)
		}
	}
}
