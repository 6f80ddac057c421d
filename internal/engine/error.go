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

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
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
	More      int    // fields with messages beyond those
	RequestID string // of the engine's log, or empty
	Attempts  int

	note      string
	restyled  bool     // a redirect to another style of the same path
	sent      string   // how large the request was, where that was too large
	redirect  *url.URL // where a redirect led that was not followed, or nil
	own       bool     // the answer is in the engine's own error shape
	unrefused bool     // the answer leaves open whether the request was processed
}

// FieldError is what the engine says about one field of the document it was sent.
type FieldError struct {
	// Path leads to the field: a string for a key, an int for the position in an array. Empty means the whole object.
	Path     []any
	Messages []string
}

// IsNotFound says whether err is the engine's answer that an object does not exist: a 404 in the engine's own error shape.
// Any other 404 (of a proxy, or of whatever is at a wrong base_url) says nothing of the object. One in this shape need not
// be the engine's either: Client.ReadAgain finds that out.
func IsNotFound(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Status == http.StatusNotFound && e.own
}

// IsInvalid says whether err is the engine's refusal of what it was sent.
func IsInvalid(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Status == http.StatusBadRequest || e.Status == http.StatusUnprocessableEntity)
}

// mostInText bounds the fields that the text of an error names.
const mostInText = 20

func (e *Error) Error() string {
	var says []string
	if e.Message != "" {
		says = append(says, e.Message)
	}
	for i, field := range e.Fields {
		if i == mostInText {
			break
		}
		says = append(says, field.String())
	}
	if more := max(len(e.Fields)-mostInText, 0) + e.More; more > 0 {
		says = append(says, fmt.Sprintf("and %d more fields", more))
	}
	switch e.Status {
	case http.StatusUnauthorized:
		says = append(says, "the credentials were refused; check access_id, secret_key and auth_scheme")
	case http.StatusForbidden:
		says = append(says,
			"the credentials were refused for this; check access_id, secret_key and auth_scheme, and what they may do")
	case http.StatusRequestEntityTooLarge:
		if e.sent != "" {
			says = append(says, e.sent)
		}
	case http.StatusNotFound:
		if !e.own {
			says = append(says, "this is not how the engine says that an object does not exist; check base_url, what stands "+
				"between here and the engine, and the credentials")
		}
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
		return c.unusable(reply, c.notJSON(reply))
	}
	e := c.unusable(reply, "")
	e.parseErrorBody(reply.redact, value)
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
		own:       reply.isOwnRefusal(),
		unrefused: outcomeOfReply(reply) == outcomeUnknown,
	}
}

// path is what errors and logs call an address. A redirect may have put anything into it.
func (c *Client) path(u *url.URL) string { return c.redact.Line(u.EscapedPath(), redact.MaxMessage) }

// notJSON tells what came instead of JSON.
func (c *Client) notJSON(reply *reply) string {
	kind, _, err := mime.ParseMediaType(reply.header.Get("Content-Type"))
	if err != nil {
		kind = "of an unknown type"
	}
	message := fmt.Sprintf("the answer is %s, not the JSON of an engine: %q",
		reply.redact.Line(kind, redact.MaxSnippet), reply.redact.Line(string(reply.body), redact.MaxSnippet))
	if reply.status < http.StatusInternalServerError {
		message += "; check base_url"
	}
	return message
}

// isPage says that the body is HTML or XML, whatever its content type: not from the engine, but from a proxy before it
// or from another server.
func (r *reply) isPage() bool {
	return strings.HasPrefix(strings.TrimSpace(string(r.body[:min(len(r.body), redact.MaxSnippet)])), "<")
}

// requestID finds the id by which the engine's log knows the request.
func (c *Client) requestID(reply *reply) string {
	for _, name := range []string{"X-Request-Id", "X-Correlation-Id"} {
		if id := reply.header.Get(name); id != "" {
			return reply.redact.Line(id, redact.MaxSnippet)
		}
	}
	return ""
}
