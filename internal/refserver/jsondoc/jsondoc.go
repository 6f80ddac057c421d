// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package jsondoc parses and encodes the JSON objects that the server receives, stores and returns. It also defines the errors with which
// the server rejects requests (rejection.go).
//
// Parse (parse.go) parses a request body. Encode and Decode convert objects for the store. Field (raw.go) returns a single field of an
// encoded object without decoding the rest. The package imports nothing from this module.
package jsondoc

import (
	"bytes"
	"encoding/json"
	"time"
)

// Object is a decoded JSON object. Its numbers have the type json.Number, which keeps all digits.
type Object = map[string]any

// Encode returns value as JSON without white space.
func Encode(value any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}

// Decode decodes an object encoded by Encode. Numbers become json.Number, which keeps all digits.
func Decode(data []byte) (Object, error) {
	var object Object
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return object, decoder.Decode(&object)
}

// Time formats a time as the engine does, for example 2026-01-31T08:00:00.000000Z.
func Time(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000000Z") }

// AsObject returns value if it is an Object, and otherwise nil.
func AsObject(value any) Object {
	object, _ := value.(Object)
	return object
}

// ID returns the id of an object. If value is not an object, or its id is not a string, ID returns "".
func ID(value any) string {
	id, _ := AsObject(value)["id"].(string)
	return id
}

// ByID returns the objects in an array, keyed by their id. It skips elements without an id.
func ByID(array any) map[string]Object {
	elements, _ := array.([]any)
	found := map[string]Object{}
	for _, element := range elements {
		if id := ID(element); id != "" {
			found[id] = AsObject(element)
		}
	}
	return found
}
