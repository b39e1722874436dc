package tidy

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "oncall"

// model computes a shift; around surrounds it with what is written, read and drawn as text.
var (
	model  = []string{"detmath", "random", "queueing", "slo", "world", "service"}
	around = []string{"scenario", "replay", "shift", "debrief", "chart"}
)

// later lists packages that join the rules as soon as they exist.
var later = map[string][]string{"model": {"cdn"}, "around": {"explain", "session", "runbook", "sweep", "search", "certify"}}

// goPackage is what `go list -json` says of a package.
type goPackage struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
	Standard   bool
	DepOnly    bool
}

// list runs `go list` at the top of the module, for the browser when asked.
func list(t *testing.T, browser bool, args ...string) []goPackage {
	t.Helper()
	command := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,GoFiles,Imports,Standard,DepOnly"}, args...)...)
	command.Dir = top
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if browser {
		command.Env = append(command.Env, "GOOS=js", "GOARCH=wasm")
	}
	var said bytes.Buffer
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list %s: %v\n%s", strings.Join(args, " "), err, said.String())
	}
	var packages []goPackage
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

// existing returns the import paths of a group: all that must exist and those of later that do.
func existing(must []string, group string) []string {
	var paths []string
	for _, name := range must {
		paths = append(paths, module+"/internal/"+name)
	}
	for _, name := range later[group] {
		if _, err := os.Stat(filepath.Join(top, "internal", name)); err == nil {
			paths = append(paths, module+"/internal/"+name)
		}
	}
	return paths
}

// forbidden says whether an import path is one of a list of packages or lies below one.
func forbidden(importPath string, packages ...string) bool {
	return slices.ContainsFunc(packages, func(p string) bool { return importPath == p || strings.HasPrefix(importPath, p+"/") })
}

// The model is arithmetic. A clock, a socket, a file or a foreign generator in it would make a shift
// depend on more than its record.
func TestModelDependsOnNothing(t *testing.T) {
	paths := existing(model, "model")
	for _, p := range list(t, false, append([]string{"-deps"}, paths...)...) {
		switch {
		case !p.Standard && !slices.Contains(paths, p.ImportPath):
			t.Errorf("the model depends on %s", p.ImportPath)
		case forbidden(p.ImportPath, "time", "os", "net", "math/rand", "fmt", "syscall/js"):
			t.Errorf("the model depends on %s", p.ImportPath)
		}
	}
}

func TestEngineImports(t *testing.T) {
	for _, p := range list(t, false, existing(around, "around")...) {
		for _, imported := range p.Imports {
			if forbidden(imported, "time", "os", "net", "math/rand", "syscall", "github.com/hajimehoshi") {
				t.Errorf("%s imports %s", p.ImportPath, imported)
			}
		}
	}
}

// Only one package talks to the browser.
func TestOnlyBridgeImportsJS(t *testing.T) {
	for _, p := range list(t, true, "-e", "./...") {
		if slices.Contains(p.Imports, "syscall/js") && p.ImportPath != module+"/internal/bridge" {
			t.Errorf("%s imports syscall/js, which only internal/bridge may", p.ImportPath)
		}
	}
}

// The engine is what a visitor waits for: none of these may get into it by a detour.
func TestEngineProgramIsSmall(t *testing.T) {
	for _, p := range list(t, true, "-deps", "./cmd/engine") {
		if forbidden(p.ImportPath, "github.com/hajimehoshi/ebiten/v2", "net/http", "github.com/goccy/go-yaml", "github.com/alecthomas/kong",
			"github.com/evanw/esbuild", module+"/internal/scenariofile", module+"/internal/trafficcsv", module+"/internal/canvas") {
			t.Errorf("cmd/engine depends on %s", p.ImportPath)
		}
	}
	for _, p := range list(t, true, "-deps", "./cmd/stage") {
		if forbidden(p.ImportPath, existing(model, "model")...) || forbidden(p.ImportPath, module+"/internal/shift") {
			t.Errorf("cmd/stage depends on %s: it draws what it is told and has no model", p.ImportPath)
		}
	}
}

// exactMath is what math computes to the last bit on every platform. Exp, Log, Sin and the like
// differ from one to the next; detmath has the engine's own.
var exactMath = []string{
	"Abs", "Ceil", "Copysign", "Float64bits", "Float64frombits", "Floor", "Inf", "IsInf", "IsNaN", "Ldexp", "Max", "Min", "NaN",
	"Nextafter", "RoundToEven", "Signbit", "Sqrt", "Trunc",
	"E", "Ln10", "Ln2", "MaxFloat64", "MaxInt32", "MaxInt64", "MaxUint16", "MaxUint32", "MaxUint8", "MinInt32", "MinInt64", "Pi",
	"SmallestNonzeroFloat64", "Sqrt2",
}

func TestEngineUsesExactMathOnly(t *testing.T) {
	paths := append(existing(model, "model"), existing([]string{"scenario", "replay", "shift", "debrief"}, "around")...)
	for _, p := range list(t, false, paths...) {
		for _, name := range p.GoFiles {
			for _, used := range usesOf(t, filepath.Join(p.Dir, name), "math") {
				if !slices.Contains(exactMath, used) {
					t.Errorf("%s uses math.%s, which is not the same bits everywhere", path.Join(p.ImportPath, name), used)
				}
			}
		}
	}
}

// usesOf returns what a Go file names of an imported package, under whatever name it imports it.
func usesOf(t *testing.T, file, imported string) []string {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	local := ""
	for _, spec := range tree.Imports {
		if spec.Path.Value != `"`+imported+`"` {
			continue
		}
		local = path.Base(imported)
		if spec.Name != nil {
			local = spec.Name.Name
		}
	}
	if local == "" {
		return nil
	}
	if local == "." {
		t.Fatalf("%s imports %s without a name", file, imported)
	}
	var used []string
	ast.Inspect(tree, func(node ast.Node) bool {
		if selector, ok := node.(*ast.SelectorExpr); ok {
			if name, ok := selector.X.(*ast.Ident); ok && name.Name == local {
				used = append(used, selector.Sel.Name)
			}
		}
		return true
	})
	return used
}

func TestUsesOfSeesRenamedImports(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.go")
	if err := os.WriteFile(file, []byte("package x\nimport m \"math\"\nvar a, b = m.Exp(1), m.Pi\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := usesOf(t, file, "math"); !slices.Equal(got, []string{"Exp", "Pi"}) {
		t.Errorf("found %v, want Exp and Pi", got)
	}
}
