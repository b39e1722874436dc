//go:build js

// Command qr draws QR codes in the page. It is loaded when somebody asks for
// one.
package main

import (
	"oncall/internal/bridge"
	"oncall/internal/qrcode"
)

func main() { bridge.ServeCodes(qrcode.SVG) }
