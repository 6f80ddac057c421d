// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"encoding/json"
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// maxDepth bounds the nesting of arrays and objects in a reply.
const maxDepth = 100

var errTooDeep = fmt.Errorf("the JSON is nested deeper than %d levels", maxDepth)

// object is the document that a 2xx reply holds.
func (c *Client) object(reply *reply) (Document, error) {
	if err := c.checkJSON(reply); err != nil {
		return nil, err
	}
	var doc Document
	if err := Decode(reply.body, &doc); err != nil || doc == nil {
		return nil, c.unusable(reply, "the answer is JSON, but not an object")
	}
	return doc, nil
}

// checkJSON makes sure that a 2xx reply holds one JSON value.
func (c *Client) checkJSON(reply *reply) error {
	switch {
	case len(reply.body) == 0:
		return c.unusable(reply, "the answer is empty")
	case depth(reply.body) > maxDepth:
		return c.unusable(reply, errTooDeep.Error())
	case !json.Valid(reply.body):
		return c.unusable(reply, c.notJSON(reply))
	}
	return nil
}

// Decode reads one JSON value of an engine as document.DecodeInto does, and refuses one that nests too deep.
func Decode(text []byte, into any) error {
	// The decoder's own limit is a hundred times as deep, so the depth is measured before.
	if depth(text) > maxDepth {
		return errTooDeep
	}
	return document.DecodeInto(text, into)
}

// depth is the deepest nesting of brackets outside of strings.
func depth(body []byte) int {
	level, deepest := 0, 0
	inString := false
	for i := 0; i < len(body); i++ {
		switch b := body[i]; {
		case inString && b == '\\':
			i++
		case b == '"':
			inString = !inString
		case inString:
		case b == '{' || b == '[':
			level++
			deepest = max(deepest, level)
		case b == '}' || b == ']':
			level--
		}
	}
	return deepest
}
