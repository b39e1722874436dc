package replay

import (
	"fmt"
	"math"
	"strconv"
)

// FNV-1a with 32 bits: Fowler, Noll, Vo; RFC 9923.
const (
	fnvOffset = 2166136261
	fnvPrime  = 16777619
)

// Digest is a 32-bit hash over the rows of a shift, step 0 included: FNV-1a over
// each reading's 8 bytes, little-endian, as an IEEE 754 double. Two shifts with
// the same digest went the same way, to the last bit of every reading.
type Digest uint32

// NewDigest returns the digest of no rows.
func NewDigest() Digest { return fnvOffset }

// AddRow continues the digest with the readings of the next step. -0 counts as
// +0. A NaN breaks the model's invariant: it has no digest, and the error says
// which reading it is.
func (d *Digest) AddRow(row []float64) error {
	h := uint32(*d)
	for i, v := range row {
		if math.IsNaN(v) {
			return fmt.Errorf("reading %d is not a number", i)
		}
		bits := math.Float64bits(v + 0) // -0 + 0 is +0
		for range 8 {
			h = (h ^ uint32(bits&0xff)) * fnvPrime
			bits >>= 8
		}
	}
	*d = Digest(h)
	return nil
}

// String returns the digest as 8 lower-case hex digits.
func (d Digest) String() string {
	const digits = "00000000"
	text := strconv.FormatUint(uint64(d), 16)
	return digits[len(text):] + text
}

// Checkpoint is the digest of a shift's rows up to and with a step.
type Checkpoint struct {
	Step   int
	Digest Digest
}

// CheckpointEvery is the number of steps between two checkpoints. The first one
// is that of step 0.
const CheckpointEvery = 16

// FirstDifference dates a mismatch by two lists of checkpoints of the same
// shift. The first step that differs is one of from to to. There is none where
// found is false: then the lists agree as far as both go.
func FirstDifference(a, b []Checkpoint) (from, to int, found bool) {
	from = 0
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return from, a[i].Step, true
		}
		from = a[i].Step + 1
	}
	return 0, 0, false
}
