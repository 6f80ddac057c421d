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

// maxNesting is how deep a body nests at most (quirk 14).
const maxNesting = 64

// maxElements is how many elements the arrays of a body have at most, all together (quirk 185): each may become an object of
// many fields, or be refused in several words.
const maxElements = 10_000

// Parse gives the JSON object of a body. The message says why there is none, and is empty when there is (quirk 34).
func Parse(body []byte) (object Object, message string) {
	if !utf8.Valid(body) {
		return nil, "The body is not valid UTF-8."
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); errors.Is(err, io.EOF) {
		return nil, "The body is empty, but it has to be a JSON object."
	} else if err != nil {
		return nil, "The body is not valid JSON: " + err.Error() + "."
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, "The body holds more than one JSON value."
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
	if found.keys < colons(body) { // Of two equal keys, the decoder kept one.
		return nil, fmt.Sprintf("The body is not valid JSON: the key %q occurs twice in one object.", repeatedKey(body))
	}
	return object, ""
}

// repeatedKey is the first key that occurs twice in an object of a JSON text.
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

// extent is how large a value is: the keys of all objects, the elements of all arrays, and how deep it nests.
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

// colons gives the number of colons outside the strings of a JSON text: as many as its objects have keys.
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
