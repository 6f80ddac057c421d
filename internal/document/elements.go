// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"bytes"
	"encoding/json"
	"iter"
)

// Elements goes through the elements of an array without decoding or copying them: a list may have many, and few of them may be
// needed. The text has to be valid JSON; if it is no array, ok is false.
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

// Members goes through the members of an object as Elements does through those of an array.
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
				return // The text is no JSON.
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

// next is what follows the space and the commas and colons between values.
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

// endsLiteral tells whether a byte can't belong to the number, or to true, false or null, before it.
func endsLiteral(b byte) bool {
	switch b {
	case ' ', '\t', '\r', '\n', ',', ':', ']', '}':
		return true
	}
	return false
}

// valueLength is the number of bytes of the value with which a text begins, one at least if there is any text.
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
