// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// loop turns a dynamic block into a for expression. The iterator's key and value become the two variables of the expression.
func (w *writer) loop(b *hclsyntax.Block, m *member, all seen) string {
	f := w.file
	iterator := b.Labels[0]
	if a := b.Body.Attributes["iterator"]; a != nil {
		if name, _, ok := rootOf(a.Expr); ok {
			iterator = name
		}
	}
	if a := b.Body.Attributes["labels"]; a != nil {
		w.undecided(a.SrcRange.Start.Byte, "a dynamic block has labels, which no attribute has; they are left out")
	}
	over := b.Body.Attributes["for_each"]
	var content *hclsyntax.Block
	for _, inner := range b.Body.Blocks {
		if inner.Type == "content" {
			content = inner
		}
	}
	if over == nil || content == nil {
		w.undecided(b.TypeRange.Start.Byte, "a dynamic block without for_each or content")
		return "[]"
	}
	key, value := loopNames(content.Body, iterator)
	usesKey := w.iterated(content.Body, iterator, key, value)
	names := value
	if usesKey {
		names = key + ", " + value
	}
	around := comments(f, b.TypeRange.End.Byte, b.OpenBraceRange.Start.Byte) +
		comments(f, b.OpenBraceRange.End.Byte, content.TypeRange.Start.Byte) +
		comments(f, content.CloseBraceRange.End.Byte, b.CloseBraceRange.Start.Byte)
	text := "for " + names + " in " + f.text(over.Expr.Range().Start.Byte, over.Expr.Range().End.Byte) + " : " + w.object(content, place{members: m.members, seen: all})
	if around != "" {
		return "[\n" + around + text + "\n]"
	}
	return "[" + text + "]"
}

// loopNames returns the variables of the for expression: the iterator in the singular, unless the body uses that name already.
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

// namesIn returns the first names of all references in a body, and the iterators of dynamic blocks there.
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

// iterated renames references to the iterator of a dynamic block, and reports whether its keys are used. An inner block with an
// iterator of the same name hides the outer one.
func (w *writer) iterated(body *hclsyntax.Body, iterator, key, value string) (usesKey bool) {
	rename := func(traversal hcl.Traversal) {
		step, ok := attributeAt(traversal, 1)
		if !ok || traversal.RootName() != iterator {
			return
		}
		at := hcl.RangeBetween(traversal[0].SourceRange(), step.SrcRange)
		switch step.Name {
		case "value":
			w.file.replace(at, value)
		case "key":
			usesKey = true
			w.file.replace(at, key)
		}
	}
	visit := func(node hclsyntax.Node, isHidden func(string) bool) {
		if expr, ok := node.(*hclsyntax.ScopeTraversalExpr); ok && !isHidden(iterator) {
			rename(expr.Traversal)
		}
	}
	for _, a := range body.Attributes {
		walk(a, visit)
	}
	for _, b := range body.Blocks {
		if b.Type == "dynamic" && len(b.Labels) > 0 && b.Labels[0] == iterator && b.Body.Attributes["iterator"] == nil {
			if over := b.Body.Attributes["for_each"]; over != nil {
				walk(over, visit)
			}
			continue
		}
		usesKey = w.iterated(b.Body, iterator, key, value) || usesKey
	}
	return usesKey
}
