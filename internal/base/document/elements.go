// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"bytes"
	"encoding/json"
	"iter"
)

// Elements iterates over the elements of a JSON array without decoding or copying them, because lists are long and callers need few
// elements. text must be valid JSON. ok is false if the JSON is not an array.
func Elements(text []byte) (elements iter.Seq[json.RawMessage], ok bool) {
	text = bytes.TrimLeft(text, space)
	if len(text) == 0 || text[0] != '[' {
		return nil, false
	}
	return func(yield func(json.RawMessage) bool) {
		for rest := next(text[1:]); len(rest) > 0 && rest[0] != ']'; {
			length := valueLength(rest)
			if !yield(json.RawMessage(rest[:length:length])) {
				return
			}
			rest = next(rest[length:])
		}
	}, true
}

// Members iterates over the keys and values of a JSON object without decoding or copying the values. ok is false if text is not an object.
func Members(text []byte) (members iter.Seq2[string, json.RawMessage], ok bool) {
	text = bytes.TrimLeft(text, space)
	if len(text) == 0 || text[0] != '{' {
		return nil, false
	}
	return func(yield func(string, json.RawMessage) bool) {
		for rest := next(text[1:]); len(rest) > 0 && rest[0] != '}'; {
			var name string
			length := valueLength(rest)
			if json.Unmarshal(rest[:length], &name) != nil {
				return // The text is not valid JSON.
			}
			rest = next(rest[length:])
			length = valueLength(rest)
			if !yield(name, json.RawMessage(rest[:length:length])) {
				return
			}
			rest = next(rest[length:])
		}
	}, true
}

const space = " \t\r\n"

// next skips white space, commas and colons.
func next(text []byte) []byte {
	for i, b := range text {
		switch b {
		case ' ', '\t', '\r', '\n', ',', ':':
		default:
			return text[i:]
		}
	}
	return nil
}

func endsLiteral(b byte) bool {
	switch b {
	case ' ', '\t', '\r', '\n', ',', ':', ']', '}':
		return true
	}
	return false
}

// valueLength returns the length in bytes of the JSON value at the beginning of text. If text is not empty, the length is at least 1, so
// that a loop over invalid JSON ends.
func valueLength(text []byte) int {
	level := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			level++
			continue
		case '}', ']':
			level--
		default:
			if level > 0 || i+1 < len(text) && !endsLiteral(text[i+1]) {
				continue
			}
		}
		if level <= 0 {
			return min(i+1, len(text))
		}
	}
	return len(text)
}
