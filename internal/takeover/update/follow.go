// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// spot is an expression in a configuration, and what its references mean.
type spot struct {
	expr  hcl.Expression
	space *space
	names names          // each and count of the resource
	loop  *hcl.Attribute // for_each of the resource
	owned bool           // no other object can depend on the expression
	depth int            // number of references that were followed
}

func (s spot) to(expr hcl.Expression) spot {
	s.expr = expr
	return s
}

// followed returns the spot of the literal, list or object that an expression refers to. An error describes where any other value comes
// from.
func (s spot) followed() (spot, error) {
	const maxDepth = 100 // references; a local may refer to itself by mistake
	if s.depth > maxDepth {
		return s, errComputed
	}
	switch expr := s.expr.(type) {
	case *hclsyntax.ParenthesesExpr:
		return s.to(expr.Expression).followed()
	case *hclsyntax.TemplateWrapExpr:
		return s.to(expr.Wrapped).followed()
	case *hclsyntax.ScopeTraversalExpr:
		return s.traversed(expr.Traversal)
	case *hclsyntax.RelativeTraversalExpr:
		return s.to(expr.Source).steps(expr.Traversal)
	case *hclsyntax.IndexExpr:
		return s.to(expr.Collection).at(s.space.Value(expr.Key, s.names))
	case *hclsyntax.FunctionCallExpr:
		if len(expr.Args) == 1 && (expr.Name == "tomap" || expr.Name == "tolist") {
			return s.to(expr.Args[0]).followed()
		}
	case hclsyntax.Expression:
	default:
		return s, errors.New("JSON configurations are not edited")
	}
	return s, nil
}

// traversed follows a reference such as local.limits.high.
func (s spot) traversed(traversal hcl.Traversal) (spot, error) {
	given := configuration.Names(traversal)
	stranger := fmt.Errorf("it comes from %s", strings.Join(given, "."))
	if len(given) < 2 {
		return s, stranger
	}
	name, target := given[1], s
	target.names, target.loop, target.owned = nil, nil, false
	target.depth++
	switch given[0] {
	case "local":
		a := s.space.Declared.Locals[name]
		if a == nil {
			return s, stranger
		}
		target.expr = a.Expr
	case "var":
		a := s.space.Declared.Variables[name]
		if argument := s.space.call.attributes[name]; argument != nil {
			a = argument
			target.space, target.names, target.loop = s.space.parent, s.space.names, s.space.call.attributes["for_each"]
		}
		if a == nil {
			return s, fmt.Errorf("the variable %s has no default in this directory", name)
		}
		target.expr = a.Expr
	case "each":
		if name != "value" || s.loop == nil {
			return s, stranger
		}
		target.expr = s.loop.Expr
		found, err := target.at(attributeOf(s.names["each"], "key"))
		if err != nil {
			return s, err
		}
		return found.steps(traversal[2:])
	default:
		return s, stranger
	}
	return target.steps(traversal[2:])
}

// steps follows the attributes and indexes behind a reference.
func (s spot) steps(traversal hcl.Traversal) (spot, error) {
	s, err := s.followed()
	for _, step := range traversal {
		if err != nil {
			return s, err
		}
		switch step := step.(type) {
		case hcl.TraverseAttr:
			s, err = s.at(cty.StringVal(step.Name))
		case hcl.TraverseIndex:
			s, err = s.at(step.Key)
		default:
			return s, errComputed
		}
	}
	return s, err
}

// at returns the member of an object, or the element of a list, that a key names.
func (s spot) at(key cty.Value) (spot, error) {
	s, err := s.followed()
	if err != nil {
		return s, err
	}
	if !key.IsWhollyKnown() || key.IsNull() {
		return s, errComputed
	}
	key, _ = key.Unmark()
	switch expr := s.expr.(type) {
	case *hclsyntax.ObjectConsExpr:
		if i := s.member(expr, key); i >= 0 {
			return s.to(expr.Items[i].ValueExpr).followed()
		}
	case *hclsyntax.TupleConsExpr:
		if key.Type() == cty.Number {
			if i, _ := key.AsBigFloat().Int64(); i >= 0 && i < int64(len(expr.Exprs)) {
				return s.to(expr.Exprs[i]).followed()
			}
		}
	}
	return s, errComputed
}

var errComputed = errors.New("it is computed")

// member returns the index of an object's item with a key, or -1.
func (s spot) member(object *hclsyntax.ObjectConsExpr, key cty.Value) int {
	found := -1
	for i, item := range object.Items {
		name, _ := s.space.Value(item.KeyExpr, s.names).Unmark()
		if !name.IsKnown() {
			return -1 // it could be any key
		}
		if name.RawEquals(key) {
			found = i
		}
	}
	return found
}

// isLiteral reports whether an expression is a constant that is written down, such as "a", -5, [] or a heredoc.
func isLiteral(expr hcl.Expression) bool {
	switch call, isCall := expr.(*hclsyntax.FunctionCallExpr); {
	case isCall:
		return (call.Name == "chomp" || call.Name == "jsonencode") && len(call.Args) == 1 && isLiteral(call.Args[0])
	case len(expr.Variables()) > 0:
		return false
	}
	switch expr.(type) {
	case *hclsyntax.LiteralValueExpr, *hclsyntax.UnaryOpExpr, *hclsyntax.TemplateExpr, *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr:
		return true
	}
	return false
}

// mark marks all literals in an expression, so that the values that depend on them carry the mark. It returns false if there are none.
func mark(expr hcl.Expression, with any) (marked bool) {
	if node, ok := expr.(hclsyntax.Node); ok {
		_ = hclsyntax.VisitAll(node, func(node hclsyntax.Node) hcl.Diagnostics {
			if literal, ok := node.(*hclsyntax.LiteralValueExpr); ok {
				literal.Val, marked = literal.Val.Mark(with), true
			}
			return nil
		})
	}
	return marked
}
