// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver

import (
	"fmt"
	"net/http"
)

// problems are what is wrong with the fields of an object: a list of messages, or the problems of the values inside the
// field (wire shapes section 1).
type problems map[string]any

// wholeObject is the key for what is wrong with an object and no field of it.
const wholeObject = "non_field_errors"

// refusal is an error that the client is told of.
type refusal struct {
	status int
	// body is encoded as the answer.
	body any
	// header goes with the answer; it may be nil.
	header http.Header
}

func (r *refusal) Error() string { return fmt.Sprintf("%d: %v", r.status, r.body) }

// refuse is a refusal with a sentence for the client.
func refuse(status int, detail string) *refusal {
	return &refusal{status: status, body: document{"detail": detail}}
}

// refuseFields is the answer to a body that does not pass the checks.
func refuseFields(p problems) *refusal {
	return &refusal{status: http.StatusBadRequest, body: p}
}

// refuseBody is the answer to a body that is wrong as a whole.
func refuseBody(message string) *refusal {
	return refuseFields(problems{wholeObject: []string{message}})
}

func refuseNotFound() *refusal { return refuse(http.StatusNotFound, "Not found.") }
