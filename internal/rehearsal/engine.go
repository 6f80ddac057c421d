// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math/big"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
)

// prelude takes out of the language what two rehearsals of the same data would differ by, and what can't be bounded.
//
//go:embed prelude.js
var prelude string

// preludeProgram is the prelude as all engines run it.
var preludeProgram = sync.OnceValues(func() (*goja.Program, error) { return compiled(prelude) })

// engine runs the expressions of an alert. Its zero value has not begun.
type engine struct {
	runtime *goja.Runtime
	failure error // why it can't run anything any more
	scripts int
	limited bool // a script does more than to calculate

	guard guard
}

// deepest bounds the calls within calls.
const deepest = 1000

// newRuntime is a runtime in which only the language is there. The prelude takes some milliseconds, which scripts that only calculate do
// not need.
func newRuntime(calculates bool) (*goja.Runtime, error) {
	runtime := goja.New()
	runtime.SetMaxCallStackSize(deepest)
	runtime.SetParserOptions(parser.WithDisableSourceMaps)
	if calculates {
		return runtime, nil
	}
	program, err := preludeProgram()
	if err != nil {
		return nil, err
	}
	value, err := runtime.RunProgram(program)
	if err != nil {
		return nil, err
	}
	prepare, _ := goja.AssertFunction(value)
	_, err = prepare(goja.Undefined())
	return runtime, err
}

// compiled is a program whose value is that of an expression.
func compiled(source string) (*goja.Program, error) {
	program, err := goja.Parse("", "("+source+"\n)", parser.WithDisableSourceMaps)
	if err != nil {
		return nil, err
	}
	return goja.CompileAST(program, false)
}

// function makes a function of its source.
func (e *engine) function(source string) (goja.Callable, error) {
	if e.runtime == nil {
		runtime, err := newRuntime(!e.limited)
		if err != nil {
			return nil, fmt.Errorf("the runtime does not start: %w", err)
		}
		e.runtime = runtime
	}
	program, err := compiled(source)
	if err != nil {
		return nil, err
	}
	value, err := e.runtime.RunProgram(program)
	if err != nil {
		return nil, err
	}
	function, ok := goja.AssertFunction(value)
	if !ok {
		return nil, errors.New("expression_plain has no function in its body")
	}
	freeze, _ := goja.AssertFunction(e.runtime.GlobalObject().Get("Object").ToObject(e.runtime).Get("freeze"))
	_, err = freeze(goja.Undefined(), value)
	return function, err
}

// call calls the function. The result is a float64, a bool or a string, or nil where there is none: null, undefined, and numbers that
// JSON does not have (quirk 216).
func (s *script) call(arguments []any) (any, error) {
	e := s.engine
	if e.failure != nil {
		return nil, e.failure
	}
	if s.function == nil {
		if s.function, e.failure = e.function(s.source); e.failure != nil {
			return nil, e.failure
		}
	}
	s.passed = s.passed[:0]
	for _, a := range arguments {
		s.passed = append(s.passed, e.runtime.ToValue(a))
	}
	e.guard.enter(e.runtime)
	result, err := s.function(goja.Undefined(), s.passed...)
	e.guard.leave(e.runtime)
	var interrupted *goja.InterruptedError
	var overflow *goja.StackOverflowError
	var thrown *goja.Exception
	switch {
	case err == nil:
		return exported(result)
	case errors.As(err, &interrupted):
		err = fmt.Errorf("the expression %w", interrupted.Unwrap())
		if !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
			e.failure = err
		}
		return nil, err
	case errors.As(err, &overflow):
		return nil, fmt.Errorf("the expression has more than %d calls within calls", deepest)
	case errors.As(err, &thrown):
		return nil, fmt.Errorf("the expression throws %s", shortened(thrown.Value().String(), 200))
	default:
		return nil, err
	}
}

// exported is the value of a result.
func exported(result goja.Value) (any, error) {
	switch result.(type) {
	case *goja.Object, *goja.Symbol:
		return nil, errNoValue
	}
	switch v := result.Export().(type) {
	case nil:
		return nil, nil
	case bool, string:
		return v, nil
	case int64:
		return float64(v), nil
	case float64:
		return finite(v), nil
	case *big.Int:
		n, _ := v.Float64()
		return finite(n), nil
	default:
		return nil, errNoValue
	}
}

var errNoValue = errors.New("the expression gives something else than a number, a boolean or a text")

// watch has the calls watched until stop; they end with the context.
func (e *engine) watch(ctx context.Context) (stop func()) {
	if e.scripts == 0 {
		return func() {}
	}
	return e.guard.watch(ctx)
}
