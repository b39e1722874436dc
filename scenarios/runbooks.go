package scenarios

import (
	"embed"
	"fmt"
	"path"
	"slices"

	"oncall/internal/runbook"
	"oncall/internal/runbookfile"
)

//go:embed runbooks/*.yaml runbooks/wrong/*.yaml
var runbooks embed.FS

// Lessons returns the ids of the scenarios that have a lesson, which the playgrounds,
// free-play and two-links, do not, in the order in which they are offered.
func Lessons() []string { return slices.DeleteFunc(IDs(), playground) }

// Runbook returns the reference runbook of the scenario that ships with an id:
// its lesson as rules, if it has one.
func Runbook(id string) (*runbook.Runbook, error) {
	return readRunbook("runbooks", id)
}

// WrongRunbook returns the wrong lesson of a scenario: what seems to help there,
// and does not. The playgrounds have none, and give nil.
func WrongRunbook(id string) (*runbook.Runbook, error) {
	if playground(id) {
		return nil, nil
	}
	return readRunbook("runbooks/wrong", id)
}

// RunbookText returns the file of a scenario's reference runbook, for those who
// want to write their own.
func RunbookText(id string) (string, error) {
	if _, err := Find(id); err != nil {
		return "", err
	}
	text, err := runbooks.ReadFile(path.Join("runbooks", id+".yaml"))
	if err != nil {
		return "", fmt.Errorf("runbook of %s: %w", id, err)
	}
	return string(text), nil
}

func readRunbook(folder, id string) (*runbook.Runbook, error) {
	sc, err := Find(id)
	if err != nil {
		return nil, err
	}
	name := path.Join(folder, id+".yaml")
	text, err := runbooks.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("runbook of %s: %w", id, err)
	}
	return runbookfile.Read(name, text, sc)
}

// playground reports whether a scenario is there to try things, and has no
// lesson.
func playground(id string) bool { return id == "free-play" || id == "two-links" }
