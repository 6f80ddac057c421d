// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package openapi

// failureNames are the names of the answers to requests that are not done.
var failureNames = map[int]string{
	400: "BadRequest", 401: "Unauthorized", 404: "NotFound", 409: "Conflict", 412: "PreconditionFailed", 413: "TooLarge", 415: "UnsupportedMediaType",
	429: "TooManyRequests", 500: "ServerError", 503: "Unavailable", 507: "NoRoom",
}

// answer is an answer with a body.
func answer(description string, schema object) object {
	return object{
		"description": description, "headers": common(),
		"content": object{"application/json": object{"schema": schema}},
	}
}

// common are the headers of every answer (quirk 45).
func common() object { return object{"X-Request-Id": ref("headers", "RequestID")} }

// tagged is an answer with one object, which has the tag of its version (quirk 180).
func tagged(description string, schema object) object {
	found := answer(description, schema)
	found["headers"] = object{"X-Request-Id": ref("headers", "RequestID"), "ETag": ref("headers", "ETag")}
	return found
}

func headers() object {
	return object{
		"ETag":            object{"description": "The version of the object, for If-Match.", "schema": object{"type": "string"}},
		"RequestID":       object{"description": "A name for the request.", "schema": object{"type": "string"}},
		"RetryAfter":      object{"description": "Seconds to wait, or a date.", "schema": object{"type": "string"}},
		"WWWAuthenticate": object{"description": "The scheme word.", "schema": object{"type": "string"}},
	}
}

// failures are the answers to requests that are not done (wire shapes section 1).
func failures() object {
	explained := func(description string) object { return answer(description, ref("schemas", "Error")) }
	unauthorized := explained("The authorization header is missing or wrong.")
	unauthorized["headers"] = object{"X-Request-Id": ref("headers", "RequestID"), "WWW-Authenticate": ref("headers", "WWWAuthenticate")}
	tooMany := explained("The engine asks to wait.")
	tooMany["headers"] = object{"X-Request-Id": ref("headers", "RequestID"), "Retry-After": ref("headers", "RetryAfter")}
	return object{
		"BadRequest":           answer("What is wrong with the body, by field, or with the query.", ref("schemas", "Problems")),
		"Unauthorized":         unauthorized,
		"NotFound":             explained("There is no such object or page."),
		"Conflict":             explained("The component must be stopped before it is updated."),
		"PreconditionFailed":   explained("The object has another version than If-Match asks for."),
		"TooLarge":             explained("The body is too large, or the object would be."),
		"UnsupportedMediaType": explained("The content type is not application/json."),
		"TooManyRequests":      tooMany,
		"ServerError":          explained("The server could not do this."),
		"Unavailable":          explained("The engine cannot be reached for now."),
		"NoRoom":               explained("There is no room for what would be written, and nothing was."),
	}
}

func errorSchema() object {
	return object{"type": "object", "required": []string{"detail"}, "properties": object{"detail": object{"type": "string"}}}
}

// problemsSchema is what is wrong with the fields of an object, and under non_field_errors with the object itself.
func problemsSchema() object {
	return object{"type": "object", "minProperties": 1, "additionalProperties": ref("schemas", "Problem")}
}

// problemSchema is what is wrong with one value: messages, or the problems of what is inside it. A good element of an array
// has an empty object.
func problemSchema() object {
	nested := object{"type": "object", "additionalProperties": ref("schemas", "Problem")}
	return object{"anyOf": []any{
		object{"type": "array", "minItems": 1, "items": object{"type": "string"}},
		object{"type": "array", "items": nested},
		nested,
	}}
}
