// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
)

// Error is an answer of the engine that is a refusal, or that cannot be used. Its texts never hold the secret key nor the
// secrets of the request (WithSecrets), also if the engine repeats them.
type Error struct {
	Status  int
	Method  string
	Path    string // escaped, without the query
	Message string // what the engine says, or what is wrong with its answer; may be empty
	// Fields are the messages about single fields (wire shapes section 1), in the order of their names.
	Fields    []FieldError
	RequestID string // of the engine's log, or empty
	Attempts  int

	note     string
	restyled bool // a redirect to the same path but for the slash
	foreign  bool // a page, before anything showed that base_url is the engine's
}

// FieldError is what the engine says about one field of the document it was sent.
type FieldError struct {
	// Path leads to the field: a string for a key, an int for the position in an array. Empty means the whole object.
	Path     []any
	Messages []string
}

// IsNotFound says whether err is the engine's answer that an object does not exist. A page with the status 404 is not,
// until the client has had an answer of the engine: rather, base_url is wrong then.
func IsNotFound(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Status == http.StatusNotFound && !e.foreign
}

func (e *Error) Error() string {
	var says []string
	if e.Message != "" {
		says = append(says, e.Message)
	}
	for _, field := range e.Fields {
		says = append(says, field.String())
	}
	switch e.Status {
	case http.StatusUnauthorized:
		says = append(says, "the credentials were refused; check access_id, secret_key and auth_scheme")
	case http.StatusForbidden:
		says = append(says,
			"the credentials were refused for this; check access_id, secret_key and auth_scheme, and what they may do")
	}
	if e.note != "" {
		says = append(says, e.note)
	}
	var about []string
	if e.Attempts > 1 {
		about = append(about, fmt.Sprintf("after %d attempts", e.Attempts))
	}
	if e.RequestID != "" {
		about = append(about, "request id "+e.RequestID)
	}
	text := fmt.Sprintf("%s %s: %d %s", e.Method, e.Path, e.Status, http.StatusText(e.Status))
	if len(says) > 0 {
		text += ": " + strings.Join(says, "; ")
	}
	if len(about) > 0 {
		text += " (" + strings.Join(about, ", ") + ")"
	}
	return text
}

// String writes the path as in alert_items[0].ref_id, and the messages.
func (f FieldError) String() string {
	var path strings.Builder
	for _, step := range f.Path {
		switch step := step.(type) {
		case int:
			fmt.Fprintf(&path, "[%d]", step)
		default:
			if path.Len() > 0 {
				path.WriteByte('.')
			}
			fmt.Fprint(&path, step)
		}
	}
	messages := strings.Join(f.Messages, " ")
	if path.Len() == 0 {
		return messages
	}
	return path.String() + ": " + messages
}

// check is nil for a 2xx reply and otherwise the *Error that it holds.
func (c *Client) check(reply *reply) error {
	if reply.status >= http.StatusOK && reply.status < http.StatusMultipleChoices {
		return nil
	}
	if len(reply.body) == 0 {
		return c.unusable(reply, "")
	}
	var value any
	if err := Decode(reply.body, &value); err != nil {
		e := c.unusable(reply, c.notJSON(reply))
		e.foreign = reply.isPage() && !c.reached.Load()
		return e
	}
	message, fields := parseErrorBody(reply.redact, reply.status, value)
	e := c.unusable(reply, message)
	e.Fields = fields
	return e
}

// unusable is the error for a reply, with a message of the caller.
func (c *Client) unusable(reply *reply, message string) *Error {
	return &Error{
		Status:    reply.status,
		Method:    reply.method,
		Path:      c.path(reply.url),
		Message:   message,
		RequestID: c.requestID(reply),
		Attempts:  reply.attempts,
		note:      reply.note,
	}
}

// path is what errors and logs call an address. A redirect may have put anything into it.
func (c *Client) path(u *url.URL) string { return c.redact.line(u.EscapedPath(), maxMessage) }

// notJSON tells what came instead of JSON.
func (c *Client) notJSON(reply *reply) string {
	kind, _, err := mime.ParseMediaType(reply.header.Get("Content-Type"))
	if err != nil {
		kind = "of an unknown type"
	}
	message := fmt.Sprintf("the answer is %s, not the JSON of an engine: %q",
		reply.redact.line(kind, maxSnippet), reply.redact.line(string(reply.body), maxSnippet))
	if reply.status < http.StatusInternalServerError {
		message += "; check base_url"
	}
	return message
}

// isPage says that the body is HTML or XML, whatever its content type: not from the engine, but from a proxy before it
// or from another server.
func (r *reply) isPage() bool {
	return strings.HasPrefix(strings.TrimSpace(string(r.body[:min(len(r.body), maxSnippet)])), "<")
}

// requestID finds the id by which the engine's log knows the request.
func (c *Client) requestID(reply *reply) string {
	for _, name := range []string{"X-Request-Id", "X-Correlation-Id"} {
		if id := reply.header.Get(name); id != "" {
			return reply.redact.line(id, maxSnippet)
		}
	}
	return ""
}
