// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// maxDepth limits how deep arrays and objects are nested: [[1]] has the depth 2.
const maxDepth = 100

var errTooDeep = fmt.Errorf("the JSON is nested deeper than %d levels", maxDepth)

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

func (c *Client) checkJSON(reply *reply) error {
	switch {
	case len(reply.body) == 0:
		return c.newError(reply, "the answer is empty")
	case depth(reply.body) > maxDepth:
		return c.newError(reply, errTooDeep.Error())
	case !json.Valid(reply.body):
		return c.newError(reply, reply.notJSON())
	}
	if bytes.Contains(reply.body, []byte(document.SensitiveKey)) { // later replies may quote what this one has
		reply.redact.Learn(func() []any {
			decoded, _ := document.Decode(reply.body)
			_, secrets := document.WithoutSecrets(decoded, nil)
			return secrets
		})
	}
	return nil
}

// Decode decodes one JSON value and keeps all digits of its numbers. A value that is nested deeper than maxDepth is an error.
func Decode(text []byte, into any) error {
	// encoding/json accepts up to 10,000 levels, so the depth is measured first.
	if depth(text) > maxDepth {
		return errTooDeep
	}
	return document.DecodeInto(text, into)
}

// depth returns how deep a JSON text is nested: 2 for [[1]]. It ignores brackets in strings.
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

// encode returns doc as JSON. A nil doc becomes nil, not "null".
func encode(doc Document) ([]byte, error) {
	if doc == nil {
		return nil, nil
	}
	body, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("encode the document: %w", err)
	}
	return body, nil
}
