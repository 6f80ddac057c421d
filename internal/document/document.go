// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package document reads and compares JSON documents as the engine has them: objects are map[string]any and numbers
// json.Number, so that they stay exact. There is one decoder and one comparison of numbers in this module; the reference
// server has its own, because it may not share a mistake with what it checks.
//
// It imports nothing of this module and nothing of Terraform.
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

// Decode reads JSON text that holds one value.
func Decode(text []byte) (any, error) {
	var value any
	err := DecodeInto(text, &value)
	return value, err
}

// DecodeInto reads JSON text that holds one value into what a pointer points to. Where that leaves the type of a number open,
// it stays as it is written.
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

// Encode writes a decoded value as Terraform's jsonencode does.
func Encode(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "null" // decoded JSON always encodes
	}
	return string(text)
}

// SameText compares two JSON texts by what they mean; text that is not JSON is only the same as itself.
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

// Equal tells whether two documents mean the same: numbers are compared by SameNumber, and a key of an object that is null
// may as well be missing. Any other key that only one of them has makes a difference.
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

// Includes tells whether a document says what is declared. It is Equal but for the objects of the document, which may have
// more keys than are declared.
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

// ShowsLess tells whether a document leaves out what another one of the same object has: a key, all of a value, or an element of an
// array. Other values are none that are left out.
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

// matches compares what is no object; element compares the elements of arrays.
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
		return false // Equal and Includes compare two objects themselves
	default:
		_, isArray := doc.([]any)
		_, isObject := doc.(map[string]any)
		return !isArray && !isObject && doc == declared // texts, booleans, null
	}
}

// KindOf names the kind of a decoded value, for messages that must not quote it: it may be secret.
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

// placeholder is a text that stands for a secret which the running component gets from the engine's store (wire shapes
// section 5).
var placeholder = regexp.MustCompile(`^\$\{\{\s*secret\.[^{}]+\}\}$`)

// IsPlaceholder tells whether a decoded value is the placeholder of a secret, or an array of such: it is no secret itself.
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

// IsEmpty tells whether a value has nothing in it: null, "", [] or {}.
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

// Text is an id or a name as a text, "" for what is none: some engines have numbers for ids.
func Text(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case json.Number:
		return value.String()
	}
	return ""
}
