// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxDepth bounds the nesting of arrays and objects in a reply.
const maxDepth = 100

var errTooDeep = fmt.Errorf("the JSON is nested deeper than %d levels", maxDepth)

// object is the document that a 2xx reply holds.
func (c *Client) object(reply *reply) (Document, error) {
	value, err := c.value(reply)
	if err != nil {
		return nil, err
	}
	doc, ok := value.(Document)
	if !ok {
		return nil, c.unusable(reply, "the answer is JSON, but not an object")
	}
	return doc, nil
}

// value is the JSON value that a 2xx reply holds.
func (c *Client) value(reply *reply) (any, error) {
	if len(reply.body) == 0 {
		return nil, c.unusable(reply, "the answer is empty")
	}
	value, err := decodeJSON(reply.body)
	switch {
	case errors.Is(err, errTooDeep):
		return nil, c.unusable(reply, err.Error())
	case err != nil:
		return nil, c.unusable(reply, c.notJSON(reply))
	}
	c.reached.Store(true)
	return value, nil
}

// decodeJSON reads exactly one value. Numbers stay as they are written.
func decodeJSON(body []byte) (any, error) {
	// The decoder's own limit is a hundred times as deep, so the depth is measured before.
	if depth(body) > maxDepth {
		return nil, errTooDeep
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the JSON value")
	}
	return value, nil
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
