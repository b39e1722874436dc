//go:build js

// Command engine is the simulation in the page. It links no Ebitengine: it is
// small, comes first, and makes the page playable on its own.
package main

import (
	"oncall/internal/bridge"
	"oncall/internal/session"
)

func main() { bridge.ServeEngine(&session.Session{}) }
