// Package qrcode draws a link as a QR code, for the phone across the table. It
// is a program of its own in the page, loaded when somebody asks for a code, so
// that nobody else waits for it.
package qrcode

import (
	"fmt"
	"strconv"

	go_qr "github.com/piglig/go-qr"
)

// CharactersMax is the longest text that phones read reliably from a screen: a
// code of 97 modules a side.
const CharactersMax = 800

// quiet is the width of the empty border that readers need [modules], by
// ISO/IEC 18004.
const quiet = 4

// SVG returns the QR code of a text as SVG, black on white whatever the theme,
// with a border: one user unit a module. The error says that the text is empty
// or longer than CharactersMax.
func SVG(text string) (string, error) {
	if text == "" || len(text) > CharactersMax {
		return "", fmt.Errorf("a code takes 1 to %d characters, and the text has %d", CharactersMax, len(text))
	}
	code, err := go_qr.EncodeText(text, go_qr.Low)
	if err != nil {
		return "", fmt.Errorf("encode the code: %w", err)
	}
	side := strconv.Itoa(code.Size() + 2*quiet)
	b := []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + side + ` ` + side + `" shape-rendering="crispEdges">` +
		`<rect width="` + side + `" height="` + side + `" fill="#fff"/><path fill="#000" d="`)
	for y := range code.Size() {
		for x := 0; x < code.Size(); x++ {
			from := x
			for x < code.Size() && code.Module(x, y) {
				x++
			}
			if x == from {
				continue
			}
			b = append(b, 'M')
			b = strconv.AppendInt(b, int64(from+quiet), 10)
			b = append(b, ' ')
			b = strconv.AppendInt(b, int64(y+quiet), 10)
			b = append(b, 'h')
			b = strconv.AppendInt(b, int64(x-from), 10)
			b = append(b, "v1h-"...)
			b = strconv.AppendInt(b, int64(x-from), 10)
			b = append(b, 'z')
		}
	}
	return string(append(b, `"/></svg>`...)), nil
}
