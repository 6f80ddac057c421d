// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package calculation evaluates the JavaScript that alert expressions use: numbers, texts, lists, conditions and functions. Every result
// equals that of a JavaScript engine, to the last bit.
//
// A Meter limits each call by counting steps and bytes, not by a clock. Only function calls and list methods can repeat work, and both are
// counted. A call keeps no state for the next one, reads no clock and has no random numbers.
//
// Other JavaScript, such as loops and regular expressions, is refused with an *OutsideError, which names the word and its position. The
// engine may still run it.
//
// The package imports javascript of this module. Start reading in function.go. compile.go turns expressions into closures; the files named
// after types (text.go, list.go, number.go) have the methods of those types.
package calculation

import (
	"errors"
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/javascript"
)

// Function is a compiled JavaScript function. Only one goroutine may use it at a time.
type Function struct {
	code    *code
	machine machine
	frame   frame
}

// OutsideError is returned for JavaScript that this package does not support, such as Date. The real engine may be able to run it.
type OutsideError struct {
	Word string

	// source is the whole JavaScript text. at is the byte offset of Word in it, or -1 if the position is unknown.
	source string
	at     int
}

func (e *OutsideError) Error() string {
	if e.at < 0 {
		return fmt.Sprintf("uses %s, which can't be rehearsed", e.Word)
	}
	line, column := javascript.Position(e.source, e.at)
	return fmt.Sprintf("uses %s (line %d, column %d), which can't be rehearsed", e.Word, line, column)
}

// outside returns an error without a position, for unsupported JavaScript that is found only at run time.
func outside(word string) *OutsideError { return &OutsideError{word, "", -1} }

// thrownError is a JavaScript exception. kind is its class, such as TypeError, or "" for a value that the expression throws itself.
type thrownError struct{ kind, message string }

func (e *thrownError) Error() string {
	if e.kind == "" {
		return "throws " + shortened(e.message)
	}
	return "throws " + e.kind + ": " + e.message
}

func thrown(kind, message string) *thrownError { return &thrownError{kind, message} }

// CompileFunction compiles a JavaScript function such as "($A) => $A * 2". It returns a *javascript.Error for wrong syntax and an
// *OutsideError for unsupported JavaScript.
func CompileFunction(source string) (*Function, error) {
	root, _, err := javascript.ParseExpression(source)
	if err != nil {
		return nil, err
	}
	for root.Op == javascript.Group {
		root = root.Kids[0]
	}
	return compiled(source, func(c *compiler) *code {
		if root.Op != javascript.Function && root.Op != javascript.Arrow {
			panic(c.outside(root, "something other than a function"))
		}
		return c.function(root)
	})
}

// CompileExpression compiles an expression such as "$A * 2" to a function with the given parameters, such as $A. It returns the same errors
// as CompileFunction.
func CompileExpression(source string, parameters []string) (*Function, error) {
	root, _, err := javascript.ParseExpression(source)
	if err != nil {
		return nil, err
	}
	return compiled(source, func(c *compiler) *code {
		arrow := &javascript.Node{Op: javascript.Arrow}
		for _, name := range parameters {
			arrow.Kids = append(arrow.Kids, &javascript.Node{Op: javascript.Name, Text: name})
		}
		arrow.Kids = append(arrow.Kids, root)
		return c.function(arrow)
	})
}

func compiled(source string, compile func(*compiler) *code) (f *Function, err error) {
	defer func() {
		switch problem := recover().(type) {
		case nil:
		case *OutsideError:
			f, err = nil, problem
		default:
			f, err = nil, fmt.Errorf("can't be rehearsed: compiling failed with %v", problem)
		}
	}()
	f = &Function{code: compile(&compiler{source: source})}
	f.frame.slots = make([]value, f.code.slots)
	return f, nil
}

// Call calls the function. Arguments and result are float64, bool, string or nil. NaN and infinity become nil, because JSON can't express
// them. An error text such as "throws a TypeError" has no subject: the caller puts "the expression" in front.
func (f *Function) Call(meter *Meter, arguments []any) (result any, err error) {
	if err := meter.begin(); err != nil {
		return nil, err
	}
	m := &f.machine
	m.Meter, m.depth, m.stack = meter, 0, m.stack[:0]
	defer func() {
		meter.end()
		if problem := recover(); problem != nil {
			result, err = nil, errorOf(problem)
		}
	}()
	for _, a := range arguments {
		m.stack = append(m.stack, m.imported(a))
	}
	clear(f.frame.slots)
	return m.exported(m.run(f.code, &f.frame, m.stack))
}

// errorOf converts a recovered panic to an error. It returns exceeded limits and JavaScript exceptions unchanged; for any other panic, the
// error says that the evaluation failed.
func errorOf(problem any) error {
	err, _ := problem.(error)
	for _, known := range []any{new(*thrownError), new(*OutsideError), new(*BudgetError), new(*endedError)} {
		if err != nil && errors.As(err, known) {
			return err
		}
	}
	return fmt.Errorf("can't be rehearsed: the evaluation failed with %v", problem)
}

// machine is the state of a running function. A Function uses the same machine for all its calls.
type machine struct {
	*Meter
	depth int
	stack []value // arguments of the calls in progress
}

// enter counts a function call, and panics if more than MostCalls calls are nested in each other. At the end of the call, the caller must
// decrement depth.
func (m *machine) enter() {
	if m.depth++; m.depth > MostCalls {
		panic(m.exceeded("has more than %d calls within calls", MostCalls))
	}
}

type code struct {
	steps  int // fixed cost of a call; loops and texts are charged as they run
	slots  int
	params []parameter
	rest   int   // slot of the ...rest parameter; -1 if the function has none
	self   int   // slot of the function's own name; -1 if it has none
	vars   []int // slots of var variables: they begin as undefined, not as unset
	body   expr
}

type parameter struct {
	slot      int
	otherwise expr // default value; nil if the parameter has no default
}

// frame has the values of the variables during one call. outer is the frame of the enclosing function, whose variables this function can
// also use.
type frame struct {
	slots []value
	outer *frame
}

// closure is a JavaScript function value. outer has the variables of the function that created it.
type closure struct {
	code  *code
	outer *frame
}

type expr func(m *machine, f *frame) value

// run sets the parameters in f, which must be empty, and evaluates the body of the function.
func (m *machine) run(c *code, f *frame, args []value) value {
	m.charge(c.steps)
	for _, slot := range c.vars {
		f.slots[slot] = undefinedValue
	}
	for i, p := range c.params {
		v := argument(args, i)
		if v.kind == undefined && p.otherwise != nil {
			v = p.otherwise(m, f)
		}
		f.slots[p.slot] = v
	}
	if c.rest >= 0 {
		rest := args[min(len(args), len(c.params)):]
		f.slots[c.rest] = listOf(m.copied(rest))
	}
	return c.body(m, f)
}

// call calls a JavaScript function (callee). If callee is not a function, call throws a TypeError whose message contains the given name.
func (m *machine) call(callee value, args []value, name string) value {
	if callee.kind != function {
		panic(thrown("TypeError", name+" is not a function"))
	}
	target := callee.callable()
	if target.native != nil {
		m.charge(1 + len(args))
		return target.native(m, args)
	}
	m.enter()
	c := target.closure.code
	m.allocate(valueBytes * c.slots)
	f := &frame{make([]value, c.slots), target.closure.outer}
	if c.self >= 0 {
		f.slots[c.self] = callee
	}
	result := m.run(c, f, args)
	m.depth--
	return result
}

const valueBytes = 32

// copied copies a list and counts its memory against the limit of the call.
func (m *machine) copied(elements []value) []value {
	m.allocate(valueBytes * len(elements))
	return append(make([]value, 0, len(elements)), elements...)
}

func argument(args []value, i int) value {
	if i < len(args) {
		return args[i]
	}
	return undefinedValue
}
