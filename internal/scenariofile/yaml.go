package scenariofile

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// The parser's time grows with more than the square of the nesting: these keep
// the worst file a matter of milliseconds. A scenario that says everything there
// is to say has some 700 tokens, nested four deep.
const (
	tokensMax = 1500
	nestedMax = 8
)

// file is a YAML file that is being read.
type file struct{ name string }

// entry is one field of a map.
type entry struct {
	key   string
	at    ast.Node // where the key stands
	value ast.Node
}

// fields are those of a map, in the order of the file.
type fields []entry

func (f fields) find(key string) *entry {
	for i := range f {
		if f[i].key == key {
			return &f[i]
		}
	}
	return nil
}

// parse returns the file's one document.
func (f file) parse(text []byte) (ast.Node, error) {
	if len(text) > BytesMax {
		return nil, f.errorAt(1, 1, fmt.Sprintf("a scenario has at most %d bytes, and this file has %d", BytesMax, len(text)))
	}
	text = trimBOM(text)
	if !utf8.Valid(text) {
		return nil, f.invalidUTF8(text)
	}
	tokens := lexer.Tokenize(string(text))
	if err := f.checkTokens(tokens); err != nil {
		return nil, err
	}
	// Doubled keys are refused by mapping, in its own words.
	doc, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		var syntax *yaml.SyntaxError
		if errors.As(err, &syntax) && syntax.Token != nil {
			p := syntax.Token.Position
			return nil, f.errorAt(p.Line, p.Column, "not YAML: "+syntax.Message)
		}
		return nil, f.errorAt(1, 1, "not YAML: "+err.Error())
	}
	switch {
	case len(doc.Docs) == 0 || doc.Docs[0].Body == nil:
		return nil, f.errorAt(1, 1, "the file is empty; a scenario needs id, world and score")
	case len(doc.Docs) > 1:
		return nil, f.errorf(doc.Docs[0].Body, "the file must be one YAML document, without directives")
	}
	return doc.Docs[0].Body, nil
}

// invalidUTF8 places the first byte that is not UTF-8.
func (f file) invalidUTF8(text []byte) error {
	line, column := 1, 1
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 {
			break
		}
		if column++; r == '\n' {
			line, column = line+1, 1
		}
		text = text[size:]
	}
	return f.errorAt(line, column, "the file must be UTF-8")
}

func (f file) checkTokens(tokens token.Tokens) error {
	depth, count := 0, 0
	for _, t := range tokens {
		switch t.Type {
		case token.CommentType:
			continue
		case token.MappingStartType, token.SequenceStartType:
			depth++
		case token.MappingEndType, token.SequenceEndType:
			depth--
		case token.AnchorType, token.AliasType, token.TagType, token.MergeKeyType:
			return f.errorAt(t.Position.Line, t.Position.Column, "anchors, aliases, tags and merge keys are not allowed; write the values out")
		}
		if count++; count > tokensMax || depth > nestedMax {
			return f.errorAt(t.Position.Line, t.Position.Column, "too much or too deeply nested for a scenario")
		}
	}
	return nil
}

// place returns where a node begins.
func place(n ast.Node) (line, column int) {
	switch v := n.(type) {
	case *ast.MappingNode:
		if !v.IsFlowStyle && len(v.Values) > 0 {
			return place(v.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return place(v.Key)
	}
	t := n.GetToken()
	if t == nil || t.Position == nil {
		return 1, 1
	}
	return t.Position.Line, t.Position.Column
}

// mapping returns the fields of a map, each of which must be allowed and stand
// there once.
func (f file) mapping(n ast.Node, what string, allowed []string) (fields, error) {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		return nil, f.errorf(n, "%s must be a map of fields, and is %s", what, kind(n))
	}
	var entries fields
	for _, v := range m.Values {
		key, ok := v.Key.(*ast.StringNode)
		if !ok {
			return nil, f.errorf(v.Key, "%s: a field's name must be text", what)
		}
		if !slices.Contains(allowed, key.Value) {
			return nil, f.errorf(key, "%s: unknown field %q; %s", what, key.Value, suggest(key.Value, allowed))
		}
		if first := entries.find(key.Value); first != nil {
			line, _ := place(first.at)
			return nil, f.errorf(key, "%s: %s is there twice, first on line %d; keep one", what, key.Value, line)
		}
		entries = append(entries, entry{key: key.Value, at: key, value: v.Value})
	}
	return entries, nil
}

// needed returns the value of a field that must be there.
func (f file) needed(entries fields, parent ast.Node, name, what string) (ast.Node, error) {
	if e := entries.find(name); e != nil {
		return e.value, nil
	}
	return nil, f.errorf(parent, "%s: %s is missing", what, name)
}

func (f file) sequence(n ast.Node, what string) ([]ast.Node, error) {
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		return nil, f.errorf(n, "%s must be a list, and is %s", what, kind(n))
	}
	return s.Values, nil
}

func (f file) text(n ast.Node, what string) (string, error) {
	switch v := n.(type) {
	case *ast.StringNode:
		return v.Value, nil
	case *ast.LiteralNode:
		return v.Value.Value, nil
	}
	return "", f.errorf(n, "%s must be text, and is %s", what, kind(n))
}

// number returns a finite number.
func (f file) number(n ast.Node, what string) (float64, error) {
	v, ok := plainNumber(n)
	switch {
	case !ok:
		return 0, f.errorf(n, "%s must be a number, and is %s", what, kind(n))
	case math.IsNaN(v) || math.IsInf(v, 0):
		return 0, f.errorf(n, "%s must be a finite number", what)
	}
	return v + 0, nil // -0 becomes 0
}

// plainNumber returns the number that a node is, whether or not the parser sees
// one: it takes 1e3, 09 and large whole numbers for text.
func plainNumber(n ast.Node) (float64, bool) {
	switch v := n.(type) {
	case *ast.IntegerNode:
		switch i := v.Value.(type) {
		case int64:
			return float64(i), true
		case uint64:
			return float64(i), true
		}
	case *ast.FloatNode:
		return v.Value, true
	case *ast.NanNode:
		return math.NaN(), true
	case *ast.InfinityNode:
		return v.Value, true
	case *ast.StringNode:
		if v.Token.Type == token.StringType && strings.Trim(v.Value, "0123456789+-.eE") == "" {
			x, err := strconv.ParseFloat(v.Value, 64)
			return x, err == nil || errors.Is(err, strconv.ErrRange)
		}
	}
	return 0, false
}

// integer returns a whole number that fits everywhere. Its bounds are the
// caller's to check.
func (f file) integer(n ast.Node, what string) (int, error) {
	v, err := f.number(n, what)
	if err != nil {
		return 0, err
	}
	if v != math.Trunc(v) || math.Abs(v) > math.MaxInt32 {
		return 0, f.errorf(n, "%s must be a whole number, and is %v", what, v)
	}
	return int(v), nil
}

// kind says what a node is, in words.
func kind(n ast.Node) string {
	switch v := n.(type) {
	case *ast.MappingNode:
		return "a map"
	case *ast.SequenceNode:
		return "a list"
	case *ast.StringNode:
		return "the text " + strconv.Quote(v.Value)
	case *ast.LiteralNode:
		return "a text of several lines"
	case *ast.BoolNode:
		return "a truth value"
	case *ast.NullNode:
		return "empty"
	case *ast.IntegerNode, *ast.FloatNode, *ast.NanNode, *ast.InfinityNode:
		return "a number"
	}
	return "something else"
}
