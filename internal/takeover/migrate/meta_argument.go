// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/engine-platform/terraform-provider-engine/internal/lens"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// rewriteMeta rewrites a meta-argument, such as count, or a meta-block, such as lifecycle. For any other item, it returns false.
func (w *writer) rewriteMeta(i *item) bool {
	if i.attribute != nil {
		if i.name == "provider" {
			w.replaceProvider(i.attribute.Expr)
		}
		return slices.Contains([]string{"count", "for_each", "provider", "depends_on"}, i.name)
	}
	if i.name == "lifecycle" {
		w.rewriteIgnoreChanges(i.block)
	}
	return slices.Contains([]string{"lifecycle", "connection", "provisioner"}, i.name)
}

// replaceProvider replaces the provider name in the provider argument. In old configurations, the name is in quotes: provider = "acme".
func (w *writer) replaceProvider(expr hclsyntax.Expression) {
	if name, at, ok := rootOf(expr); ok && w.from[name] {
		w.file.Replace(at, ownName)
	}
	if value, ok := constant(expr); ok && configuration.IsString(value) {
		if name, rest, _ := strings.Cut(value.AsString()+".", "."); w.from[name] {
			w.file.Replace(expr.Range(), strings.TrimSuffix(ownName+"."+rest, "."))
		}
	}
}

// rewriteIgnoreChanges renames the attributes in ignore_changes, and removes those that do not exist in this provider.
func (w *writer) rewriteIgnoreChanges(lifecycle *hclsyntax.Block) {
	a := lifecycle.Body.Attributes["ignore_changes"]
	if a == nil {
		return
	}
	tuple, ok := a.Expr.(*hclsyntax.TupleConsExpr)
	if !ok {
		return
	}
	previous := tuple.OpenRange
	for n, expr := range tuple.Exprs {
		given, at, ok := rootOf(expr)
		m := w.members.find(given)
		if w.foreign[given].Extra != "" {
			m = w.members[lens.ExtraName]
		}
		switch {
		case ok && m == nil:
			w.addUndecided(at, "%s has no %q to ignore; it is left out", w.target.typeName, given)
			w.file.Cut(previous, expr.Range(), tuple.SrcRange, n == len(tuple.Exprs)-1)
			continue
		case ok && m.name != given:
			w.file.Replace(at, m.name)
		}
		previous = expr.Range()
	}
}
