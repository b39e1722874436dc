package sitebuild

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path"
	"regexp"
	"strings"
)

// Host says what kind of static host Handler plays.
type Host struct {
	Base string // path under which the folder appears, "/" when empty
	Gzip bool   // sends the .gz files with Content-Encoding: gzip, as hosts that compress do
}

// mimeTypes is a table of our own: the system's differ from machine to machine, and a browser
// compiles wasm as it arrives only when the type is right.
var mimeTypes = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".ico":         "image/x-icon",
	".gz":          "application/gzip",
	".msgp":        "application/octet-stream",
}

var hashedName = regexp.MustCompile(fmt.Sprintf(`\.([0-9a-f]{%d}|[0-9A-Z]{8})\.[a-z]+(\.gz)?$`, hashChars))

// Handler serves a built folder. It lists nothing and reads nothing outside the folder, not even
// through a symbolic link. The caller closes the root when the server has stopped.
func Handler(root *os.Root, host Host) http.Handler {
	base := "/" + strings.Trim(host.Base, "/")
	if base != "/" {
		base += "/"
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, under := strings.CutPrefix(r.URL.Path, base)
		if !under {
			if r.URL.Path+"/" == base || r.URL.Path == "/" {
				http.Redirect(w, r, base, http.StatusFound)
				return
			}
			http.NotFound(w, r)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "this host only serves files", http.StatusMethodNotAllowed)
			return
		}
		if name == "" || strings.HasSuffix(name, "/") {
			name += "index.html"
		}
		serveFile(w, r, root, name, host.Gzip)
	})
}

func serveFile(w http.ResponseWriter, r *http.Request, root *os.Root, name string, gzip bool) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	if hashedName.MatchString(name) {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		header.Set("Cache-Control", "no-cache")
	}
	sent := name
	if gzip && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		header.Set("Vary", "Accept-Encoding")
		// Such hosts also take a .gz that is asked for by name as a compressed form of the plain
		// file, so what the page reads is already decompressed.
		plain := strings.TrimSuffix(name, ".gz")
		if _, err := root.Stat(plain + ".gz"); err == nil {
			header.Set("Content-Encoding", "gzip")
			name, sent = plain, plain+".gz"
		}
	}
	file, info, err := openFile(root, sent)
	if err != nil {
		header.Del("Cache-Control")
		header.Del("Content-Encoding")
		http.NotFound(w, r)
		return
	}
	defer file.Close()
	if kind, ok := mimeTypes[path.Ext(name)]; ok {
		header.Set("Content-Type", kind)
	} else {
		header.Set("Content-Type", "application/octet-stream")
	}
	http.ServeContent(w, r, name, info.ModTime(), file)
}

func openFile(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	file, err := root.Open(name)
	if err != nil {
		return nil, nil, fmt.Errorf("open %s: %w", name, err)
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a file")
	}
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("open %s: %w", name, err)
	}
	return file, info, nil
}
