// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package document decodes and compares the engine's JSON documents. Objects are map[string]any, and numbers are json.Number, so that they
// stay exact. All packages of this module use this decoder and this comparison of numbers, except for the reference server: a test double
// must not share the provider's mistakes.
//
// The package imports nothing of this module and nothing of Terraform.
package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
)

// Decode parses JSON text with a single value.
func Decode(text []byte) (any, error) {
	var value any
	err := DecodeInto(text, &value)
	return value, err
}

// DecodeInto parses JSON text with a single value into a pointer. Numbers become json.Number where the target type is any.
func DecodeInto(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("decode JSON text: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("decode JSON text: more than one value")
	}
	return nil
}

// Encode encodes a decoded value as Terraform's jsonencode does.
func Encode(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "null" // cannot happen: decoded JSON always encodes
	}
	return string(text)
}

// SameText reports whether two JSON texts have equal values. Invalid JSON equals only the identical text.
func SameText(a, b string) bool {
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

// Equal reports whether two documents are equal. SameNumber compares numbers, and a key with the value null equals a missing key.
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

// Includes reports whether a document contains everything that is declared. Its objects may have further keys; everything else must be
// Equal.
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

// ShowsLess reports whether doc lacks data that whole, another document of the same object, has: a key, a value that is empty in doc, or
// elements at the end of an array. A value that merely differs does not count as missing.
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

// matches compares values that are not objects. element compares the elements of arrays.
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
		return false // Equal and Includes compare pairs of objects themselves
	default:
		_, isArray := doc.([]any)
		_, isObject := doc.(map[string]any)
		return !isArray && !isObject && doc == declared // texts, booleans, null
	}
}

// KindOf names the type of a decoded value, for messages that must not quote the value because it may be secret.
func KindOf(value any) string {
	switch value.(type) {
	case string:
		return "a text"
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

// placeholder matches a text such as ${{ secret.TOKEN }}, which the running component replaces by a secret from the engine's store (wire
// shapes section 5).
var placeholder = regexp.MustCompile(`^\$\{\{\s*secret\.[^{}]+\}\}$`)

// IsPlaceholder reports whether a decoded value is the placeholder of a secret, or an array of placeholders. A placeholder is not itself
// secret.
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

// IsEmpty reports whether a value is null, "", [] or {}.
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

// Text returns an id or a name as a text. Numbers are accepted, because some engines use them as ids; other types give "".
func Text(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case json.Number:
		return value.String()
	}
	return ""
}
