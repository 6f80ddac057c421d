// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package expression

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// freeNames are the names in a function that nothing in it declares, in order of first appearance, each once.
func freeNames(function *ast.FunctionLiteral) []string {
	s := &search{at: map[string]file.Idx{}}
	s.visit(nil, function)
	names := make([]string, 0, len(s.at))
	for name := range s.at {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(s.at[a], s.at[b]) })
	return names
}

// search collects where free names appear first.
type search struct {
	at map[string]file.Idx
}

// scope is a part of the code with the names that it declares.
type scope struct {
	outer *scope
	names []string
}

func (s *scope) declares(name string) bool {
	for ; s != nil; s = s.outer {
		if slices.Contains(s.names, name) {
			return true
		}
	}
	return false
}

func (s *search) name(in *scope, name ast.Identifier) {
	text := name.Name.String()
	if first, found := s.at[text]; !in.declares(text) && (!found || name.Idx < first) {
		s.at[text] = name.Idx
	}
}

// visit goes through a node. What declares names opens a scope; labels and the words of new.target are no names.
func (s *search) visit(in *scope, node any) {
	switch n := node.(type) {
	case *ast.Identifier:
		s.name(in, *n)
	case *ast.PropertyShort:
		s.name(in, n.Name)
		s.members(in, n)
	case *ast.LabelledStatement:
		s.visit(in, n.Statement)
	case *ast.BranchStatement, *ast.MetaProperty:
	default:
		if names := declaredBy(n); len(names) > 0 {
			in = &scope{outer: in, names: names}
		}
		s.members(in, n)
	}
}

// members visits all nodes that a node holds.
func (s *search) members(in *scope, node any) {
	v := reflect.ValueOf(node)
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			s.member(in, v.Field(i))
		}
	}
}

func (s *search) member(in *scope, v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() && v.CanInterface() {
			s.visit(in, v.Interface())
		}
	case reflect.Slice:
		for i := range v.Len() {
			s.member(in, v.Index(i))
		}
	case reflect.Struct:
		if !v.CanInterface() {
			return
		}
		if _, isName := v.Interface().(ast.Identifier); !isName { // the name of a member: a.name
			s.members(in, v.Interface())
		}
	}
}

// declaredBy are the names that a node declares for what it holds.
func declaredBy(node any) []string {
	switch n := node.(type) {
	case *ast.FunctionLiteral:
		names := slices.Concat(parameters(n.ParameterList), variables(n.DeclarationList))
		if n.Name != nil {
			names = append(names, n.Name.Name.String())
		}
		return names
	case *ast.ArrowFunctionLiteral:
		return slices.Concat(parameters(n.ParameterList), variables(n.DeclarationList))
	case *ast.ClassStaticBlock:
		return variables(n.DeclarationList)
	case *ast.ClassLiteral:
		if n.Name != nil {
			return []string{n.Name.Name.String()}
		}
	case *ast.BlockStatement:
		return declaredIn(n.List)
	case *ast.SwitchStatement:
		var names []string
		for _, c := range n.Body {
			names = append(names, declaredIn(c.Consequent)...)
		}
		return names
	case *ast.CatchStatement:
		return bound(n.Parameter)
	case *ast.ForStatement:
		if initializer, ok := n.Initializer.(*ast.ForLoopInitializerLexicalDecl); ok {
			return bindings(initializer.LexicalDeclaration.List)
		}
	case *ast.ForInStatement:
		return into(n.Into)
	case *ast.ForOfStatement:
		return into(n.Into)
	}
	return nil
}

// declaredIn are the names that the statements of a block declare for it.
func declaredIn(statements []ast.Statement) []string {
	var names []string
	for _, statement := range statements {
		switch n := statement.(type) {
		case *ast.LexicalDeclaration:
			names = append(names, bindings(n.List)...)
		case *ast.FunctionDeclaration:
			names = append(names, bound(n.Function.Name)...)
		case *ast.ClassDeclaration:
			names = append(names, bound(n.Class.Name)...)
		}
	}
	return names
}

func into(into ast.ForInto) []string {
	if declaration, ok := into.(*ast.ForDeclaration); ok {
		return bound(declaration.Target)
	}
	return nil
}

func parameters(list *ast.ParameterList) []string {
	return append(bindings(list.List), bound(list.Rest)...)
}

func variables(declarations []*ast.VariableDeclaration) []string {
	var names []string
	for _, declaration := range declarations {
		names = append(names, bindings(declaration.List)...)
	}
	return names
}

func bindings(list []*ast.Binding) []string {
	var names []string
	for _, binding := range list {
		names = append(names, bound(binding.Target)...)
	}
	return names
}

// bound are the names that the target of a declaration stands for: one, or those of a pattern.
func bound(target ast.Node) []string {
	var names []string
	switch n := target.(type) {
	case *ast.Identifier:
		if n != nil {
			names = append(names, n.Name.String())
		}
	case *ast.AssignExpression: // a default value
		return bound(n.Left)
	case *ast.PropertyShort:
		names = append(names, n.Name.Name.String())
	case *ast.PropertyKeyed:
		return bound(n.Value)
	case *ast.SpreadElement:
		return bound(n.Expression)
	case *ast.ObjectPattern:
		for _, property := range n.Properties {
			names = append(names, bound(property)...)
		}
		names = append(names, bound(n.Rest)...)
	case *ast.ArrayPattern:
		for _, element := range n.Elements {
			names = append(names, bound(element)...)
		}
		names = append(names, bound(n.Rest)...)
	}
	return names
}
