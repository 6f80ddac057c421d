// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/jsontype"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/check"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/adopt/hcltext"
)

// rendered returns a value of the engine as an expression. a is its attribute, or nil inside JSON.
func rendered(a schema.Attribute, value cty.Value) hcltext.Expression {
	if value.IsNull() {
		return hcltext.Literal("null")
	}
	switch a := a.(type) {
	case schema.StringAttribute:
		if (jsontype.Type{}).Equal(a.CustomType) {
			return hcltext.JSON(value.AsString(), func(_, text string) hcltext.Expression { return hcltext.Quoted(text) })
		}
	case schema.ListNestedAttribute, schema.ListAttribute:
		list := hcltext.List{}
		for _, element := range value.AsValueSlice() {
			list = append(list, rendered(elementOf(a), element))
		}
		return list
	case schema.SingleNestedAttribute:
		object, attributes := hcltext.Object{}, membersOf(a)
		for name := range value.Type().AttributeTypes() {
			if member := value.GetAttr(name); !member.IsNull() {
				object = append(object, hcltext.Member{Name: name, Value: rendered(attributes[name], member)})
			}
		}
		slices.SortFunc(object, func(a, b hcltext.Member) int { return strings.Compare(a.Name, b.Name) })
		return object
	}
	if value.Type().IsPrimitiveType() {
		return hcltext.Scalar(value)
	}
	text, err := ctyjson.Marshal(value, value.Type())
	if err != nil {
		return hcltext.Literal("null")
	}
	decoded, _ := document.Decode(text) // The text was just encoded.
	return hcltext.OfJSON(decoded)
}

// written formats an expression that begins at a column of a line with the given indent.
func written(e hcltext.Expression, indent string, column int) string {
	const name = "x = "
	text := string(hclwrite.Format([]byte(name + hcltext.Written(e, "", column))))
	return strings.ReplaceAll(strings.TrimPrefix(text, name), "\n", "\n"+indent)
}

// elementOf returns the attribute of the elements of a list.
func elementOf(a schema.Attribute) schema.Attribute {
	switch a := a.(type) {
	case schema.ListNestedAttribute:
		return schema.SingleNestedAttribute{Attributes: a.NestedObject.Attributes}
	case schema.ListAttribute:
		return schema.StringAttribute{}
	}
	return nil
}

func membersOf(a schema.Attribute) map[string]schema.Attribute {
	if a, ok := a.(schema.SingleNestedAttribute); ok {
		return a.Attributes
	}
	return nil
}

// scalar returns a string as an expression: in quotes, or as a number if the old expression is a number too.
func scalar(old hcl.Expression, v value) hcltext.Literal {
	text := v.want.AsString()
	if literal, ok := old.(*hclsyntax.LiteralValueExpr); ok && literal.Val.Type() == cty.Number {
		if number, err := cty.ParseNumberVal(text); err == nil && string(hcltext.Scalar(number)) == text {
			return hcltext.Literal(text)
		}
	}
	return hcltext.Quoted(text)
}

// heredoc returns a heredoc with another text, but the same marker and indent. It returns false if a heredoc would change the text.
func heredoc(old string, value cty.Value) (string, bool) {
	if value.IsNull() || value.Type() != cty.String {
		return "", false
	}
	text, ends := strings.CutSuffix(value.AsString(), "\n")
	lines := strings.Split(old, "\n")
	if !ends || len(lines) < 2 || strings.Contains(old, "\r") {
		return "", false
	}
	content := strings.Split(text, "\n")
	marker := strings.TrimSpace(lines[len(lines)-1])
	indent := ""
	if strings.HasPrefix(old, "<<-") {
		last := lines[len(lines)-1]
		indent = last[:len(last)-len(strings.TrimLeft(last, " \t"))]
		if line := lines[1]; len(lines) > 2 && strings.TrimSpace(line) != "" {
			indent = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		}
	}
	if !hcltext.SuitsHeredoc(content) {
		return "", false
	}
	out := []string{lines[0]}
	for _, line := range content {
		if strings.TrimSpace(line) == marker {
			return "", false
		}
		if line != "" {
			line = indent + line
		}
		out = append(out, line)
	}
	return strings.Join(append(out, lines[len(lines)-1]), "\n"), true
}

// isSecret reports whether the attribute "value" of an object may be a secret: the object is marked sensitive, or has a type of the user's
// own, which may have secret fields.
func isSecret(object cty.Value) bool {
	if object.IsNull() || !object.Type().IsObjectType() || !object.Type().HasAttribute(document.SensitiveKey) {
		return false
	}
	if sensitive := object.GetAttr(document.SensitiveKey); !sensitive.IsNull() && !sensitive.RawEquals(cty.False) {
		return true
	}
	typeName := attributeOf(object, "type")
	return !typeName.IsNull() && typeName.Type() == cty.String && !check.IsBuiltInType(typeName.AsString())
}

// hasSecret reports whether an object that may hold a secret is in a value.
func hasSecret(value cty.Value) bool {
	found := false
	_ = cty.Walk(value, func(_ cty.Path, v cty.Value) (bool, error) { // The callback never fails.
		found = found || v.Type().IsObjectType() && isSecret(v)
		return !found, nil
	})
	return found
}

// shown returns a value for the report. Of lists and objects, it shows only the number of elements.
func shown(value cty.Value) string {
	const longest = 80
	value, _ = value.Unmark()
	switch {
	case !value.IsKnown():
		return "unknown"
	case value.IsNull():
		return "null"
	case value.CanIterateElements():
		if value.LengthInt() == 1 {
			return "1 element"
		}
		return fmt.Sprintf("%d elements", value.LengthInt())
	}
	if text := []rune(string(hcltext.Scalar(value))); len(text) > longest {
		return string(text[:longest]) + "..."
	} else {
		return string(text)
	}
}
