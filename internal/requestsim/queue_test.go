package requestsim

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func ignore(float64) {}

// sure is the level of the tests' own intervals: one of ten thousand misses.
const sure = 0.9999

func agrees(t *testing.T, what string, got Estimate, want float64) {
	t.Helper()
	if half := got.Half(sure); math.Abs(got.Mean-want) > half || half > 0.1*want {
		t.Errorf("%s = %.5g ± %.2g, want %.5g", what, got.Mean, half, want)
	}
}

// The laws of M/M/1 are elementary and need no Erlang formula.
func TestOneServer(t *testing.T) {
	const lambda, mu = 3.0, 4.0
	q := Queue{Workers: 1, ServiceSeconds: 1 / mu, ArrivalsPerSecond: lambda, PatienceSeconds: forever}
	r := q.Simulate(Plan{30, 100, 1e6}, []float64{0.5, 1, 2}, newStream(1, t.Name()), ignore)
	agrees(t, "utilization", r.Utilization, lambda/mu)
	agrees(t, "P(wait)", r.WaitProbability, lambda/mu)
	agrees(t, "mean wait", r.MeanWait, lambda/mu/(mu-lambda))
	agrees(t, "mean response", r.MeanResponse, 1/(mu-lambda))
	agrees(t, "p99", r.P99, math.Log(100)/(mu-lambda))
	for i, at := range []float64{0.5, 1, 2} {
		agrees(t, "P(W > t)", r.WaitLonger[i], lambda/mu*math.Exp(-(mu-lambda)*at))
	}
	if r.Left.Mean != 0 {
		t.Errorf("a share of %v left, though nobody does", r.Left.Mean)
	}
}

// M/M/2 by hand: C = 2 rho^2 / (1 + rho), and the mean wait is C / (2 mu - lambda).
func TestTwoServers(t *testing.T) {
	const rho, mu = 0.6, 10.0
	q := Queue{Workers: 2, ServiceSeconds: 1 / mu, ArrivalsPerSecond: 2 * mu * rho, PatienceSeconds: forever}
	r := q.Simulate(Plan{30, 100, 1e6}, nil, newStream(1, t.Name()), ignore)
	c := 2 * rho * rho / (1 + rho)
	agrees(t, "utilization", r.Utilization, rho)
	agrees(t, "P(wait)", r.WaitProbability, c)
	agrees(t, "mean wait", r.MeanWait, c/(2*mu*(1-rho)))
}

// Callers without patience make it Erlang's loss system: a^3/3! over the sum of
// a^j/j! at a = 2. With patience 1 and lambda = mu = 1, one server loses a third:
// the density of the wait that is offered is level up to 1 and falls like e^-x
// behind it, so 1 + 1 + 1 parts are idle, patient and lost.
func TestCallersWhoLeave(t *testing.T) {
	loss := Queue{Workers: 3, ServiceSeconds: 1, ArrivalsPerSecond: 2, PatienceSeconds: 0}
	got := loss.Simulate(Plan{30, 100, 5e5}, nil, newStream(1, t.Name()), ignore)
	want := (8.0 / 6) / (1 + 2 + 2 + 8.0/6)
	agrees(t, "share lost without patience", got.Left, want)
	agrees(t, "utilization of the loss system", got.Utilization, 2*(1-want)/3)
	if formula := LeaveShare(loss); math.Abs(formula-want) > 1e-12 {
		t.Errorf("formula without patience %v, want %v", formula, want)
	}
	level := Queue{Workers: 1, ServiceSeconds: 1, ArrivalsPerSecond: 1, PatienceSeconds: 1}
	agrees(t, "share lost at lambda = mu", level.Simulate(Plan{30, 100, 1e6}, nil, newStream(1, t.Name()), ignore).Left, 1.0/3)
	if formula := LeaveShare(level); math.Abs(formula-1.0/3) > 1e-12 {
		t.Errorf("formula at lambda = mu %v, want 1/3", formula)
	}
}

// A line that is still filling loses nobody, and would pull the share down.
func TestWarmUpFillsTheLine(t *testing.T) {
	q := fleetQueue(40, 1.1)
	q.PatienceSeconds = 2
	agrees(t, "share that leaves", q.Simulate(Plan{20, 1, 1e6}, nil, newStream(1, t.Name()), ignore).Left, 1-1/1.1)
}

// At a utilization of 1.2 the wait grows by 0.2 s a second, so the callers of all
// but the first 10 s of a minute wait longer than 2 s.
func TestOverload(t *testing.T) {
	q := Queue{Workers: 320, ServiceSeconds: 0.1, ArrivalsPerSecond: 1.2 * 3200, PatienceSeconds: forever}
	failed := q.Overload(60, 2, 5, newStream(1, t.Name()), ignore)
	if math.Abs(failed.Mean-5.0/6) > 0.01 {
		t.Errorf("share that waits longer than 2 s: %v, want 5/6", failed.Mean)
	}
}

// An interval that is too narrow would condemn good formulas, one that is too
// wide would pass bad ones.
func TestIntervalsCover(t *testing.T) {
	q := Queue{Workers: 1, ServiceSeconds: 1, ArrivalsPerSecond: 0.8, PatienceSeconds: forever}
	random := newStream(1, t.Name())
	const runs = 200
	covered := 0
	for range runs {
		wait := q.Simulate(Plan{20, 40, 0}, nil, random, ignore).WaitProbability
		if math.Abs(wait.Mean-0.8) <= wait.Half(0.95) {
			covered++
		}
	}
	if share := float64(covered) / runs; share < 0.90 || share > 0.99 {
		t.Errorf("95 %% intervals cover in %.3f of the runs", share)
	}
}

func TestDeparturesComeInOrder(t *testing.T) {
	random := newStream(1, t.Name())
	var heap departures
	var want []float64
	for range 20000 {
		at := random.Float64()
		switch {
		case len(want) == 0 || random.IntN(3) > 0:
			heap.push(at)
			want = append(want, at)
		case random.IntN(2) == 0:
			heap.pop()
			want = want[1:]
		default:
			heap.replace(at)
			want[0] = at
		}
		slices.Sort(want)
		if len(heap) != len(want) || len(want) > 0 && heap[0] != want[0] {
			t.Fatalf("%d departures, want %d", len(heap), len(want))
		}
		if len(want) > 100 {
			heap, want = heap[:0], want[:0]
		}
	}
}

func TestLineIsFirstComeFirstServed(t *testing.T) {
	random := newStream(1, t.Name())
	var l line
	joined, served := 0, 0
	for range 100000 {
		if random.IntN(100) < 51 {
			l.join(float64(joined))
			joined++
		} else if !l.empty() {
			if got := l.next(); got != float64(served) {
				t.Fatalf("served %v, want %d", got, served)
			}
			served++
		}
	}
	if joined-served < 64 || l.empty() {
		t.Fatalf("the line never grew: %d", joined-served)
	}
}

func TestQuantile(t *testing.T) {
	random := newStream(1, t.Name())
	h := newHistogram()
	var all []float64
	for range 100000 {
		x := random.ExpFloat64() * 0.075
		h.add(x)
		all = append(all, x)
	}
	slices.Sort(all)
	for _, p := range []float64{0.5, 0.9, 0.99} {
		if got, want := h.quantile(p), all[int(p*float64(len(all)))]; math.Abs(got/want-1) > 2e-3 {
			t.Errorf("%v quantile %v, want %v", p, got, want)
		}
	}
	for _, at := range []float64{0.01, 0.1, 0.5} {
		if got, want := h.below(at), 1-math.Exp(-at/0.075); math.Abs(got-want) > 5e-3 {
			t.Errorf("a share of %v lies below %v, want %v", got, at, want)
		}
	}
	if empty := newHistogram(); !math.IsNaN(empty.quantile(0.5)) {
		t.Error("nothing has a median")
	}
}

// From the tables of the t distribution.
func TestStudentT(t *testing.T) {
	for _, c := range []struct {
		level   float64
		freedom int
		want    float64
	}{{0.95, 1, 12.706}, {0.95, 2, 4.303}, {0.95, 9, 2.262}, {0.99, 10, 3.169}, {0.95, 19, 2.093}, {0.999, 30, 3.646}, {0.95, 60, 2.000}} {
		if got := studentT(c.level, c.freedom); math.Abs(got-c.want) > 6e-4 {
			t.Errorf("t(%v, %d) = %.4f, want %.3f", c.level, c.freedom, got, c.want)
		}
	}
	e := estimateOf([]float64{1, 2, 3, 4})
	if e.Mean != 2.5 || math.Abs(e.StandardError-math.Sqrt(5.0/12)) > 1e-12 || e.Batches != 4 {
		t.Errorf("estimate %+v", e)
	}
}

func BenchmarkRequest(b *testing.B) {
	s := newSimulation(fleetQueue(10, 0.9), waitSeconds, rand.New(rand.NewPCG(1, 2)))
	b.ResetTimer()
	s.advance(float64(b.N) / s.q.ArrivalsPerSecond)
}
