// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package engine

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
)

// nonFieldErrors is the key of the messages about a whole object (wire shapes section 1).
const nonFieldErrors = "non_field_errors"

// parseErrorBody reads the body of a refusal (wire shapes section 1): a message, and for 400 messages about fields.
func parseErrorBody(redact redactor, status int, body any) (string, []FieldError) {
	object, ok := body.(Document)
	if !ok {
		return "", fieldErrors(redact, nil, body)
	}
	message := ""
	rest := maps.Clone(object)
	for _, name := range []string{"detail", "message", "error"} {
		if text, ok := object[name].(string); ok && message == "" {
			message = redact.line(text, maxMessage)
			delete(rest, name)
		}
	}
	if status != http.StatusBadRequest && status != http.StatusUnprocessableEntity {
		return message, nil
	}
	return message, fieldErrors(redact, nil, rest)
}

// fieldErrors collects the messages below a path. Texts are messages about the path itself; keys and positions lead on.
func fieldErrors(redact redactor, path []any, value any) []FieldError {
	var found []FieldError
	switch value := value.(type) {
	case string:
		found = append(found, FieldError{Path: path, Messages: []string{redact.line(value, maxMessage)}})
	case []any:
		own := FieldError{Path: path}
		var below []FieldError
		for i, element := range value {
			if text, ok := element.(string); ok {
				own.Messages = append(own.Messages, redact.line(text, maxMessage))
				continue
			}
			below = append(below, fieldErrors(redact, extend(path, i), element)...)
		}
		if len(own.Messages) > 0 {
			found = append(found, own)
		}
		found = append(found, below...)
	case Document:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			found = append(found, fieldErrors(redact, step(redact, path, key), value[key])...)
		}
	}
	return found
}

// step is the path to what a key stands for. Some engines give the elements of an array by position: {"0": [...]}.
func step(redact redactor, path []any, key string) []any {
	if key == nonFieldErrors {
		return path
	}
	if i, err := strconv.Atoi(key); err == nil && i >= 0 && len(path) > 0 {
		return extend(path, i)
	}
	return extend(path, redact.line(key, maxSnippet))
}

// extend is append to a copy: the paths of siblings share their beginning.
func extend(path []any, step any) []any {
	return append(slices.Clip(path), step)
}
