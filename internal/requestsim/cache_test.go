package requestsim

import (
	"math"
	"testing"
)

// One object asked for once a second: of a load and the T hits behind it, T are
// hits. A horizon far shorter than the TTL must give the same, or the start is
// not the stationary state.
func TestOneObject(t *testing.T) {
	c := Cache{TTLSeconds: 3, RequestsPerSecond: 1, Popularity: []float64{1}}
	agrees(t, "hit rate", c.Simulate(20000, 20, newStream(1, t.Name()), ignore), 0.75)
	many := Cache{TTLSeconds: 3, RequestsPerSecond: 5000, Popularity: EqualShares(5000)}
	agrees(t, "hit rate within half a second", many.Simulate(0.5, 100, newStream(1, t.Name()), ignore), 0.75)
}

// The simulation from an empty cache forgets its start at once where objects are
// seldom asked for, and gives the same as the stationary start.
func TestTwoObjects(t *testing.T) {
	c := Cache{TTLSeconds: 2, RequestsPerSecond: 1, Popularity: []float64{0.75, 0.25}}
	// rT is 1.5 and 0.5: 0.75 * 0.6 + 0.25 / 3.
	want := 0.75*0.6 + 0.25/3
	agrees(t, "hit rate", c.Simulate(20000, 20, newStream(1, t.Name()), ignore), want)
	if got := HitRate(c); math.Abs(got-want) > 1e-15 {
		t.Errorf("formula %v, want %v", got, want)
	}
	random := newStream(2, t.Name())
	var expires [2]float64
	hits, requests := 0, 0
	for now := random.ExpFloat64(); now < 400000; now += random.ExpFloat64() {
		object := 0
		if random.Float64() >= 0.75 {
			object = 1
		}
		requests++
		if now < expires[object] {
			hits++
		} else {
			expires[object] = now + c.TTLSeconds
		}
	}
	if got := float64(hits) / float64(requests); math.Abs(got-want) > 0.004 {
		t.Errorf("hit rate from an empty cache %v, want %v", got, want)
	}
}

func TestZipf(t *testing.T) {
	shares := Zipf(3, 1)
	for i, want := range []float64{6.0 / 11, 3.0 / 11, 2.0 / 11} {
		if math.Abs(shares[i]-want) > 1e-15 {
			t.Errorf("share %d is %v, want %v", i+1, shares[i], want)
		}
	}
}

// The table gives each object exactly its share of the draws.
func TestAliasKeepsShares(t *testing.T) {
	for _, shares := range [][]float64{{1}, EqualShares(7), Zipf(20000, 1), {0.5, 0, 0.5}, {0.01, 0.98, 0.01}} {
		a := newAlias(shares)
		got := make([]float64, len(shares))
		for i, keep := range a.keep {
			got[i] += keep / float64(len(shares))
			got[a.other[i]] += (1 - keep) / float64(len(shares))
		}
		for i, want := range shares {
			if math.Abs(got[i]-want) > 1e-12 {
				t.Fatalf("object %d of %d is drawn with %v, want %v", i, len(shares), got[i], want)
			}
		}
	}
}
