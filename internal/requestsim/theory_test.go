package requestsim

import (
	"math"
	"testing"

	"oncall/internal/service"
)

func TestResponseByHand(t *testing.T) {
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12*math.Abs(want) {
			t.Errorf("%s = %v, want %v", what, got, want)
		}
	}
	// Everybody waits, mu = 1, k = 2: the sum of two exponentials.
	near("P(T > 0.7)", ResponseLonger(1, 2, 1, 0.7), 2*math.Exp(-0.7)-math.Exp(-1.4))
	// k = mu: an Erlang distribution of two stages; and just beside it no digits are lost.
	near("P(T > 3) at k = mu", ResponseLonger(1, 1, 1, 3), 4*math.Exp(-3))
	if got, want := ResponseLonger(1, 1+1e-9, 1, 3), 4*math.Exp(-3); math.Abs(got/want-1) > 1e-8 {
		t.Errorf("P(T > 3) beside k = mu: %v, want %v", got, want)
	}
	// Nobody waits; and M/M/1, where C = rho and the response is exponential with mu - lambda.
	near("p99 without waits", ResponseQuantile(0, 5, 0.1, 0.01), 0.1*math.Log(100))
	near("p99 of M/M/1", ResponseQuantile(0.75, 1, 0.25, 0.01), math.Log(100))
}

func TestLeaveShareInTheLimits(t *testing.T) {
	q := fleetQueue(10, 1.2)
	q.PatienceSeconds = 2
	if got, want := LeaveShare(q), 1-1/1.2; math.Abs(got-want) > 1e-9 {
		t.Errorf("overloaded, a share of %v leaves, want what is too much, %v", got, want)
	}
	q = fleetQueue(40, 0.5)
	q.PatienceSeconds = 2
	if got := LeaveShare(q); got != 0 {
		t.Errorf("half idle, a share of %v leaves", got)
	}
}

// What the grid asks the model for is what it means to ask.
func TestReadingsAreTheModels(t *testing.T) {
	for _, u := range []float64{0.3, 0.9, 1.2} {
		page := fleetReadings(5, u)
		if math.Abs(page[service.Utilization]-min(1, u)) > 1e-12 || page[service.Serving] != 5 || math.Abs(page[service.ServiceTime]-ServiceSeconds) > 1e-15 {
			t.Errorf("utilization %v of %v instances, service time %v; want %v of 5, %v", page[service.Utilization], page[service.Serving], page[service.ServiceTime], u, ServiceSeconds)
		}
	}
	if got, want := queryReading(0.9), 0.05; math.Abs(got-want) > 1e-12 {
		t.Errorf("a query at 90 %% takes %v s, want %v", got, want)
	}
	// rT = 1125 / 20000 * 60 = 3.375.
	if got, want := hitReading(60), 3.375/4.375; math.Abs(got-want) > 1e-12 {
		t.Errorf("hit rate at 60 s %v, want %v", got, want)
	}
}
