package bridge

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"syscall/js"
)

// options are what the page passes, JSON that the browser parses: encoding/json's
// decoder would be 3 % of the engine's size for a job that the page has done.
type options struct{ value js.Value }

// parseOptions parses JSON. What the browser throws at a damaged text comes back
// as an error.
func parseOptions(text string) (o options, err error) {
	defer func() {
		if thrown := recover(); thrown != nil {
			err = fmt.Errorf("options: %v", thrown)
		}
	}()
	return options{js.Global().Get("JSON").Call("parse", text)}, nil
}

// Decode stores the options in what into points to, by the rules of
// encoding/json: fields by their tags, unknown ones ignored, missing ones left
// alone.
func (o options) Decode(into any) error {
	return decode(o.value, reflect.ValueOf(into).Elem())
}

var errKind = errors.New("a value of another kind is expected")

func decode(v js.Value, into reflect.Value) error {
	if v.IsUndefined() || v.IsNull() {
		return nil
	}
	switch into.Kind() {
	case reflect.Pointer:
		into.Set(reflect.New(into.Type().Elem()))
		return decode(v, into.Elem())
	case reflect.Struct:
		if v.Type() != js.TypeObject {
			return errKind
		}
		return decodeStruct(v, into)
	case reflect.Map:
		if v.Type() != js.TypeObject {
			return errKind
		}
		return decodeMap(v, into)
	case reflect.Slice:
		return decodeSlice(v, into)
	case reflect.String:
		if v.Type() != js.TypeString {
			return errKind
		}
		into.SetString(v.String())
	case reflect.Bool:
		if v.Type() != js.TypeBoolean {
			return errKind
		}
		into.SetBool(v.Bool())
	default:
		if v.Type() != js.TypeNumber {
			return errKind
		}
		return decodeNumber(v.Float(), into)
	}
	return nil
}

func decodeNumber(number float64, into reflect.Value) error {
	if into.Kind() == reflect.Float64 {
		into.SetFloat(number)
		return nil
	}
	const exact = 1 << 53
	if number != math.Trunc(number) || math.Abs(number) > exact {
		return errors.New("a whole number is expected")
	}
	switch {
	case into.CanInt() && !into.OverflowInt(int64(number)):
		into.SetInt(int64(number))
	case into.CanUint() && number >= 0 && !into.OverflowUint(uint64(number)):
		into.SetUint(uint64(number))
	default:
		return errors.New("the number is out of range")
	}
	return nil
}

func decodeStruct(v js.Value, into reflect.Value) error {
	for i := range into.NumField() {
		field := into.Type().Field(i)
		if field.Anonymous {
			if err := decodeStruct(v, into.Field(i)); err != nil {
				return err
			}
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" {
			name = strings.ToLower(field.Name)
		}
		if err := decode(v.Get(name), into.Field(i)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func decodeMap(v js.Value, into reflect.Value) error {
	keys := js.Global().Get("Object").Call("keys", v)
	into.Set(reflect.MakeMap(into.Type()))
	for i := range keys.Length() {
		key := keys.Index(i).String()
		item := reflect.New(into.Type().Elem()).Elem()
		if err := decode(v.Get(key), item); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		into.SetMapIndex(reflect.ValueOf(key), item)
	}
	return nil
}

func decodeSlice(v js.Value, into reflect.Value) error {
	if into.Type().Elem().Kind() == reflect.Uint8 {
		if v.Type() != js.TypeString {
			return errKind
		}
		data, err := base64.StdEncoding.DecodeString(v.String())
		into.SetBytes(data)
		return err
	}
	if !js.Global().Get("Array").Call("isArray", v).Bool() {
		return errKind
	}
	into.Set(reflect.MakeSlice(into.Type(), v.Length(), v.Length()))
	for i := range v.Length() {
		if err := decode(v.Index(i), into.Index(i)); err != nil {
			return fmt.Errorf("%d: %w", i, err)
		}
	}
	return nil
}
