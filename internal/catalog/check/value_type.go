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

// valueType describes the valid values for parameters of one type (interface document, section 5 of "Wire shapes").
type valueType struct {
	name    string
	takes   string // describes the valid values, for example "an integer"
	example string // a valid value as JSON
	fits    func(value any) bool

	isDocumented bool // the documentation defines the format of the values, not only the name of the type
}

// builtInTypes returns the types that every component supports in addition to its custom_types.
func builtInTypes() []valueType {
	const id, idExample = "an id, or an object", `"8d3c8e0a-52f4-4f0e-9d0a-6f1f5b7c2a10"`
	return []valueType{
		{name: "str", takes: "a string", example: `"text"`, fits: is[string]},
		{name: "int", takes: "an integer", example: "24", fits: isWhole},
		{name: "float", takes: "a number", example: "2.5", fits: is[json.Number]},
		{name: "bool", takes: "true or false", example: "true", fits: is[bool]},
		{name: "datetime", takes: "an ISO 8601 time", example: `"2026-01-05T08:00:00Z"`, fits: isInstant},
		{name: "url", takes: "a URL with its scheme", example: `"https://example.com"`, fits: isURL},
		{name: "File", takes: id, example: idExample, fits: isTextOrObject},
		{name: "Asset", takes: id, example: idExample, fits: isTextOrObject},
		{name: "Attribute", takes: id, example: idExample, fits: isTextOrObject},
		{name: "Component", takes: id, example: idExample, fits: isTextOrObject},
		addressType(),
		{name: "crontab", takes: "a string", example: `"0 * * * *"`, fits: is[string]},
	}
}

// builtInType returns the built-in type with the given name. For any other name, it returns false and a type that accepts every value.
func builtInType(name string) (t valueType, isBuiltIn bool) {
	types := builtInTypes()
	if i := slices.IndexFunc(types, func(t valueType) bool { return t.name == name }); i >= 0 {
		return types[i], true
	}
	return valueType{name: name, takes: "an object with the fields of the type", example: `{ from = 1, to = 7 }`, fits: is[any]}, false
}

// IsBuiltInType reports whether name is a parameter type that every component supports.
func IsBuiltInType(name string) bool {
	_, isBuiltIn := builtInType(name)
	return isBuiltIn
}

func builtInNames() string {
	var names []string
	for _, t := range builtInTypes() {
		names = append(names, t.name)
	}
	return strings.Join(names, ", ")
}

// addressType returns the type of a data address (interface document, section 6 of "Wire shapes").
func addressType() valueType {
	return valueType{
		name: "DataAddress", takes: "an object with the ids of an asset and an attribute",
		example: `{ asset = "pump-1", attribute = "flow" }`, fits: isAddress,
	}
}

func is[T any](value any) bool {
	_, ok := value.(T)
	return ok
}

func isWhole(value any) bool {
	f, ok := document.Number(value)
	return ok && is[json.Number](value) && f.IsInt()
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
	return is[map[string]any](value) || is[string](value)
}

func isAddress(value any) bool {
	object, _ := value.(map[string]any)
	return is[string](object["asset"]) && is[string](object["attribute"]) // both are "" if nothing is selected
}

// isPlaceholder reports whether a value contains ${{...}}, which a running component replaces with a value of any type.
func isPlaceholder(value any) bool {
	text, _ := value.(string)
	_, after, found := strings.Cut(text, "${{")
	return found && strings.Contains(after, "}}")
}
