package replay

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"testing"
)

// Anyone can recompute a digest from the CSV: here with another implementation
// of FNV-1a.
func TestDigest(t *testing.T) {
	rows := [][]float64{{0, 1125, 0.7714285714285715}, {1, -1e-300, math.Inf(1)}, {2, math.MaxFloat64, -0.5}}
	other := fnv.New32a()
	d := NewDigest()
	for _, row := range rows {
		if err := d.AddRow(row); err != nil {
			t.Fatal(err)
		}
		for _, v := range row {
			other.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
		}
	}
	if uint32(d) != other.Sum32() {
		t.Errorf("digest %s, want %08x", d, other.Sum32())
	}
}

func TestDigestOfNegativeZero(t *testing.T) {
	plus, minus := NewDigest(), NewDigest()
	if err := plus.AddRow([]float64{0}); err != nil {
		t.Fatal(err)
	}
	if err := minus.AddRow([]float64{math.Copysign(0, -1)}); err != nil {
		t.Fatal(err)
	}
	if plus != minus {
		t.Errorf("0 gives %s and -0 gives %s", plus, minus)
	}
}

func TestDigestRefusesNaN(t *testing.T) {
	d := NewDigest()
	if err := d.AddRow([]float64{1, math.NaN()}); err == nil {
		t.Error("a NaN has a digest")
	}
	if d != NewDigest() {
		t.Error("a refused row has changed the digest")
	}
}

func TestDigestText(t *testing.T) {
	for d, want := range map[Digest]string{0: "00000000", 0xab: "000000ab", 0xdeadbeef: "deadbeef", NewDigest(): "811c9dc5"} {
		if got := d.String(); got != want {
			t.Errorf("%d: %s, want %s", uint32(d), got, want)
		}
	}
}

// A mismatch is dated by the file's checkpoints.
func TestFirstDifference(t *testing.T) {
	a := []Checkpoint{{0, 1}, {16, 2}, {32, 3}}
	for _, c := range []struct {
		b        []Checkpoint
		from, to int
		found    bool
	}{
		{[]Checkpoint{{0, 1}, {16, 2}, {32, 3}}, 0, 0, false},
		{[]Checkpoint{{0, 1}, {16, 2}}, 0, 0, false},
		{[]Checkpoint{{0, 9}, {16, 2}, {32, 3}}, 0, 0, true},
		{[]Checkpoint{{0, 1}, {16, 9}, {32, 9}}, 1, 16, true},
		{[]Checkpoint{{0, 1}, {16, 2}, {32, 9}}, 17, 32, true},
	} {
		from, to, found := FirstDifference(a, c.b)
		if from != c.from || to != c.to || found != c.found {
			t.Errorf("%v: %d to %d, %v; want %d to %d, %v", c.b, from, to, found, c.from, c.to, c.found)
		}
	}
}
