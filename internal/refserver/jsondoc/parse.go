// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// maxNesting is the maximum nesting depth of a request body (quirk 14 in quirks.go). maxElements is the maximum number of elements in all
// its arrays together (quirk 185). Without maxElements, a small body could become huge, because the server adds missing fields to each {}
// in an array.
const (
	maxNesting  = 64
	maxElements = 10_000
)

// Parse parses a request body, which must be a single JSON object (quirk 34 in quirks.go). If the body is invalid, Parse returns an error
// message for the client. Otherwise, message is "".
func Parse(body []byte) (object Object, message string) {
	if !utf8.Valid(body) {
		return nil, "The body is not valid UTF-8."
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); errors.Is(err, io.EOF) {
		return nil, "The body is empty, but it must be a JSON object."
	} else if err != nil {
		return nil, "The body is not valid JSON: " + err.Error() + "."
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, "The body contains more than one JSON value."
	}
	object, ok := value.(Object)
	if !ok {
		return nil, "The body is not a JSON object."
	}
	return object, problem(body)
}

// problem returns an error message if the body exceeds a limit or if an object in it contains a key twice. Otherwise, it returns "". It
// rejects duplicate keys because the decoder would silently keep only one of the values.
func problem(body []byte) (message string) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	type level struct {
		keys  map[string]bool // The keys of the object so far. Nil in an array.
		inKey bool
	}
	levels, elements := []level{{}}, -1 // The body itself does not count as an element.
	for {
		token, err := decoder.Token()
		if err != nil {
			return ""
		}
		if token == json.Delim('}') || token == json.Delim(']') {
			levels = levels[:len(levels)-1]
			continue
		}
		at := &levels[len(levels)-1]
		if at.inKey = at.keys != nil && !at.inKey; at.inKey {
			key, _ := token.(string)
			if at.keys[key] {
				return fmt.Sprintf("The body is not valid JSON: the key %q occurs twice in one object.", key)
			}
			at.keys[key] = true
		}
		if at.keys == nil {
			elements++
		}
		switch token {
		case json.Delim('{'):
			levels = append(levels, level{keys: map[string]bool{}})
		case json.Delim('['):
			levels = append(levels, level{})
		}
		if len(levels) > maxNesting+1 {
			return fmt.Sprintf("The body nests deeper than %d.", maxNesting)
		}
		if elements > maxElements {
			return fmt.Sprintf("The arrays of the body have more than %d elements.", maxElements)
		}
	}
}
