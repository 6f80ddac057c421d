// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"bytes"
	"encoding/json"
)

// Field returns the encoded value of a key in an object encoded by Encode, or nil if the object does not contain the key. Decoding the
// whole object would be too slow for filters, which call Field for every object of a kind.
func Field(object []byte, key string) []byte {
	at := 1 // After the opening brace.
	for at < len(object) && object[at] == '"' {
		end := stringEnd(object, at)
		name := object[at+1 : end-1]
		value := end + 1 // After the colon.
		at = valueEnd(object, value)
		if string(name) == key {
			return object[value:at]
		}
		at++ // After the comma.
	}
	return nil
}

func valueEnd(data []byte, at int) int {
	depth := 0
	for at < len(data) {
		switch data[at] {
		case '"':
			at = stringEnd(data, at)
			if depth == 0 {
				return at
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return at
			}
			if depth--; depth == 0 {
				return at + 1
			}
		case ',':
			if depth == 0 {
				return at
			}
		}
		at++
	}
	return at
}

func stringEnd(data []byte, at int) int {
	for at++; at < len(data); at++ {
		quote := bytes.IndexByte(data[at:], '"')
		if quote < 0 {
			return len(data)
		}
		at += quote
		backslashes := 0
		for data[at-1-backslashes] == '\\' {
			backslashes++
		}
		if backslashes%2 == 0 {
			return at + 1
		}
	}
	return at
}

// Text returns the content of an encoded string. It returns an encoded number or boolean unchanged, and nil for null. The caller must not
// change the result, because it may share memory with raw.
func Text(raw []byte) []byte {
	switch {
	case string(raw) == "null":
		return nil
	case len(raw) == 0 || raw[0] != '"':
		return raw
	case bytes.IndexByte(raw, '\\') < 0:
		return raw[1 : len(raw)-1]
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return raw
	}
	return []byte(text)
}
