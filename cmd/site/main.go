// Command site builds the page into a folder that any static host can serve, and serves it on this
// machine.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"oncall/internal/sitebuild"
)

type flags struct {
	Play  play  `cmd:"" default:"withargs" help:"Build the page and serve it on this machine."`
	Build build `cmd:"" help:"Build the page for a static host; fails when it is too large."`
	Serve serve `cmd:"" help:"Serve a page that is built already."`
}

type build struct {
	Out     string `short:"o" default:"dist" help:"Folder to write."`
	Address string `help:"Where the site will be, such as https://example.org/oncall/: links to it then unfold with a picture."`
}

type serve struct {
	Addr string `default:"localhost:8080" help:"Address to listen on; another port is taken when it is busy."`
	Dir  string `default:"dist" help:"Folder to serve."`
	Base string `default:"/" help:"Path under which the page appears."`
	Gzip bool   `help:"Send the .gz files as compressed content, as some hosts do."`
}

type play struct {
	Addr string `default:"localhost:8080" help:"Address to listen on; another port is taken when it is busy."`
	Out  string `short:"o" default:"dist" help:"Folder to write and serve."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var f flags
	parsed := kong.Parse(&f, kong.Name("site"), kong.Description("Builds and serves the page of On Call."), kong.BindTo(ctx, (*context.Context)(nil)))
	parsed.FatalIfErrorf(parsed.Run())
}

// Run builds, prints the sizes and fails above the limits.
func (b build) Run(ctx context.Context) error {
	result, err := makePage(ctx, b.Out, b.Address)
	if err != nil {
		return err
	}
	if err := result.Print(os.Stdout); err != nil {
		return err
	}
	return result.Check()
}

// Run builds and serves. A page above the size limits is still worth a look here.
func (p play) Run(ctx context.Context) error {
	fmt.Println("Building the page; the first time takes a minute or two ...")
	if _, err := makePage(ctx, p.Out, ""); err != nil {
		return err
	}
	return serve{Addr: p.Addr, Dir: p.Out, Base: "/"}.Run(ctx)
}

func makePage(ctx context.Context, out, address string) (*sitebuild.Result, error) {
	options, err := sitebuild.Project(ctx, out)
	if err != nil {
		return nil, err
	}
	options.Address = address
	return sitebuild.Build(ctx, options)
}

// Run serves until it is interrupted.
func (s serve) Run(ctx context.Context) error {
	root, err := os.OpenRoot(s.Dir)
	if err != nil {
		return fmt.Errorf("open the folder to serve (build it first): %w", err)
	}
	defer root.Close()
	listener, err := listen(s.Addr)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           sitebuild.Handler(root, sitebuild.Host{Base: s.Base, Gzip: s.Gzip}),
		ReadHeaderTimeout: 10 * time.Second,
	}
	fmt.Printf("On Call is at http://%s/%s\nCtrl-C ends it.\n", shown(s.Addr, listener), strings.TrimLeft(s.Base, "/"))
	go func() {
		<-ctx.Done()
		server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// listen takes the address, or a free port of the same host when another program has it.
func listen(addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if err == nil {
		return listener, nil
	}
	if !errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("listen: %w", err)
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	listener, err = net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	return listener, nil
}

// shown returns host and port for people: the host as they wrote it, the port as it is.
func shown(addr string, listener net.Listener) string {
	host, _, err := net.SplitHostPort(addr)
	if err != nil || host == "" {
		host = "localhost"
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return addr
	}
	return net.JoinHostPort(host, port)
}
