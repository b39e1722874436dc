package service

import (
	"math"
	"testing"

	"oncall/internal/world"

	"pgregory.net/rapid"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > max(1e-12*math.Abs(want), 1e-15) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// calm has no noise, no daily swing and a fixed fleet: what happens is what the
// test does.
func calm() Params {
	p := Defaults()
	p.DailySwing, p.TrafficNoise = 0, 0
	p.Autoscaler = 0
	return p
}

// press returns the action of a control in the next minute.
func press(w *World, control, value int) []world.Action {
	return []world.Action{{Step: w.minute + 1, Control: control, Value: value}}
}

func run(w *World, minutes int) {
	for range minutes {
		w.Step(nil)
	}
}

// At noon the sine is at its peak: 900 * 1.25 = 1125 req/s. r = 1125/20000,
// rT = 3.375, hit = 3.375/4.375. Three queries for each miss against 4000/s.
func TestOpeningByHand(t *testing.T) {
	w := New(Defaults(), 1, nil)
	r := w.row
	near(t, "requests", r[Requests], 1125)
	near(t, "hit", r[Hit], 3.375/4.375)
	db := 1125 * 3 * (1 - 3.375/4.375) / 4000
	near(t, "database", r[Database], db)
	query := 0.005 / (1 - db)
	near(t, "query time", r[QueryTime], query)
	service := 0.070 + (1-3.375/4.375)*3*query
	near(t, "service time", r[ServiceTime], service)
	near(t, "utilization", r[Utilization], 1125*service/160)
	near(t, "cost an hour", r[CostPerHour], 4)
	near(t, "age", r[Age], 30)
	if r[Serving] != 10 || r[Booting] != 0 || r[Cost] != 0 || r[BudgetLeft] != 1 || r[Burn1h] != 0 {
		t.Errorf("opening row %v", r)
	}
}

func TestTrafficPeaksAtNoonAndRestsAtMidnight(t *testing.T) {
	p := Defaults()
	for clock, want := range map[float64]float64{0: 675, 360: 900, 720: 1125, 1080: 900} {
		p.ClockMinutes = clock
		near(t, "requests", New(p, 1, nil).row[Requests], want)
	}
}

// Busy workers above all workers: a = 2 N fails half of what is admitted, and
// p99 says its lower bound.
func TestOverloadFailsWhatTheFleetCannotServe(t *testing.T) {
	p := calm()
	p.FleetServing, p.FleetMin = 1, 1
	p.QueriesPerRequest, p.HeavyQueries = 0, 0
	p.BasePerSecond = 2 * 16 / 0.070
	w := New(p, 1, nil)
	near(t, "fail", w.row[Fail], 0.5)
	near(t, "no capacity", w.causes.noCapacity, 0.5)
	near(t, "timeout", w.causes.timeout, 0)
	near(t, "utilization", w.row[Utilization], 1)
	near(t, "wait probability", w.row[WaitProbability], 1)
	near(t, "p99", w.row[P99], 0.070*math.Log(100)+2)
	near(t, "burn", w.row[Burn], 500)
}

// The guard: between 99.5 % and saturation the failed share stays where the
// formula has it at 99.5 %, and never steps down across saturation.
func TestFailuresGrowAcrossSaturation(t *testing.T) {
	p := calm()
	p.QueriesPerRequest, p.HeavyQueries = 0, 0
	fail := func(utilization float64) float64 {
		p.BasePerSecond = utilization * 160 / 0.070
		return New(p, 1, nil).row[Fail]
	}
	near(t, "fail at 99.8 %", fail(0.998), fail(0.995))
	last := 0.0
	for u := 0.9; u < 1.2; u += 0.001 {
		f := fail(u)
		if f < last-1e-15 {
			t.Fatalf("at %.1f %% utilization %v fails, less than the %v before", 100*u, f, last)
		}
		last = f
	}
}

func TestNothingAdmittedFailsNothing(t *testing.T) {
	p := calm()
	p.LowPriority, p.Shed = 1, 100
	w := New(p, 1, nil)
	near(t, "admitted", w.row[Admitted], 0)
	near(t, "error", w.row[Error], 0)
	near(t, "p99", w.row[P99], w.row[ServiceTime]*math.Log(100))
	run(w, 3)
	near(t, "shed", w.row[ShedShare], 1)
}

func TestShedRequestsUseNothingAndCountNotAsErrors(t *testing.T) {
	p := calm()
	p.Shed = 100
	w := New(p, 1, nil)
	near(t, "shed", w.row[ShedShare], 0.3)
	near(t, "admitted", w.row[Admitted], 0.7*900)
	near(t, "database", w.row[Database], 0.7*900*3*(1-w.row[Hit])/4000)
}

// 3 minutes of boot: started in minute 1, serving from minute 4, paid for at
// once.
func TestBootsServeAfterTheDelay(t *testing.T) {
	w := New(calm(), 1, nil)
	w.Step(press(w, FleetMin, 12))
	for minute := 1; minute <= 5; minute++ {
		serving, booting := 10.0, 2.0
		if minute >= 4 {
			serving, booting = 12, 0
		}
		if w.row[Serving] != serving || w.row[Booting] != booting {
			t.Errorf("minute %d: %v serving, %v booting; want %v, %v", minute, w.row[Serving], w.row[Booting], serving, booting)
		}
		near(t, "cost an hour", w.row[CostPerHour], 12*0.4)
		w.Step(nil)
	}
}

func TestLoweringTheMinimumCancelsTheNewestBootsFirst(t *testing.T) {
	w := New(calm(), 1, nil)
	w.Step(press(w, FleetMin, 12)) // two due at 4
	w.Step(press(w, FleetMin, 15)) // three more due at 5
	w.Step(press(w, FleetMin, 11)) // four too many: the three, then one of the two
	if w.row[Serving] != 10 || w.row[Booting] != 1 {
		t.Fatalf("%v serving, %v booting; want 10, 1", w.row[Serving], w.row[Booting])
	}
	w.Step(nil)
	if w.row[Serving] != 11 {
		t.Errorf("the oldest boot did not serve at minute 4: %v serving", w.row[Serving])
	}
	w.Step(press(w, FleetMin, 2))
	if w.row[Serving] != 2 {
		t.Errorf("%v serving, want 2 at once", w.row[Serving])
	}
}

// Target tracking: 10 instances at 90 % against 60 % want 15; a saturated fleet
// reads 100 % and wants ceil(10 / 0.6) = 17, whatever the load is.
func TestAutoscalerGrowsByTheRatio(t *testing.T) {
	for _, c := range []struct{ utilization, want float64 }{{0.9, 5}, {1, 7}, {3, 7}, {0.59, 0}} {
		p := calm()
		p.Autoscaler = 1
		p.QueriesPerRequest, p.HeavyQueries = 0, 0
		p.BasePerSecond = c.utilization * 160 / 0.070
		w := New(p, 1, nil)
		w.Step(nil)
		if w.row[Booting] != c.want {
			t.Errorf("at %v of capacity %v boot, want %v", c.utilization, w.row[Booting], c.want)
		}
		w.Step(nil)
		if w.row[Booting] != c.want {
			t.Errorf("at %v it grew again while instances boot: %v", c.utilization, w.row[Booting])
		}
	}
}

// 30 instances that need 10: nine quiet minutes, at the tenth a fifth (6) stops,
// ten later a fifth of 24 (4).
func TestScaleInWaitsTenQuietMinutes(t *testing.T) {
	p := calm()
	p.Autoscaler, p.FleetServing, p.FleetMin = 1, 30, 1
	w := New(p, 1, nil)
	for minute := 1; minute <= 20; minute++ {
		w.Step(nil)
		want := 30.0
		if minute >= 10 {
			want = 24
		}
		if minute >= 20 {
			want = 20
		}
		if w.row[Serving] != want {
			t.Fatalf("minute %d: %v serving, want %v", minute, w.row[Serving], want)
		}
	}
}

func TestABadBuildTakesOverInEqualSteps(t *testing.T) {
	p := calm()
	p.Deploys = []Deploy{{Minute: 2, RolloutMinutes: 4}}
	w := New(p, 1, nil)
	for minute, want := range []float64{0, 0, 0.25, 0.5, 0.75, 1, 1} {
		if minute > 0 {
			w.Step(nil)
		}
		near(t, "bad", w.row[Bad], want)
		near(t, "error", w.row[Error], w.row[Fail]+(1-w.row[Fail])*0.05*want)
	}
}

// Pressed in minute t: billed twice in t..t+4, and bad is 0 from t+5 on, a
// rollout in progress included.
func TestRollbackIsBilledTwiceForFiveMinutes(t *testing.T) {
	p := calm()
	p.Deploys = []Deploy{{Minute: 2, RolloutMinutes: 30}}
	w := New(p, 1, nil)
	run(w, 3)
	w.Step(press(w, Rollback, 1)) // minute 4
	for minute := 4; minute <= 12; minute++ {
		fleets := 2.0
		if minute >= 9 {
			fleets = 1
			near(t, "bad", w.row[Bad], 0)
		} else if w.row[Bad] == 0 {
			t.Errorf("minute %d: rolled back too early", minute)
		}
		near(t, "cost an hour", w.row[CostPerHour], fleets*10*0.4)
		w.Step(nil)
	}
}

func TestPressingRollbackAgainRestartsIt(t *testing.T) {
	p := calm()
	p.Deploys = []Deploy{{Minute: 1, RolloutMinutes: 1}}
	w := New(p, 1, nil)
	w.Step(press(w, Rollback, 1)) // minute 1
	run(w, 2)
	w.Step(press(w, Rollback, 1)) // minute 4: now until 8
	run(w, 4)
	near(t, "bad at minute 8", w.row[Bad], 1)
	w.Step(nil)
	near(t, "bad at minute 9", w.row[Bad], 0)
}

// Refill: 1 - warm falls by e^(-1/30) a minute while the database is not
// saturated, and the job adds 0.12 after it; it loads 600 queries/s for six
// minutes.
func TestFlushRefillAndWarmUp(t *testing.T) {
	p := calm()
	p.BasePerSecond = 500 // a cold cache keeps the database below 100 %
	p.Flushes = []int{1}
	w := New(p, 1, nil)
	w.Step(nil)
	near(t, "warm in the minute of the flush", w.row[Warm], 0)
	near(t, "hit", w.row[Hit], 0)
	w.Step(press(w, WarmUp, 1))
	cold := math.Exp(-1.0 / 30)
	near(t, "warm after a minute of refill", w.row[Warm], 1-cold)
	near(t, "database", w.row[Database], (w.row[Requests]*3*(1-w.row[Hit])+600)/4000)
	w.Step(press(w, WarmUp, 1)) // does nothing while the job runs
	cold = cold*math.Exp(-1.0/30) - 0.12
	near(t, "warm after a minute of the job", w.row[Warm], 1-cold)
	run(w, 4)
	near(t, "database in the job's last minute", w.row[Database], (w.row[Requests]*3*(1-w.row[Hit])+600)/4000)
	w.Step(nil)
	near(t, "database after the job", w.row[Database], w.row[Requests]*3*(1-w.row[Hit])/4000)
}

// A saturated database refills at 1/rho of the speed.
func TestRefillIsSlowerWhileTheDatabaseIsSaturated(t *testing.T) {
	p := calm()
	p.BasePerSecond = 3000 // 9000 queries/s when cold
	p.Flushes = []int{1}
	w := New(p, 1, nil)
	w.Step(nil)
	rho := w.row[Requests] * 3 / 4000
	near(t, "rho", w.row[Database], rho)
	near(t, "query time", w.row[QueryTime], 0.25)
	w.Step(nil)
	near(t, "warm", w.row[Warm], 1-math.Exp(-1/rho/30))
}

func TestSurgeFollowsItsProfile(t *testing.T) {
	s := surge{onset: 40, ramp: 10, hold: 20, peak: 5, decay: 25}
	for minute, want := range map[float64]float64{0: 1, 39: 1, 40: 1, 45: 3, 50: 5, 69: 5, 95: 1 + 4*math.Exp(-1)} {
		near(t, "factor", s.factor(minute), want)
	}
}

// What the player does never changes what the world draws.
func TestActionsDoNotChangeTheTraffic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Defaults()
		p.HasSurge = true
		seed := rapid.Uint32().Draw(t, "seed")
		left, played := New(p, seed, nil), New(p, seed, nil)
		controls := p.Controls()
		for range 60 {
			left.Step(nil)
			c := controls[rapid.IntRange(0, len(controls)-1).Draw(t, "control")]
			value := c.Min + c.Step*rapid.IntRange(0, (c.Max-c.Min)/c.Step).Draw(t, "value")
			played.Step(press(played, c.Code, value))
			if left.row[Requests] != played.row[Requests] {
				t.Fatalf("minute %d: %v requests left alone, %v played", left.minute, left.row[Requests], played.row[Requests])
			}
		}
	})
}

// Whatever is done, every reading is a number in its range.
func TestReadingsStayInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Defaults()
		for _, f := range Fields() {
			if f.ID == "minutes" || rapid.Bool().Draw(t, "default "+f.ID) {
				continue
			}
			v := rapid.Float64Range(f.Min, f.Max).Draw(t, f.ID)
			if f.Whole {
				v = math.Floor(v)
			}
			*f.At(&p) = v
		}
		p.HasSurge = true
		p.Deploys, p.Flushes = []Deploy{{Minute: 3, RolloutMinutes: 2}}, []int{5}
		p.FleetServing, p.FleetMin = min(p.FleetServing, p.FleetMax), min(p.FleetMin, p.FleetMax)
		p.QueryMaxSeconds = max(p.QueryMaxSeconds, p.QuerySeconds)
		for _, bounds := range [][2]*float64{
			{&p.Surge.EarliestMinutes, &p.Surge.LatestMinutes}, {&p.Surge.PeakLow, &p.Surge.PeakHigh},
			{&p.Surge.RampLowMinutes, &p.Surge.RampHighMinutes}, {&p.Surge.HoldLowMinutes, &p.Surge.HoldHighMinutes},
		} {
			*bounds[1] = max(*bounds[0], *bounds[1])
		}
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		w := New(p, rapid.Uint32().Draw(t, "seed"), nil)
		controls := p.Controls()
		for range 20 {
			c := controls[rapid.IntRange(0, len(controls)-1).Draw(t, "control")]
			value := c.Min + c.Step*rapid.IntRange(0, (c.Max-c.Min)/c.Step).Draw(t, "value")
			w.Step(press(w, c.Code, value))
			for i, v := range w.row {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Fatalf("minute %d: %s = %v", w.minute, readings[i].Code, v)
				}
			}
			for _, i := range []int{Hit, Utilization, WaitProbability, Fail, Error, Warm, Bad, ShedShare, Heavy} {
				if w.row[i] < 0 || w.row[i] > 1 {
					t.Fatalf("minute %d: %s = %v is no share", w.minute, readings[i].Code, w.row[i])
				}
			}
			if n := w.row[Serving] + w.row[Booting]; n < 1 || n > p.FleetMax {
				t.Fatalf("minute %d: %v instances", w.minute, n)
			}
		}
	})
}

func TestStepAllocatesNothing(t *testing.T) {
	p := Defaults()
	p.HasSurge = true
	w := New(p, 3, nil)
	if n := testing.AllocsPerRun(200, func() { w.Step(nil) }); n != 0 {
		t.Errorf("%v allocations a step, want 0", n)
	}
}
