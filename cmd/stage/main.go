//go:build js

// Command stage is the living picture in the page's frame: it draws what the
// page tells it. It knows no model and decides nothing.
package main

import (
	"math"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"oncall/internal/bridge"
	"oncall/internal/canvas"
	"oncall/internal/scene"
)

func main() {
	g := newGame()
	bridge.CountStageFrames(0)
	bridge.ReceiveStage(bridge.StageHandlers{Theme: g.theme, Layout: g.layout, Snapshot: g.snapshot, Resize: g.changed})
	// What is on the screen stays there until something is drawn over it, so that
	// nothing has to be drawn while nothing changes.
	ebiten.SetScreenClearedEveryFrame(false)
	ebiten.SetTPS(ebiten.SyncWithFPS)
	if err := ebiten.RunGameWithOptions(g, &ebiten.RunGameOptions{InitUnfocused: true}); err != nil {
		bridge.PostStageFailed("load")
	}
}

// game connects the page's messages, the scene and the canvas to Ebitengine.
type game struct {
	stage  *scene.Stage
	canvas *canvas.Canvas
	colors canvas.Theme
	body   string // the background colour as the page wrote it

	shapes []scene.Shape
	scale  float64 // device pixels a CSS pixel

	last   time.Time     // of the latest update
	dirty  bool          // something has changed since the latest drawing
	drawn  *ebiten.Image // the screen that was drawn on
	idle   int           // updates since something has changed
	wake   chan struct{} // tells a waiting Update that something has changed
	frames int           // drawn so far
	bodied bool          // the document has its background
}

func newGame() *game {
	return &game{
		stage: scene.NewStage(), canvas: canvas.New(), colors: canvas.DefaultTheme(),
		shapes: make([]scene.Shape, 0, 4096), last: time.Now(), dirty: true,
		wake: make(chan struct{}, 1),
	}
}

// changed notes that there is something to draw.
func (g *game) changed() {
	g.dirty, g.idle = true, 0
	select {
	case g.wake <- struct{}{}:
	default:
	}
}

func (g *game) theme(m bridge.StageTheme) {
	for i, name := range scene.ColorNames {
		g.colors.Set(scene.Color(i), m.Color(name))
	}
	g.body, g.bodied = m.Color("bg"), false
	g.stage.Reduce(m.ReducedMotion)
	g.changed()
}

func (g *game) layout(m bridge.StageLayout) {
	setup := scene.Setup{
		World:            m.World,
		Size:             scene.Size{Width: m.Width, Height: m.Height, RTL: m.RTL, Embed: m.Embed, Tiles: m.Tiles},
		Columns:          m.Columns,
		BootMinutes:      m.BootMinutes,
		RollbackMinutes:  m.RollbackMinutes,
		WarmUpMinutes:    m.WarmUpMinutes,
		P99TargetSeconds: m.P99TargetSeconds,
		CDN:              scene.CDNSetup{Networks: m.Networks},
		TargetColumn:     m.TargetColumn,
		BitrateBits:      m.BitrateBits,
		OverloadLoad:     m.OverloadLoad,
		Truth:            m.Truth,
	}
	for _, l := range m.Links {
		setup.CDN.Links = append(setup.CDN.Links, scene.Link(l))
	}
	for _, r := range m.Routes {
		setup.Routes = append(setup.Routes, scene.Route(r))
	}
	g.stage.SetUp(setup)
	g.changed()
}

func (g *game) snapshot(m bridge.StageSnapshot) {
	g.stage.Show(m.Values, m.Seconds, m.Running)
	g.changed()
}

// Update lets the time pass that has passed since the latest update. After a
// pause of the loop, such as a hidden tab, things go on where they were.
//
// Where nothing moves it waits for a message or a resize. The browser asks for
// no frame meanwhile, since Ebitengine requests the next one only when this one
// is done, and the page's thread is free. The wait starts a few updates late, so
// that the frames that follow a resize all come through.
func (g *game) Update() error {
	const (
		secondsMax = 0.1
		idleMax    = 4
	)
	if g.idle++; g.idle > idleMax && !g.dirty && g.stage.Settled() {
		<-g.wake
		g.last = time.Now()
	}
	now := time.Now()
	seconds := min(now.Sub(g.last).Seconds(), secondsMax)
	g.last = now
	if !g.bodied {
		// Ebitengine paints the document black when it starts.
		if g.body != "" {
			bridge.SetStageBackground(g.body)
		}
		g.bodied = true
	}
	if !g.stage.Settled() {
		g.stage.Advance(seconds)
		g.dirty, g.idle = true, 0
	}
	return nil
}

// Draw draws where something has changed, or where the screen is a new one after
// a resize.
func (g *game) Draw(screen *ebiten.Image) {
	if !g.dirty && g.drawn == screen {
		return
	}
	g.dirty, g.drawn = false, screen
	g.shapes = g.stage.Draw(g.shapes[:0])
	g.canvas.Build(g.shapes, &g.colors, g.scale)
	g.canvas.Present(screen, &g.colors)
	g.frames++
	bridge.CountStageFrames(g.frames)
	if g.frames == 1 {
		bridge.PostStageReady()
	}
}

// Layout is not used: Ebitengine prefers LayoutF.
func (g *game) Layout(width, height int) (int, int) { return width, height }

// LayoutF makes one pixel of the picture one of the screen's.
func (g *game) LayoutF(width, height float64) (float64, float64) {
	scale := ebiten.Monitor().DeviceScaleFactor()
	if scale != g.scale {
		g.scale, g.dirty = scale, true
	}
	return max(1, math.Floor(width*scale)), max(1, math.Floor(height*scale))
}
