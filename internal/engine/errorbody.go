// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/redact"
)

// nonFieldErrors is the key for messages about the whole object (interface document, section 1 of "Wire shapes").
const nonFieldErrors = "non_field_errors"

// maxEngineShape is the maximum number of keys in an engine's error with the key "detail". An error with more keys, as in RFC 9457, comes
// from a gateway.
const maxEngineShape = 3

// hasEngineShape reports whether a reply looks like one of the engine's own errors, such as {"detail": "Not found."} (interface document,
// section 1 of "Wire shapes"). Such an error is an object with a string "detail", at most two other keys, and no nested objects or arrays.
func (r *reply) hasEngineShape() bool {
	var object Document
	if Decode(r.body, &object) != nil || len(object) > maxEngineShape {
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

// These constants limit the size of an Error. A response may contain more messages, but nobody would read them all.
const (
	maxFields   = 100 // fields with messages
	maxMessages = 10  // messages per field
	maxSteps    = 12  // keys and indexes in a field's path
)

// parseErrorBody sets e's messages from the body of an error reply (interface document, section 1 of "Wire shapes"). If the body is an
// object, the first string under detail, message or error becomes e.Message. The other keys count as fields with messages only if the
// status is 400 or 422.
func (e *Error) parseErrorBody(redactor redact.Redactor, body any) {
	collected := fieldMessages{redact: redactor}
	object, ok := body.(Document)
	if !ok {
		collected.collect(nil, body)
		e.Fields, e.More = collected.fields, collected.more
		return
	}
	rest := maps.Clone(object)
	for _, name := range []string{"detail", "message", "error"} {
		if message, ok := object[name].(string); ok && e.Message == "" {
			e.Message = redactor.Line(message, redact.MaxMessage)
			delete(rest, name)
		}
	}
	if e.Status == http.StatusBadRequest || e.Status == http.StatusUnprocessableEntity {
		collected.collect(nil, rest)
		e.Fields, e.More = collected.fields, collected.more
	}
}

type fieldMessages struct {
	redact redact.Redactor
	fields []FieldError
	more   int // the number of fields beyond maxFields
}

// collect records the messages in value, which belong to the field at path. A string is a message. An object contains the messages of
// nested fields: {"a": ["x"]} is the message "x" for field "a".
func (m *fieldMessages) collect(path []any, value any) {
	switch value := value.(type) {
	case string:
		m.add(path, []any{value})
	case []any:
		isString := func(element any) bool { _, ok := element.(string); return ok }
		if slices.ContainsFunc(value, isString) {
			m.add(path, value)
		}
		for i, element := range value {
			if !isString(element) {
				m.collect(extend(path, i), element)
			}
		}
	case Document:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			m.collect(m.step(path, key), value[key])
		}
	}
}

func (m *fieldMessages) add(path []any, values []any) {
	if len(m.fields) == maxFields {
		m.more++
		return
	}
	field, size, more := FieldError{Path: path}, 0, 0
	for _, value := range values {
		text, ok := value.(string)
		switch {
		case !ok:
		case len(field.Messages) == maxMessages || size > redact.MaxMessage:
			more++
		default:
			message := m.redact.Line(text, redact.MaxMessage)
			size += len(message)
			field.Messages = append(field.Messages, message)
		}
	}
	if more > 0 {
		field.Messages = append(field.Messages, "(And "+document.Count(more, "more message")+".)")
	}
	m.fields = append(m.fields, field)
}

// step returns path with key appended. If key is nonFieldErrors, step returns path itself. Because some engines send {"0": [...]} for the
// first element of an array, step appends a key such as "0" in a nested object as a number.
func (m *fieldMessages) step(path []any, key string) []any {
	if key == nonFieldErrors || len(m.fields) == maxFields {
		return path
	}
	if i, err := strconv.Atoi(key); err == nil && i >= 0 && len(path) > 0 {
		return extend(path, i)
	}
	return extend(path, m.redact.Line(key, redact.MaxSnippet))
}

// extend returns a copy of path with step appended. A path has at most maxSteps steps. If path already has that many, extend returns it
// unchanged, and messages about deeper fields are shown with this shorter path.
func extend(path []any, step any) []any {
	if len(path) == maxSteps {
		return path
	}
	return append(slices.Clip(path), step)
}
