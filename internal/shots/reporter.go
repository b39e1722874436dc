package main

import (
	"errors"
	"fmt"
	"slices"
)

var errStopped = errors.New("stopped")

// reporter is what a test is to the driver, for a program.
type reporter struct {
	name     string
	err      error
	cleanups []func()
}

func (r *reporter) Helper()             {}
func (r *reporter) Name() string        { return r.name }
func (r *reporter) Logf(string, ...any) {}
func (r *reporter) Failed() bool        { return r.err != nil }
func (r *reporter) Cleanup(f func())    { r.cleanups = append(r.cleanups, f) }

func (r *reporter) Errorf(format string, args ...any) {
	r.err = errors.Join(r.err, fmt.Errorf(format, args...))
}

// Fatalf ends the moment, not the program.
func (r *reporter) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(errStopped)
}

func (r *reporter) done() {
	for _, f := range slices.Backward(r.cleanups) {
		f()
	}
}
