package chart

import "math"

// Table is the rows of a shift without a copy: Data holds them one after the
// other, Width numbers each, row 0 the opening. Codes names the first columns
// of a row; a row may be wider, for what charts do not show.
type Table struct {
	Codes []string
	Width int
	Data  []float64
	// Beside are further columns of the same steps, which stand elsewhere.
	Beside []Table
}

// Len returns the number of whole rows.
func (t Table) Len() int {
	if t.Width <= 0 {
		return 0
	}
	return len(t.Data) / t.Width
}

// Series returns the column with the given code, and whether there is one.
func (t Table) Series(code string) (Series, bool) {
	for i, c := range t.Codes {
		if c == code && i < t.Width && code != "" {
			return Series{data: t.Data, offset: i, plus: -1, stride: t.Width, rows: t.Len()}, true
		}
	}
	for _, other := range t.Beside {
		if s, ok := other.Series(code); ok {
			return s, true
		}
	}
	return Series{}, false
}

// Series is one number for each step, a view into a Table or a slice.
type Series struct {
	data   []float64
	offset int
	plus   int // a second column that is added, or -1
	stride int
	rows   int
}

// Values returns a slice as a Series; the slice is not copied.
func Values(values []float64) Series {
	return Series{data: values, plus: -1, stride: 1, rows: len(values)}
}

// Len returns the number of steps.
func (s Series) Len() int { return s.rows }

// At returns the number at a step in 0 <= step < Len(). It may be anything,
// NaN included: scales decide what can be drawn.
func (s Series) At(step int) float64 {
	v := s.data[step*s.stride+s.offset]
	if s.plus >= 0 {
		v += s.data[step*s.stride+s.plus]
	}
	return v
}

// add returns the sum of two columns of the same table.
func (s Series) add(other Series) Series {
	s.plus = other.offset
	return s
}

// until returns the series cut after the given step.
func (s Series) until(step int) Series {
	s.rows = max(0, min(s.rows, step+1))
	return s
}

// since returns the series from the given step on, which becomes step 0.
func (s Series) since(step int) Series {
	step = max(0, min(step, s.rows))
	s.data = s.data[min(step*s.stride, len(s.data)):]
	s.rows -= step
	return s
}

// extent returns the least and the greatest finite number, and whether there
// is any.
func (s Series) extent() (lo, hi float64, ok bool) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for i := range s.rows {
		v := s.At(i)
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		lo, hi, ok = math.Min(lo, v), math.Max(hi, v), true
	}
	return lo, hi, ok
}
