// Command oncall plays, replays and checks shifts without a browser.
package main

import (
	"fmt"
	"os"

	"github.com/alecthomas/kong"
)

// cli is the command line's contract.
type cli struct {
	Run      runCmd      `cmd:"" help:"Play a shift from an actions file, or by nobody."`
	Replay   replayCmd   `cmd:"" help:"Recompute a link's shift and verify it."`
	Link     linkCmd     `cmd:"" help:"Print the link's fragment of a shift."`
	Sweep    sweepCmd    `cmd:"" help:"Play one way of working a shift on many seeds."`
	Certify  certifyCmd  `cmd:"" help:"Show what the scenarios' lessons are worth."`
	Report   reportCmd   `cmd:"" help:"Write a shift's report: Markdown, CSV and SVG."`
	Validate validateCmd `cmd:"" help:"Judge the formulas by a simulation of single requests."`
	Scenario struct {
		Check checkCmd `cmd:"" help:"Check a scenario file."`
		Curve curveCmd `cmd:"" help:"Make a scenario file's traffic curve of a CSV file."`
	} `cmd:"" help:"Scenario files."`
}

func main() {
	var c cli
	ctx := kong.Parse(&c,
		kong.Name("oncall"),
		kong.Description("On Call: shifts of a simulated service, played and replayed bit for bit."),
		kong.UsageOnError(),
		kong.BindTo(os.Stdout, (*output)(nil)))
	if err := ctx.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "oncall: "+err.Error())
		os.Exit(1)
	}
}
