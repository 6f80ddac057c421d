// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/engine-platform/terraform-provider-engine/internal/lens"
)

// isMeta reports whether an item is a meta-argument or block of Terraform, such as count or lifecycle. It also rewrites the item.
func (w *writer) isMeta(i *item) bool {
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

// replaceProvider replaces the old provider by this one in a provider argument. Old configurations put it in quotes.
func (w *writer) replaceProvider(expr hclsyntax.Expression) {
	if name, at, ok := rootOf(expr); ok && w.from[name] {
		w.file.replace(at, ownName)
	}
	if value, ok := constant(expr); ok && isText(value) {
		if name, rest, _ := strings.Cut(value.AsString()+".", "."); w.from[name] {
			w.file.replace(expr.Range(), strings.TrimSuffix(ownName+"."+rest, "."))
		}
	}
}

// rewriteIgnoreChanges removes names from ignore_changes that this provider does not have, because Terraform would refuse them.
func (w *writer) rewriteIgnoreChanges(lifecycle *hclsyntax.Block) {
	a := lifecycle.Body.Attributes["ignore_changes"]
	if a == nil {
		return
	}
	tuple, ok := a.Expr.(*hclsyntax.TupleConsExpr)
	if !ok {
		return
	}
	previous := tuple.OpenRange.End.Byte
	for n, expr := range tuple.Exprs {
		given, at, ok := rootOf(expr)
		name, m := w.resource.find(given)
		if w.foreign[given].Extra != "" {
			name, m = lens.ExtraName, w.members[lens.ExtraName]
		}
		r := expr.Range()
		switch {
		case ok && m == nil:
			w.undecided(at.Start.Byte, "%s has no %q to ignore; it is left out", w.target, given)
			w.file.cut(previous, r.Start.Byte, r.End.Byte, tuple.SrcRange.End.Byte, n == len(tuple.Exprs)-1)
			continue
		case ok && name != given:
			w.file.replace(at, name)
		}
		previous = r.End.Byte
	}
}
