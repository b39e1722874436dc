package yamlfile

import (
	"slices"

	"github.com/goccy/go-yaml/ast"
)

// Numeric is a number that a map holds, and where it goes.
type Numeric struct {
	name     string
	into     *float64
	optional bool
}

// Required is a number that must be there.
func Required(name string, into *float64) Numeric { return Numeric{name: name, into: into} }

// Optional is a number that may be left out; then what into points to stays.
func Optional(name string, into *float64) Numeric { return Numeric{name, into, true} }

// Record reads a map of the given numbers and of the other fields, which the
// caller reads.
func (f File) Record(n ast.Node, what string, others []string, numbers ...Numeric) (Fields, error) {
	allowed := slices.Clone(others)
	for _, v := range numbers {
		allowed = append(allowed, v.name)
	}
	entries, err := f.Mapping(n, what, allowed)
	if err != nil {
		return nil, err
	}
	for _, v := range numbers {
		if v.optional && entries.Find(v.name) == nil {
			continue
		}
		at, err := f.Needed(entries, n, v.name, what)
		if err != nil {
			return nil, err
		}
		if *v.into, err = f.Number(at, v.name); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// Named reads a name and returns its place in a list of what there is.
func (f File) Named(n ast.Node, what string, known []string) (int, error) {
	name, err := f.Text(n, what)
	if err != nil {
		return 0, err
	}
	return f.Index(n, what, name, known)
}

// TextOf reads the text of a field that must be there.
func (f File) TextOf(entries Fields, parent ast.Node, name, what string) (string, error) {
	at, err := f.Needed(entries, parent, name, what)
	if err != nil {
		return "", err
	}
	return f.Text(at, name)
}

// Index returns the place of a name in a list of what there is.
func (f File) Index(at ast.Node, what, name string, known []string) (int, error) {
	i := slices.Index(known, name)
	if i < 0 {
		return 0, f.Errorf(at, "%s: unknown name %q; %s", what, name, Suggest(name, known))
	}
	return i, nil
}
