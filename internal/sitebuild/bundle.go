package sitebuild

import (
	"errors"
	"fmt"
	"os"
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
	options := s.bundling(name)
	options.Define = define
	options.Format = api.FormatESModule
	options.Platform = api.PlatformBrowser
	options.Plugins = []api.Plugin{s.wasmExecPlugin()}
	return bundled(name, options)
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

func bundled(name string, options api.BuildOptions) ([]byte, error) {
	result := api.Build(options)
	messages := api.FormatMessages(append(result.Errors, result.Warnings...), api.FormatMessagesOptions{Kind: api.ErrorMessage})
	if len(messages) > 0 {
		return nil, fmt.Errorf("bundle %s: %w", name, errors.New(strings.TrimSpace(strings.Join(messages, ""))))
	}
	if len(result.OutputFiles) != 1 {
		return nil, fmt.Errorf("bundle %s: %d files instead of one", name, len(result.OutputFiles))
	}
	return result.OutputFiles[0].Contents, nil
}
