package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"oncall/internal/certify"
	"oncall/scenarios"
)

type certifyCmd struct {
	Scenario  string `arg:"" optional:"" help:"Id of a scenario that ships; all with a lesson where none is given."`
	Seeds     seeds  `help:"Seeds of the shifts, A..B." default:"1..1000" placeholder:"A..B"`
	Hindsight int    `help:"On how many of them to search for the best actions." default:"20"`
}

// Run prints the table of the README, and fails where a scenario lacks what a
// lesson needs.
func (c *certifyCmd) Run(out output) error {
	ids := scenarios.Lessons()
	if c.Scenario != "" {
		ids = []string{c.Scenario}
	}
	if c.Hindsight < 0 || c.Hindsight > c.Seeds.count {
		return fmt.Errorf("--hindsight is 0 to %d, the number of seeds", c.Seeds.count)
	}
	if _, err := fmt.Fprint(out, certify.Head); err != nil {
		return err
	}
	var lacks []error
	for _, id := range ids {
		made, err := c.certificate(id)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprint(out, made.Row()); err != nil {
			return err
		}
		lacks = append(lacks, made.Check())
	}
	return errors.Join(lacks...)
}

func (c *certifyCmd) certificate(id string) (*certify.Certificate, error) {
	sc, err := scenarios.Find(id)
	if err != nil {
		return nil, err
	}
	lesson, err := scenarios.Runbook(id)
	if err != nil {
		return nil, err
	}
	wrong, err := scenarios.WrongRunbook(id)
	if err != nil {
		return nil, err
	}
	if wrong == nil {
		return nil, fmt.Errorf("%s has no lesson to certify: it is there to try things", id)
	}
	progress := newProgress(os.Stderr, isTerminal(os.Stderr))
	defer progress.end()
	return certify.Run(sc, lesson, wrong, certify.Options{
		First: c.Seeds.first, Seeds: c.Seeds.count, HindsightSeeds: c.Hindsight,
		Workers: runtime.GOMAXPROCS(0), Progress: progress.show,
	})
}
