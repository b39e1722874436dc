package queueing

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func near(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if math.Abs(got-want) > relative*math.Abs(want) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// recursion is the textbook's Erlang B: 1/B(0) = 1, 1/B(k) = 1 + k/a 1/B(k-1).
func recursion(servers int, a float64) float64 {
	inverse := 1.0
	for k := 1; k <= servers; k++ {
		inverse = 1 + float64(k)/a*inverse
	}
	return 1 / inverse
}

func TestErlangBEqualsTheRecursion(t *testing.T) {
	for _, servers := range []int{1, 2, 5, 16, 40, 160, 320, 640} {
		for _, share := range []float64{0.05, 0.3, 0.6, 0.9, 0.995, 1, 1.3, 4} {
			a := share * float64(servers)
			want := recursion(servers, a)
			if want < 1e-290 {
				continue // near underflow the recursion itself has no digits left
			}
			near(t, "B", ErlangB(servers, a), want, 1e-13)
		}
	}
}

// every adds all terms of the series, whether or not they count.
func every(servers int, a float64) float64 {
	sum, term, factor := 1.0, 1.0, 1/a
	for left := float64(servers); left > 0; left-- {
		term = float64(term * float64(left*factor))
		sum += term
	}
	return 1 / sum
}

// Terms that are left out change no bit, alone or beside other series: shifts
// that people have shared depend on it.
func TestTermsThatAreLeftOutChangeNoBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loads := make([]Load, rapid.IntRange(0, 5).Draw(t, "loads"))
		want := make([]float64, len(loads))
		for i := range loads {
			servers := rapid.IntRange(1, 1600).Draw(t, "servers")
			utilization := rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(0.001, 0.3), rapid.Float64Range(0.3, 1.5)).Draw(t, "utilization")
			loads[i] = Load{Servers: servers, Busy: utilization * float64(servers)}
			if utilization > 0 {
				want[i] = every(servers, loads[i].Busy)
			}
			if got := ErlangB(servers, loads[i].Busy); got != want[i] {
				t.Fatalf("B(%d, %v) = %v, want %v", servers, loads[i].Busy, got, want[i])
			}
		}
		got := make([]float64, len(loads))
		ErlangAll(loads, got)
		if !slices.Equal(got, want) {
			t.Fatalf("together %v, want %v", got, want)
		}
	})
}

func TestErlangBByHand(t *testing.T) {
	// a = 3, N = 5: a^5/5! over the sum of a^j/j!: 2.025 / 18.4.
	near(t, "B(5, 3)", ErlangB(5, 3), 2.025/18.4, 1e-15)
	// N = 1: a / (1 + a).
	near(t, "B(1, 0.25)", ErlangB(1, 0.25), 0.2, 1e-15)
	if ErlangB(4, 0) != 0 || ErlangB(0, 0) != 1 || ErlangB(0, 2) != 1 {
		t.Error("nothing offered is never turned away by a server, and everything is without one")
	}
}

func TestErlangBUnderflowsToZero(t *testing.T) {
	if b := ErlangB(640, 0.5); b != 0 {
		t.Errorf("B(640, 0.5) = %v, want 0", b)
	}
	if c := ErlangC(640, 0.5); c != 0 {
		t.Errorf("C(640, 0.5) = %v, want 0", c)
	}
}

func TestQueueByHand(t *testing.T) {
	// Two servers, a = 1, S = 1 s: B = 1/5, C = (1/5) / (1 - 1/2 4/5) = 1/3, k = 2 - 1.
	q := New(2, 1, 1)
	near(t, "C", q.WaitProbability, 1.0/3, 1e-15)
	near(t, "k", q.DrainPerSecond, 1, 1e-15)
	near(t, "P(W > ln 3)", q.WaitLonger(math.Log(3)), 1.0/9, 1e-15)
	near(t, "the wait of one in a hundred", q.WaitQuantile(0.01), math.Log(100.0/3), 1e-15)
	if q.WaitQuantile(0.5) != 0 {
		t.Error("two thirds do not wait, so half of them wait no longer than 0")
	}
	// M/M/1: C = a, k = (1 - a) / S.
	q = New(1, 0.1, 0.8)
	near(t, "C of M/M/1", q.WaitProbability, 0.8, 1e-14)
	near(t, "k of M/M/1", q.DrainPerSecond, 2, 1e-14)
}

func TestMoreServersWaitLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		servers := rapid.IntRange(1, 640).Draw(t, "servers")
		a := rapid.Float64Range(0.01, 0.995).Draw(t, "utilization") * float64(servers)
		c := ErlangC(servers, a)
		if c < 0 || c > 1 {
			t.Fatalf("C(%d, %v) = %v is no probability", servers, a, c)
		}
		if more := ErlangC(servers+1, a); more > c {
			t.Fatalf("C(%d, %v) = %v, but one more server makes it %v", servers, a, c, more)
		}
	})
}

func BenchmarkErlangAll(b *testing.B) {
	loads := []Load{{160, 110}, {200, 110}, {160, 150}, {400, 200}, {160, 96}, {400, 390}, {100, 50}, {160, 120}}
	blocked := make([]float64, len(loads))
	for b.Loop() {
		ErlangAll(loads, blocked)
	}
}

func BenchmarkErlangC(b *testing.B) {
	for b.Loop() {
		ErlangC(160, 110)
	}
}
