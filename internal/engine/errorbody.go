// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/redact"
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

// parseErrorBody reads the body of a refusal (wire shapes section 1): a message, and for 400 messages about fields.
func parseErrorBody(hide redact.Redactor, status int, body any) (string, []FieldError) {
	object, ok := body.(Document)
	if !ok {
		return "", fieldErrors(hide, nil, body)
	}
	message := ""
	rest := maps.Clone(object)
	for _, name := range []string{"detail", "message", "error"} {
		if text, ok := object[name].(string); ok && message == "" {
			message = hide.Line(text, redact.MaxMessage)
			delete(rest, name)
		}
	}
	if status != http.StatusBadRequest && status != http.StatusUnprocessableEntity {
		return message, nil
	}
	return message, fieldErrors(hide, nil, rest)
}

// fieldErrors collects the messages below a path. Texts are messages about the path itself; keys and positions lead on.
func fieldErrors(hide redact.Redactor, path []any, value any) []FieldError {
	var found []FieldError
	switch value := value.(type) {
	case string:
		found = append(found, FieldError{Path: path, Messages: []string{hide.Line(value, redact.MaxMessage)}})
	case []any:
		own := FieldError{Path: path}
		var below []FieldError
		for i, element := range value {
			if text, ok := element.(string); ok {
				own.Messages = append(own.Messages, hide.Line(text, redact.MaxMessage))
				continue
			}
			below = append(below, fieldErrors(hide, extend(path, i), element)...)
		}
		if len(own.Messages) > 0 {
			found = append(found, own)
		}
		found = append(found, below...)
	case Document:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			found = append(found, fieldErrors(hide, step(hide, path, key), value[key])...)
		}
	}
	return found
}

// step is the path to what a key stands for. Some engines give the elements of an array by position: {"0": [...]}.
func step(hide redact.Redactor, path []any, key string) []any {
	if key == nonFieldErrors {
		return path
	}
	if i, err := strconv.Atoi(key); err == nil && i >= 0 && len(path) > 0 {
		return extend(path, i)
	}
	return extend(path, hide.Line(key, redact.MaxSnippet))
}

// extend is append to a copy: the paths of siblings share their beginning.
func extend(path []any, step any) []any {
	return append(slices.Clip(path), step)
}
