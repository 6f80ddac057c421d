// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
)

// nonFieldErrors is the key of the messages about a whole object (wire shapes section 1).
const nonFieldErrors = "non_field_errors"

// maxBesideDetail bounds what an error of the engine's own shape may hold beside its text. Gateways that have a "detail" too
// (RFC 9457) hold more.
const maxBesideDetail = 2

// isOwnRefusal says whether a reply is in the shape of the engine's own errors that concern no field (wire shapes section
// 1): an object with a text "detail" and not much else.
func (r *reply) isOwnRefusal() bool {
	var object Document
	if Decode(r.body, &object) != nil || len(object) > 1+maxBesideDetail {
		return false
	}
	for _, value := range object {
		switch value.(type) {
		case Document, []any:
			return false
		}
	}
	detail, _ := object["detail"].(string)
	return strings.TrimSpace(detail) != ""
}

// What is kept of a refusal: who reads it can't use more, and the engine, or a proxy, may send any number.
const (
	mostFields   = 100 // fields with messages
	mostMessages = 10  // messages of one field
	mostSteps    = 12  // names and positions of the path to a field
)

// parseErrorBody reads the body of a refusal (wire shapes section 1) into an error: a message, and for 400 messages about fields.
func (e *Error) parseErrorBody(hide redact.Redactor, body any) {
	said := refusal{hide: hide}
	object, ok := body.(Document)
	if !ok {
		said.collect(nil, body)
		e.Fields, e.More = said.fields, said.more
		return
	}
	rest := maps.Clone(object)
	for _, name := range []string{"detail", "message", "error"} {
		if text, ok := object[name].(string); ok && e.Message == "" {
			e.Message = hide.Line(text, redact.MaxMessage)
			delete(rest, name)
		}
	}
	if e.Status == http.StatusBadRequest || e.Status == http.StatusUnprocessableEntity {
		said.collect(nil, rest)
		e.Fields, e.More = said.fields, said.more
	}
}

// refusal collects messages about fields.
type refusal struct {
	hide   redact.Redactor
	fields []FieldError
	more   int // fields that are only counted
}

// collect takes up the messages below a path. Texts are messages about the path itself; keys and positions lead on.
func (r *refusal) collect(path []any, value any) {
	switch value := value.(type) {
	case string:
		r.add(path, []any{value})
	case []any:
		isText := func(element any) bool { _, ok := element.(string); return ok }
		if slices.ContainsFunc(value, isText) {
			r.add(path, value)
		}
		for i, element := range value {
			if !isText(element) {
				r.collect(extend(path, i), element)
			}
		}
	case Document:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			r.collect(r.step(path, key), value[key])
		}
	}
}

// add notes the texts among some values as messages about a path.
func (r *refusal) add(path []any, values []any) {
	if len(r.fields) == mostFields {
		r.more++
		return
	}
	field, size, more := FieldError{Path: path}, 0, 0
	for _, value := range values {
		text, ok := value.(string)
		switch {
		case !ok:
		case len(field.Messages) == mostMessages || size > redact.MaxMessage:
			more++
		default:
			message := r.hide.Line(text, redact.MaxMessage)
			size += len(message)
			field.Messages = append(field.Messages, message)
		}
	}
	if more > 0 {
		field.Messages = append(field.Messages, fmt.Sprintf("(And %d more messages.)", more))
	}
	r.fields = append(r.fields, field)
}

// step is the path to what a key stands for. Some engines give the elements of an array by position: {"0": [...]}.
func (r *refusal) step(path []any, key string) []any {
	if key == nonFieldErrors || len(r.fields) == mostFields {
		return path
	}
	if i, err := strconv.Atoi(key); err == nil && i >= 0 && len(path) > 0 {
		return extend(path, i)
	}
	return extend(path, r.hide.Line(key, redact.MaxSnippet))
}

// extend is append to a copy: the paths of siblings share their beginning. What is too deep belongs to what it is in.
func extend(path []any, step any) []any {
	if len(path) == mostSteps {
		return path
	}
	return append(slices.Clip(path), step)
}
