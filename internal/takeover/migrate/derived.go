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

// isDerived reports whether the provider would compute the same string from other attributes. It compares references without a known value
// by name.
func (w *writer) isDerived(body *hclsyntax.Body, m *member) bool {
	return m.isDerivedFrom(body, symbolic) || m.isDerivedFrom(body, func(expr hclsyntax.Expression) string {
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
	return follows && document.SameText(text, derived)
}

// symbolic evaluates an expression with each reference as a string of its own, such as "$A > ${var.limit}". It returns "" if the result is
// no string.
func symbolic(expr hclsyntax.Expression) string {
	variables := map[string]any{}
	for _, traversal := range expr.Variables() {
		names := configuration.Names(traversal)
		if len(names) < len(traversal) || !configuration.Plant(variables, cty.StringVal("${"+strings.Join(names, ".")+"}"), names) {
			return ""
		}
	}
	if value := configuration.Evaluate(expr, variables); configuration.IsString(value) {
		return value.AsString()
	}
	return ""
}
