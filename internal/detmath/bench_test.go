package detmath

import (
	"math"
	"testing"
)

// sink keeps the compiler from dropping a benchmarked call.
var sink float64

// benchmark measures f over 1024 inputs in random order, so that a branch is
// guessed no better than in the model.
func benchmark(b *testing.B, f func(float64) float64, lo, hi float64) {
	s := stream(6)
	xs := many(1024, func() float64 { return s.between(lo, hi) })
	i := 0
	for b.Loop() {
		sink += f(xs[i&1023])
		i++
	}
}

func BenchmarkExp(b *testing.B)     { benchmark(b, Exp, -20, 20) }
func BenchmarkLog(b *testing.B)     { benchmark(b, Log, 0, 1) }
func BenchmarkLogWide(b *testing.B) { benchmark(b, Log, 0, 1e6) }
func BenchmarkSin(b *testing.B)     { benchmark(b, Sin, 0, 2*math.Pi) }
func BenchmarkCos(b *testing.B)     { benchmark(b, Cos, 0, 2*math.Pi) }
func BenchmarkCosWide(b *testing.B) { benchmark(b, Cos, -MaxAngle, MaxAngle) }
