package bridge

import "syscall/js"

// ServeCodes offers svg, which draws a text as a QR code, to the page as
// window.oncallCode and says so by calling window.oncallCodeReady. The page gets
// an empty string where svg fails. It never returns.
func ServeCodes(svg func(text string) (string, error)) {
	js.Global().Set("oncallCode", js.FuncOf(func(_ js.Value, args []js.Value) any {
		code, err := svg(args[0].String())
		if err != nil {
			return ""
		}
		return code
	}))
	js.Global().Call("oncallCodeReady")
	select {}
}
