// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package openapi

import "strings"

// answer returns the description of an answer with a body. Each answer has the header X-Request-Id (quirk 45 in quirks.go). The parameter
// header can name another header, such as ETag.
func answer(description string, schema object, header ...string) object {
	return object{
		"description": description, "headers": headersOf(header...),
		"content": object{"application/json": object{"schema": schema}},
	}
}

func headersOf(names ...string) object {
	found := object{"X-Request-Id": ref("headers", "RequestID")}
	for _, name := range names {
		found[name] = ref("headers", strings.ReplaceAll(name, "-", ""))
	}
	return found
}

func headers() object {
	header := func(description string) object {
		return object{"description": description, "schema": object{"type": "string"}}
	}
	return object{
		"ETag":            header("The tag of the object's version, for If-Match."),
		"RequestID":       header("The id of the request."),
		"RetryAfter":      header("The number of seconds to wait, or a date."),
		"WWWAuthenticate": header("The first word of the authorization header."),
	}
}

type failure struct {
	name, description string
	header            []string
}

var failures = map[int]failure{
	400: {name: "BadRequest", description: "The problems of the body by field, or of the query."},
	401: {name: "Unauthorized", description: "The authorization header is missing or wrong.", header: []string{"WWW-Authenticate"}},
	404: {name: "NotFound", description: "There is no such object or page."},
	409: {name: "Conflict", description: "The component must be stopped before it is updated."},
	412: {name: "PreconditionFailed", description: "The version of the object does not match If-Match."},
	413: {name: "TooLarge", description: "The body is too large, or the object would be."},
	415: {name: "UnsupportedMediaType", description: "The content type is not application/json."},
	429: {name: "TooManyRequests", description: "The engine asks the client to wait.", header: []string{"Retry-After"}},
	500: {name: "ServerError", description: "The server failed."},
	503: {name: "Unavailable", description: "The engine can't be reached for now."},
	507: {name: "NoRoom", description: "The disk is full, and nothing was written."},
}

func responses() object {
	found := object{}
	for status, f := range failures {
		schema := ref("schemas", "Error")
		if status == 400 {
			schema = ref("schemas", "Problems")
		}
		found[f.name] = answer(f.description, schema, f.header...)
	}
	return found
}

func errorSchema() object {
	return object{"type": "object", "required": []string{"detail"}, "properties": object{"detail": object{"type": "string"}}}
}

// problemsSchema returns the schema of the body of a 400 answer: the problems by field, and messages about the whole object under
// non_field_errors.
func problemsSchema() object {
	return object{"type": "object", "minProperties": 1, "additionalProperties": ref("schemas", "Problem")}
}

// problemSchema returns the schema of the problems of one value. The problems of a text or number are an array of messages. The problems of
// a JSON object or array are those of its fields or elements; a valid element has an empty object.
func problemSchema() object {
	nested := object{"type": "object", "additionalProperties": ref("schemas", "Problem")}
	return object{"anyOf": []any{
		object{"type": "array", "minItems": 1, "items": object{"type": "string"}},
		object{"type": "array", "items": nested},
		nested,
	}}
}
