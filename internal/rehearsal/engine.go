// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"context"
	"errors"
	"fmt"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
)

// engine runs the expressions of an alert.
type engine struct {
	runtime *goja.Runtime
}

// watch ends expressions with the context.
func (e *engine) watch(context.Context) (stop func()) { return func() {} }

// deepest bounds the calls within calls.
const deepest = 1000

func (e *engine) start() {
	if e.runtime == nil {
		e.runtime = goja.New()
		e.runtime.SetMaxCallStackSize(deepest)
		e.runtime.SetParserOptions(parser.WithDisableSourceMaps)
	}
}

// compile makes a function of its source.
func (e *engine) compile(source string) (goja.Callable, error) {
	e.start()
	program, err := goja.Parse("", "("+source+"\n)", parser.WithDisableSourceMaps)
	if err != nil {
		return nil, err
	}
	compiled, err := goja.CompileAST(program, false)
	if err != nil {
		return nil, err
	}
	value, err := e.runtime.RunProgram(compiled)
	if err != nil {
		return nil, err
	}
	function, ok := goja.AssertFunction(value)
	if !ok {
		return nil, errors.New("is no function")
	}
	return function, nil
}

// call calls the function. The result is a float64, a bool or a string, or nil where there is none: null, undefined, and numbers that
// JSON does not have (quirk 216).
func (s *script) call(arguments []any) (any, error) {
	if s.function == nil {
		function, err := s.engine.compile(s.source)
		if err != nil {
			return nil, err
		}
		s.function = function
	}
	values := make([]goja.Value, len(arguments))
	for i, a := range arguments {
		values[i] = s.engine.runtime.ToValue(a)
	}
	result, err := s.function(goja.Undefined(), values...)
	if err != nil {
		return nil, err
	}
	return exported(result)
}

func exported(result goja.Value) (any, error) {
	switch v := result.Export().(type) {
	case nil:
		return nil, nil
	case bool, string:
		return v, nil
	case int64:
		return float64(v), nil
	case float64:
		return finite(v), nil
	default:
		return nil, fmt.Errorf("the expression gives %s, but a value is a number, a boolean or a text", quoted(v))
	}
}
