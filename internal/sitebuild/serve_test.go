package sitebuild

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

// served starts a host for a folder with a few files.
func served(t *testing.T, host Host) *httptest.Server {
	t.Helper()
	outside := t.TempDir()
	dir := filepath.Join(outside, "dist")
	for name, text := range map[string]string{
		"../secret.txt": "secret", "index.html": "page", "sw.js": "worker", "engine.0123456789.wasm": "\x00asm", "engine.0123456789.wasm.gz": "\x1f\x8b packed",
		"main.0123456789.js": "script", "locale/en.0123456789.json": "{}", "manifest.webmanifest": "{}", "icons/icon.svg": "<svg/>",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(outside, "secret.txt"), filepath.Join(dir, "link.txt")); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(Handler(root, host))
	t.Cleanup(func() { server.Close(); root.Close() })
	return server
}

// get asks for a path as it stands, without following redirections or decompressing.
func get(t *testing.T, server *httptest.Server, path string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "gzip")
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

func TestTypesAndCaching(t *testing.T) {
	server := served(t, Host{})
	const forever = "public, max-age=31536000, immutable"
	for _, test := range []struct{ path, kind, cache string }{
		{"/", "text/html; charset=utf-8", "no-cache"},
		{"/index.html", "text/html; charset=utf-8", "no-cache"},
		{"/index.html?x=1", "text/html; charset=utf-8", "no-cache"},
		{"/sw.js", "text/javascript; charset=utf-8", "no-cache"},
		{"/main.0123456789.js", "text/javascript; charset=utf-8", forever},
		{"/engine.0123456789.wasm", "application/wasm", forever},
		{"/engine.0123456789.wasm.gz", "application/gzip", forever},
		{"/locale/en.0123456789.json", "application/json", forever},
		{"/manifest.webmanifest", "application/manifest+json", "no-cache"},
		{"/icons/icon.svg", "image/svg+xml", "no-cache"},
	} {
		response, _ := get(t, server, test.path)
		if response.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", test.path, response.Status)
		}
		if got := response.Header.Get("Content-Type"); got != test.kind {
			t.Errorf("%s has type %q, want %q", test.path, got, test.kind)
		}
		if got := response.Header.Get("Cache-Control"); got != test.cache {
			t.Errorf("%s is cached %q, want %q", test.path, got, test.cache)
		}
		if got := response.Header.Get("Content-Encoding"); got != "" {
			t.Errorf("%s is encoded as %q by a host that does not compress", test.path, got)
		}
	}
}

func TestNothingOutsideTheFolder(t *testing.T) {
	server := served(t, Host{})
	for _, path := range []string{"/../secret.txt", "/..%2fsecret.txt", "/icons/../../secret.txt", "/link.txt", "/icons/", "/icons", "/nothing.js", "//secret.txt"} {
		response, body := get(t, server, path)
		if response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s %q, want 404", path, response.Status, body)
		}
	}
	response, err := http.Post(server.URL+"/index.html", "text/plain", nil)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %s, want 405", response.Status)
	}
}

func TestHostThatCompresses(t *testing.T) {
	server := served(t, Host{Gzip: true})
	for _, path := range []string{"/engine.0123456789.wasm", "/engine.0123456789.wasm.gz"} {
		response, body := get(t, server, path)
		if response.Header.Get("Content-Encoding") != "gzip" || response.Header.Get("Content-Type") != "application/wasm" || body != "\x1f\x8b packed" {
			t.Errorf("%s: %v %q, want the .gz as encoded wasm", path, response.Header, body)
		}
	}
	if response, body := get(t, server, "/index.html"); response.Header.Get("Content-Encoding") != "" || body != "page" {
		t.Errorf("index.html has no .gz, but came as %v %q", response.Header, body)
	}
}

func TestSubPath(t *testing.T) {
	server := served(t, Host{Base: "/some/path/"})
	if response, body := get(t, server, "/some/path/"); body != "page" {
		t.Errorf("the page under its path: %s %q", response.Status, body)
	}
	for _, path := range []string{"/", "/some/path"} {
		if response, _ := get(t, server, path); response.Header.Get("Location") != "/some/path/" {
			t.Errorf("%s leads to %q, want /some/path/", path, response.Header.Get("Location"))
		}
	}
	if response, _ := get(t, server, "/index.html"); response.StatusCode != http.StatusNotFound {
		t.Errorf("the page is also outside its path: %s", response.Status)
	}
}
