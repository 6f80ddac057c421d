// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
)

// isDerived reports whether the text of an item is the one that the provider makes of the rest of the item. The first plan shows no such
// text. Without a state the two are compared with references in the place of what they refer to.
func (w *writer) isDerived(body *hclsyntax.Body, name string, m *member, shown seen) bool {
	if value, ok := shown[name]; ok && value.IsKnown() {
		return value.IsNull()
	}
	text := w.symbolic(body.Attributes[name].Expr)
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

// symbolic is the text that an expression would give if each reference in it gave its own text; "" if it gives none.
func (w *writer) symbolic(expr hclsyntax.Expression) string {
	context := &hcl.EvalContext{Variables: map[string]cty.Value{}, Functions: w.functions}
	tree := map[string]any{}
	for _, traversal := range expr.Variables() {
		if !plant(tree, traversal) {
			return ""
		}
	}
	for name, branch := range tree {
		context.Variables[name] = jsonValue(branch)
	}
	value, diags := expr.Value(context)
	if diags.HasErrors() || !value.IsWhollyKnown() || !isText(value) {
		return ""
	}
	return value.AsString()
}

// plant puts the text of a reference into a tree at the place that the reference names.
func plant(tree map[string]any, traversal hcl.Traversal) bool {
	text := "${" + traversal.RootName()
	at, name := tree, traversal.RootName()
	for _, step := range traversal[1:] {
		attribute, ok := step.(hcl.TraverseAttr)
		if !ok {
			return false
		}
		inner, ok := at[name].(map[string]any)
		if !ok {
			if at[name] != nil {
				return false
			}
			inner = map[string]any{}
			at[name] = inner
		}
		at, name = inner, attribute.Name
		text += "." + name
	}
	if _, isObject := at[name].(map[string]any); isObject {
		return false
	}
	at[name] = text + "}"
	return true
}
