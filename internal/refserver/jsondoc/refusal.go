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
	// Body is the body of the answer. It is sent as JSON, but a []byte is sent unchanged, for example an HTML page.
	Body any
	// Header has further headers of the answer. It may be nil.
	Header http.Header
}

func (r *Refusal) Error() string { return fmt.Sprintf("%d: %v", r.Status, r.Body) }

// Problems says what is wrong with a JSON object. A key of the map is the name of a field. The value is a list of messages about this field
// or, if the field has an object or array, the problems inside it.
type Problems map[string]any

// WholeObject is the key in Problems for messages that concern no single field.
const WholeObject = "non_field_errors"

// Refuse returns a refusal with an HTTP status and the body {"detail": detail}.
func Refuse(status int, detail string) *Refusal {
	return &Refusal{Status: status, Body: map[string]any{"detail": detail}}
}

// RefuseFields returns a 400 refusal with the problems of a request body, or nil if there are no problems.
func RefuseFields(p Problems) error {
	if len(p) == 0 {
		return nil
	}
	return &Refusal{Status: http.StatusBadRequest, Body: p}
}

// RefuseBody returns a 400 refusal with a message that concerns no single field of the request body.
func RefuseBody(message string) *Refusal {
	return &Refusal{Status: http.StatusBadRequest, Body: Problems{WholeObject: []string{message}}}
}

// NotFound returns a 404 refusal.
func NotFound() *Refusal { return Refuse(http.StatusNotFound, "Not found.") }
