// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package document has the JSON objects that the server receives, stores and answers, and the refusals of requests (refusal.go).
//
// Parse (parse.go) reads a body. Encode and Decode convert objects for the store. Field (raw.go) reads one field of an encoded object
// without decoding it.
package document

import (
	"bytes"
	"encoding/json"
	"time"
)

// Object is a JSON object. Its numbers are json.Number.
type Object = map[string]any

// Encode returns a value as compact JSON.
func Encode(value any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), nil
}

// Decode returns the object in bytes that Encode made.
func Decode(data []byte) (Object, error) {
	var object Object
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return object, decoder.Decode(&object)
}

// Time formats a time as the engine answers it (wire shapes section 1).
func Time(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000000Z") }

// AsObject returns the value if it is an object, or nil.
func AsObject(value any) Object {
	object, _ := value.(Object)
	return object
}

// ID returns the id of an object, or "" for any other value.
func ID(value any) string {
	id, _ := AsObject(value)["id"].(string)
	return id
}

// ByID returns the objects of an array by their id.
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
