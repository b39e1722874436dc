package sitebuild

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"oncall/internal/cdn"
	"oncall/internal/runbook"
	"oncall/internal/scenario"
	"oncall/internal/service"
	"oncall/scenarios"
)

// The largest gzipped sizes of the programs. The engine is what a visitor waits for before
// playing: both worlds, the explanations of all their numbers, and sweeps and searches over many
// shifts, in one program, because most of a second one would be Go's runtime once more. The stage comes while the shift is already going
// on, the QR codes when somebody asks for one, and the files when somebody opens or saves one.
const (
	engineLimitBytes = 1_400_000
	stageLimitBytes  = 3_200_000
	codesLimitBytes  = 900_000
	filesLimitBytes  = 1_300_000
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
	runbooks, err := references()
	if err != nil {
		return Options{}, err
	}
	return Options{
		Root: root,
		Site: filepath.Join(root, "site"),
		Out:  out,
		Programs: []Program{
			{Name: "engine.wasm", Package: "./cmd/engine", Inlined: model, LimitBytes: engineLimitBytes},
			{Name: "stage.wasm", Package: "./cmd/stage", LimitBytes: stageLimitBytes},
			{Name: "qr.wasm", Package: "./cmd/qr", Inlined: []string{}, OnDemand: true, LimitBytes: codesLimitBytes},
			{Name: "files.wasm", Package: "./cmd/files", Inlined: []string{}, OnDemand: true, LimitBytes: filesLimitBytes},
		},
		Scenarios: packed,
		Runbooks:  runbooks,
		Models:    map[string]int{scenario.WorldService: service.ModelVersion, scenario.WorldCDN: cdn.ModelVersion},
	}, nil
}

// references returns the runbooks of the scenarios, by id, as JSON: the rules, and the
// text that they were read from.
func references() ([]byte, error) {
	type reference struct {
		Rules *runbook.Runbook `json:"rules"`
		YAML  string           `json:"yaml"`
	}
	set := map[string]reference{}
	for _, id := range scenarios.IDs() {
		rules, err := scenarios.Runbook(id)
		if err != nil {
			return nil, err
		}
		text, err := scenarios.RunbookText(id)
		if err != nil {
			return nil, err
		}
		set[id] = reference{rules, text}
	}
	return []byte(asJSON(set)), nil
}
