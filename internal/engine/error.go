// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
)

// Error reports that the engine rejected a request, or that the client can't use the response. Its message never contains secrets, even if
// the response repeats the secret key or a secret from the request.
type Error struct {
	Status  int
	Method  string
	Path    string // escaped, without the query
	Message string // the engine's message, or why the response can't be used; may be empty
	// Fields contains the messages about individual fields, sorted by name (interface document, section 1 of "Wire shapes").
	Fields    []FieldError
	More      int    // how many more fields have messages, beyond those in Fields
	RequestID string // the request's id in the engine's log, or empty
	Attempts  int    // how many times the request was sent

	server           string   // the server's scheme and host (serverOf); may be empty
	proxy            string   // the proxy and the environment variable that sets it (proxy.describe), or empty
	isOfCollection   bool     // the request was a create or list, so a 404 doesn't mean that an object is missing
	note             string   // an explanation for the user; may be empty
	size             string   // a note about the request size, after a 413
	redirect         *url.URL // the target of a redirect that was not followed, or nil
	hasEngineShape   bool     // the response has the shape of the engine's own errors (reply.hasEngineShape)
	isOutcomeUnknown bool     // the request may have been processed (outcomeUnknown)
}

// FieldError contains the engine's messages about one field of the request body.
type FieldError struct {
	// Path is the path of the field, such as ["alert_items", 0, "ref_id"]. An empty Path means the whole object.
	Path     []any
	Messages []string
}

// IsNotFound reports whether err is a 404 in the engine's own error format. Any other 404 may come from a proxy or a different server. Even
// the engine's own 404 doesn't prove that the object is gone (see ReadAgain).
func IsNotFound(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Status == http.StatusNotFound && e.hasEngineShape
}

// IsInvalid reports whether the engine rejected the content of the request with 400 or 422.
func IsInvalid(err error) bool {
	return HasStatus(err, http.StatusBadRequest, http.StatusUnprocessableEntity)
}

const maxShownFields = 20

func (e *Error) Error() string {
	parts := []string{e.Message}
	shown := e.Fields[:min(len(e.Fields), maxShownFields)]
	for _, field := range shown {
		parts = append(parts, field.String())
	}
	if more := len(e.Fields) - len(shown) + e.More; more > 0 {
		parts = append(parts, "and "+document.Count(more, "more field"))
	}
	switch e.Status {
	case http.StatusUnauthorized:
		parts = append(parts, fmt.Sprintf("%s rejected the credentials; check %s", cmp.Or(e.server, "the server"), credentialSettings()))
	case http.StatusForbidden:
		parts = append(parts, fmt.Sprintf("%s rejected the credentials for this; check %s, and their permissions",
			cmp.Or(e.server, "the server"), credentialSettings()))
	case http.StatusNotFound, http.StatusMethodNotAllowed:
		switch {
		case e.isOfCollection:
			parts = append(parts, fmt.Sprintf("%s does not know this path; check %s, the proxies between Terraform and the engine, and the "+
				"credentials", cmp.Or(e.server, "the engine"), setting("base_url")))
		case e.Status == http.StatusNotFound && !e.hasEngineShape:
			parts = append(parts, fmt.Sprintf("this is not the engine's response for an object that does not exist; check %s, the proxies "+
				"between Terraform and %s, and the credentials", setting("base_url"), cmp.Or(e.server, "the engine")))
		}
	}
	if e.proxy != "" && !e.hasEngineShape {
		parts = append(parts, "the request went through "+e.proxy)
	}
	parts = append(parts, e.size, e.note)
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	for i := range len(parts) - 1 {
		parts[i] = strings.TrimRight(parts[i], ".") // a semicolon follows, so remove the final period
	}
	var about []string
	if e.Attempts > 1 {
		about = append(about, fmt.Sprintf("after %d attempts", e.Attempts))
	}
	if e.RequestID != "" {
		about = append(about, "request id "+e.RequestID)
	}
	message := fmt.Sprintf("%s %s: %d %s", e.Method, e.Path, e.Status, http.StatusText(e.Status))
	if len(parts) > 0 {
		message += ": " + strings.Join(parts, "; ")
	}
	if len(about) > 0 {
		message += " (" + strings.Join(about, ", ") + ")"
	}
	return message
}

// credentialSettings returns, for error messages, the names of the provider arguments that make up the Authorization header.
func credentialSettings() string {
	return fmt.Sprintf("%s, %s and %s", setting("access_id"), setting("secret_key"), setting("auth_scheme"))
}

// String returns the field's path and its messages, such as "alert_items[0].ref_id: Too long".
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

func (c *Client) checkStatus(reply *reply) error {
	if reply.status >= http.StatusOK && reply.status < http.StatusMultipleChoices {
		return nil
	}
	if len(reply.body) == 0 {
		return c.newError(reply, "")
	}
	var value any
	if err := Decode(reply.body, &value); err != nil {
		return c.newError(reply, reply.notJSON())
	}
	e := c.newError(reply, "")
	e.parseErrorBody(reply.redact, value)
	return e
}

func (c *Client) newError(reply *reply, message string) *Error {
	return &Error{
		Status:           reply.status,
		Method:           reply.method,
		Path:             c.path(reply.url),
		Message:          message,
		RequestID:        reply.requestID(),
		Attempts:         reply.attempts,
		server:           serverOf(reply.redact, reply.url),
		proxy:            c.proxy.describe(c.redact, reply.url),
		note:             reply.note,
		hasEngineShape:   reply.hasEngineShape(),
		isOutcomeUnknown: reply.outcome() == outcomeUnknown,
	}
}

// withSize adds the request size and the name of the largest field to a 413 error. It returns any other error unchanged.
func withSize(err error, r *request) error {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Status != http.StatusRequestEntityTooLarge {
		return err
	}
	largest, size := "", 0
	for name, value := range r.body {
		if encoded, err := json.Marshal(value); err == nil && len(encoded) > size {
			largest, size = name, len(encoded)
		}
	}
	e.size = fmt.Sprintf("the request has %d bytes, %d of them in %s", len(r.encoded), size, largest)
	return err
}

// wasRepeated reports whether the client sent the request more than once. If so, the engine may have processed an earlier attempt.
func wasRepeated(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Attempts > 1
}

// HasStatus reports whether err is an *Error with one of the given HTTP statuses.
func HasStatus(err error, statuses ...int) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && slices.Contains(statuses, e.Status)
}

func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// path returns a URL's path with secrets redacted. For example, the target URL of a redirect may contain a secret.
func (c *Client) path(u *url.URL) string { return c.redact.Line(u.EscapedPath(), redact.MaxMessage) }

// serverOf returns the scheme and host of a URL, such as https://engine.example.com.
func serverOf(redactor redact.Redactor, u *url.URL) string {
	return redactor.Line(u.Scheme+"://"+u.Host, redact.MaxMessage)
}

func (r *reply) notJSON() string {
	kind, _, err := mime.ParseMediaType(r.header.Get("Content-Type"))
	if err != nil {
		kind = "of an unknown type"
	}
	message := fmt.Sprintf("the response is %s, not the JSON of an engine: %q",
		r.redact.Line(kind, redact.MaxSnippet), r.redact.Line(string(r.body), redact.MaxSnippet))
	isUnknown := r.status == http.StatusNotFound || r.status == http.StatusMethodNotAllowed // In this case, Error.Error names base_url.
	if r.status < http.StatusInternalServerError && !isUnknown {
		message += fmt.Sprintf("; check %s, which leads to %s", setting("base_url"), serverOf(r.redact, r.url))
	}
	return message
}

// isPage reports whether the body looks like HTML or XML, whatever its content type. Such a page comes from a proxy or a different server.
func (r *reply) isPage() bool {
	return strings.HasPrefix(strings.TrimSpace(string(r.body[:min(len(r.body), redact.MaxSnippet)])), "<")
}

func (r *reply) requestID() string {
	id := cmp.Or(r.header.Get("X-Request-Id"), r.header.Get("X-Correlation-Id"))
	return r.redact.Line(id, redact.MaxSnippet)
}

// loggedRequestID is a reply's request id for log lines. It redacts the id only when a line is written, because redaction is slow.
type loggedRequestID struct{ reply *reply }

func (id loggedRequestID) String() string { return id.reply.requestID() }

func (id loggedRequestID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }
