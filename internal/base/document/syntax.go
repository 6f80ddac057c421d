// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// SyntaxError makes an error from encoding/json clearer, for example by adding the line and column of the invalid JSON.
func SyntaxError(text []byte, err error) error {
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		before := upTo(text, syntax.Offset-1) // Offset includes the invalid byte
		column := len(before) - bytes.LastIndexByte(before, '\n')
		return fmt.Errorf("line %d, column %d is not JSON: %w", lineAfter(before), column, err)
	case errors.As(err, &mismatch):
		// For an array or object, Offset is where it starts. For any other value, it is where the value ends, so the error can't contain a
		// column.
		line := lineAfter(upTo(text, mismatch.Offset))
		return fmt.Errorf("line %d has %s where %s has to be", line, kindOfName(mismatch.Value), kindOfType(mismatch.Type))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the JSON text ends in the middle")
	case errors.Is(err, io.EOF):
		return errors.New("there is nothing in it")
	}
	return err
}

func upTo(text []byte, end int64) []byte { return text[:min(max(end, 0), int64(len(text)))] }

// lineAfter returns the number of the line that the given text ends on, starting at 1.
func lineAfter(before []byte) int { return bytes.Count(before, []byte("\n")) + 1 }

// kindOfName describes a JSON type in the same words as KindOf. The name comes from encoding/json, such as "array" or "number 4.5".
func kindOfName(name string) string {
	switch name, _, _ := strings.Cut(name, " "); name {
	case "string":
		return KindOf("")
	case "bool":
		return KindOf(false)
	case "array":
		return KindOf([]any{})
	case "object":
		return KindOf(map[string]any{})
	default:
		return KindOf(json.Number(""))
	}
}

// kindOfType describes a Go type in the same words as KindOf.
func kindOfType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return kindOfName("string")
	case reflect.Bool:
		return kindOfName("bool")
	case reflect.Slice, reflect.Array:
		return kindOfName("array")
	case reflect.Map, reflect.Struct:
		return kindOfName("object")
	case reflect.Float32, reflect.Float64:
		return kindOfName("number")
	default:
		return "an integer"
	}
}
