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

// nonFieldErrors is the key under which the engine puts messages about the whole object (wire shapes section 1).
const nonFieldErrors = "non_field_errors"

// maxEngineShape is the greatest number of keys in the engine's own errors. Gateway errors (RFC 9457) also have a "detail", but more keys.
const maxEngineShape = 3

// hasEngineShape reports whether a reply looks like an engine error that is not about a field (wire shapes section 1), such as {"detail":
// "Not found."}: an object with a text "detail" and at most two other keys, without nested objects or arrays.
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

// Limits of an Error. The engine or a proxy may send more messages, but nobody would read them.
const (
	mostFields   = 100 // fields with messages
	mostMessages = 10  // messages of one field
	mostSteps    = 12  // keys and positions in the path of a field
)

// parseErrorBody fills e from the decoded body of an error reply (wire shapes section 1): the message, and for 400 and 422 also the
// messages about fields.
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
		if text, ok := object[name].(string); ok && e.Message == "" {
			e.Message = redactor.Line(text, redact.MaxMessage)
			delete(rest, name)
		}
	}
	if e.Status == http.StatusBadRequest || e.Status == http.StatusUnprocessableEntity {
		collected.collect(nil, rest)
		e.Fields, e.More = collected.fields, collected.more
	}
}

// fieldMessages collects the engine's messages about fields, at most mostFields of them.
type fieldMessages struct {
	redact redact.Redactor
	fields []FieldError
	more   int // the number of further fields
}

// collect adds the messages in value. A text is a message about path. An object or an array has messages about longer paths: {"a": ["x"]}
// has the message "x" about path + "a".
func (m *fieldMessages) collect(path []any, value any) {
	switch value := value.(type) {
	case string:
		m.add(path, []any{value})
	case []any:
		isText := func(element any) bool { _, ok := element.(string); return ok }
		if slices.ContainsFunc(value, isText) {
			m.add(path, value)
		}
		for i, element := range value {
			if !isText(element) {
				m.collect(extend(path, i), element)
			}
		}
	case Document:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			m.collect(m.step(path, key), value[key])
		}
	}
}

// add adds the texts among values as messages about the field at path, and ignores other values.
func (m *fieldMessages) add(path []any, values []any) {
	if len(m.fields) == mostFields {
		m.more++
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
			message := m.redact.Line(text, redact.MaxMessage)
			size += len(message)
			field.Messages = append(field.Messages, message)
		}
	}
	if more > 0 {
		field.Messages = append(field.Messages, fmt.Sprintf("(And %d more messages.)", more))
	}
	m.fields = append(m.fields, field)
}

// step returns path extended by a key of a JSON object. Inside a field, a numeric key such as "0" becomes a position, because some engines
// send {"0": [...]} for the first element of an array.
func (m *fieldMessages) step(path []any, key string) []any {
	if key == nonFieldErrors || len(m.fields) == mostFields {
		return path
	}
	if i, err := strconv.Atoi(key); err == nil && i >= 0 && len(path) > 0 {
		return extend(path, i)
	}
	return extend(path, m.redact.Line(key, redact.MaxSnippet))
}

// extend returns a copy of path with one more step. If path already has mostSteps, extend returns it unchanged, so messages about deeper
// fields are shown for that path.
func extend(path []any, step any) []any {
	if len(path) == mostSteps {
		return path
	}
	return append(slices.Clip(path), step)
}
