// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// spot is an expression in a configuration, and what its references mean.
type spot struct {
	expr   hcl.Expression
	space  *space
	names  names          // each and count of the resource
	loop   *hcl.Attribute // for_each of the resource
	owned  bool           // no other object can depend on the expression
	secret bool           // the expression belongs to a sensitive variable
	depth  int            // number of references that were followed
}

func (s spot) to(expr hcl.Expression) spot {
	s.expr = expr
	return s
}

// followed returns the spot of the literal, list or object that an expression refers to. For any other expression, it returns an error that
// says where the value comes from.
func (s spot) followed() (spot, error) {
	const deepest = 100 // references; a local may refer to itself by mistake
	if s.depth > deepest {
		return s, fmt.Errorf("its references form a circle")
	}
	switch expr := s.expr.(type) {
	case *hclsyntax.ParenthesesExpr:
		return s.to(expr.Expression).followed()
	case *hclsyntax.TemplateWrapExpr:
		return s.to(expr.Wrapped).followed()
	case *hclsyntax.ObjectConsKeyExpr:
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
		return s, fmt.Errorf("JSON configurations are not edited")
	}
	return s, nil
}

// traversed follows a reference such as local.limits.high.
func (s spot) traversed(traversal hcl.Traversal) (spot, error) {
	given := configuration.Names(traversal)
	stranger := fmt.Errorf("it comes from %s", nameOf(traversal))
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
		target.secret = target.secret || s.space.isSensitive(name)
		a := s.space.Declared.Variables[name]
		if s.space.call != nil && s.space.call.attributes[name] != nil {
			a = s.space.call.attributes[name]
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
			return s, fmt.Errorf("it comes from a splat expression")
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
	missing := fmt.Errorf("it comes from an expression that is no literal: %s", s.kind())
	if !key.IsWhollyKnown() || key.IsNull() {
		return s, missing
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
	return s, missing
}

// member returns the index of an object's item with a key, or -1.
func (s spot) member(object *hclsyntax.ObjectConsExpr, key cty.Value) int {
	found := -1
	for i, item := range object.Items {
		name, _ := s.space.Value(item.KeyExpr, s.names).Unmark()
		if keyExpr, ok := item.KeyExpr.(*hclsyntax.ObjectConsKeyExpr); ok {
			if word := hcl.ExprAsKeyword(keyExpr.Wrapped); word != "" && !keyExpr.ForceNonLiteral {
				name = cty.StringVal(word)
			}
		}
		if !name.IsKnown() {
			return -1 // it could be any key
		}
		if name.RawEquals(key) {
			found = i
		}
	}
	return found
}

// kind describes an expression that is no literal.
func (s spot) kind() string {
	switch expr := s.expr.(type) {
	case *hclsyntax.FunctionCallExpr:
		return "the function " + expr.Name
	case *hclsyntax.ConditionalExpr:
		return "a condition"
	case *hclsyntax.ForExpr:
		return "a for expression"
	case *hclsyntax.TemplateExpr:
		return "a template with references"
	case *hclsyntax.BinaryOpExpr, *hclsyntax.UnaryOpExpr:
		return "a calculation"
	}
	return "an expression"
}

// nameOf returns the text of a reference, such as local.limits.high.
func nameOf(traversal hcl.Traversal) string {
	text := traversal.RootName()
	for _, step := range traversal[1:] {
		switch step := step.(type) {
		case hcl.TraverseAttr:
			text += "." + step.Name
		case hcl.TraverseIndex:
			text += "[" + shown(step.Key) + "]"
		}
	}
	return text
}

// isLiteral reports whether an expression is a constant that is written down, such as "a", -5 or a heredoc.
func isLiteral(expr hcl.Expression) bool {
	switch expr := expr.(type) {
	case *hclsyntax.LiteralValueExpr:
		return true
	case *hclsyntax.UnaryOpExpr:
		return expr.Op == hclsyntax.OpNegate && isLiteral(expr.Val)
	case *hclsyntax.TemplateExpr:
		for _, part := range expr.Parts {
			if _, ok := part.(*hclsyntax.LiteralValueExpr); !ok {
				return false
			}
		}
		return true
	case *hclsyntax.FunctionCallExpr:
		return expr.Name == "chomp" && len(expr.Args) == 1 && isLiteral(expr.Args[0])
	}
	return false
}

// mark marks all literals in an expression, so that the values that depend on them carry the mark. It returns false if there are none.
func mark(expr hcl.Expression, with any) (marked bool) {
	switch expr := expr.(type) {
	case *hclsyntax.LiteralValueExpr:
		expr.Val = expr.Val.Mark(with)
		return true
	case *hclsyntax.UnaryOpExpr:
		return mark(expr.Val, with)
	case *hclsyntax.TemplateExpr:
		for _, part := range expr.Parts {
			marked = mark(part, with) || marked
		}
	case *hclsyntax.TupleConsExpr:
		for _, element := range expr.Exprs {
			marked = mark(element, with) || marked
		}
	case *hclsyntax.ObjectConsExpr:
		for _, item := range expr.Items {
			marked = mark(item.ValueExpr, with) || marked
		}
	case *hclsyntax.FunctionCallExpr:
		for _, argument := range expr.Args {
			marked = mark(argument, with) || marked
		}
	}
	return marked
}
