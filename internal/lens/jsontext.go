// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package lens

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// decodeJSON reads one JSON value with its numbers kept exact.
func decodeJSON(text string) (any, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var doc any
	if err := d.Decode(&doc); err != nil {
		return nil, fmt.Errorf("decode JSON text: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("decode JSON text: more than one value")
	}
	return doc, nil
}

// encodeJSON writes a document the way Terraform's jsonencode does: no spaces, keys in order, <, > and & escaped.
func encodeJSON(doc any) string {
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(doc); err != nil {
		return "null" // decoded JSON always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// SameJSONText compares two JSON texts by meaning: space, key order and keys that only the engine's text has do not count.
// Texts that are not JSON are the same when they are equal.
func SameJSONText(engine, declared string) bool {
	if engine == declared {
		return true
	}
	e, err := decodeJSON(engine)
	if err != nil {
		return false
	}
	d, err := decodeJSON(declared)
	return err == nil && sameJSON(e, d)
}

// sameJSON tells whether the engine's value says what the declared one says; keys that the engine added are not looked at.
func sameJSON(engine, declared any) bool {
	switch d := declared.(type) {
	case map[string]any:
		e, ok := engine.(map[string]any)
		if !ok {
			return false
		}
		for key, value := range d {
			if !sameJSON(e[key], value) {
				return false
			}
		}
		return true
	case []any:
		e, ok := engine.([]any)
		if !ok || len(e) != len(d) {
			return false
		}
		for i := range d {
			if !sameJSON(e[i], d[i]) {
				return false
			}
		}
		return true
	case json.Number:
		e, ok := engine.(json.Number)
		if !ok || e == d {
			return ok
		}
		x, okX := numberOf(e)
		y, okY := numberOf(d)
		return okX && okY && sameNumber(x, y)
	default:
		return engine == declared // texts, booleans, null
	}
}
