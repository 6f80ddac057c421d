// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
)

// onlyCalculates tells whether a function has one statement that returns a calculation: operators, arguments, constants, and functions
// of Math. Nothing in it takes long or leaves something behind. What is not surely so is not.
func onlyCalculates(source string) bool {
	program, err := parser.ParseFile(nil, "", "("+source+"\n)", 0, parser.WithDisableSourceMaps)
	if err != nil || len(program.Body) != 1 {
		return false
	}
	statement, _ := program.Body[0].(*ast.ExpressionStatement)
	if statement == nil {
		return false
	}
	function, _ := statement.Expression.(*ast.FunctionLiteral)
	if function == nil || function.Async || function.Generator || function.ParameterList.Rest != nil || len(function.Body.List) != 1 {
		return false
	}
	var names []string
	for _, p := range function.ParameterList.List {
		name, _ := p.Target.(*ast.Identifier)
		if name == nil || p.Initializer != nil {
			return false
		}
		names = append(names, name.Name.String())
	}
	result, _ := function.Body.List[0].(*ast.ReturnStatement)
	return result != nil && calculation(names).is(result.Argument)
}

// calculation has the names of the arguments.
type calculation []string

func (c calculation) is(e ast.Expression) bool {
	switch e := e.(type) {
	case *ast.NumberLiteral, *ast.StringLiteral, *ast.BooleanLiteral, *ast.NullLiteral:
		return true
	case *ast.Identifier:
		name := e.Name.String()
		return slices.Contains(c, name) || slices.Contains([]string{"undefined", "NaN", "Infinity"}, name)
	case *ast.UnaryExpression:
		return slices.Contains([]string{"-", "+", "!", "~", "typeof"}, e.Operator.String()) && c.is(e.Operand)
	case *ast.BinaryExpression:
		return c.is(e.Left) && c.is(e.Right)
	case *ast.ConditionalExpression:
		return c.is(e.Test) && c.is(e.Consequent) && c.is(e.Alternate)
	case *ast.TemplateLiteral:
		return e.Tag == nil && c.are(e.Expressions)
	case *ast.CallExpression:
		return c.isKnown(e.Callee) && c.are(e.ArgumentList)
	case *ast.DotExpression:
		return c.isOfMath(e, "PI", "E", "LN2", "LN10", "LOG2E", "LOG10E", "SQRT2", "SQRT1_2")
	default:
		return false
	}
}

func (c calculation) are(list []ast.Expression) bool {
	return !slices.ContainsFunc(list, func(e ast.Expression) bool { return !c.is(e) })
}

// isKnown tells whether a function that is called only calculates.
func (c calculation) isKnown(callee ast.Expression) bool {
	switch callee := callee.(type) {
	case *ast.Identifier:
		name := callee.Name.String()
		return !slices.Contains(c, name) && slices.Contains([]string{"Number", "isNaN", "isFinite", "parseFloat"}, name)
	case *ast.DotExpression:
		return c.isOfMath(callee, "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "cos", "cosh", "exp", "expm1", "floor",
			"fround", "hypot", "log", "log10", "log1p", "log2", "max", "min", "pow", "round", "sign", "sin", "sinh", "sqrt", "tan", "tanh", "trunc")
	default:
		return false
	}
}

func (c calculation) isOfMath(e *ast.DotExpression, names ...string) bool {
	object, _ := e.Left.(*ast.Identifier)
	return object != nil && object.Name == "Math" && !slices.Contains(c, "Math") && slices.Contains(names, e.Identifier.Name.String())
}
