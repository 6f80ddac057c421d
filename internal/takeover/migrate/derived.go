// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// isDerived reports whether the text of an item equals the text that the provider derives from the rest of the item; the moved
// state omits such a text. Without a state, references in both texts are compared by their names.
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

// symbolic returns the text of an expression in which each reference stands for its own name; "" if it has no such text.
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

// plant adds the text of a reference to a tree of variables, under the names of the reference.
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
