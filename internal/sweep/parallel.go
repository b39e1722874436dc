package sweep

import (
	"sync"
	"sync/atomic"
)

// Each calls do for 0 to n-1, on so many goroutines, each of which gets the
// number of its worker, 0 to workers-1. It calls progress, if there is one, from
// this goroutine with how many are done.
func Each(n, workers int, do func(worker, i int), progress func(done int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	finished := make(chan struct{}, n)
	for worker := range max(1, workers) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(worker, i)
				finished <- struct{}{}
			}
		})
	}
	for done := 1; done <= n; done++ {
		<-finished
		if progress != nil {
			progress(done)
		}
	}
	group.Wait()
}

// chunk is how many seeds a worker takes at a time.
const chunk = 8

// RunAll is Run on so many goroutines. What it returns does not depend on how
// many there are. Progress, if given, is told the share that is done.
func (p *Plan) RunAll(first uint32, seeds, workers int, progress func(share float64)) []float64 {
	chunks := (seeds + chunk - 1) / chunk
	data := make([]float64, seeds*len(p.columns))
	runners := make([]*runner, max(1, workers))
	Each(chunks, workers, func(worker, i int) {
		if runners[worker] == nil {
			runners[worker] = p.newRunner()
		}
		from, to := i*chunk, min(seeds, (i+1)*chunk)
		part := data[from*len(p.columns) : to*len(p.columns)]
		runners[worker].run(part[:0], first+uint32(from), to-from)
	}, func(done int) {
		if progress != nil {
			progress(float64(done) / float64(chunks))
		}
	})
	return data
}
