// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// decoded is the value that the text of a known part stands for, with exact numbers. It is false where there is none: text that
// is not JSON is refused by the attribute's type already.
func (p part) decoded() (any, bool) {
	if !p.known() {
		return nil, false
	}
	decoder := json.NewDecoder(strings.NewReader(p.text()))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, false
	}
	_, err := decoder.Token()
	return value, errors.Is(err, io.EOF)
}

// kindOf names the kind of a JSON value. Values themselves stay out of messages, for they may be secret.
func kindOf(value any) string {
	switch value.(type) {
	case string:
		return "a text"
	case json.Number:
		return "a number"
	case bool:
		return "a boolean"
	case []any:
		return "an array"
	case map[string]any:
		return "an object"
	default:
		return "null"
	}
}
