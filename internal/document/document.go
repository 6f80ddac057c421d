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

// SameText compares two JSON texts by what they include; text that is not JSON is only the same as itself.
func SameText(doc, declared string) bool {
	if doc == declared {
		return true
	}
	have, err := Decode([]byte(doc))
	if err != nil {
		return false
	}
	want, err := Decode([]byte(declared))
	return err == nil && Includes(have, want)
}

// Includes tells whether a document says what is declared. An object may have more keys than are declared, and a key that
// is declared as null may be missing; numbers are compared by SameNumber.
func Includes(doc, declared any) bool {
	switch d := declared.(type) {
	case map[string]any:
		object, ok := doc.(map[string]any)
		if !ok {
			return false
		}
		for key, value := range d {
			if !Includes(object[key], value) {
				return false
			}
		}
		return true
	case []any:
		array, ok := doc.([]any)
		if !ok || len(array) != len(d) {
			return false
		}
		for i := range d {
			if !Includes(array[i], d[i]) {
				return false
			}
		}
		return true
	case json.Number:
		number, ok := doc.(json.Number)
		if !ok || number == d {
			return ok
		}
		x, okX := Number(number)
		y, okY := Number(d)
		return okX && okY && SameNumber(x, y)
	default:
		return doc == declared // texts, booleans, null
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
