// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package configuration

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// Scope evaluates expressions in a module. The result is unknown if the expression depends on anything unknown, such as a variable without
// a value or a call to timestamp.
type Scope struct {
	Declared *Declarations
	Given    map[string]cty.Value           // variable values that override the defaults
	Other    func(names []string) cty.Value // returns resources, such as engine_node.site; may be nil
	known    map[string]cty.Value           // cached values by reference, such as local.size; cty.NilVal until computed
}

// Value evaluates an expression. loopValues contains the values of "each" and "count" if the expression is in a block that can use them.
func (s *Scope) Value(expr hcl.Expression, loopValues map[string]cty.Value) cty.Value {
	variables := map[string]any{}
	for name, value := range loopValues {
		variables[name] = value
	}
	for _, traversal := range expr.Variables() {
		names := Names(traversal)
		if _, given := loopValues[names[0]]; given || len(names) < 2 {
			continue
		}
		length := 2
		if names[0] == "data" {
			length = 3
		}
		if len(names) >= length {
			Put(variables, s.lookUp(names[:length]), names[:length])
		}
	}
	return Evaluate(expr, variables)
}

// Evaluate evaluates an expression with a tree of variables built by Put, such as {"var": {"size": 5}}. If that fails, the result is
// unknown. If parts of the result are unknown, HCL may drop marks (see cty.Value.Mark). In this case, Evaluate marks the result with the
// marks of all variables in the expression. In an object literal, it does this separately for each member.
func Evaluate(expr hcl.Expression, variables map[string]any) cty.Value {
	scope := &hcl.EvalContext{Variables: objectOf(variables), Functions: Functions()}
	value, diags := expr.Value(scope)
	if value == cty.NilVal || diags.HasErrors() && value.IsWhollyKnown() {
		value = cty.DynamicVal
	}
	if object, ok := expr.(*hclsyntax.ObjectConsExpr); ok && value.IsKnown() && !value.IsMarked() && !value.IsWhollyKnown() {
		members := value.AsValueMap()
		for _, item := range object.Items {
			if key, _ := item.KeyExpr.Value(scope); IsString(key) && !key.IsMarked() {
				members[key.AsString()] = Evaluate(item.ValueExpr, variables)
			}
		}
		return cty.ObjectVal(members)
	}
	if !value.IsWhollyKnown() {
		for _, traversal := range expr.Variables() {
			used, _ := traversal.TraverseAbs(scope)
			_, marks := used.UnmarkDeep()
			value = value.WithMarks(marks)
		}
	}
	return value
}

// Names returns the names before the first index in a reference, such as local, sizes and pump for local.sizes.pump[0].name.
func Names(traversal hcl.Traversal) []string {
	names := []string{traversal.RootName()}
	for _, step := range traversal[1:] {
		attribute, ok := step.(hcl.TraverseAttr)
		if !ok {
			break
		}
		names = append(names, attribute.Name)
	}
	return names
}

// Put stores a value in a tree of variables, such as the value of var.size at tree["var"]["size"]. It returns false if a value and an
// object would collide, as when tree["var"] is already a value.
func Put(tree map[string]any, value cty.Value, names []string) bool {
	last := len(names) - 1
	for _, name := range names[:last] {
		if tree[name] == nil {
			tree[name] = map[string]any{}
		}
		inner, ok := tree[name].(map[string]any)
		if !ok {
			return false
		}
		tree = inner
	}
	if _, isObject := tree[names[last]].(map[string]any); isObject {
		return false
	}
	tree[names[last]] = value
	return true
}

func objectOf(tree map[string]any) map[string]cty.Value {
	members := map[string]cty.Value{}
	for name, branch := range tree {
		switch branch := branch.(type) {
		case cty.Value:
			members[name] = branch
		case map[string]any:
			members[name] = cty.ObjectVal(objectOf(branch))
		}
	}
	return members
}

// lookUp returns the value of a reference such as local.size, and caches it. A local that refers to itself is unknown.
func (s *Scope) lookUp(names []string) cty.Value {
	at := names[0] + "." + names[1]
	if len(names) > 2 {
		at += "." + names[2]
	}
	if value, ok := s.known[at]; ok {
		if value == cty.NilVal {
			return cty.DynamicVal
		}
		return value
	}
	if s.known == nil {
		s.known = map[string]cty.Value{}
	}
	s.known[at] = cty.NilVal
	value := s.compute(names)
	s.known[at] = value
	return value
}

func (s *Scope) compute(names []string) cty.Value {
	var declared *hcl.Attribute
	switch names[0] {
	case "local":
		declared = s.Declared.Locals[names[1]]
	case "var":
		if value, ok := s.Given[names[1]]; ok {
			return value
		}
		declared = s.Declared.Variables[names[1]]
	case "path", "terraform", "each", "count", "self":
		return cty.DynamicVal
	default:
		if s.Other != nil {
			return s.Other(names)
		}
	}
	if declared == nil {
		return cty.DynamicVal
	}
	return s.Value(declared.Expr, nil)
}
