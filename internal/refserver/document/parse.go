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
	keys, depth := measure(object)
	if depth > maxNesting {
		return nil, fmt.Sprintf("The body nests deeper than %d.", maxNesting)
	}
	if keys < colons(body) { // Of two equal keys, the decoder kept one.
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

// measure gives the number of keys of all objects in a value, and how deep it nests.
func measure(value any) (keys, depth int) {
	add := func(inner any) {
		innerKeys, innerDepth := measure(inner)
		keys, depth = keys+innerKeys, max(depth, innerDepth)
	}
	switch v := value.(type) {
	case Object:
		for _, inner := range v {
			add(inner)
		}
		return keys + len(v), depth + 1
	case []any:
		for _, inner := range v {
			add(inner)
		}
		return keys, depth + 1
	}
	return 0, 0
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
