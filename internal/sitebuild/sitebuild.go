// Package sitebuild makes dist/, the folder that a static host serves: the two wasm programs, the
// bundled scripts and styles, the packed scenarios and the locales, under names that carry a hash of
// their content, with a .gz beside each large file.
//
// The same input gives the same bytes, so two people who build one commit can compare their folders.
package sitebuild

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Options says what Build reads and where it writes.
type Options struct {
	Root      string         // the module's folder, where the go command runs
	Site      string         // the page's sources: *.html, style.css, app/, locale/, icons/
	Out       string         // the folder to write, made when it is missing
	Programs  []Program      // the wasm programs
	Scenarios []byte         // content of scenarios.msgp; none when empty
	Runbooks  []byte         // content of runbooks.json; none when empty
	Models    map[string]int // versions of the worlds' models by their ids, for records of older ones
	Address   string         // where the site will be, such as "https://example.org/oncall/"; may be empty
}

// Program is one Go program of the page.
type Program struct {
	Name       string   // name of its file before hashing, such as "engine.wasm"
	Package    string   // import path or ./folder
	Code       []byte   // the wasm, where it is compiled already; Package is then not looked at
	Inlined    []string // packages that may be inlined into others; nil: the compiler's own choice everywhere
	Tags       string   // build tags, such as those of another model's build
	OnDemand   bool     // loaded when somebody asks for what it does, not by a first visit
	LimitBytes int      // largest gzipped size that Check accepts
}

// Result is a finished build.
type Result struct {
	Build  string            // hash over every file, shown in the page
	Assets map[string]string // name in the sources -> name in the folder
	Sizes  []Size            // one entry a file, largest first
	Limits []Limit           // what the sizes add up to, and what they may
}

// Build writes the folder. What an earlier build left there is removed; a folder with anything else
// in it is refused rather than emptied.
func Build(ctx context.Context, options Options) (*Result, error) {
	if err := mayWrite(options.Out); err != nil {
		return nil, err
	}
	sources, err := load(ctx, options)
	if err != nil {
		return nil, err
	}
	// The build's own name is in the scripts and is a hash over them, so they are bundled twice:
	// first without it, to hash, then with it.
	draft, err := assemble(sources, "")
	if err != nil {
		return nil, err
	}
	final, err := assemble(sources, draft.hash())
	if err != nil {
		return nil, err
	}
	if err := final.compress(sources); err != nil {
		return nil, err
	}
	if err := final.write(options.Out); err != nil {
		return nil, err
	}
	return final.result(options), nil
}

// load reads and compiles everything that does not depend on the names of other files.
func load(ctx context.Context, options Options) (*sources, error) {
	s := &sources{site: options.Site, models: options.Models, address: options.Address, gzipped: map[string][]byte{}}
	root, err := goroot(ctx)
	if err != nil {
		return nil, err
	}
	s.wasmExec = filepath.Join(root, "lib", "wasm", "wasm_exec.js")
	if _, err := os.Stat(s.wasmExec); err != nil {
		return nil, fmt.Errorf("the Go installation lacks its wasm loader: %w", err)
	}
	for _, program := range options.Programs {
		code := program.Code
		if code == nil {
			if code, err = Compile(ctx, options.Root, program); err != nil {
				return nil, err
			}
		}
		s.hashed = append(s.hashed, file{program.Name, code})
	}
	if len(options.Scenarios) > 0 {
		s.hashed = append(s.hashed, file{"scenarios.msgp", options.Scenarios})
	}
	if len(options.Runbooks) > 0 {
		s.hashed = append(s.hashed, file{runbooksName, options.Runbooks})
	}
	if err := s.readLocales(); err != nil {
		return nil, err
	}
	return s, s.readPlain()
}

// sources is the input of assemble.
type sources struct {
	site      string
	wasmExec  string
	models    map[string]int
	address   string
	hashed    []file // go into the folder under a hashed name
	plain     []file // keep their name: icons, the manifest
	languages []language
	gzipped   map[string][]byte
}

// file is a name, with / between its parts, and its content.
type file struct {
	name string
	data []byte
}

func (s *sources) readPlain() error {
	paths, err := filepath.Glob(filepath.Join(s.site, "icons", "*"))
	if err != nil {
		return fmt.Errorf("look for icons: %w", err)
	}
	for _, path := range append(paths, filepath.Join(s.site, "manifest.webmanifest")) {
		name, err := filepath.Rel(s.site, path)
		if err != nil {
			return fmt.Errorf("name of %s: %w", path, err)
		}
		data, err := os.ReadFile(path)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		s.plain = append(s.plain, file{filepath.ToSlash(name), data})
	}
	return nil
}
