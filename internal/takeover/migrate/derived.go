// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// isDerived reports whether the text of an item equals the text that the provider derives from the rest of the item; the moved
// state omits such a text. Without a state, references in both texts are compared by their names.
func (w *writer) isDerived(body *hclsyntax.Body, m *member, shown seen) bool {
	if value, ok := shown[m.name]; ok && value.IsKnown() {
		return value.IsNull()
	}
	text := w.symbolic(body.Attributes[m.name].Expr)
	if text == "" {
		return false
	}
	item := map[string]any{}
	for name, a := range body.Attributes {
		item[name] = w.symbolic(a.Expr)
	}
	for _, b := range body.Blocks {
		if id := b.Body.Attributes["id"]; id != nil {
			item[b.Type] = map[string]any{"id": w.symbolic(id.Expr)}
		}
	}
	derived, follows := m.derive(item)
	return follows && document.SameText(text, derived)
}

// symbolic returns the text of an expression in which each reference stands for its own name; "" if it has no such text.
func (w *writer) symbolic(expr hclsyntax.Expression) string {
	variables := map[string]any{}
	for _, traversal := range expr.Variables() {
		names := namesOf(traversal)
		if len(names) < len(traversal) || !plant(variables, cty.StringVal("${"+strings.Join(names, ".")+"}"), names) {
			return ""
		}
	}
	value, diags := w.evaluated(expr, variables)
	if diags.HasErrors() || !value.IsWhollyKnown() || !isText(value) {
		return ""
	}
	return value.AsString()
}
