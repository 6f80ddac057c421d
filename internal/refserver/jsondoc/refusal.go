// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package jsondoc

import (
	"fmt"
	"net/http"
)

// Refusal is an error that the server sends to the client, such as 404 {"detail": "Not found."}.
type Refusal struct {
	Status int
	// Body is sent as JSON, but a []byte is sent unchanged, for example an HTML page.
	Body any
	// Header has further headers of the response. It may be nil.
	Header http.Header
}

func (r *Refusal) Error() string { return fmt.Sprintf("%d: %v", r.Status, r.Body) }

// Problems maps each invalid field of an object to a list of messages or, if the field has an object or array, to the problems inside it.
type Problems map[string]any

// WholeObject is the key in Problems for messages that concern no single field.
const WholeObject = "non_field_errors"

// Refuse returns an error with an HTTP status and the body {"detail": detail}.
func Refuse(status int, detail string) *Refusal {
	return &Refusal{Status: status, Body: map[string]any{"detail": detail}}
}

// RefuseFields returns a 400 error with the problems of a request body, or nil if there are no problems.
func RefuseFields(p Problems) error {
	if len(p) == 0 {
		return nil
	}
	return &Refusal{Status: http.StatusBadRequest, Body: p}
}

// RefuseBody returns a 400 error with a message that concerns no single field of the request body.
func RefuseBody(message string) *Refusal {
	return &Refusal{Status: http.StatusBadRequest, Body: Problems{WholeObject: []string{message}}}
}

// NotFound returns a 404 error.
func NotFound() *Refusal { return Refuse(http.StatusNotFound, "Not found.") }
