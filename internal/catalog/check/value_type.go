// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/instant"
)

// valueType describes the values of a parameter type (wire shapes section 5).
type valueType struct {
	takes   string // names the valid values: "a whole number"
	example string // a valid value as JSON text
	fits    func(value any) bool

	isDocumented bool // the documents define the shape of the value, not only the type's name
}

// builtInType returns the values of a built-in type. ok is false if no built-in type has the name.
func builtInType(name string) (valueType, bool) {
	switch name {
	case "str":
		return valueType{takes: "text", example: `"text"`, fits: isText}, true
	case "int":
		return valueType{takes: "a whole number", example: "24", fits: isWhole}, true
	case "float":
		return valueType{takes: "a number", example: "2.5", fits: isNumber}, true
	case "bool":
		return valueType{takes: "true or false", example: "true", fits: isBool}, true
	case "datetime":
		return valueType{takes: "the text of an ISO 8601 time", example: `"2026-01-05T08:00:00Z"`, fits: isInstant}, true
	case "url":
		return valueType{takes: "the text of a URL with its scheme", example: `"https://example.com"`, fits: isURL}, true
	case "crontab":
		return valueType{takes: "text", example: `"0 * * * *"`, fits: isText}, true
	case "File", "Asset", "Attribute", "Component":
		return valueType{takes: "an id, or an object", example: `"8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10"`, fits: isTextOrObject}, true
	case "DataAddress":
		return addressType(), true
	default:
		return valueType{}, false
	}
}

// customTypeValue describes the values of types that a component declares. Only the engine checks their fields.
func customTypeValue() valueType {
	return valueType{takes: "an object with the fields of the type", example: `{ from = 1, to = 7 }`, fits: func(any) bool { return true }}
}

// IsBuiltInType reports whether a type name is built in, so that every component knows it.
func IsBuiltInType(name string) bool {
	_, isBuiltIn := builtInType(name)
	return isBuiltIn
}

// builtInTypes returns the names of the built-in types.
func builtInTypes() []string {
	return []string{"str", "int", "float", "bool", "datetime", "url", "File", "Asset", "Attribute", "Component", "DataAddress", "crontab"}
}

// addressType describes data addresses (wire shapes section 6).
func addressType() valueType {
	return valueType{
		takes: "an object with the ids of an asset and an attribute", example: `{ asset = "pump-1", attribute = "flow" }`,
		fits: isAddress,
	}
}

func isText(value any) bool {
	_, ok := value.(string)
	return ok
}

func isNumber(value any) bool {
	_, ok := value.(json.Number)
	return ok
}

func isWhole(value any) bool {
	f, ok := document.Number(value)
	return ok && isNumber(value) && f.IsInt()
}

func isBool(value any) bool {
	_, ok := value.(bool)
	return ok
}

func isInstant(value any) bool {
	text, ok := value.(string)
	_, isTime := instant.Parse(text)
	return ok && (text == "" || isTime)
}

func isURL(value any) bool {
	text, ok := value.(string)
	u, err := url.Parse(text)
	return ok && (text == "" || err == nil && u.Scheme != "")
}

func isTextOrObject(value any) bool {
	_, isObject := value.(map[string]any)
	return isObject || isText(value)
}

func isAddress(value any) bool {
	object, _ := value.(map[string]any)
	return !slices.ContainsFunc([]string{"asset", "attribute"}, func(key string) bool {
		_, ok := object[key].(string) // empty while nothing is chosen
		return !ok
	})
}

// isPlaceholder reports whether a value is a text with ${{...}}, which the running component replaces by a value of any type.
func isPlaceholder(value any) bool {
	text, _ := value.(string)
	_, after, found := strings.Cut(text, "${{")
	return found && strings.Contains(after, "}}")
}
