package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"oncall/internal/runbook"
	"oncall/internal/runbookfile"
	"oncall/internal/scenario"
	"oncall/internal/scenariofile"
	"oncall/internal/world"
	"oncall/scenarios"
)

// inputMax bounds every file that the command line reads, but for traffic.
const inputMax = 256 << 10

// readFile reads a file of at most inputMax bytes.
func readFile(name string) ([]byte, error) { return readUpTo(name, inputMax) }

// readUpTo reads a file of at most so many bytes.
func readUpTo(name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s is larger than %d bytes", name, limit)
	}
	return data, nil
}

// findScenario takes the id of a scenario that ships or the name of a YAML file.
func findScenario(name string) (*scenario.Scenario, error) {
	if strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml") {
		return readScenario(name)
	}
	sc, err := scenarios.Find(name)
	if err != nil {
		return nil, fmt.Errorf("%w; or give a .yaml file", err)
	}
	return sc, nil
}

// readScenario reads a scenario file. Unless it plays like the shipped one with
// its id, it has none that others could know, and travels whole in a link.
func readScenario(name string) (*scenario.Scenario, error) {
	data, err := readFile(name)
	if err != nil {
		return nil, err
	}
	sc, err := scenariofile.Read(name, data)
	if err != nil {
		return nil, err
	}
	if shipped := shippedScenario(sc.ID); shipped == nil || shipped.Hash() != sc.Hash() {
		sc.ID = ""
	}
	return sc, nil
}

// shippedScenario returns the scenario that ships with the id, or nil.
func shippedScenario(id string) *scenario.Scenario {
	sc, err := scenarios.Find(id)
	if err != nil {
		return nil
	}
	return sc
}

// reference names a scenario's own runbook in place of a file.
const reference = "reference"

// readRunbook reads a runbook for a scenario and checks it. No name gives none.
func readRunbook(name string, sc *scenario.Scenario) (*runbook.Program, error) {
	var rules *runbook.Runbook
	var err error
	switch name {
	case "":
		return nil, nil
	case reference:
		if sc.ID == "" {
			return nil, errors.New("a scenario of your own has no reference runbook; give a .yaml file")
		}
		rules, err = scenarios.Runbook(sc.ID)
	default:
		var data []byte
		if data, err = readFile(name); err == nil {
			rules, err = runbookfile.Read(name, data, sc)
		}
	}
	if err != nil {
		return nil, err
	}
	return runbook.Compile(rules, sc)
}

// fileAction is an entry of an actions file.
type fileAction struct {
	Minute  *int   `json:"minute"`
	Step    *int   `json:"step"`
	Control string `json:"control"`
	Target  string `json:"target"`
	Value   *int   `json:"value"`
}

// readActions reads an actions file for the scenario's controls: a JSON list in
// order of time.
func readActions(name string, sc *scenario.Scenario) ([]world.Action, error) {
	if name == "" {
		return nil, nil
	}
	data, err := readFile(name)
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var entries []fileAction
	if err := dec.Decode(&entries); err != nil {
		return nil, fmt.Errorf("%s: line %d: not a list of {\"minute\", \"control\", \"value\"}: %w", name, line(data, dec.InputOffset()), err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: line %d: something follows the list", name, line(data, dec.InputOffset()))
	}
	controls := sc.Controls()
	actions := make([]world.Action, len(entries))
	for i, e := range entries {
		if e.Minute != nil && sc.StepSeconds() != 60 {
			return nil, fmt.Errorf("%s: entry %d: a step of the %s world is %d s: give \"step\" instead of \"minute\"", name, i+1, sc.World, sc.StepSeconds())
		}
		if actions[i], err = e.action(controls); err != nil {
			return nil, fmt.Errorf("%s: entry %d: %w", name, i+1, err)
		}
		if i > 0 && actions[i].Step < actions[i-1].Step {
			return nil, fmt.Errorf("%s: entry %d: step %d comes after step %d: put the list in order of time", name, i+1, actions[i].Step, actions[i-1].Step)
		}
	}
	return actions, nil
}

func line(data []byte, offset int64) int {
	return 1 + bytes.Count(data[:min(offset, int64(len(data)))], []byte("\n"))
}

func (e fileAction) action(controls []world.Control) (world.Action, error) {
	step := e.Minute
	if step == nil {
		step = e.Step
	}
	if step == nil || e.Value == nil || (e.Minute != nil && e.Step != nil) {
		return world.Action{}, errors.New(`give "minute" or "step", "control" and "value"`)
	}
	s, err := setting(controls, e.Control, e.Target, *e.Value)
	if err != nil {
		return world.Action{}, err
	}
	return world.Action{Step: *step, Control: s.Control, Target: s.Target, Value: s.Value}, world.Check(controls, s)
}

func setting(controls []world.Control, id, target string, value int) (world.Setting, error) {
	c, ok := world.FindControl(controls, id)
	if !ok {
		ids := make([]string, len(controls))
		for i, c := range controls {
			ids[i] = c.ID
		}
		return world.Setting{}, fmt.Errorf("there is no control %q: it is one of %s", id, strings.Join(ids, ", "))
	}
	t, err := c.TargetIndex(target)
	return world.Setting{Control: c.Code, Target: t, Value: value}, err
}

// parseSet reads CONTROL=VALUE and CONTROL:TARGET=VALUE. The value of a choice
// is one of its names.
func parseSet(sets []string, sc *scenario.Scenario) ([]world.Setting, error) {
	controls := sc.Controls()
	var opening []world.Setting
	for _, text := range sets {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("--set %s: write CONTROL=VALUE", text)
		}
		id, target, _ := strings.Cut(name, ":")
		number, err := strconv.Atoi(value)
		if err != nil {
			if number, err = choice(controls, id, value); err != nil {
				return nil, fmt.Errorf("--set %s: %w", text, err)
			}
		}
		s, err := setting(controls, id, target, number)
		if err == nil {
			err = world.CheckOpening(controls, s)
		}
		if err != nil {
			return nil, fmt.Errorf("--set %s: %w", text, err)
		}
		opening = append(opening, s)
	}
	return opening, nil
}

func choice(controls []world.Control, id, name string) (int, error) {
	c, _ := world.FindControl(controls, id)
	for i, n := range c.Choices {
		if n == name {
			return i, nil
		}
	}
	if len(c.Choices) > 0 {
		return 0, fmt.Errorf("%q is none of %s", name, strings.Join(c.Choices, ", "))
	}
	return 0, fmt.Errorf("%q is not a whole number", name)
}
