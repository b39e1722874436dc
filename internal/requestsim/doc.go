// Package requestsim simulates single requests as events, where the model
// computes a minute from formulas: it is the judge of those formulas, and shares
// no code with them.
//
// Three systems are simulated: a fleet of N workers with one queue, first come
// first served, Poisson arrivals and exponential service (M/M/N), whose callers
// stay or leave after their patience; a TTL cache before objects of equal and of
// Zipf popularity; and the queue of the database (M/M/1).
//
// Method. A stationary run starts idle, is discarded until its memory of the
// start has gone, and is then cut into batches of equal length, each many
// relaxation times long; the batches' means are taken as independent and normal,
// and a Student t interval is put around their mean (batch means: A. M. Law,
// Simulation Modeling and Analysis, 5th ed., McGraw-Hill 2015, ch. 9.5.3). What
// has no stationary state, or starts in it, is run as independent replications
// (ch. 9.4). A whole grid of 95 % intervals must miss some by chance, so the
// verdict on a formula is given by intervals that all hold together with a
// probability of 99.9 % (Bonferroni's inequality, Law ch. 9.7).
//
// Every cell of the grid draws from a stream of its own, derived from the seed
// and the cell's name: a result depends neither on how many goroutines compute
// it nor on which other cells are computed.
package requestsim
