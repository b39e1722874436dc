package bridge

import (
	"encoding/json"
	"syscall/js"
	"unsafe"
)

// ServeEngine offers a session to the page as window.oncallEngine and says so
// by calling window.oncallEngineReady. It never returns.
func ServeEngine() {
	s := &Session{}
	engine := js.Global().Get("Object").New()
	set := func(name string, call func(args []js.Value) any) {
		engine.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any { return call(args) }))
	}
	set("load", func(args []js.Value) any {
		packed := make([]byte, args[0].Get("length").Int())
		js.CopyBytesToGo(packed, args[0])
		return answer(s.Load(packed))
	})
	set("open", func(args []js.Value) any { return answer(s.Open([]byte(args[0].String()))) })
	set("act", func(args []js.Value) any {
		return answer(struct{}{}, s.Act(args[0].String(), args[1].String(), args[2].Int()))
	})
	set("step", func([]js.Value) any { return floats(s.Step()) })
	set("seek", func(args []js.Value) any { return floats(s.Seek(args[0].Int())) })
	set("export", func(args []js.Value) any {
		value, err := s.Export(args[0].String(), []byte(args[1].String()))
		if text, ok := value.(string); ok && err == nil {
			return text // SVG and CSV go as they are
		}
		return answer(value, err)
	})
	js.Global().Set("oncallEngine", engine)
	js.Global().Call("oncallEngineReady")
	select {}
}

// answer returns the JSON of a value, or of what went wrong.
func answer(value any, err error) string {
	if err != nil {
		value = map[string]any{"error": Describe(err)}
	}
	text, err := json.Marshal(value)
	if err != nil {
		panic("bridge: " + err.Error()) // only plain structs get here
	}
	return string(text)
}

// floats returns a Float64Array of its own, or null for nil.
func floats(values []float64) any {
	if values == nil {
		return js.Null()
	}
	array := js.Global().Get("Float64Array").New(len(values))
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), 8*len(values))
	js.CopyBytesToJS(js.Global().Get("Uint8Array").New(array.Get("buffer")), bytes)
	return array
}
