package requestsim

import (
	"cmp"
	"slices"
	"sync"
)

// Report is a grid's rows with their verdicts.
type Report struct {
	Seed     uint64  `json:"seed"`
	Requests float64 `json:"requests"` // simulated, about
	Rows     []Row   `json:"rows"`
}

// Run simulates the full grid, or the quick one, on so many goroutines, and
// judges the formulas. progress, which may be nil, is called by one goroutine at
// a time with the share that is done.
func Run(seed uint64, quick bool, goroutines int, progress func(share float64)) *Report {
	g := fullGrid()
	if quick {
		g = quickGrid()
	}
	return run(seed, g.cells(), goroutines, progress)
}

// Sample simulates again, of the full grid, the cell of each system that takes the
// fewest requests, and returns its rows: by them a report that was kept can be
// told from one of another program. They have no verdicts, because those are
// given by all rows together.
func Sample(seed uint64, goroutines int) []Row {
	var cells []cell
	all := fullGrid().cells()
	for _, i := range slices.Backward(longestFirst(all)) {
		if !slices.ContainsFunc(cells, func(c cell) bool { return c.system() == all[i].system() }) {
			cells = append(cells, all[i])
		}
	}
	rows := run(seed, cells, goroutines, nil).Rows
	for i := range rows {
		rows[i].Verdict = ""
	}
	return rows
}

func run(seed uint64, cells []cell, goroutines int, progress func(share float64)) *Report {
	report := &Report{Seed: seed}
	for _, c := range cells {
		report.Requests += c.requests
	}
	var lock sync.Mutex
	done := 0.0
	tick := func(requests float64) {
		if progress == nil {
			return
		}
		lock.Lock()
		defer lock.Unlock()
		done += requests
		progress(min(1, done/report.Requests))
	}
	results := make([][]Row, len(cells))
	work := make(chan int)
	var group sync.WaitGroup
	for range max(1, goroutines) {
		group.Go(func() {
			for i := range work {
				results[i] = cells[i].run(newStream(seed, cells[i].name), tick)
			}
		})
	}
	for _, i := range longestFirst(cells) {
		work <- i
	}
	close(work)
	group.Wait()
	if progress != nil {
		progress(1) // the sum of the ticks is rounded
	}
	report.Rows = slices.Concat(results...)
	judge(report.Rows)
	return report
}

// longestFirst orders the cells so that no long one is left for the end, when
// the other processors have nothing to do.
func longestFirst(cells []cell) []int {
	order := make([]int, len(cells))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(cells[b].requests, cells[a].requests) })
	return order
}

// Summary says how one formula came out over the grid.
type Summary struct {
	Part     Part            `json:"part"`
	Quantity Quantity        `json:"quantity"`
	Claim    Claim           `json:"claim"`
	Count    map[Verdict]int `json:"count"`
	Lowest   Row             `json:"lowest"`  // where the formula is furthest below the simulation
	Highest  Row             `json:"highest"` // where it is furthest above
}

// Error returns by how much a row's formula is off: relative to the simulation
// where it is a time, in points (1 is all requests) where it is a share.
func (r Row) Error() float64 {
	if r.timed() {
		return r.Difference() / r.Simulation.Mean
	}
	return r.Difference()
}

// Summaries sums up the rows by part, quantity and claim, in their order. What
// is too rare to be judged does not count among the errors.
func (r *Report) Summaries() []Summary {
	var all []Summary
	for _, row := range r.Rows {
		i := slices.IndexFunc(all, func(s Summary) bool { return s.Part == row.Part && s.Quantity == row.Quantity })
		if i < 0 {
			i = len(all)
			all = append(all, Summary{Part: row.Part, Quantity: row.Quantity, Claim: row.Claim, Count: map[Verdict]int{}})
		}
		s := &all[i]
		s.Count[row.Verdict]++
		if row.Verdict == TooRare {
			continue
		}
		if s.Lowest.Quantity == "" || row.Error() < s.Lowest.Error() {
			s.Lowest = row
		}
		if s.Highest.Quantity == "" || row.Error() > s.Highest.Error() {
			s.Highest = row
		}
	}
	return all
}

// Count returns how many rows have the verdict.
func (r *Report) Count(v Verdict) int {
	n := 0
	for _, row := range r.Rows {
		if row.Verdict == v {
			n++
		}
	}
	return n
}
