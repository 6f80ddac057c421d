// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// isDerived reports whether a configured string, such as expression_plain, equals the string that the provider would derive from the other
// attributes. These attributes may refer to values that migrate does not know, such as var.limit.
func (w *writer) isDerived(body *hclsyntax.Body, m *member) bool {
	return m.isDerivedFrom(body, symbolicValue) || m.isDerivedFrom(body, func(expr hclsyntax.Expression) string {
		if value := w.valueOf(expr); configuration.IsString(value) {
			return value.AsString()
		}
		return ""
	})
}

func (m *member) isDerivedFrom(body *hclsyntax.Body, textOf func(expr hclsyntax.Expression) string) bool {
	text := textOf(body.Attributes[m.name].Expr)
	if text == "" {
		return false
	}
	item := map[string]any{}
	for name, a := range body.Attributes {
		item[name] = textOf(a.Expr)
	}
	for _, b := range body.Blocks {
		if id := b.Body.Attributes["id"]; id != nil {
			item[b.Type] = map[string]any{"id": textOf(id.Expr)}
		}
	}
	derived, follows := m.derive(item)
	return follows && document.SameJSON(text, derived)
}

// symbolicValue evaluates a string expression but leaves references, such as ${var.limit} in "$A > ${var.limit}", unresolved. It returns ""
// if the result is not a string.
func symbolicValue(expr hclsyntax.Expression) string {
	variables := map[string]any{}
	for _, traversal := range expr.Variables() {
		names := configuration.Names(traversal)
		if len(names) < len(traversal) || !configuration.Put(variables, cty.StringVal("${"+strings.Join(names, ".")+"}"), names) {
			return ""
		}
	}
	if value := configuration.Evaluate(expr, variables); configuration.IsString(value) {
		return value.AsString()
	}
	return ""
}
