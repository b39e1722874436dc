package bridge

import "syscall/js"

// Files reads and writes files for the page; ownfiles.Files is one. What it
// returns encodes to JSON.
type Files interface {
	Load(packed []byte) error
	ReadYAML(text string) any
	WriteYAML(options Options) (any, error)
	ReadTraffic(text string, options Options) (any, error)
	ReadRunbook(text string, options Options) (any, error)
	// Describe returns an error as the page takes it.
	Describe(err error) any
}

// ServeFiles offers files to the page as window.oncallFiles and says so by
// calling window.oncallFilesReady. It never returns.
func ServeFiles(f Files) {
	files := js.Global().Get("Object").New()
	set := func(name string, call func(args []js.Value) (any, error)) {
		files.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
			value, err := call(args)
			return encode(value, err, f.Describe)
		}))
	}
	// withOptions is for calls whose last argument is options.
	withOptions := func(call func(args []js.Value, options Options) (any, error)) func(args []js.Value) (any, error) {
		return func(args []js.Value) (any, error) {
			o, err := parseOptions(args[len(args)-1].String())
			if err != nil {
				return nil, err
			}
			return call(args, o)
		}
	}
	set("load", func(args []js.Value) (any, error) { return struct{}{}, f.Load(bytesOf(args[0])) })
	set("readYAML", func(args []js.Value) (any, error) { return f.ReadYAML(args[0].String()), nil })
	set("writeYAML", withOptions(func(_ []js.Value, o Options) (any, error) { return f.WriteYAML(o) }))
	set("readTraffic", withOptions(func(args []js.Value, o Options) (any, error) { return f.ReadTraffic(args[0].String(), o) }))
	set("readRunbook", withOptions(func(args []js.Value, o Options) (any, error) { return f.ReadRunbook(args[0].String(), o) }))
	js.Global().Set("oncallFiles", files)
	js.Global().Call("oncallFilesReady")
	select {}
}
