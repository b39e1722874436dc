package requestsim

import (
	"math"
	"math/rand/v2"
)

// Cache is a cache with a time to live: what is not in it is loaded and stays
// for TTLSeconds from then on, however often it is asked for.
type Cache struct {
	TTLSeconds        float64
	RequestsPerSecond float64   // Poisson, each for one object
	Popularity        []float64 // each object's share of the requests; they sum to 1
}

// EqualShares returns the shares of objects that are asked for alike.
func EqualShares(objects int) []float64 { return Zipf(objects, 0) }

// Zipf returns the shares of objects of which the i-th most popular is asked for
// in proportion to 1 / i^exponent (L. Breslau et al., Web Caching and Zipf-like
// Distributions, IEEE INFOCOM 1999).
func Zipf(objects int, exponent float64) []float64 {
	shares := make([]float64, objects)
	sum := 0.0
	for i := range shares {
		shares[i] = math.Pow(float64(i+1), -exponent)
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}

// Simulate returns the share of the requests that the cache answers, from
// independent replications of horizonSeconds.
//
// A replication starts in the stationary state. A cache that starts empty loads
// every object in the first seconds and lets all expire in step for hundreds of
// TTLs, because an object's cycle, the TTL and the wait for the next request, is
// nearly constant where it is asked for often. By renewal theory a moment taken
// at random lies in the TTL part with the parts' ratio of lengths, and anywhere
// in it alike (W. Feller, An Introduction to Probability Theory and Its
// Applications, vol. 2, 2nd ed., Wiley 1971, ch. XI).
func (c Cache) Simulate(horizonSeconds float64, replications int, random *rand.Rand, tick func(requests float64)) Estimate {
	objects := newAlias(c.Popularity)
	expires := make([]float64, len(c.Popularity)) // [s]
	shares := make([]float64, replications)
	for i := range shares {
		for j, share := range c.Popularity {
			idleSeconds := 1 / (c.RequestsPerSecond * share)
			place := random.Float64() * (c.TTLSeconds + idleSeconds)
			expires[j] = c.TTLSeconds - place // in the past where the place is in the idle part
		}
		hits, requests := 0, 0
		for now := random.ExpFloat64() / c.RequestsPerSecond; now < horizonSeconds; now += random.ExpFloat64() / c.RequestsPerSecond {
			object := objects.draw(random)
			requests++
			if now < expires[object] {
				hits++
			} else {
				expires[object] = now + c.TTLSeconds
			}
		}
		shares[i] = float64(hits) / float64(max(1, requests))
		tick(c.RequestsPerSecond * horizonSeconds)
	}
	return estimateOf(shares)
}

// alias draws from a list of shares with one uniform (A. J. Walker, ACM
// Transactions on Mathematical Software 3, 1977, 253-256).
type alias struct {
	keep  []float64 // the share of the draws of a place that stay there
	other []int32   // where the rest go
}

func newAlias(shares []float64) *alias {
	n := len(shares)
	a := &alias{keep: make([]float64, n), other: make([]int32, n)}
	var poor, rich []int32
	for i, share := range shares {
		a.keep[i], a.other[i] = share*float64(n), int32(i)
		if a.keep[i] < 1 {
			poor = append(poor, int32(i))
		} else {
			rich = append(rich, int32(i))
		}
	}
	for len(poor) > 0 && len(rich) > 0 {
		p, r := poor[len(poor)-1], rich[len(rich)-1]
		poor = poor[:len(poor)-1]
		a.other[p] = r
		a.keep[r] -= 1 - a.keep[p]
		if a.keep[r] < 1 {
			rich = rich[:len(rich)-1]
			poor = append(poor, r)
		}
	}
	// What rounding leaves over is full.
	for _, i := range append(poor, rich...) {
		a.keep[i] = 1
	}
	return a
}

func (a *alias) draw(random *rand.Rand) int {
	at := random.Float64() * float64(len(a.keep))
	place := int(at)
	if at-float64(place) < a.keep[place] {
		return place
	}
	return int(a.other[place])
}
