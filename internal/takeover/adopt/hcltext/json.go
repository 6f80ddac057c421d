// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package hcltext

import (
	"maps"
	"reflect"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// JSON converts a JSON-encoded string to a jsonencode call, or to a quoted string if the call would change the JSON. To format a string
// inside the JSON, it calls leaf with the string and the key of the object member that contains it. If leaf is nil, it quotes each string.
func JSON(text string, leaf func(key, text string) Expression) Expression {
	value, err := document.Decode([]byte(text))
	if err != nil {
		return Quoted(text)
	}
	if again, ok := evaluateJSON(Call{"jsonencode", OfJSON(value, nil)}); !ok || !reflect.DeepEqual(again, value) {
		return Quoted(text)
	}
	return Call{"jsonencode", OfJSON(value, leaf)}
}

// evaluateJSON evaluates an expression and decodes the JSON that it returns. It returns false if either step fails.
func evaluateJSON(e Expression) (any, bool) {
	parsed, diags := hclsyntax.ParseExpression([]byte(e.lines("")), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, false
	}
	result, diags := parsed.Value(&hcl.EvalContext{Functions: configuration.Functions()})
	if diags.HasErrors() || result.IsNull() || result.Type() != cty.String {
		return nil, false
	}
	value, err := document.Decode([]byte(result.AsString()))
	return value, err == nil
}

// OfJSON converts decoded JSON to an expression, for example for the argument of jsonencode. It calls leaf to format a string, as JSON
// does.
func OfJSON(value any, leaf func(key, text string) Expression) Expression {
	if leaf == nil {
		leaf = func(_, text string) Expression { return Quoted(text) }
	}
	return ofJSON(value, "", leaf)
}

func ofJSON(value any, key string, leaf func(key, text string) Expression) Expression {
	switch value := value.(type) {
	case map[string]any:
		o := Object{}
		for _, name := range slices.Sorted(maps.Keys(value)) {
			o = append(o, Member{Name: objectKey(name), Value: ofJSON(value[name], name, leaf)})
		}
		return o
	case []any:
		l := List{}
		for _, element := range value {
			l = append(l, ofJSON(element, key, leaf))
		}
		return l
	case string:
		return leaf(key, value)
	default: // a number, a boolean or null
		return Literal(document.Encode(value))
	}
}

// objectKey writes the key of an object member in HCL. It quotes the key unless the key is an identifier such as unit.
func objectKey(key string) string {
	switch key {
	case "for", "null", "true", "false":
	default:
		if hclsyntax.ValidIdentifier(key) {
			return key
		}
	}
	return string(Quoted(key))
}
