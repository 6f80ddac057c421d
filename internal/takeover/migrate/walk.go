// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// walk visits a node and all nodes inside it. The visitor can ask whether a name is hidden by a variable of a for expression around
// the node.
func walk(node hclsyntax.Node, visit func(node hclsyntax.Node, isHidden func(name string) bool)) {
	_ = hclsyntax.Walk(node, &walker{visit: visit})
}

// walker implements hclsyntax.Walker for walk.
type walker struct {
	scopes []hclsyntax.ChildScope
	visit  func(node hclsyntax.Node, isHidden func(name string) bool)
}

// Enter implements hclsyntax.Walker.
func (w *walker) Enter(node hclsyntax.Node) hcl.Diagnostics {
	if scope, ok := node.(hclsyntax.ChildScope); ok {
		w.scopes = append(w.scopes, scope)
	}
	w.visit(node, func(name string) bool {
		for _, scope := range w.scopes {
			if _, ok := scope.LocalNames[name]; ok {
				return true
			}
		}
		return false
	})
	return nil
}

// Exit implements hclsyntax.Walker.
func (w *walker) Exit(node hclsyntax.Node) hcl.Diagnostics {
	if _, ok := node.(hclsyntax.ChildScope); ok {
		w.scopes = w.scopes[:len(w.scopes)-1]
	}
	return nil
}
