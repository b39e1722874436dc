package sitebuild

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// program is testdata/program, compiled once for all tests.
var program = sync.OnceValues(func() ([]byte, error) {
	return Compile(context.Background(), ".", Program{Package: "./testdata/program"})
})

// fixture builds testdata/site, with changes to its files, into a new folder.
func fixture(t *testing.T, changes map[string]string) Options {
	t.Helper()
	site := filepath.Join(t.TempDir(), "site")
	if err := os.CopyFS(site, os.DirFS("testdata/site")); err != nil {
		t.Fatal(err)
	}
	for name, text := range changes {
		if err := os.WriteFile(filepath.Join(site, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	code, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return Options{
		Root:      ".",
		Site:      site,
		Out:       filepath.Join(t.TempDir(), "dist"),
		Programs:  []Program{{Name: "engine.wasm", Code: code, LimitBytes: 2_000_000}, {Name: "stage.wasm", Code: code, LimitBytes: 2_000_000}},
		Scenarios: []byte("packed scenarios"),
		Models:    map[string]int{"service": 1},
	}
}

func build(t *testing.T, options Options) (*Result, map[string]string) {
	t.Helper()
	result, err := Build(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	return result, contents(t, options.Out)
}

// contents returns every file below a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestFolder(t *testing.T) {
	result, files := build(t, fixture(t, nil))
	for _, source := range []string{"engine.wasm", "stage.wasm", "scenarios.msgp", "locale/en.json", "locale/it.json", "style.css", "main.js", "stage.js", "stage.html"} {
		name := result.Assets[source]
		if !hashedName.MatchString(name) {
			t.Errorf("%s is called %q, want a name with a hash", source, name)
		}
		if _, ok := files[name]; !ok {
			t.Errorf("%s is not in the folder", name)
		}
	}
	for _, name := range []string{"index.html", "sw.js", "manifest.webmanifest", "icons/icon.svg"} {
		if _, ok := files[name]; !ok {
			t.Errorf("%s is not in the folder", name)
		}
	}
	for name := range files {
		if strings.HasSuffix(name, ".map") || strings.HasSuffix(name, ".ts") {
			t.Errorf("%s does not belong into the folder", name)
		}
	}
}

func TestNamesInPages(t *testing.T) {
	result, files := build(t, fixture(t, nil))
	index := files["index.html"]
	for _, want := range []string{
		`href="` + result.Assets["style.css"] + `"`, `src="` + result.Assets["main.js"] + `"`, `src="` + result.Assets["stage.html"] + `"`,
		`href="` + result.Assets["engine.wasm"] + `.gz"`, `href="icons/icon.svg"`, `href="#main">main.js<`, `href="https://example.org/style.css"`,
	} {
		if !strings.Contains(index, want) {
			t.Errorf("index.html lacks %s:\n%s", want, index)
		}
	}
	main := files[result.Assets["main.js"]]
	for _, want := range []string{result.Assets["engine.wasm"], result.Build, "Uint8Array"} {
		if !strings.Contains(main, want) {
			t.Errorf("main.js lacks %s", want)
		}
	}
	worker := files["sw.js"]
	for _, source := range []string{"main.js", "stage.js", "index.html", "locale/it.json", "engine.wasm"} {
		if !strings.Contains(worker, result.Assets[source]) {
			t.Errorf("the service worker does not know %s", result.Assets[source])
		}
	}
	if style := files[result.Assets["style.css"]]; !strings.Contains(style, "main{display:grid}") || !strings.Contains(style, "icons/icon.svg") {
		t.Errorf("style.css is not bundled: %s", style)
	}
}

func TestSameInputSameBytes(t *testing.T) {
	_, first := build(t, fixture(t, nil))
	options := fixture(t, nil)
	options.Programs = []Program{{Name: "engine.wasm", Package: "./testdata/program"}, {Name: "stage.wasm", Package: "./testdata/program"}}
	_, second := build(t, options)
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("two builds differ:\n%.2000s", diff)
	}
}

func TestContentChangesNames(t *testing.T) {
	before, _ := build(t, fixture(t, nil))
	after, _ := build(t, fixture(t, map[string]string{"app/greeting.ts": "export function greeting(): string { return 'other'; }"}))
	if before.Assets["main.js"] == after.Assets["main.js"] || before.Build == after.Build {
		t.Error("a changed script keeps its name or the build's")
	}
	if before.Assets["engine.wasm"] != after.Assets["engine.wasm"] {
		t.Error("an unchanged program got another name, so it would be loaded again")
	}
}

func TestCompressedFiles(t *testing.T) {
	result, files := build(t, fixture(t, nil))
	engine := result.Assets["engine.wasm"]
	zipped, ok := files[engine+".gz"]
	if !ok {
		t.Fatal("no .gz beside engine.wasm")
	}
	reader, err := gzip.NewReader(strings.NewReader(zipped))
	if err != nil {
		t.Fatal(err)
	}
	if !reader.ModTime.IsZero() || reader.Name != "" {
		t.Errorf("the header names %q at %v, so it differs from build to build", reader.Name, reader.ModTime)
	}
	plain, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	if string(plain) != files[engine] {
		t.Error("engine.wasm.gz holds something else than engine.wasm")
	}
	if _, ok := files["icons/icon.svg.gz"]; ok {
		t.Error("a .gz beside a file of 60 bytes")
	}
	if main := files[result.Assets["main.js"]]; !strings.Contains(main, "engine.wasm.gz") {
		t.Error("the page does not know how much it will load")
	}
}

func TestUnknownReferenceIsRefused(t *testing.T) {
	_, err := Build(context.Background(), fixture(t, map[string]string{"stage.html": `<script src="stagee.js"></script>`}))
	if err == nil || !strings.Contains(err.Error(), "stagee.js") {
		t.Errorf("error is %v, want one that names stagee.js", err)
	}
}

func TestBrokenScriptIsRefused(t *testing.T) {
	_, err := Build(context.Background(), fixture(t, map[string]string{"app/greeting.ts": "export const = 1;"}))
	if err == nil || !strings.Contains(err.Error(), "greeting.ts:1") {
		t.Errorf("error is %v, want one with file and line", err)
	}
}

func TestForeignFolderIsLeftAlone(t *testing.T) {
	options := fixture(t, nil)
	if err := os.MkdirAll(options.Out, 0o755); err != nil {
		t.Fatal(err)
	}
	letter := filepath.Join(options.Out, "letter.txt")
	if err := os.WriteFile(letter, []byte("dear"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Build(context.Background(), options); err == nil {
		t.Error("a folder with somebody's letter was taken for an earlier build")
	}
	if _, err := os.Stat(letter); err != nil {
		t.Error(err)
	}
}

func TestLeftoversGo(t *testing.T) {
	options := fixture(t, nil)
	before, _ := build(t, options)
	// An older version that the site keeps is no leftover of this build.
	if err := os.MkdirAll(filepath.Join(options.Out, "m1"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(options.Out, "m1", "index.html"), []byte("old model"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(options.Site, "app", "stage.ts"), []byte("console.log(2);"), 0o644); err != nil {
		t.Fatal(err)
	}
	after, files := build(t, options)
	if _, ok := files[before.Assets["stage.js"]]; ok {
		t.Error("the old stage.js is still there")
	}
	if _, ok := files[after.Assets["stage.js"]]; !ok {
		t.Error("the new stage.js is missing")
	}
	if files["m1/index.html"] != "old model" {
		t.Error("the older version was removed")
	}
}

func TestLimits(t *testing.T) {
	options := fixture(t, nil)
	result, files := build(t, options)
	if err := result.Check(); err != nil {
		t.Errorf("the fixture is within its limits: %v", err)
	}
	var table bytes.Buffer
	if err := result.Print(&table); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{result.Assets["engine.wasm"], "of 2000000", "of 76000"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, table.String())
		}
	}
	first := 0
	for _, size := range result.Sizes {
		if size.FirstVisit && !strings.HasSuffix(size.Name, ".wasm") {
			first += size.GzipBytes
		}
		if size.FirstVisit && (size.Name == result.Assets["locale/en.json"] || size.Name == "icons/touch.svg") {
			t.Errorf("%s counts as part of a first visit", size.Name)
		}
		want := len(files[size.Name])
		if zipped, ok := files[size.Name+".gz"]; ok {
			want = len(zipped)
		}
		if size.GzipBytes != want {
			t.Errorf("%s travels as %d bytes, the table says %d", size.Name, want, size.GzipBytes)
		}
	}
	if got := result.Limits[len(result.Limits)-1].GzipBytes; got != first {
		t.Errorf("the rest of a first visit is %d, its files add up to %d", got, first)
	}
	options.Programs[0].LimitBytes = 1000
	result, _ = build(t, options)
	if err := result.Check(); err == nil || !strings.Contains(err.Error(), "engine.wasm") {
		t.Errorf("error is %v, want one that names engine.wasm", err)
	}
}

// Those who unfold links do not resolve relative addresses.
func TestThePreviewPictureHasTheWholeAddress(t *testing.T) {
	text := []byte(`<meta property="og:image" content="icons/preview.png">`)
	for address, want := range map[string]string{
		"":                            `content="icons/preview.png"`,
		"https://example.org/oncall":  `content="https://example.org/oncall/icons/preview.png"`,
		"https://example.org/oncall/": `content="https://example.org/oncall/icons/preview.png"`,
	} {
		if got := string(absolute(text, address)); !strings.Contains(got, want) {
			t.Errorf("at %q: %s, want %s", address, got, want)
		}
	}
}
