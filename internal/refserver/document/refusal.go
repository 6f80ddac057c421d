// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package document

import (
	"fmt"
	"net/http"
)

// Refusal is an error that the server answers to a client (wire shapes section 1).
type Refusal struct {
	Status int
	// Body is answered as JSON, except a []byte, which is answered as it is.
	Body any
	// Header is added to the header of the answer. It may be nil.
	Header http.Header
}

func (r *Refusal) Error() string { return fmt.Sprintf("%d: %v", r.Status, r.Body) }

// Problems are the problems of an object by field. The value is a list of messages, or the problems of the values in the field.
type Problems map[string]any

// WholeObject is the key for messages about an object as a whole.
const WholeObject = "non_field_errors"

// Refuse returns a refusal with a sentence for the client.
func Refuse(status int, detail string) *Refusal {
	return &Refusal{Status: status, Body: map[string]any{"detail": detail}}
}

// RefuseFields returns the refusal of a body with problems, or nil if there are none.
func RefuseFields(p Problems) error {
	if len(p) == 0 {
		return nil
	}
	return &Refusal{Status: http.StatusBadRequest, Body: p}
}

// RefuseBody returns the refusal of a body that is wrong as a whole.
func RefuseBody(message string) *Refusal {
	return &Refusal{Status: http.StatusBadRequest, Body: Problems{WholeObject: []string{message}}}
}

// NotFound returns the refusal of a path that does not exist.
func NotFound() *Refusal { return Refuse(http.StatusNotFound, "Not found.") }
