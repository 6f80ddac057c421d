// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// maxNesting is how many levels deep a request body may be nested (quirk 14 in quirks.go).
const maxNesting = 64

// maxElements is how many elements all arrays of a request body may have together (quirk 185 in quirks.go). Without this limit, a small
// body could become a large object, because the server adds all missing fields to each {} in an array.
const maxElements = 10_000

// Parse returns the JSON object in a request body. If the body is anything else, such as an array or two objects (quirk 34 in
// quirks.go), it returns a message for the client.
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
	found := measure(object)
	if found.depth > maxNesting {
		return nil, fmt.Sprintf("The body nests deeper than %d.", maxNesting)
	}
	if found.elements > maxElements {
		return nil, fmt.Sprintf("The arrays of the body have %d elements; it must have at most %d.", found.elements, maxElements)
	}
	if found.keys < colons(body) { // The decoder keeps one of two equal keys.
		return nil, fmt.Sprintf("The body is not valid JSON: the key %q occurs twice in one object.", repeatedKey(body))
	}
	return object, ""
}

// repeatedKey returns the first key that an object in the JSON text has twice, or "" if no object has a key twice.
func repeatedKey(text []byte) string {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	type level struct {
		keys  map[string]bool // nil in an array
		inKey bool
	}
	levels := []level{{}}
	for {
		token, err := decoder.Token()
		if err != nil {
			return ""
		}
		at := &levels[len(levels)-1]
		switch token {
		case json.Delim('}'), json.Delim(']'):
			levels = levels[:len(levels)-1]
			continue
		}
		if at.inKey = at.keys != nil && !at.inKey; at.inKey {
			key, _ := token.(string)
			if at.keys[key] {
				return key
			}
			at.keys[key] = true
		}
		switch token {
		case json.Delim('{'):
			levels = append(levels, level{keys: map[string]bool{}})
		case json.Delim('['):
			levels = append(levels, level{})
		}
	}
}

// extent has the number of keys of all objects inside a value, the number of elements of all arrays, and the depth of nesting.
type extent struct{ keys, elements, depth int }

func (e *extent) add(inner extent) {
	e.keys, e.elements, e.depth = e.keys+inner.keys, e.elements+inner.elements, max(e.depth, 1+inner.depth)
}

func measure(value any) extent {
	var found extent
	switch v := value.(type) {
	case Object:
		found = extent{keys: len(v), depth: 1}
		for _, inner := range v {
			found.add(measure(inner))
		}
	case []any:
		found = extent{elements: len(v), depth: 1}
		for _, inner := range v {
			found.add(measure(inner))
		}
	}
	return found
}

// colons counts the colons outside the strings of a JSON text. An object has one colon for each key, so the result is the number of keys.
func colons(text []byte) int {
	count := 0
	for at := 0; at < len(text); {
		switch text[at] {
		case '"':
			at = stringEnd(text, at)
			continue
		case ':':
			count++
		}
		at++
	}
	return count
}
