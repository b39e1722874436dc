package requestsim

import (
	"hash/fnv"
	"math/rand/v2"
)

// newStream returns the random numbers of one cell. It is the PCG generator with
// 128 bits of state (M. E. O'Neill, HMC-CS-2014-0905, 2014) and not the game's
// mulberry32, whose 2^32 numbers a single cell could use up, and which the judge
// should not share with the judged.
func newStream(seed uint64, name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}
