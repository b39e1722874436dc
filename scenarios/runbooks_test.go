package scenarios

import (
	"io/fs"
	"strings"
	"testing"

	"oncall/internal/runbook"
)

// Every scenario with a lesson has it as a runbook, and a wrong one beside it;
// each has a title, which tables show, and nothing lies in the folders that no
// scenario has.
func TestEveryLessonHasItsRunbooks(t *testing.T) {
	lessons := Lessons()
	if len(lessons) != len(ids)-2 {
		t.Errorf("lessons %q", lessons)
	}
	for _, id := range lessons {
		sc, err := Find(id)
		if err != nil {
			t.Fatal(err)
		}
		for what, read := range map[string]func(string) (*runbook.Runbook, error){"right": Runbook, "wrong": WrongRunbook} {
			r, err := read(id)
			if err != nil {
				t.Errorf("%s, %s: %v", id, what, err)
				continue
			}
			if r.Title == "" || strings.ContainsRune(r.Title, '|') {
				t.Errorf("%s, %s: title %q", id, what, r.Title)
			}
			if _, err := runbook.Compile(r, sc); err != nil {
				t.Errorf("%s, %s: %v", id, what, err)
			}
		}
	}
	names, err := fs.Glob(runbooks, "runbooks/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := fs.Glob(runbooks, "runbooks/wrong/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != len(ids) || len(wrong) != len(lessons) {
		t.Errorf("%d and %d files for %d scenarios and %d lessons", len(names), len(wrong), len(ids), len(lessons))
	}
}

// What is there to try things has a runbook to be beaten, and nothing wrong to learn.
func TestPlaygroundsHaveNoWrongLesson(t *testing.T) {
	for _, id := range []string{"free-play", "two-links"} {
		if r, err := Runbook(id); r == nil || err != nil {
			t.Errorf("%s: %v, %v", id, r, err)
		}
		if r, err := WrongRunbook(id); r != nil || err != nil {
			t.Errorf("%s, wrong: %v, %v", id, r, err)
		}
	}
	if _, err := Runbook("moon"); err == nil {
		t.Error("a scenario that is none has a runbook")
	}
}
