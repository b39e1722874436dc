//go:build js

// Command files reads and writes the files of services of one's own in the page.
// It is loaded when somebody opens or saves one.
package main

import (
	"oncall/internal/bridge"
	"oncall/internal/ownfiles"
)

func main() { bridge.ServeFiles(&ownfiles.Files{}) }
