package bridge

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// appendAnswer writes a value as JSON by the rules of encoding/json, of which it
// knows what engines answer with: structs by their tags, embedded ones joined,
// omitempty, pointers, slices, maps with string keys, and MarshalJSON. The
// package itself would be 3 % of the engine's size. The error names what it does
// not know, and numbers that JSON has no text for.
func appendAnswer(b []byte, v reflect.Value) ([]byte, error) {
	if !v.IsValid() {
		return append(b, "null"...), nil
	}
	if m, ok := v.Interface().(interface{ MarshalJSON() ([]byte, error) }); ok && (v.Kind() != reflect.Pointer || !v.IsNil()) {
		text, err := m.MarshalJSON()
		return append(b, text...), err
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(b, "null"...), nil
		}
		return appendAnswer(b, v.Elem())
	case reflect.Struct:
		b, err := appendFields(append(b, '{'), v)
		return append(b, '}'), err
	case reflect.Map:
		return appendMap(b, v)
	case reflect.Slice, reflect.Array:
		return appendList(b, v)
	case reflect.String:
		return appendText(b, v.String()), nil
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool()), nil
	case reflect.Float64, reflect.Float32:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return b, fmt.Errorf("no JSON for %v", f)
		}
		return strconv.AppendFloat(b, v.Float(), 'g', -1, 64), nil
	}
	if v.CanInt() {
		return strconv.AppendInt(b, v.Int(), 10), nil
	}
	if v.CanUint() {
		return strconv.AppendUint(b, v.Uint(), 10), nil
	}
	return b, fmt.Errorf("no JSON for a %s", v.Kind())
}

// appendFields writes a struct's fields, those of embedded structs among them.
func appendFields(b []byte, v reflect.Value) ([]byte, error) {
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		if field.Anonymous {
			if value.Kind() == reflect.Pointer {
				if value.IsNil() {
					continue
				}
				value = value.Elem()
			}
			var err error
			if b, err = appendFields(b, value); err != nil {
				return b, err
			}
			continue
		}
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || !field.IsExported() || options == "omitempty" && empty(value) {
			continue
		}
		if name == "" {
			name = field.Name
		}
		var err error
		if b, err = appendAnswer(appendKey(b, name), value); err != nil {
			return b, fmt.Errorf("%s: %w", name, err)
		}
	}
	return b, nil
}

// empty is what omitempty leaves out.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String:
		return v.Len() == 0
	}
	return v.IsZero()
}

func appendMap(b []byte, v reflect.Value) ([]byte, error) {
	if v.IsNil() {
		return append(b, "null"...), nil
	}
	b = append(b, '{')
	for items := v.MapRange(); items.Next(); {
		var err error
		if b, err = appendAnswer(appendKey(b, items.Key().String()), items.Value()); err != nil {
			return b, fmt.Errorf("%s: %w", items.Key(), err)
		}
	}
	return append(b, '}'), nil
}

func appendList(b []byte, v reflect.Value) ([]byte, error) {
	if v.Kind() == reflect.Slice && v.IsNil() {
		return append(b, "null"...), nil
	}
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = appendAnswer(b, v.Index(i)); err != nil {
			return b, fmt.Errorf("%d: %w", i, err)
		}
	}
	return append(b, ']'), nil
}

// appendKey writes a key, after a comma where it is not the first of its object.
func appendKey(b []byte, name string) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return append(appendText(b, name), ':')
}

// appendText writes a string; what is no text becomes the replacement character.
func appendText(b []byte, text string) []byte {
	const digits = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < 0x20:
			b = append(b, '\\', 'u', '0', '0', digits[r>>4], digits[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
