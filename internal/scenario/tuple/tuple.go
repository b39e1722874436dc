// Package tuple reads MessagePack tuples that may come from anyone. Nothing is
// allocated before its size has been compared with a limit and with the bytes
// that are there.
//
// The types are not left to msgp's generated code because that takes missing
// elements as zero and skips surplus ones, and because a refusal has to say
// which part of a record is wrong.
package tuple

import (
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/tinylib/msgp/msgp"
)

// Reader takes values off the front of a message. After the first error it
// returns zero values only, so that a tuple can be read without a check at every
// element and Err asked once at its end.
type Reader struct {
	rest []byte
	err  error
}

// NewReader returns a Reader of a message. It keeps the bytes and does not
// write them.
func NewReader(message []byte) *Reader { return &Reader{rest: message} }

// Err returns the first error, or nil.
func (r *Reader) Err() error { return r.err }

// Rest returns the bytes that are not yet read.
func (r *Reader) Rest() []byte { return r.rest }

// Fail makes err the Reader's error unless it has one.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// Explain replaces the Reader's error, if it has one, by what wrap makes of it.
func (r *Reader) Explain(wrap func(error) error) {
	if r.err != nil {
		r.err = wrap(r.err)
	}
}

// End fails unless the message has been read to its end.
func (r *Reader) End() error {
	if r.err == nil && len(r.rest) > 0 {
		r.err = fmt.Errorf("%d bytes are left over", len(r.rest))
	}
	return r.err
}

// Count reads an array's header and returns how many elements follow: at most
// limit, and no more than there are bytes for.
func (r *Reader) Count(what string, limit int) int {
	count := r.Announced(what)
	if r.err == nil && count > limit {
		r.err = fmt.Errorf("%s: %d elements, and at most %d are allowed", what, count, limit)
	}
	return r.Room(what, count)
}

// Announced reads an array's header and returns how many elements it says
// follow. The caller compares that with a limit, and asks Room, before anything
// is made of that size.
func (r *Reader) Announced(what string) int {
	if r.err != nil {
		return 0
	}
	count, rest, err := msgp.ReadArrayHeaderBytes(r.rest)
	if err != nil {
		r.err = fmt.Errorf("%s: %w", what, err)
		return 0
	}
	r.rest = rest
	return int(count)
}

// Room returns count, and 0 with an error if there are fewer bytes left: an
// element takes one at least.
func (r *Reader) Room(what string, count int) int {
	if r.err == nil && count > len(r.rest) {
		r.err = fmt.Errorf("%s: %d elements are announced, and only %d bytes are left", what, count, len(r.rest))
	}
	if r.err != nil {
		return 0
	}
	return count
}

// Exactly reads the header of an array that must have so many elements.
func (r *Reader) Exactly(what string, count int) {
	if got := r.Announced(what); r.err == nil && got != count {
		r.err = fmt.Errorf("%s: %d elements instead of %d", what, got, count)
	}
}

// Int reads a whole number from low to high.
func (r *Reader) Int(what string, low, high int64) int64 {
	if r.err != nil {
		return 0
	}
	v, rest, err := msgp.ReadInt64Bytes(r.rest)
	switch {
	case err != nil:
		r.err = fmt.Errorf("%s: %w", what, err)
	case v < low || v > high:
		r.err = fmt.Errorf("%s: %d lies outside %d to %d", what, v, low, high)
	default:
		r.rest = rest
		return v
	}
	return 0
}

// Uint32 reads a whole number of 32 bits without a sign.
func (r *Reader) Uint32(what string) uint32 {
	return uint32(r.Int(what, 0, math.MaxUint32))
}

// Number reads a number, written as a whole number or as a float. It is never
// NaN nor infinite.
func (r *Reader) Number(what string) float64 {
	if r.err != nil {
		return 0
	}
	switch msgp.NextType(r.rest) {
	case msgp.IntType, msgp.UintType:
		return float64(r.Int(what, -WholeMax, WholeMax))
	}
	v, rest, err := msgp.ReadFloat64Bytes(r.rest)
	switch {
	case err != nil:
		r.err = fmt.Errorf("%s: %w", what, err)
	case math.IsNaN(v) || math.IsInf(v, 0):
		r.err = fmt.Errorf("%s: not a finite number", what)
	default:
		r.rest = rest
		return v
	}
	return 0
}

// Text reads a string of at most limit bytes in UTF-8.
func (r *Reader) Text(what string, limit int) string {
	if r.err != nil {
		return ""
	}
	v, rest, err := msgp.ReadStringZC(r.rest)
	switch {
	case err != nil:
		r.err = fmt.Errorf("%s: %w", what, err)
	case len(v) > limit:
		r.err = fmt.Errorf("%s: %d bytes, and at most %d are allowed", what, len(v), limit)
	case !utf8.Valid(v):
		r.err = fmt.Errorf("%s: not UTF-8", what)
	default:
		r.rest = rest
		return string(v)
	}
	return ""
}

// Bool reads a truth value.
func (r *Reader) Bool(what string) bool {
	if r.err != nil {
		return false
	}
	v, rest, err := msgp.ReadBoolBytes(r.rest)
	if err != nil {
		r.err = fmt.Errorf("%s: %w", what, err)
		return false
	}
	r.rest = rest
	return v
}

// Nil reports whether a nil comes next, and reads it if so.
func (r *Reader) Nil() bool {
	if r.err != nil || !msgp.IsNil(r.rest) {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

// WholeMax is the largest magnitude that AppendNumber writes as a whole number.
const WholeMax = math.MaxInt32

// AppendNumber appends a number in its shortest form that Number reads back to
// the same value. -0 becomes +0.
func AppendNumber(b []byte, v float64) []byte {
	if v >= -WholeMax && v <= WholeMax && v == math.Trunc(v) {
		return msgp.AppendInt64(b, int64(v))
	}
	return msgp.AppendFloat(b, v)
}
