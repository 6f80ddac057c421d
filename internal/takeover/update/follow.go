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

// location is an expression in the configuration, with everything needed to resolve its references.
type location struct {
	expr     hcl.Expression
	instance *moduleInstance
	names    names          // values of each.key, each.value and count.index in the resource
	loop     *hcl.Attribute // for_each of the resource
	owned    bool           // whether no other object can depend on the expression
	depth    int            // number of references followed so far
}

func (s location) to(expr hcl.Expression) location {
	s.expr = expr
	return s
}

// resolve follows references until it reaches a literal, list or object, and returns the location of that expression. If it can't follow a
// reference, the error describes where the value comes from.
func (s location) resolve() (location, error) {
	const maxDepth = 100 // because a local may accidentally refer to itself
	if s.depth > maxDepth {
		return s, errComputed
	}
	switch expr := s.expr.(type) {
	case *hclsyntax.ParenthesesExpr:
		return s.to(expr.Expression).resolve()
	case *hclsyntax.TemplateWrapExpr:
		return s.to(expr.Wrapped).resolve()
	case *hclsyntax.ScopeTraversalExpr:
		return s.resolveReference(expr.Traversal)
	case *hclsyntax.RelativeTraversalExpr:
		return s.to(expr.Source).steps(expr.Traversal)
	case *hclsyntax.IndexExpr:
		return s.to(expr.Collection).at(s.instance.Value(expr.Key, s.names))
	case *hclsyntax.FunctionCallExpr:
		if len(expr.Args) == 1 && (expr.Name == "tomap" || expr.Name == "tolist") {
			return s.to(expr.Args[0]).resolve()
		}
	case hclsyntax.Expression:
	default:
		return s, errors.New("JSON configurations are not edited")
	}
	return s, nil
}

// resolveReference follows a reference such as local.limits.high.
func (s location) resolveReference(traversal hcl.Traversal) (location, error) {
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
		a := s.instance.Declared.Locals[name]
		if a == nil {
			return s, stranger
		}
		target.expr = a.Expr
	case "var":
		a := s.instance.Declared.Variables[name]
		if argument := s.instance.call.attributes[name]; argument != nil {
			a = argument
			target.instance, target.names, target.loop = s.instance.parent, s.instance.names, s.instance.call.attributes["for_each"]
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

// steps starts at the expression at s, follows a traversal such as .high or [0], and returns the resulting location.
func (s location) steps(traversal hcl.Traversal) (location, error) {
	s, err := s.resolve()
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

// at returns the location of the object member or list element with this key.
func (s location) at(key cty.Value) (location, error) {
	s, err := s.resolve()
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
			return s.to(expr.Items[i].ValueExpr).resolve()
		}
	case *hclsyntax.TupleConsExpr:
		if key.Type() == cty.Number {
			if i, _ := key.AsBigFloat().Int64(); i >= 0 && i < int64(len(expr.Exprs)) {
				return s.to(expr.Exprs[i]).resolve()
			}
		}
	}
	return s, errComputed
}

var errComputed = errors.New("it is computed")

// member returns the index of the item with this key in an object expression, or -1 if there is no such item or if any key is unknown.
func (s location) member(object *hclsyntax.ObjectConsExpr, key cty.Value) int {
	found := -1
	for i, item := range object.Items {
		name, _ := s.instance.Value(item.KeyExpr, s.names).Unmark()
		if !name.IsKnown() {
			return -1 // it could be any key
		}
		if name.RawEquals(key) {
			found = i
		}
	}
	return found
}

// isLiteral reports whether an expression is a literal, such as "a", -5, [] or a heredoc, or a literal inside chomp() or jsonencode().
func isLiteral(expr hcl.Expression) bool {
	if call, ok := expr.(*hclsyntax.FunctionCallExpr); ok {
		return (call.Name == "chomp" || call.Name == "jsonencode") && len(call.Args) == 1 && isLiteral(call.Args[0])
	}
	node, literal := expr.(hclsyntax.Node)
	return literal && !hclsyntax.VisitAll(node, func(node hclsyntax.Node) hcl.Diagnostics {
		switch node.(type) {
		case *hclsyntax.LiteralValueExpr, *hclsyntax.UnaryOpExpr, *hclsyntax.ParenthesesExpr, *hclsyntax.TemplateExpr,
			*hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr, *hclsyntax.ObjectConsKeyExpr:
			return nil
		}
		return hcl.Diagnostics{{Severity: hcl.DiagError}}
	}).HasErrors()
}

// isSensitive reports whether the expression contains a sensitive value.
func (s location) isSensitive() bool {
	_, marks := s.instance.Value(s.expr, s.names).UnmarkDeep()
	_, found := marks[configuration.Sensitive]
	return found
}

// mark attaches a mark to all literals in an expression. After evaluation, every value that depends on one of them has the same mark. It
// returns false if there are no literals.
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
