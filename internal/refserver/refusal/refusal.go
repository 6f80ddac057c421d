// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package refusal is what the server answers to a request that it does not do (wire shapes section 1). It imports no other
// package of this module, so that every part of the server can refuse.
package refusal

import (
	"fmt"
	"net/http"
)

// Refusal is an error that the client is told of.
type Refusal struct {
	Status int
	// Body is encoded as the answer; bytes are answered as they are.
	Body any
	// Header goes with the answer; it may be nil.
	Header http.Header
}

func (r *Refusal) Error() string { return fmt.Sprintf("%d: %v", r.Status, r.Body) }

// Problems are what is wrong with the fields of an object: a list of messages, or the problems of the values inside the
// field.
type Problems map[string]any

// WholeObject is the key for what is wrong with an object and no field of it.
const WholeObject = "non_field_errors"

// New is a refusal with a sentence for the client.
func New(status int, detail string) *Refusal {
	return &Refusal{Status: status, Body: map[string]any{"detail": detail}}
}

// Fields is the answer to a body that does not pass the checks.
func Fields(p Problems) *Refusal { return &Refusal{Status: http.StatusBadRequest, Body: p} }

// Body is the answer to a body that is wrong as a whole.
func Body(message string) *Refusal { return Fields(Problems{WholeObject: []string{message}}) }

// NotFound is the answer when there is nothing of that name.
func NotFound() *Refusal { return New(http.StatusNotFound, "Not found.") }
