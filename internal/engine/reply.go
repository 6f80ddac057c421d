// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
)

// maxReplyBytes is the maximum size of a reply after decompression.
const maxReplyBytes = 64 << 20

var errReplyTooLarge = fmt.Errorf("the reply is larger than %d MiB", maxReplyBytes>>20)

// reply is an HTTP response with any status. Its body may be truncated, but only if the status is an error.
type reply struct {
	method   string
	url      *url.URL
	status   int
	header   http.Header
	body     []byte
	attempts int    // how many times the request was sent
	isCut    bool   // the connection ended before the end of the body, which is allowed only for errors
	note     string // an explanation for the user, to be added to the error message; may be empty
	redact   redact.Redactor
}

// attempt is the result of sending a request once: either a reply, or a failure if no complete reply arrived. One field is always nil.
type attempt struct {
	reply   *reply
	failure *transportError
}

// outcome is what the client knows about whether the engine processed a request. Client.do uses it to decide whether to retry the request:
//
//   - outcomeNotProcessed: The engine definitely did not process the request, so any request can be retried. Examples are a 429, a 503 with
//     Retry-After, and a failed connection attempt.
//   - outcomeUnknown: The engine may have processed the request, so it can be retried only if it is idempotent. Examples are a 502, a 504,
//     a 503 without Retry-After, a broken connection, a truncated reply and a timeout.
//   - outcomeFinal: The request is not retried. This applies to all other replies, and to errors that a retry can't fix, such as an
//     untrusted certificate.
//
// A 503 without Retry-After may come from a proxy that passed the request on, or from an engine that failed after processing it.
//
// GET, PATCH, DELETE, start and stop are idempotent. Creates, and updates that add items to a function, are not.
type outcome int

const (
	outcomeFinal outcome = iota
	outcomeNotProcessed
	outcomeUnknown
)

func (r *reply) outcome() outcome {
	switch r.status {
	case http.StatusTooManyRequests:
		return outcomeNotProcessed
	case http.StatusServiceUnavailable:
		if r.header.Get("Retry-After") != "" {
			return outcomeNotProcessed
		}
		return outcomeUnknown
	case http.StatusBadGateway, http.StatusGatewayTimeout:
		return outcomeUnknown
	}
	if r.isCut { // A truncated body can't prove that the engine itself rejected the request.
		return outcomeUnknown
	}
	return outcomeFinal
}

func (a attempt) outcome() outcome {
	if a.failure != nil {
		return a.failure.outcome()
	}
	return a.reply.outcome()
}

func (a attempt) isRepeatable(once bool) bool {
	return a.outcome() == outcomeNotProcessed || a.outcome() == outcomeUnknown && !once
}

func isRedirect(reply *reply) bool {
	switch reply.status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return reply.header.Get("Location") != ""
	}
	return false
}

func sameHost(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Host, b.Host) && b.User == nil
}

func differsInSlash(a, b *url.URL) bool {
	from, to := a.EscapedPath(), b.EscapedPath()
	return sameHost(a, b) && from != to && strings.TrimSuffix(from, "/") == strings.TrimSuffix(to, "/")
}

// maxDepth is the maximum nesting depth of JSON arrays and objects. For example, [[1]] has depth 2.
const maxDepth = 100

var errTooDeep = fmt.Errorf("the JSON is nested deeper than %d levels", maxDepth)

func (c *Client) decodeObject(reply *reply) (Document, error) {
	if err := c.checkJSON(reply); err != nil {
		return nil, err
	}
	var doc Document
	if err := Decode(reply.body, &doc); err != nil || doc == nil {
		return nil, c.newError(reply, "the response is JSON, but not an object")
	}
	return doc, nil
}

func (c *Client) checkJSON(reply *reply) error {
	switch {
	case len(reply.body) == 0:
		return c.newError(reply, "the response is empty")
	case depth(reply.body) > maxDepth:
		return c.newError(reply, errTooDeep.Error())
	case !json.Valid(reply.body):
		return c.newError(reply, reply.notJSON())
	}
	if bytes.Contains(reply.body, []byte(document.SensitiveKey)) { // Learn the secrets, because later replies may repeat them.
		reply.redact.Learn(func() []any {
			decoded, _ := document.Decode(reply.body)
			_, secrets := document.WithoutSecrets(decoded, nil)
			return secrets
		})
	}
	return nil
}

// Decode decodes a single JSON value into the given target, preserving all digits of numbers. Nesting deeper than maxDepth is an error.
func Decode(encoded []byte, into any) error {
	// encoding/json accepts up to 10,000 levels, so check the depth first.
	if depth(encoded) > maxDepth {
		return errTooDeep
	}
	return document.DecodeInto(encoded, into)
}

// depth returns the nesting depth of JSON, such as 2 for [[1]]. It ignores brackets in strings.
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
