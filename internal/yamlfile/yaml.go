// Package yamlfile reads YAML for the files that people write for this program:
// whatever is unknown, twice, missing or of another type is refused with file,
// line and column, and with what would be right. Readers of one kind of file
// embed File.
package yamlfile

import (
	"bytes"
	"cmp"
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

// Limits of a file. The parser's time grows with more than the square of the
// nesting: these keep the worst file a matter of milliseconds. A scenario that
// says everything there is to say has some 700 tokens, nested four deep.
const (
	BytesMax  = 64 << 10
	tokensMax = 1500
	nestedMax = 8
	// columnMax bounds nesting by indentation, of which each level takes a column.
	columnMax = 64
)

// File is a YAML file that is being read. The names stand in its errors.
type File struct {
	Name  string // of the file
	What  string // what it holds, such as "a scenario"
	Needs string // what that must have, such as "id, world and score"
	// TokensMax is how many tokens it may have; 0 for as many as files without long
	// lists need.
	TokensMax int
}

// Entry is one field of a map.
type Entry struct {
	Key   string
	At    ast.Node // where the key stands
	Value ast.Node
}

// Fields are those of a map, in the order of the file.
type Fields []Entry

// Find returns the field with the key, or nil.
func (f Fields) Find(key string) *Entry {
	for i := range f {
		if f[i].Key == key {
			return &f[i]
		}
	}
	return nil
}

// Parse returns the file's one document. A byte order mark before it is skipped.
func (f File) Parse(text []byte) (ast.Node, error) {
	if len(text) > BytesMax {
		return nil, f.errorAt(1, 1, fmt.Sprintf("%s has at most %d bytes, and this file has %d", f.What, BytesMax, len(text)))
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
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
		return nil, f.errorAt(1, 1, fmt.Sprintf("the file is empty; %s needs %s", f.What, f.Needs))
	case len(doc.Docs) > 1:
		return nil, f.Errorf(doc.Docs[0].Body, "the file must be one YAML document, without directives")
	}
	return doc.Docs[0].Body, nil
}

// invalidUTF8 places the first byte that is not UTF-8.
func (f File) invalidUTF8(text []byte) error {
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

func (f File) checkTokens(tokens token.Tokens) error {
	depth, count := 0, 0
	for _, t := range tokens {
		switch t.Type {
		case token.CommentType:
			continue
		case token.MappingStartType, token.SequenceStartType:
			depth++
		case token.MappingEndType, token.SequenceEndType:
			depth--
		case token.SequenceEntryType, token.MappingKeyType, token.MappingValueType:
			if depth == 0 && t.Position.Column > columnMax {
				return f.errorAt(t.Position.Line, t.Position.Column, "too much or too deeply nested for "+f.What)
			}
		case token.AnchorType, token.AliasType, token.TagType, token.MergeKeyType:
			return f.errorAt(t.Position.Line, t.Position.Column, "anchors, aliases, tags and merge keys are not allowed; write the values out")
		}
		if count++; count > cmp.Or(f.TokensMax, tokensMax) || depth > nestedMax {
			return f.errorAt(t.Position.Line, t.Position.Column, "too much or too deeply nested for "+f.What)
		}
	}
	return nil
}

// Errorf returns an error of the form "name:line:column: text".
func (f File) Errorf(at ast.Node, format string, args ...any) error {
	line, column := place(at)
	return f.errorAt(line, column, fmt.Sprintf(format, args...))
}

func (f File) errorAt(line, column int, text string) error {
	return &Error{Name: f.Name, Line: line, Column: column, Text: text}
}

// Error is what is wrong in a file, and where; lines and columns count from 1.
type Error struct {
	Name         string // of the file
	Line, Column int
	Text         string
}

// Error has the form "name:line:column: what is wrong, and what would be right".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Text)
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

// Mapping returns the fields of a map, each of which must be allowed and stand
// there once.
func (f File) Mapping(n ast.Node, what string, allowed []string) (Fields, error) {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		return nil, f.Errorf(n, "%s must be a map of fields, and is %s", what, kind(n))
	}
	var entries Fields
	for _, v := range m.Values {
		key, ok := v.Key.(*ast.StringNode)
		if !ok {
			return nil, f.Errorf(v.Key, "%s: a field's name must be text", what)
		}
		if !slices.Contains(allowed, key.Value) {
			return nil, f.Errorf(key, "%s: unknown field %q; %s", what, key.Value, Suggest(key.Value, allowed))
		}
		if first := entries.Find(key.Value); first != nil {
			line, _ := place(first.At)
			return nil, f.Errorf(key, "%s: %s is there twice, first on line %d; keep one", what, key.Value, line)
		}
		entries = append(entries, Entry{Key: key.Value, At: key, Value: v.Value})
	}
	return entries, nil
}

// Needed returns the value of a field that must be there.
func (f File) Needed(entries Fields, parent ast.Node, name, what string) (ast.Node, error) {
	if e := entries.Find(name); e != nil {
		return e.Value, nil
	}
	return nil, f.Errorf(parent, "%s: %s is missing", what, name)
}

// Sequence returns the items of a list.
func (f File) Sequence(n ast.Node, what string) ([]ast.Node, error) {
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		return nil, f.Errorf(n, "%s must be a list, and is %s", what, kind(n))
	}
	return s.Values, nil
}

// Text returns a text, of several lines as well.
func (f File) Text(n ast.Node, what string) (string, error) {
	switch v := n.(type) {
	case *ast.StringNode:
		return v.Value, nil
	case *ast.LiteralNode:
		return v.Value.Value, nil
	}
	return "", f.Errorf(n, "%s must be text, and is %s", what, kind(n))
}

// Bool returns a truth value.
func (f File) Bool(n ast.Node, what string) (bool, error) {
	if v, ok := n.(*ast.BoolNode); ok {
		return v.Value, nil
	}
	return false, f.Errorf(n, "%s must be true or false, and is %s", what, kind(n))
}

// Number returns a finite number.
func (f File) Number(n ast.Node, what string) (float64, error) {
	v, ok := plainNumber(n)
	switch {
	case !ok:
		return 0, f.Errorf(n, "%s must be a number, and is %s", what, kind(n))
	case math.IsNaN(v) || math.IsInf(v, 0):
		return 0, f.Errorf(n, "%s must be a finite number", what)
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

// Integer returns a whole number that fits everywhere. Its bounds are the
// caller's to check.
func (f File) Integer(n ast.Node, what string) (int, error) {
	v, err := f.Number(n, what)
	if err != nil {
		return 0, err
	}
	if v != math.Trunc(v) || math.Abs(v) > math.MaxInt32 {
		return 0, f.Errorf(n, "%s must be a whole number, and is %v", what, v)
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
