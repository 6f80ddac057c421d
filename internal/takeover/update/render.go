// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/hcltext"
)

// expressionOf converts a value from the engine to an expression. a is the schema of the attribute, or nil for a value that is part of a
// JSON string.
func expressionOf(a schema.Attribute, value cty.Value) hcltext.Expression {
	if value.IsNull() {
		return hcltext.Literal("null")
	}
	switch a := a.(type) {
	case schema.StringAttribute:
		if (jsontype.Type{}).Equal(a.CustomType) {
			return hcltext.JSON(value.AsString(), nil)
		}
	case schema.ListNestedAttribute, schema.ListAttribute:
		list := hcltext.List{}
		for _, element := range value.AsValueSlice() {
			list = append(list, expressionOf(elementOf(a), element))
		}
		return list
	case schema.SingleNestedAttribute:
		object, attributes := hcltext.Object{}, membersOf(a)
		for name := range value.Type().AttributeTypes() {
			if member := value.GetAttr(name); !member.IsNull() {
				object = append(object, hcltext.Member{Name: name, Value: expressionOf(attributes[name], member)})
			}
		}
		slices.SortFunc(object, func(a, b hcltext.Member) int { return strings.Compare(a.Name, b.Name) })
		return object
	}
	text, _ := ctyjson.Marshal(value, value.Type()) // This never fails, because the engine's values are known.
	decoded, _ := document.Decode(text)             // This never fails, because text was just encoded.
	return hcltext.OfJSON(decoded, nil)
}

// format returns the text of an expression that starts at the given column of a line with the given indentation.
func format(e hcltext.Expression, indent string, column int) string {
	if text := hcltext.Format(e, indent, column); strings.Contains(text, "<<") {
		return text
	}
	const name = "x = "
	text := string(hclwrite.Format([]byte(name + hcltext.Format(e, "", column))))
	return strings.ReplaceAll(strings.TrimPrefix(text, name), "\n", "\n"+indent)
}

func elementOf(a schema.Attribute) schema.Attribute {
	if a, ok := a.(schema.ListNestedAttribute); ok {
		return schema.SingleNestedAttribute{Attributes: a.NestedObject.Attributes}
	}
	return nil
}

func membersOf(a schema.Attribute) map[string]schema.Attribute {
	if a, ok := a.(schema.SingleNestedAttribute); ok {
		return a.Attributes
	}
	return nil
}

// stringLike returns an expression for text in the style of the old expression: a number, a heredoc or a quoted string.
func stringLike(old, text string) hcltext.Expression {
	if number, err := cty.ParseNumberVal(text); err == nil && old[0] != '"' && string(hcltext.Scalar(number)) == text {
		return hcltext.Literal(text)
	}
	if strings.Contains(old, "<<") {
		return hcltext.Text(text)
	}
	return hcltext.Quoted(text)
}

func sameNames(a, b cty.Value) bool {
	return maps.EqualFunc(a.Type().AttributeTypes(), b.Type().AttributeTypes(), func(_, _ cty.Type) bool { return true })
}

// isSecret reports whether an object's attribute called value may be a secret. That is the case if the object is sensitive, or if its type
// is custom. Any field of a custom type may be a secret.
func isSecret(object cty.Value) bool {
	if !isObject(object) || !object.Type().HasAttribute(document.SensitiveKey) {
		return false
	}
	if sensitive := object.GetAttr(document.SensitiveKey); !sensitive.IsNull() && !sensitive.RawEquals(cty.False) {
		return true
	}
	typeName := attributeOf(object, "type")
	return !typeName.IsNull() && typeName.Type() == cty.String && !check.IsBuiltInType(typeName.AsString())
}

// hasSecret reports whether a value contains an object for which isSecret returns true.
func hasSecret(value cty.Value) bool {
	found := false
	_ = cty.Walk(value, func(_ cty.Path, v cty.Value) (bool, error) { // The callback never fails.
		found = found || isSecret(v)
		return !found, nil
	})
	return found
}

// summary formats a value for the report. For a list or object, it returns only the number of elements.
func summary(value cty.Value) string {
	const longest = 80
	value, _ = value.Unmark()
	switch {
	case value.IsNull():
		return "null"
	case value.CanIterateElements():
		return document.Count(value.LengthInt(), "element")
	}
	if text := []rune(string(hcltext.Scalar(value))); len(text) > longest {
		return string(text[:longest]) + "..."
	} else {
		return string(text)
	}
}
