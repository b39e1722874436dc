package sitebuild

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const (
	// recordName is the file that lists what a build wrote, by which the next one knows what is its own.
	recordName = "build.json"

	// compressAboveBytes: below this size a .gz saves no network packet.
	compressAboveBytes = 1000
)

// record is the content of build.json.
type record struct {
	Build  string         `json:"build"`
	Models map[string]int `json:"models"` // of each world, by its id
	Files  []string       `json:"files"`
}

// gzip compresses as far as compress/gzip can. The header has no name and no time, so the bytes
// depend on the content alone. Each content is compressed once.
func (s *sources) gzip(name string, data []byte) ([]byte, error) {
	key := name + contentHash(data)
	if zipped, ok := s.gzipped[key]; ok {
		return zipped, nil
	}
	var out bytes.Buffer
	writer, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("compress %s: %w", name, err)
	}
	if _, err := writer.Write(data); err != nil {
		return nil, fmt.Errorf("compress %s: %w", name, err)
	}
	if err := writer.Close(); err != nil {
		return nil, fmt.Errorf("compress %s: %w", name, err)
	}
	s.gzipped[key] = out.Bytes()
	return out.Bytes(), nil
}

// compress adds the .gz files.
func (f *folder) compress(s *sources) error {
	for _, source := range slices.Sorted(maps.Keys(f.assets)) {
		name := f.assets[source]
		if f.sizes[source] <= compressAboveBytes || !compressible(name) {
			continue
		}
		zipped, err := s.gzip(source, f.content(name))
		if err != nil {
			return err
		}
		f.sizes[source+".gz"] = len(zipped)
		f.files = append(f.files, file{name + ".gz", zipped})
	}
	return nil
}

func (f *folder) content(name string) []byte {
	for _, file := range f.files {
		if file.name == name {
			return file.data
		}
	}
	return nil
}

// compressible says whether a file's format leaves something to gain: pictures are compressed already.
func compressible(name string) bool {
	switch path.Ext(name) {
	case ".wasm", ".js", ".css", ".html", ".json", ".svg", ".msgp", ".webmanifest":
		return true
	}
	return false
}

// mayWrite returns an error when the folder has files that no build wrote.
func mayWrite(out string) error {
	entries, err := os.ReadDir(out)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look into the output folder: %w", err)
	}
	if len(entries) == 0 {
		return nil
	}
	if _, err := os.Stat(filepath.Join(out, recordName)); err != nil {
		return fmt.Errorf("%s is not empty and holds no earlier build (no %s): choose another folder", out, recordName)
	}
	return nil
}

// write puts the files on disk, the pages last so that a page never names a file that is not there
// yet, and then removes what the earlier build left over.
func (f *folder) write(out string) error {
	old, err := readRecord(out)
	if err != nil {
		return err
	}
	root, err := openOut(out)
	if err != nil {
		return err
	}
	defer root.Close()
	keep := map[string]bool{recordName: true}
	now := record{Build: f.build, Models: f.models}
	for _, pages := range []bool{false, true} {
		for _, file := range f.files {
			if strings.HasSuffix(file.name, ".html") != pages {
				continue
			}
			if err := writeFile(root, file); err != nil {
				return err
			}
			keep[file.name] = true
			now.Files = append(now.Files, file.name)
		}
	}
	for _, name := range old.Files {
		if keep[name] {
			continue
		}
		if err := root.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("remove %s of the earlier build: %w", name, err)
		}
	}
	text, err := json.MarshalIndent(now, "", " ")
	if err != nil {
		return fmt.Errorf("list the build's files: %w", err)
	}
	return writeFile(root, file{recordName, append(text, '\n')})
}

func readRecord(out string) (record, error) {
	var old record
	data, err := os.ReadFile(filepath.Join(out, recordName))
	if errors.Is(err, os.ErrNotExist) {
		return old, nil
	}
	if err != nil {
		return old, fmt.Errorf("read the earlier build's list: %w", err)
	}
	if err := json.Unmarshal(data, &old); err != nil {
		return old, fmt.Errorf("read the earlier build's list: %w", err)
	}
	return old, nil
}

// openOut opens the folder as a root, so that no name in it can reach outside.
func openOut(out string) (*os.Root, error) {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return nil, fmt.Errorf("make the output folder: %w", err)
	}
	root, err := os.OpenRoot(out)
	if err != nil {
		return nil, fmt.Errorf("open the output folder: %w", err)
	}
	return root, nil
}

func writeFile(root *os.Root, file file) error {
	if dir := path.Dir(file.name); dir != "." {
		if err := root.MkdirAll(dir, 0o755); err != nil {
			return fmt.Errorf("make %s: %w", dir, err)
		}
	}
	if err := root.WriteFile(file.name, file.data, 0o644); err != nil {
		return fmt.Errorf("write %s: %w", file.name, err)
	}
	return nil
}
