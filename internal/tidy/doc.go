// Package tidy has no code of its own: its tests keep the rules of this source tree that neither the
// compiler nor a linter knows.
package tidy
