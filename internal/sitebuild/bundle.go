package sitebuild

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// exists says whether the page's sources have this file.
func (s *sources) exists(name string) bool {
	_, err := os.Stat(filepath.Join(s.site, filepath.FromSlash(name)))
	return err == nil
}

// script bundles one TypeScript file with all it imports. define holds the global constants, as
// JSON, that the code finds at run time.
func (s *sources) script(name string, define map[string]string) ([]byte, error) {
	return bundled(name, s.scripting(name, define))
}

func (s *sources) scripting(name string, define map[string]string) api.BuildOptions {
	options := s.bundling(name)
	options.Define = define
	options.Format = api.FormatESModule
	options.Platform = api.PlatformBrowser
	options.Plugins = []api.Plugin{s.wasmExecPlugin()}
	return options
}

// chunk is a part of a split script.
type chunk struct {
	file
	late bool // loaded only when the script comes to ask for it
}

// splitScript bundles a script, and makes files of their own of what it imports in passing. It
// returns the script and its chunks, whose names have a hash of their content already.
func (s *sources) splitScript(name string, define map[string]string) ([]byte, []chunk, error) {
	options := s.scripting(name, define)
	options.Splitting = true
	options.ChunkNames = "[name].[hash]"
	options.Metafile = true
	result, err := esbuild(name, options)
	if err != nil {
		return nil, nil, err
	}
	var meta struct {
		Outputs map[string]struct {
			EntryPoint string `json:"entryPoint"`
			Imports    []struct {
				Path string `json:"path"`
				Kind string `json:"kind"`
			} `json:"imports"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(result.Metafile), &meta); err != nil {
		return nil, nil, fmt.Errorf("bundle %s: %w", name, err)
	}
	entry := strings.TrimSuffix(path.Base(name), ".ts") + ".js"
	atOnce := map[string]bool{entry: true}
	for queue := []string{entry}; len(queue) > 0; queue = queue[1:] {
		for _, i := range meta.Outputs[queue[0]].Imports {
			if i.Kind == "import-statement" && !atOnce[i.Path] {
				atOnce[i.Path] = true
				queue = append(queue, i.Path)
			}
		}
	}
	var code []byte
	var chunks []chunk
	for _, out := range result.OutputFiles {
		base := filepath.Base(out.Path)
		if base == entry {
			code = out.Contents
			continue
		}
		chunks = append(chunks, chunk{file{base, out.Contents}, !atOnce[base]})
	}
	return code, chunks, nil
}

// style bundles a style sheet with all it imports. Pictures stay where they are.
func (s *sources) style(name string) ([]byte, error) {
	options := s.bundling(name)
	options.External = []string{"icons/*", "./icons/*", "data:*"}
	return bundled(name, options)
}

func (s *sources) bundling(name string) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir:     s.site,
		EntryPoints:       []string{"./" + name},
		Outdir:            s.site, // nothing is written; esbuild only wants names for its output
		Bundle:            true,
		Write:             false,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LogLevel:          api.LogLevelSilent,
	}
}

// wasmExecPlugin lets the page import "wasm_exec", the loader of the very Go installation that
// compiled the programs: the two only work together.
func (s *sources) wasmExecPlugin() api.Plugin {
	return api.Plugin{Name: "wasm_exec", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^wasm_exec$`}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			effects := api.SideEffectsTrue
			return api.OnResolveResult{Path: s.wasmExec, SideEffects: effects}, nil
		})
	}}
}

func esbuild(name string, options api.BuildOptions) (*api.BuildResult, error) {
	result := api.Build(options)
	messages := api.FormatMessages(append(result.Errors, result.Warnings...), api.FormatMessagesOptions{Kind: api.ErrorMessage})
	if len(messages) > 0 {
		return nil, fmt.Errorf("bundle %s: %w", name, errors.New(strings.TrimSpace(strings.Join(messages, ""))))
	}
	return &result, nil
}

func bundled(name string, options api.BuildOptions) ([]byte, error) {
	result, err := esbuild(name, options)
	if err != nil {
		return nil, err
	}
	if len(result.OutputFiles) != 1 {
		return nil, fmt.Errorf("bundle %s: %d files instead of one", name, len(result.OutputFiles))
	}
	return result.OutputFiles[0].Contents, nil
}
