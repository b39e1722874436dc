package sitebuild

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// goroot returns the folder of the Go installation that the go command belongs to.
func goroot(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("ask go for its root: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// Compile builds a program for the browser, with the go command in the folder dir, and returns the
// wasm. The error holds what the compiler said. Nothing of the machine gets into
// it: no paths (-trimpath), no commit (-buildvcs=false), no flags of the user's environment. Where
// the program names packages to inline, functions are inlined only in these: copies of small
// functions are a twelfth of the engine's size, and speed matters where the model is.
func Compile(ctx context.Context, dir string, program Program) ([]byte, error) {
	pkg := program.Package
	temp, err := os.MkdirTemp("", "oncall-wasm-")
	if err != nil {
		return nil, fmt.Errorf("build %s: %w", pkg, err)
	}
	defer os.RemoveAll(temp)
	out := filepath.Join(temp, "program.wasm")
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-tags=" + program.Tags, "-o", out}
	if program.Inlined != nil {
		args = append(args, "-gcflags=all=-l")
		for _, name := range program.Inlined {
			args = append(args, "-gcflags="+name+"=")
		}
	}
	command := exec.CommandContext(ctx, "go", append(args, pkg)...)
	command.Dir = dir
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "GOWASM=", "CGO_ENABLED=0")
	if said, err := command.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build %s: %w\n%s", pkg, err, bytes.TrimSpace(said))
	}
	code, err := os.ReadFile(out)
	if err != nil {
		return nil, fmt.Errorf("build %s: %w", pkg, err)
	}
	return code, nil
}
