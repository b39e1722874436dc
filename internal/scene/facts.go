package scene

import "math"

// The facts that the picture shows, each of them one column of a snapshot.
const (
	factRate = iota
	factServing
	factHit
	factDatabase
	factQuery
	factP99
	factUtilization
	factBurn
	factBudget
	factWarm
	factBad
	factShed
	factRollbackLeft
	factWarmUpLeft
	factNoCapacity
	factTimeout
	factBadBuild
	factBooting
	factCount
)

// factColumns names the column of each fact and the largest value that the
// picture can make use of.
var factColumns = [factCount]struct {
	name     string
	low, top float64
}{
	factRate:         {"requests", 0, 1e6},
	factServing:      {"serving", 0, tilesMax},
	factHit:          {"hit", 0, 1},
	factDatabase:     {"db", 0, 20},
	factQuery:        {"query_time", 0, 60},
	factP99:          {"p99", 0, 60},
	factUtilization:  {"utilization", 0, 1},
	factBurn:         {"burn", 0, 1000},
	factBudget:       {"budget", -1, 1},
	factWarm:         {"warm", 0, 1},
	factBad:          {"bad", 0, 1},
	factShed:         {"shed", 0, 1},
	factRollbackLeft: {"x:rollback_left", 0, 240},
	factWarmUpLeft:   {"x:warm_up_left", 0, 240},
	factNoCapacity:   {"x:no_capacity", 0, 1},
	factTimeout:      {"x:timeout", 0, 1},
	factBadBuild:     {"x:bad_build", 0, 1},
	factBooting:      {"booting", 0, tilesMax},
}

// tilesMax is the largest fleet that the picture shows.
const tilesMax = 128

// facts are one minute's numbers.
type facts struct {
	v    [factCount]float64
	boot [tilesMax]float64 // minutes until the i-th tile's instance serves
}

// columns finds the facts in a snapshot.
type columns struct {
	fact [factCount]int // index in a snapshot, or -1
	boot [tilesMax]int
}

// findColumns looks the facts up in the names of a snapshot's columns. What is
// missing reads as 0.
func findColumns(names []string) columns {
	var c columns
	for i := range c.fact {
		c.fact[i] = -1
	}
	for i := range c.boot {
		c.boot[i] = -1
	}
	for at, name := range names {
		for i := range factColumns {
			if factColumns[i].name == name {
				c.fact[i] = at
			}
		}
		if i, ok := bootIndex(name); ok {
			c.boot[i] = at
		}
	}
	return c
}

// bootIndex returns the number in "x:boot_<number>".
func bootIndex(name string) (int, bool) {
	const prefix = "x:boot_"
	if len(name) <= len(prefix) || name[:len(prefix)] != prefix {
		return 0, false
	}
	n := 0
	for _, r := range name[len(prefix):] {
		if r < '0' || r > '9' {
			return 0, false
		}
		n = n*10 + int(r-'0')
		if n >= tilesMax {
			return 0, false
		}
	}
	return n, true
}

// read takes the facts out of a snapshot, inside the bounds of what can be
// shown.
func (c *columns) read(values []float64) facts {
	var f facts
	for i, at := range c.fact {
		if at >= 0 && at < len(values) && !math.IsNaN(values[at]) {
			f.v[i] = clamp(values[at], factColumns[i].low, factColumns[i].top)
		}
	}
	// The boots' list begins at the first tile that does not serve.
	serving := int(f.v[factServing])
	for i, at := range c.boot {
		if tile := serving + i; tile < tilesMax && at >= 0 && at < len(values) && values[at] > 0 {
			f.boot[tile] = values[at]
		}
	}
	return f
}

// blend writes into f what lies between a and b at the share t.
func (f *facts) blend(a, b *facts, t float64) {
	for i := range f.v {
		f.v[i] = a.v[i] + (b.v[i]-a.v[i])*t
	}
	for i := range f.boot {
		f.boot[i] = a.boot[i] + (b.boot[i]-a.boot[i])*t
		if a.boot[i] == 0 {
			f.boot[i] = b.boot[i]
		}
	}
}

// slowShare returns the share of answers that take longer than target, from
// their 99th percentile: an exponential distribution with that percentile has
// P(T > target) = 0.01^(target / p99). It is 1 % where p99 is the target, and is
// shown only above it.
func (f *facts) slowShare(target float64) float64 {
	p99 := f.v[factP99]
	if p99 <= target || target <= 0 {
		return 0
	}
	return math.Pow(0.01, target/p99)
}

// pace returns how fast things move, 1 in a healthy system: the square root or
// so of how the 99th percentile compares to a healthy one.
func (f *facts) pace() float64 {
	const healthySeconds = 0.4
	if f.v[factP99] <= 0 {
		return 1
	}
	return clamp(math.Pow(healthySeconds/f.v[factP99], 0.7), 0.22, 1.15)
}
