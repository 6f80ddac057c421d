// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"fmt"
	"net/http"
)

// Rejection is an error that the server sends to the client, such as 404 {"detail": "Not found."}.
type Rejection struct {
	Status int
	// Body is the response body. It is sent as JSON, except that a []byte, such as an HTML page, is sent unchanged.
	Body any
	// Header contains additional response headers. It may be nil.
	Header http.Header
}

func (r *Rejection) Error() string { return fmt.Sprintf("%d: %v", r.Status, r.Body) }

// Problems maps each invalid field of an object to its problems. The value is a list of messages or, for an object or array, the problems
// inside it.
type Problems map[string]any

// WholeObject is the key in Problems for messages that do not concern a single field.
const WholeObject = "non_field_errors"

// Reject returns an error with an HTTP status and the body {"detail": detail}.
func Reject(status int, detail string) *Rejection {
	return &Rejection{Status: status, Body: map[string]any{"detail": detail}}
}

// RejectFields returns a 400 rejection that lists problems with the fields of a request body. If there are no problems, it returns nil.
func RejectFields(p Problems) error {
	if len(p) == 0 {
		return nil
	}
	return &Rejection{Status: http.StatusBadRequest, Body: p}
}

// RejectBody returns a 400 rejection with a message about the request body as a whole.
func RejectBody(message string) *Rejection {
	return &Rejection{Status: http.StatusBadRequest, Body: Problems{WholeObject: []string{message}}}
}

// NotFound returns a 404 error.
func NotFound() *Rejection { return Reject(http.StatusNotFound, "Not found.") }
