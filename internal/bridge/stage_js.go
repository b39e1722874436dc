package bridge

import "syscall/js"

// StageTheme is the page's message about how the stage is to look.
type StageTheme struct {
	Color         func(name string) string // "#rrggbb", or "" for a name that the page did not send
	ReducedMotion bool
}

// StageLayout is the page's message about what the stage has to lay out.
type StageLayout struct {
	Width, Height                                                 float64 // [CSS px]
	RTL, Embed                                                    bool
	Tiles                                                         int      // instances that the fleet can have
	Columns                                                       []string // names of a snapshot's values
	BootMinutes, RollbackMinutes, WarmUpMinutes, P99TargetSeconds float64  // 0 where the page did not say

	World        string // "" where the page did not say
	Links        []StageLink
	Networks     int
	Routes       []StageRoute
	TargetColumn string
	BitrateBits  float64
	OverloadLoad float64
	Truth        bool // the true load of the links may be shown
}

// StageLink is a link of the CDN world.
type StageLink struct {
	ID, Site     string
	CapacityBits float64
}

// StageRoute is a link that a network's sessions are drawn to: places in the
// scenario's lists.
type StageRoute struct {
	Network, Link int
	Weight        float64
}

// StageSnapshot is the page's message about a step. Values is valid during the
// call only.
type StageSnapshot struct {
	Values  []float64
	Seconds float64 // how long the step lasts in real time; 0 jumps there
	Running bool
}

// StageHandlers are what the stage does with the page's messages. They are
// called one at a time from the browser's event loop.
type StageHandlers struct {
	Theme    func(StageTheme)
	Layout   func(StageLayout)
	Snapshot func(StageSnapshot)
	Resize   func() // the frame has another size
}

// ReceiveStage hands the page's messages to the handlers: first those that came
// before the program was ready, which the frame's script keeps in
// window.stageInbox, then each one as it comes, through window.stageReceive.
func ReceiveStage(h StageHandlers) {
	var values []float64
	receive := func(data js.Value) {
		if data.Type() != js.TypeObject {
			return
		}
		switch text(data, "type") {
		case "theme":
			colors := data.Get("colors")
			h.Theme(StageTheme{
				Color:         func(name string) string { return text(colors, name) },
				ReducedMotion: flag(data, "reducedMotion"),
			})
		case "layout":
			h.Layout(stageLayout(data))
		case "snapshot":
			values = numbers(values[:0], data.Get("values"))
			h.Snapshot(StageSnapshot{values, number(data, "seconds"), flag(data, "running")})
		}
	}
	window := js.Global()
	if inbox := window.Get("stageInbox"); inbox.Type() == js.TypeObject {
		for i := range inbox.Length() {
			receive(inbox.Index(i))
		}
		inbox.Set("length", 0)
	}
	// Ebitengine draws again when the window or its canvas has another size; both
	// follow the document.
	resized := js.FuncOf(func(js.Value, []js.Value) any {
		h.Resize()
		return nil
	})
	window.Call("addEventListener", "resize", resized)
	if observer := window.Get("ResizeObserver"); observer.Truthy() {
		observer.New(resized).Call("observe", window.Get("document").Get("body"))
	}
	window.Set("stageReceive", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) > 0 {
			receive(args[0])
		}
		return nil
	}))
}

func stageLayout(data js.Value) StageLayout {
	l := StageLayout{
		Width: number(data, "width"), Height: number(data, "height"),
		RTL: flag(data, "rtl"), Embed: flag(data, "embed"),
		Tiles:            int(number(data, "tiles")),
		BootMinutes:      number(data, "bootMinutes"),
		RollbackMinutes:  number(data, "rollbackMinutes"),
		WarmUpMinutes:    number(data, "warmUpMinutes"),
		P99TargetSeconds: number(data, "p99TargetSeconds"),
		World:            text(data, "world"),
		Networks:         int(number(data, "networks")),
		TargetColumn:     text(data, "targetColumn"),
		BitrateBits:      number(data, "bitrateBits"),
		OverloadLoad:     number(data, "overloadLoad"),
		Truth:            flag(data, "truth"),
	}
	each(data.Get("columns"), func(name js.Value) {
		if name.Type() == js.TypeString {
			l.Columns = append(l.Columns, name.String())
		}
	})
	each(data.Get("links"), func(link js.Value) {
		l.Links = append(l.Links, StageLink{text(link, "id"), text(link, "site"), number(link, "capacityBits")})
	})
	each(data.Get("routes"), func(route js.Value) {
		l.Routes = append(l.Routes, StageRoute{int(number(route, "network")), int(number(route, "link")), number(route, "weight")})
	})
	return l
}

// each calls back for what a list holds, as far as a stage could make use of it.
func each(list js.Value, call func(js.Value)) {
	if list.Type() != js.TypeObject {
		return
	}
	for i := range min(list.Length(), stageValuesMax) {
		call(list.Index(i))
	}
}

// CountStageFrames tells the frame how many frames with something drawn have
// been presented, as window.stageFrames.
func CountStageFrames(n int) { js.Global().Set("stageFrames", n) }

// SetStageBackground gives the frame's document a colour, which shows where and
// while nothing is drawn.
func SetStageBackground(color string) {
	js.Global().Get("document").Get("body").Get("style").Set("backgroundColor", color)
}

// PostStageReady tells the page that the stage has presented its first frame.
func PostStageReady() { postStage(map[string]any{"type": "ready"}) }

// PostStageFailed tells the page that the stage cannot go on: "webgl" where
// there is no WebGL, "lost" where it was lost, "load" for all else.
func PostStageFailed(reason string) {
	postStage(map[string]any{"type": "failed", "reason": reason})
}

// postStage sends a message to the page. A sandboxed frame has no origin that
// could be named, so any is allowed: nothing in it is secret.
func postStage(message map[string]any) {
	js.Global().Get("parent").Call("postMessage", js.ValueOf(message), "*")
}

// text returns a field's text, or "" where it is none.
func text(v js.Value, field string) string {
	if v.Type() != js.TypeObject {
		return ""
	}
	if f := v.Get(field); f.Type() == js.TypeString {
		return f.String()
	}
	return ""
}

// number returns a field's number, or 0 where it is none.
func number(v js.Value, field string) float64 {
	if f := v.Get(field); f.Type() == js.TypeNumber {
		return f.Float()
	}
	return 0
}

func flag(v js.Value, field string) bool {
	f := v.Get(field)
	return f.Type() == js.TypeBoolean && f.Bool()
}

// numbers appends what a list of numbers holds. The list may come from another
// realm, so that it is read as what it looks like, not by its class.
func numbers(dst []float64, list js.Value) []float64 {
	each(list, func(n js.Value) {
		v := 0.0
		if n.Type() == js.TypeNumber {
			v = n.Float()
		}
		dst = append(dst, v)
	})
	return dst
}

// stageValuesMax is more than any world's snapshot has.
const stageValuesMax = 16384
