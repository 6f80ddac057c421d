// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package document decodes and compares the engine's JSON documents. Objects are map[string]any, and numbers are json.Number, which is
// exact. The reference server (a test double of the engine) uses this package only for its web page, so that it does not share the
// provider's bugs.
//
// The package imports nothing from this module or from Terraform.
package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
)

// Decode parses one JSON value. It fails if anything follows the value.
func Decode(text []byte) (any, error) {
	var value any
	err := DecodeInto(text, &value)
	return value, err
}

// DecodeInto is like Decode, but stores the value in the variable that into points to.
func DecodeInto(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		return SyntaxError(text, err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more than one value")
	}
	return nil
}

// Encode returns a decoded value as JSON, in the same format as Terraform's jsonencode function.
func Encode(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "null" // cannot happen: decoded JSON always encodes
	}
	return string(text)
}

// SameJSON reports whether two JSON strings encode the same value. Strings that are not valid JSON must be identical.
func SameJSON(a, b string) bool {
	if a == b {
		return true
	}
	x, err := Decode([]byte(a))
	if err != nil {
		return false
	}
	y, err := Decode([]byte(b))
	return err == nil && Equal(x, y)
}

// Equal reports whether two decoded JSON values are equal. It compares numbers with SameNumber, and treats {"a": null} and {} as equal.
func Equal(a, b any) bool {
	x, ok := a.(map[string]any)
	if !ok {
		return matches(a, b, Equal)
	}
	y, ok := b.(map[string]any)
	if !ok {
		return false
	}
	for key, value := range x {
		if !Equal(value, y[key]) {
			return false
		}
	}
	for key, value := range y {
		if _, both := x[key]; !both && value != nil {
			return false
		}
	}
	return true
}

// Includes reports whether doc contains everything in declared. Objects in doc may have more keys: {"a": 1, "b": 2} includes {"a": 1}.
// Arrays must have the same length, and all other values must be equal.
func Includes(doc, declared any) bool {
	want, ok := declared.(map[string]any)
	if !ok {
		return matches(doc, declared, Includes)
	}
	have, ok := doc.(map[string]any)
	if !ok {
		return false
	}
	for key, value := range want {
		if !Includes(have[key], value) {
			return false
		}
	}
	return true
}

// ShowsLess compares two responses for the same object. It reports whether doc lacks data that the other response (whole) contains. A
// missing key, an empty value or a shorter array counts as less, but a value that merely differs does not.
func ShowsLess(doc, whole any) bool {
	switch whole := whole.(type) {
	case map[string]any:
		have, _ := doc.(map[string]any)
		for key, value := range whole {
			if member, has := have[key]; !has || ShowsLess(member, value) {
				return true
			}
		}
		return false
	case []any:
		have, _ := doc.([]any)
		for i, element := range whole {
			if i >= len(have) || ShowsLess(have[i], element) {
				return true
			}
		}
		return false
	}
	return IsEmpty(doc) && !IsEmpty(whole)
}

// matches compares two values for the functions Equal and Includes, which handle objects on their own. It compares array elements by
// calling element.
func matches(doc, declared any, element func(doc, declared any) bool) bool {
	switch d := declared.(type) {
	case []any:
		array, ok := doc.([]any)
		return ok && slices.EqualFunc(array, d, element)
	case json.Number:
		number, ok := doc.(json.Number)
		if !ok || number == d {
			return ok
		}
		x, okX := Number(number)
		y, okY := Number(d)
		return okX && okY && SameNumber(x, y)
	case map[string]any:
		return false // Equal and Includes compare two objects without calling matches
	default:
		_, isArray := doc.([]any)
		_, isObject := doc.(map[string]any)
		return !isArray && !isObject && doc == declared // strings, booleans, null
	}
}

// KindOf describes the type of a decoded value, as in "a string". Error messages use it instead of the value, which may be a secret.
func KindOf(value any) string {
	switch value.(type) {
	case string:
		return "a string"
	case json.Number:
		return "a number"
	case bool:
		return "a boolean"
	case []any:
		return "an array"
	case map[string]any:
		return "an object"
	default:
		return "null"
	}
}

// placeholder matches a string such as ${{ secret.TOKEN }}. When a component runs, the engine replaces it with the secret TOKEN from its
// secret store (interface document, section 5 of "Wire shapes").
var placeholder = regexp.MustCompile(`^\$\{\{\s*secret\.[^{}]+\}\}$`)

// IsPlaceholder reports whether a decoded value is a placeholder such as ${{ secret.TOKEN }}, or an array of placeholders. A placeholder
// only names a secret, so it may be shown.
func IsPlaceholder(value any) bool {
	switch value := value.(type) {
	case string:
		return placeholder.MatchString(value)
	case []any:
		for _, element := range value {
			if !IsPlaceholder(element) {
				return false
			}
		}
		return true
	default:
		return false
	}
}

// IsEmpty reports whether a decoded value is null, "", [] or {}.
func IsEmpty(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case string:
		return value == ""
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	}
	return false
}

// String returns an id or name as a string. It converts 5 to "5", because some engines use numeric ids, and returns "" for other types.
func String(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case json.Number:
		return value.String()
	}
	return ""
}
