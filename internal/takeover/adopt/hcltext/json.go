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
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// Functions returns the functions that written expressions may call, such as jsonencode and chomp, by name.
func Functions() map[string]function.Function {
	return map[string]function.Function{"jsonencode": stdlib.JSONEncodeFunc, "chomp": stdlib.ChompFunc}
}

// JSON converts JSON text to a jsonencode call. If the call would give another value, it returns the text in quotes. It calls leaf for each
// string in the JSON; key is the name of the member with this string.
func JSON(text string, leaf func(key, text string) Expression) Expression {
	value, err := document.Decode([]byte(text))
	if err != nil {
		return Quoted(text)
	}
	plain := Call{"jsonencode", OfJSON(value)}
	if again, ok := evaluated(plain); !ok || !reflect.DeepEqual(again, value) {
		return Quoted(text)
	}
	return Call{"jsonencode", ofJSON(value, "", leaf)}
}

// evaluated evaluates an expression and decodes the JSON text that it gives. It returns false if that fails.
func evaluated(e Expression) (any, bool) {
	parsed, diags := hclsyntax.ParseExpression([]byte(e.lines("")), "", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, false
	}
	result, diags := parsed.Value(&hcl.EvalContext{Functions: Functions()})
	if diags.HasErrors() || result.IsNull() || result.Type() != cty.String {
		return nil, false
	}
	value, err := document.Decode([]byte(result.AsString()))
	return value, err == nil
}

// OfJSON converts decoded JSON to an expression, such as the argument of a jsonencode call.
func OfJSON(value any) Expression {
	return ofJSON(value, "", func(_, text string) Expression { return Quoted(text) })
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

// objectKey writes the key of an object: without quotes if it is an identifier such as unit.
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
