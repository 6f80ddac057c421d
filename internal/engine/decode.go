// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"encoding/json"
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// maxDepth limits how deep arrays and objects in a reply may be nested.
const maxDepth = 100

var errTooDeep = fmt.Errorf("the JSON is nested deeper than %d levels", maxDepth)

// decodeObject returns the JSON object in the body of a 2xx reply, or an error if the body is anything else.
func (c *Client) decodeObject(reply *reply) (Document, error) {
	if err := c.checkJSON(reply); err != nil {
		return nil, err
	}
	var doc Document
	if err := Decode(reply.body, &doc); err != nil || doc == nil {
		return nil, c.newError(reply, "the answer is JSON, but not an object")
	}
	return doc, nil
}

// checkJSON returns an error if a 2xx reply does not contain exactly one JSON value.
func (c *Client) checkJSON(reply *reply) error {
	switch {
	case len(reply.body) == 0:
		return c.newError(reply, "the answer is empty")
	case depth(reply.body) > maxDepth:
		return c.newError(reply, errTooDeep.Error())
	case !json.Valid(reply.body):
		return c.newError(reply, reply.notJSON())
	}
	return nil
}

// Decode decodes one JSON value with exact numbers, like document.DecodeInto. It refuses values that are nested deeper than maxDepth.
func Decode(text []byte, into any) error {
	// encoding/json would accept a nesting of 10,000, so Decode measures the depth first.
	if depth(text) > maxDepth {
		return errTooDeep
	}
	return document.DecodeInto(text, into)
}

// depth returns how deep the arrays and objects of a JSON text are nested. It ignores brackets in strings.
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
