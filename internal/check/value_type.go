// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/document"
)

// valueType is what a type of parameters takes as one value (wire shapes section 5).
type valueType struct {
	takes   string // what a value has to be
	example string // JSON text of one
	fits    func(value any) bool
}

// builtInType is the value type of a name; false for names that are not built in.
func builtInType(name string) (valueType, bool) {
	switch name {
	case "str":
		return valueType{"text", `"text"`, isText}, true
	case "int":
		return valueType{"a whole number", "24", isWhole}, true
	case "float":
		return valueType{"a number", "2.5", isNumber}, true
	case "bool":
		return valueType{"true or false", "true", isBool}, true
	case "datetime":
		return valueType{"the text of an ISO 8601 time", `"2026-01-05T08:00:00Z"`, isInstant}, true
	case "url":
		return valueType{"the text of a URL with its scheme", `"https://example.com"`, isURL}, true
	case "crontab":
		return valueType{"text", `"0 * * * *"`, isText}, true
	case "File", "Asset", "Attribute", "Component":
		return valueType{"an id, or an object", `"8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10"`, isTextOrObject}, true
	case "DataAddress":
		return addressType(), true
	default:
		return valueType{}, false
	}
}

// customTypeValue is the value type of every type that a component defines itself; which fields it has is left to the engine.
func customTypeValue() valueType {
	return valueType{"an object with the fields of the type", `{ from = 1, to = 7 }`, func(any) bool { return true }}
}

// builtInTypes lists the names of the types that every component has.
func builtInTypes() []string {
	return []string{"str", "int", "float", "bool", "datetime", "url", "File", "Asset", "Attribute", "Component", "DataAddress", "crontab"}
}

// addressType is that of data addresses (wire shapes section 6).
func addressType() valueType {
	return valueType{"an object with the ids of an asset and an attribute", `{ asset = "pump-1", attribute = "flow" }`, isAddress}
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
	_, isTime := attribute.ParseInstant(text)
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
		id, ok := object[key].(string)
		return !ok || strings.TrimSpace(id) == ""
	})
}

// isPlaceholder tells whether a value is a text that the running component resolves to a value of any type.
func isPlaceholder(value any) bool {
	text, _ := value.(string)
	_, after, found := strings.Cut(text, "${{")
	return found && strings.Contains(after, "}}")
}
