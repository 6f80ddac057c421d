// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// loop converts a dynamic block to a for expression, such as [for item in var.items : { ref_id = item.id }].
func (w *writer) loop(b *hclsyntax.Block, m *member, all engineValues) string {
	if a := b.Body.Attributes["labels"]; a != nil {
		w.addUndecided(a.SrcRange, "a dynamic block has labels, which no attribute has; they are left out")
	}
	over := b.Body.Attributes["for_each"]
	at := slices.IndexFunc(b.Body.Blocks, func(inner *hclsyntax.Block) bool { return inner.Type == "content" })
	if over == nil || at < 0 {
		w.addUndecided(b.TypeRange, "a dynamic block without for_each or content")
		return "[]"
	}
	content, iterator := b.Body.Blocks[at], iteratorOf(b)
	key, value := loopNames(content.Body, iterator)
	names := value
	if w.renameIterator(content.Body, iterator, key, value) {
		names = key + ", " + value
	}
	around := w.file.Comments(b.TypeRange.End.Byte, b.OpenBraceRange.Start.Byte) +
		w.file.Comments(b.OpenBraceRange.End.Byte, content.TypeRange.Start.Byte) +
		w.file.Comments(content.CloseBraceRange.End.Byte, b.CloseBraceRange.Start.Byte)
	list := w.file.Text(over.Expr.Range().Start.Byte, over.Expr.Range().End.Byte)
	text := "for " + names + " in " + list + " : " + w.object(content, place{members: m.members, engine: all})
	if around != "" {
		return "[\n" + around + text + "\n]"
	}
	return "[" + text + "]"
}

// iteratorOf returns a dynamic block's iterator name, which is the value of its iterator argument or, by default, its label.
func iteratorOf(dynamic *hclsyntax.Block) string {
	if a := dynamic.Body.Attributes["iterator"]; a != nil {
		if name, _, ok := rootOf(a.Expr); ok {
			return name
		}
	}
	return blockName(dynamic)
}

// loopNames returns unused variable names for a for expression, such as tag_key and tag for the iterator "tags".
func loopNames(body *hclsyntax.Body, iterator string) (key, value string) {
	value = strings.TrimSuffix(iterator, "s")
	if strings.HasSuffix(iterator, "ss") || strings.HasSuffix(iterator, "us") {
		value = iterator
	}
	taken := namesIn(body)
	delete(taken, iterator)
	if taken[value] || taken[value+"_key"] {
		value = iterator
	}
	for taken[value] || taken[value+"_key"] {
		value += "_"
	}
	return value + "_key", value
}

// namesIn returns the names that are already used in body, so a new variable in body needs a different name. For a block label such as
// tags, it also returns tag, because loopNames may use this name for the variable of an inner dynamic block.
func namesIn(body *hclsyntax.Body) map[string]bool {
	names := map[string]bool{}
	_ = hclsyntax.VisitAll(body, func(node hclsyntax.Node) hcl.Diagnostics {
		switch node := node.(type) {
		case *hclsyntax.ScopeTraversalExpr:
			names[node.Traversal.RootName()] = true
		case *hclsyntax.ForExpr:
			names[node.KeyVar], names[node.ValVar] = true, true
		case *hclsyntax.Block:
			for _, label := range node.Labels {
				names[label], names[strings.TrimSuffix(label, "s")] = true, true
			}
		}
		return nil
	})
	return names
}

// renameIterator replaces references to a dynamic block's iterator with the variables of a for expression (key, value). For example, it
// replaces alert_items.value with item. usesKey reports whether the body refers to the iterator's key.
func (w *writer) renameIterator(body *hclsyntax.Body, iterator, key, value string) (usesKey bool) {
	rename := func(node hclsyntax.Node, isHidden func(hcl.Traversal) bool) {
		expr, ok := node.(*hclsyntax.ScopeTraversalExpr)
		if !ok || isHidden(expr.Traversal) || expr.Traversal.RootName() != iterator {
			return
		}
		step, _ := attributeAt(expr.Traversal, 1)
		at := hcl.RangeBetween(expr.Traversal[0].SourceRange(), step.SrcRange)
		switch step.Name {
		case "value":
			w.file.Replace(at, value)
		case "key":
			usesKey = true
			w.file.Replace(at, key)
		}
	}
	for _, a := range body.Attributes {
		walk(a, rename)
	}
	for _, b := range body.Blocks {
		if b.Type != "dynamic" || len(b.Labels) == 0 || iteratorOf(b) != iterator {
			usesKey = w.renameIterator(b.Body, iterator, key, value) || usesKey
		} else if over := b.Body.Attributes["for_each"]; over != nil {
			walk(over, rename)
		}
	}
	return usesKey
}
