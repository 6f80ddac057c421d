// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package openapi

import "strings"

// response returns the description of a response with a body, an X-Request-Id header (quirk 45) and other headers, such as ETag.
func response(description string, schema object, header ...string) object {
	return object{
		"description": description, "headers": headers(header...),
		"content": object{"application/json": object{"schema": schema}},
	}
}

func headers(names ...string) object {
	found := object{"X-Request-Id": ref("headers", "RequestID")}
	for _, name := range names {
		found[name] = ref("headers", strings.ReplaceAll(name, "-", ""))
	}
	return found
}

type failure struct {
	name, description string
	header            []string
}

var failures = map[int]failure{
	400: {"BadRequest", "The problems of the body by field, or of the query.", nil},
	401: {"Unauthorized", "The authorization header is missing or invalid.", []string{"WWW-Authenticate"}},
	404: {"NotFound", "There is no such object or page.", nil},
	409: {"Conflict", "The component must be stopped before it is updated.", nil},
	412: {"PreconditionFailed", "The version of the object does not match If-Match.", nil},
	413: {"TooLarge", "The body is too large, or the object would be.", nil},
	415: {"UnsupportedMediaType", "The content type is not application/json.", nil},
	429: {"TooManyRequests", "The engine asks the client to wait.", []string{"Retry-After"}},
	500: {"ServerError", "The server failed.", nil},
	503: {"Unavailable", "The engine can't be reached for now.", nil},
	507: {"NoRoom", "The disk is full, and nothing was written.", nil},
}

func responses() object {
	found := object{}
	for status, f := range failures {
		schema := ref("schemas", "Error")
		if status == 400 {
			schema = ref("schemas", "Problems")
		}
		found[f.name] = response(f.description, schema, f.header...)
	}
	return found
}
