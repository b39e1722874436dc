package e2e

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"oncall/internal/sitebuild"
)

// The site, the command line and the browser are made once for all journeys.
var (
	dist    string // the built site
	command string // the command line's program
	chrome  *Browser
)

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "journeys:", err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (int, error) {
	ctx := context.Background()
	temp, err := os.MkdirTemp("", "oncall-journeys-")
	if err != nil {
		return 1, fmt.Errorf("make a folder: %w", err)
	}
	defer os.RemoveAll(temp)
	dist = filepath.Join(temp, "dist")
	options, err := sitebuild.Project(ctx, dist)
	if err != nil {
		return 1, err
	}
	if _, err := sitebuild.Build(ctx, options); err != nil {
		return 1, err
	}
	command = filepath.Join(temp, "oncall")
	if said, err := exec.Command("go", "build", "-buildvcs=false", "-o", command, "oncall/cmd/oncall").CombinedOutput(); err != nil {
		return 1, fmt.Errorf("build the command line: %w\n%s", err, said)
	}
	if chrome, err = Launch(ctx); err != nil {
		return 1, err
	}
	defer chrome.Close()
	return m.Run(), nil
}

// serve starts a static host for the site and returns the page's address.
func serve(t *testing.T, host sitebuild.Host) string {
	t.Helper()
	root, err := os.OpenRoot(dist)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(sitebuild.Handler(root, host))
	t.Cleanup(func() { server.Close(); root.Close() })
	return server.URL + "/" + strings.TrimPrefix(host.Base, "/")
}

// oncall runs the command line and returns what it printed.
func oncall(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command(command, args...).Output()
	if err != nil {
		t.Fatalf("oncall %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}
