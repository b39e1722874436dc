package cdn

import (
	"testing"
)

// seeds are those of the design's table.
var seeds = []uint32{1, 2, 3}

// lastHour is a shift's last 60 minutes [steps].
const lastHour = 60 * stepsPerMinute

// bench plays a bench of two links and returns the true loads of its last hour
// [points].
func bench(t *testing.T, p Params, seed uint32, policy, metric, target int) (a, b []float64, rows [][]float64) {
	t.Helper()
	rows = play(t, p, seed, opening(policy, metric, target))
	points := func(link int) []float64 {
		c := column(rows, len(rows)-lastHour, Column(link, LinkLoad))
		for i := range c {
			c[i] *= 100
		}
		return c
	}
	return points(0), points(1), rows
}

func atMost(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(got <= want) {
		t.Errorf("%s: %.2f, want at most %v", what, got, want)
	}
}

func atLeast(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(got >= want) {
		t.Errorf("%s: %.2f, want at least %v", what, got, want)
	}
}

// Weights alone: A has 0.8 * 158 G at 0.98 of it, 0.02 of B's and other
// services on 100 G.
func TestStaticOverloadsTheHeavyLink(t *testing.T) {
	for _, seed := range seeds {
		a, b, _ := bench(t, twoLinks(158*giga), seed, PolicyStatic, MetricRouter, 85)
		const want = 0.8*158*0.98 + 0.2*158*0.02 + 4
		if got := mean(a); got < want-1.5 || got > want+1.5 {
			t.Errorf("seed %d: A at %.1f %%, want about %.1f", seed, got, want)
		}
		atMost(t, "A", spread(a), 7)
		atMost(t, "B", spread(b), 7)
		atLeast(t, "A's lowest load", mean(a)-spread(a), 120)
	}
}

// The sawtooth of drop and stale data: both links in antiphase, four minutes
// from crest to crest, and a third of the play time lost.
func TestLinearWithTheRouterMetricIsASawtooth(t *testing.T) {
	for _, seed := range seeds {
		a, b, rows := bench(t, twoLinks(158*giga), seed, PolicyLinear, MetricRouter, 85)
		atLeast(t, "A", spread(a), 40)
		atLeast(t, "B", spread(b), 40)
		atMost(t, "correlation", correlation(a, b), -0.9)
		const period = 240 / StepSeconds
		atLeast(t, "A beside itself a period later", correlation(a[period:], a[:len(a)-period]), 0.9)
		atMost(t, "A beside itself half a period later", correlation(a[period/2:], a[:len(a)-period/2]), -0.9)
		lost := 100 * mean(column(rows, len(rows)-lastHour, TotalColumn(2, TotalRebuffering)))
		atLeast(t, "rebuffering", lost, 27)
		atMost(t, "rebuffering", lost, 33)
	}
}

// A wrong minute makes the sawtooth, not the policy: figures that are there at
// the minute's end do not, older ones do worse.
func TestTheSawtoothComesFromStaleData(t *testing.T) {
	for _, seed := range seeds {
		p := twoLinks(158 * giga)
		p.RouterDelaySeconds = 0
		a, b, _ := bench(t, p, seed, PolicyLinear, MetricRouter, 85)
		atMost(t, "A without delay", spread(a), 10)
		atMost(t, "B without delay", spread(b), 10)
		p.RouterDelaySeconds = 50
		a, b, _ = bench(t, p, seed, PolicyLinear, MetricRouter, 85)
		atLeast(t, "A after 50 s", spread(a), 80)
		atLeast(t, "B after 50 s", spread(b), 80)
	}
}

// Drop is the other half of it.
func TestWithoutDropThereIsNoSawtooth(t *testing.T) {
	p := twoLinks(158 * giga)
	p.DropMost = 0
	a, b, _ := bench(t, p, 1, PolicyLinear, MetricRouter, 85)
	atMost(t, "A", spread(a), 20)
	atMost(t, "B", spread(b), 20)
}

func TestDampingCalmsAndCostsStarts(t *testing.T) {
	for _, seed := range seeds {
		a, b, rows := bench(t, twoLinks(158*giga), seed, PolicyDamped, MetricRouter, 85)
		atMost(t, "A", spread(a), 10)
		atMost(t, "B", spread(b), 10)
		const lambda = 158 * giga / 4e6 / meanSession
		starts := lambda*(0.45*20+220)*60 + 0.55*158*giga/4e6
		lost := 100 * sum(column(rows, 0, TotalColumn(2, TotalGivenUp))) / starts
		atLeast(t, "given up", lost, 1)
		atMost(t, "given up", lost, 4)
	}
}

// The servers do not see the 4 % of other services, so PID holds A above the
// target by about as much.
func TestTheServerMetricIsBlindToOthers(t *testing.T) {
	for _, seed := range seeds {
		a, b, _ := bench(t, twoLinks(158*giga), seed, PolicyPID, MetricServer, 85)
		atLeast(t, "A", mean(a), 86.5)
		atMost(t, "A", mean(a), 90.5)
		atMost(t, "A's range", spread(a), 10)
		atMost(t, "B's range", spread(b), 10)
	}
}

func TestPIDHoldsTheTargetWithTheFusedMetric(t *testing.T) {
	for _, seed := range seeds {
		a, b, _ := bench(t, twoLinks(158*giga), seed, PolicyPID, MetricFused, 85)
		atLeast(t, "A", mean(a), 83)
		atMost(t, "A", mean(a), 87)
		atMost(t, "A's range", spread(a), 10)
		atMost(t, "B's range", spread(b), 10)
		for _, target := range []int{80, 85, 90} {
			a, b, _ := bench(t, twoLinks(170*giga), seed, PolicyPID, MetricFused, target)
			for _, got := range []float64{mean(a), mean(b)} {
				atLeast(t, "at 170 G", got, float64(target)-2.5)
				atMost(t, "at 170 G", got, float64(target)+2.5)
			}
		}
	}
}

// Gusts of 6 % in two minutes must not bring the sawtooth back.
func TestPIDStandsGusts(t *testing.T) {
	for _, seed := range seeds {
		a, b, _ := bench(t, gusts(158*giga), seed, PolicyPID, MetricFused, 85)
		atMost(t, "A", spread(a), 20)
		atMost(t, "B", spread(b), 20)
	}
}

// The match carries 1.5 Tbit/s; weights that fit the everyday audience leave
// links above 95 %, controllers do not.
func TestWorldCupMatch(t *testing.T) {
	for _, seed := range seeds {
		for _, c := range []struct {
			policy, metric int
			least, most    float64
		}{
			{PolicyStatic, MetricRouter, 100, 300},
			{PolicyLinear, MetricRouter, 10, 50},
			{PolicyDamped, MetricRouter, 0, 2},
			{PolicyPID, MetricFused, 0, 2},
		} {
			p := worldCup()
			w := New(p, seed, opening(c.policy, c.metric, 85))
			peak := 0.0
			for range p.Steps() {
				w.Step(nil)
				peak = max(peak, w.totals[TotalCarried]/tera)
			}
			atLeast(t, policies[c.policy]+": peak", peak, 1.5*0.95)
			atMost(t, policies[c.policy]+": peak", peak, 1.5*1.05)
			atLeast(t, policies[c.policy]+": link-minutes above 95 %", w.extraTotals[ExtraOverMinutes], c.least)
			atMost(t, policies[c.policy]+": link-minutes above 95 %", w.extraTotals[ExtraOverMinutes], c.most)
		}
	}
}
