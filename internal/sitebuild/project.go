package sitebuild

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/scenarios"
)

// The largest gzipped sizes of the programs. The engine is what a visitor waits for before
// playing: both worlds and the explanations of all their numbers, in one program, because most of
// a second one would be Go's runtime once more. The stage comes while the shift is already going
// on, and the QR codes when somebody asks for one.
const (
	engineLimitBytes = 1_350_000
	stageLimitBytes  = 3_200_000
	codesLimitBytes  = 900_000
)

// model is the packages in which a step of a shift spends its time.
var model = []string{
	"oncall/internal/detmath", "oncall/internal/random", "oncall/internal/queueing", "oncall/internal/slo",
	"oncall/internal/service", "oncall/internal/cdn",
}

// Project returns the options with which this module's own page is built into the folder out. It
// fails outside the module's source tree.
func Project(ctx context.Context, out string) (Options, error) {
	said, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "oncall").Output()
	if err != nil {
		return Options{}, fmt.Errorf("find the module oncall (run this inside its source tree): %w", err)
	}
	root := strings.TrimSpace(string(said))
	set, err := scenarios.All()
	if err != nil {
		return Options{}, fmt.Errorf("read the scenarios: %w", err)
	}
	packed, err := scenario.Pack(set)
	if err != nil {
		return Options{}, fmt.Errorf("pack the scenarios: %w", err)
	}
	return Options{
		Root: root,
		Site: filepath.Join(root, "site"),
		Out:  out,
		Programs: []Program{
			{Name: "engine.wasm", Package: "./cmd/engine", Inlined: model, LimitBytes: engineLimitBytes},
			{Name: "stage.wasm", Package: "./cmd/stage", LimitBytes: stageLimitBytes},
			{Name: "qr.wasm", Package: "./cmd/qr", Inlined: []string{}, OnDemand: true, LimitBytes: codesLimitBytes},
		},
		Scenarios: packed,
		Model:     service.ModelVersion,
	}, nil
}
