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
	// Body is the response body. A []byte, such as an HTML page, is sent unchanged. Any other value is sent as JSON.
	Body any
	// Header contains additional response headers. It may be nil.
	Header http.Header
}

func (r *Rejection) Error() string { return fmt.Sprintf("%d: %v", r.Status, r.Body) }

// Problems maps each invalid field of an object to a description of what is wrong. The description is a list of messages or, for a field
// that contains an object or an array, the problems inside it.
type Problems map[string]any

// WholeObject is the key in Problems for messages that aren't about a single field.
const WholeObject = "non_field_errors"

// Reject returns a rejection with an HTTP status and the body {"detail": detail}.
func Reject(status int, detail string) *Rejection {
	return &Rejection{Status: status, Body: map[string]any{"detail": detail}}
}

// RejectFields returns a 400 rejection that describes the invalid fields of a request body. If there are none, it returns nil.
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

// NotFound returns a 404 rejection.
func NotFound() *Rejection { return Reject(http.StatusNotFound, "Not found.") }
