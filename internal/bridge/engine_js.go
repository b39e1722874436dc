// Package bridge is the seam between Go and the page: the only package that
// imports syscall/js. It knows none of the programs that it serves.
package bridge

import (
	"reflect"
	"syscall/js"
	"unsafe"
)

// Options are what the page passes to a call; see session.Options.
type Options = interface{ Decode(into any) error }

// Engine is what the page plays with; session.Session is one. What it returns
// encodes to JSON, but for a string, which goes as it is. Frames of numbers are
// nil where there is none, and valid until the next call.
type Engine interface {
	Load(packed []byte) (any, error)
	Open(options Options) (any, error)
	Act(control, target string, value int) error
	Step() []float64
	Seek(step int) []float64
	Export(kind string, options Options) (any, error)
	// Sweep and Summarize work with the figures of many seeds, and Hindsight may
	// take long: it tells its progress, and ends early where that returns false.
	Sweep(first uint32, seeds int) []float64
	Summarize(figures []float64) (any, error)
	Hindsight(options Options, progress func(share float64) bool) (any, error)
	// Describe returns an error as the page takes it.
	Describe(err error) any
}

// ServeEngine offers an engine to the page as window.oncallEngine and says so by
// calling window.oncallEngineReady. It never returns.
func ServeEngine(s Engine) {
	engine := js.Global().Get("Object").New()
	set := func(name string, call func(args []js.Value) any) {
		engine.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any { return call(args) }))
	}
	answer := func(value any, err error) any { return encode(value, err, s.Describe) }
	set("load", func(args []js.Value) any { return answer(s.Load(bytesOf(args[0]))) })
	set("open", func(args []js.Value) any {
		o, err := parseOptions(args[0].String())
		if err != nil {
			return answer(nil, err)
		}
		return answer(s.Open(o))
	})
	set("act", func(args []js.Value) any {
		return answer(struct{}{}, s.Act(args[0].String(), args[1].String(), args[2].Int()))
	})
	set("step", func([]js.Value) any { return floats(s.Step()) })
	set("seek", func(args []js.Value) any { return floats(s.Seek(args[0].Int())) })
	set("export", func(args []js.Value) any {
		o, err := parseOptions(args[1].String())
		if err != nil {
			return answer(nil, err)
		}
		return answer(s.Export(args[0].String(), o))
	})
	set("sweep", func(args []js.Value) any { return floats(s.Sweep(uint32(args[0].Float()), args[1].Int())) })
	set("summarize", func(args []js.Value) any { return answer(s.Summarize(figures(args[0]))) })
	set("hindsight", func(args []js.Value) any {
		o, err := parseOptions(args[0].String())
		if err != nil {
			return answer(nil, err)
		}
		return answer(s.Hindsight(o, func(share float64) bool { return args[1].Invoke(share).Truthy() }))
	})
	js.Global().Set("oncallEngine", engine)
	js.Global().Call("oncallEngineReady")
	select {}
}

// encode returns an answer as JSON, or what describe makes of an error. A string
// goes as it is.
func encode(value any, err error, describe func(error) any) any {
	if text, ok := value.(string); ok && err == nil {
		return text
	}
	if err != nil {
		value = map[string]any{"error": describe(err)}
	}
	encoded, err := appendAnswer(nil, reflect.ValueOf(value))
	if err != nil {
		panic("bridge: " + err.Error()) // what is served answers in values that encode
	}
	return string(encoded)
}

// bytesOf returns what a Uint8Array holds.
func bytesOf(array js.Value) []byte {
	data := make([]byte, array.Get("length").Int())
	js.CopyBytesToGo(data, array)
	return data
}

// figures returns what a Float64Array holds.
func figures(array js.Value) []float64 {
	values := make([]float64, array.Length())
	if len(values) > 0 {
		bytes := unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), 8*len(values))
		js.CopyBytesToGo(bytes, js.Global().Get("Uint8Array").New(array.Get("buffer"), array.Get("byteOffset"), array.Get("byteLength")))
	}
	return values
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
