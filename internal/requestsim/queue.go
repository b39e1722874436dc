package requestsim

import (
	"math"
	"math/rand/v2"
)

// Queue is an M/M/N queue, first come first served.
type Queue struct {
	Workers           int
	ServiceSeconds    float64 // mean of the exponential service time
	ArrivalsPerSecond float64 // of the Poisson arrivals
	PatienceSeconds   float64 // who has waited so long leaves the line; +Inf: nobody does
}

// Utilization returns the offered load by worker, which passes 1 in an overload.
func (q Queue) Utilization() float64 {
	return q.ArrivalsPerSecond * q.ServiceSeconds / float64(q.Workers)
}

// relaxation returns how many requests arrive while the queue forgets about two
// thirds of what it was. The rate of forgetting is at most the service rate and
// near saturation (sqrt(N mu) - sqrt(lambda))^2 (E. A. van Doorn, Stochastic
// Monotonicity and Queueing Applications of Birth-Death Processes, Springer
// 1981). Callers who leave bound the queue as well: a random walk between walls
// B arrivals apart forgets within B^2 / pi^2 of them.
func (q Queue) relaxation() float64 {
	u := q.Utilization()
	near := u / ((1 - math.Sqrt(u)) * (1 - math.Sqrt(u)))
	bound := q.ArrivalsPerSecond * q.PatienceSeconds
	return max(u*float64(q.Workers), min(near, bound*bound/(math.Pi*math.Pi)))
}

// filling returns how many requests arrive, twice over, until the line of an
// overloaded fleet has reached the length at which its callers leave. Such a
// queue forgets quickly once it is there, and takes long to get there.
func (q Queue) filling() float64 {
	u := q.Utilization()
	if u <= 1 || math.IsInf(q.PatienceSeconds, 1) {
		return 0
	}
	return 2 * q.ArrivalsPerSecond * q.PatienceSeconds * u / (u - 1)
}

// clump returns about how many requests in a row share the fate of one that meets
// a rare one, so that a run has as many independent events as it has clumps. A
// long queue drains by 1 - u a service and stays long for 2 / (1 - u)^2 arrivals;
// a full fleet stays nearly full for a service time. Callers who leave do so at
// the end of the line, whose length leaves that end within 2 / |1 - u| arrivals,
// or the patience.
func (q Queue) clump() float64 {
	u := q.Utilization()
	if !math.IsInf(q.PatienceSeconds, 1) {
		return min(2/math.Abs(1-u), q.ArrivalsPerSecond*q.PatienceSeconds)
	}
	return max(u*float64(q.Workers), 2/((1-u)*(1-u)))
}

// window counts what happens in one batch.
type window struct {
	seconds              float64 // its length
	busySeconds          float64 // worker seconds
	started, waited      int     // requests whose service began, and that waited before
	left                 int     // callers who lost patience
	waitSum, responseSum float64 // [s]
	longer               []int   // started requests whose wait passed each of the grid's times
	responses            histogram
}

func (w *window) reset() {
	clear(w.longer)
	w.responses.reset()
	*w = window{longer: w.longer, responses: w.responses}
}

// share returns a count as a share of the callers whose fate was decided.
func (w *window) share(n int) float64 { return float64(n) / float64(max(1, w.started+w.left)) }

// simulation is a queue in the middle of its run.
type simulation struct {
	q           Queue
	random      *rand.Rand
	waitSeconds []float64 // the grid of t in P(W > t), ascending
	now         float64   // [s]
	arrival     float64   // when the next caller comes [s]
	busy        departures
	waiting     line
	window      window
}

func newSimulation(q Queue, waitSeconds []float64, random *rand.Rand) *simulation {
	s := &simulation{q: q, random: random, waitSeconds: waitSeconds, busy: make(departures, 0, q.Workers)}
	s.window = window{longer: make([]int, len(waitSeconds)), responses: newHistogram()}
	s.arrival = random.ExpFloat64() / q.ArrivalsPerSecond
	return s
}

// advance plays all events up to a time.
func (s *simulation) advance(until float64) {
	begin := s.now
	for {
		next, departs := s.arrival, false
		if len(s.busy) > 0 && s.busy[0] < next {
			next, departs = s.busy[0], true
		}
		if next > until {
			break
		}
		s.window.busySeconds += float64(len(s.busy)) * (next - s.now)
		s.now = next
		if departs {
			s.depart()
		} else {
			s.arrive()
		}
	}
	s.window.busySeconds += float64(len(s.busy)) * (until - s.now)
	s.now = until
	s.window.seconds += until - begin
}

func (s *simulation) arrive() {
	if len(s.busy) < s.q.Workers {
		s.busy.push(s.start(0))
	} else {
		s.waiting.join(s.now)
	}
	s.arrival = s.now + s.random.ExpFloat64()/s.q.ArrivalsPerSecond
}

// depart gives the free worker to the first caller in line who is still there.
func (s *simulation) depart() {
	for !s.waiting.empty() {
		wait := s.now - s.waiting.next()
		if wait > s.q.PatienceSeconds {
			s.window.left++
			continue
		}
		s.busy.replace(s.start(wait))
		return
	}
	s.busy.pop()
}

// start begins a service and returns when it ends.
func (s *simulation) start(wait float64) float64 {
	service := s.random.ExpFloat64() * s.q.ServiceSeconds
	w := &s.window
	w.started++
	w.responseSum += wait + service
	w.responses.add(wait + service)
	if wait > 0 {
		w.waited++
		w.waitSum += wait
		for i, t := range s.waitSeconds {
			if wait <= t {
				break
			}
			w.longer[i]++
		}
	}
	return s.now + service
}

// QueueResult is what the simulation of a queue measured.
type QueueResult struct {
	Utilization     Estimate   // busy share of the workers
	WaitProbability Estimate   // P(W > 0)
	WaitLonger      []Estimate // P(W > t) for each t that was asked for
	MeanWait        Estimate   // [s], who left not counted
	MeanResponse    Estimate   // wait plus service [s], who left not counted
	P99             Estimate   // 99 % quantile of wait plus service [s], who left not counted
	Left            Estimate   // share of the callers who left
}

// Plan says how long a stationary run is.
type Plan struct {
	Batches             int     // at least 2
	RelaxationsPerBatch float64 // length of a batch in relaxation times
	RequestsMin         float64 // requests of the whole run, at least
}

// requests returns the length of a run of the queue under this plan.
func (p Plan) requests(q Queue) float64 {
	return max(p.RequestsMin, p.RelaxationsPerBatch*float64(p.Batches)*q.relaxation())
}

// Simulate runs the queue to the plan: one batch or more to warm up, which is
// discarded, then the batches. It calls tick with the requests that each batch added.
// waitSeconds is ascending. The utilization must be below 1 unless callers leave:
// else there is no stationary state, and no end.
func (q Queue) Simulate(plan Plan, waitSeconds []float64, random *rand.Rand, tick func(requests float64)) QueueResult {
	s := newSimulation(q, waitSeconds, random)
	requests := plan.requests(q) / float64(plan.Batches)
	batchSeconds := requests / q.ArrivalsPerSecond
	warmSeconds := max(requests, q.filling()) / q.ArrivalsPerSecond
	s.advance(warmSeconds)
	c := newColumns(len(waitSeconds))
	for b := range plan.Batches {
		s.window.reset()
		s.advance(warmSeconds + batchSeconds*float64(b+1))
		c.add(&s.window, q.Workers)
		tick(requests)
	}
	return c.result()
}

// Overload runs the queue from idle for a horizon, as replications, and returns
// the share of the callers who arrive in it and wait longer than timeoutSeconds.
// All of them stay and are served, the last ones after the horizon.
func (q Queue) Overload(horizonSeconds, timeoutSeconds float64, replications int, random *rand.Rand, tick func(requests float64)) Estimate {
	shares := make([]float64, replications)
	for i := range shares {
		s := newSimulation(q, []float64{timeoutSeconds}, random)
		s.advance(horizonSeconds)
		s.arrival = math.Inf(1)
		for !s.waiting.empty() {
			s.advance(s.busy[0])
		}
		shares[i] = s.window.share(s.window.longer[0])
		tick(q.ArrivalsPerSecond * horizonSeconds)
	}
	return estimateOf(shares)
}

// columns collects the batches of every measured number.
type columns struct {
	utilization, wait, meanWait, meanResponse, left []float64
	longer                                          [][]float64
	responses                                       []histogram
}

func newColumns(times int) *columns { return &columns{longer: make([][]float64, times)} }

func (c *columns) add(w *window, workers int) {
	c.utilization = append(c.utilization, w.busySeconds/w.seconds/float64(workers))
	c.wait = append(c.wait, w.share(w.waited))
	c.meanWait = append(c.meanWait, w.waitSum/float64(max(1, w.started)))
	c.meanResponse = append(c.meanResponse, w.responseSum/float64(max(1, w.started)))
	c.responses = append(c.responses, w.responses.clone())
	c.left = append(c.left, w.share(w.left))
	for i, n := range w.longer {
		c.longer[i] = append(c.longer[i], w.share(n))
	}
}

func (c *columns) result() QueueResult {
	r := QueueResult{
		Utilization:     estimateOf(c.utilization),
		WaitProbability: estimateOf(c.wait),
		MeanWait:        estimateOf(c.meanWait),
		MeanResponse:    estimateOf(c.meanResponse),
		P99:             quantileOf(c.responses, 0.99),
		Left:            estimateOf(c.left),
	}
	for _, batches := range c.longer {
		r.WaitLonger = append(r.WaitLonger, estimateOf(batches))
	}
	return r
}
