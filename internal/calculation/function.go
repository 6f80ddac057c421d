// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	"errors"
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/javascript"
)

// Function is a function that was compiled. It is for one goroutine at a time.
type Function struct {
	code    *code
	machine machine
	frame   frame
}

// OutsideError says what can't be evaluated here, although engines may do it.
type OutsideError struct {
	Word string

	// source and at are the text and the place of the word in it. The place is -1 if it is not known.
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

// outside is the error for what a call does at a place that is not known.
func outside(word string) *OutsideError { return &OutsideError{word, "", -1} }

// thrownError is an error that JavaScript throws; one of the function's own has no kind.
type thrownError struct{ kind, message string }

func (e *thrownError) Error() string {
	if e.kind == "" {
		return "throws " + shortened(e.message)
	}
	return "throws " + e.kind + ": " + e.message
}

func thrown(kind, message string) *thrownError { return &thrownError{kind, message} }

// CompileFunction compiles the text of a function. The error is a *javascript.Error or an *OutsideError.
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
			panic(c.outside(root, "something else than a function"))
		}
		return c.function(root)
	})
}

// CompileExpression compiles the text of an expression with parameters. The error is like that of CompileFunction.
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

// Call calls the function with arguments of the types float64, bool and string, and nil. The result is of these types too; it is nil also for
// a number that JSON does not have (quirk 216). The error goes on after "the expression".
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

// errorOf makes an error of what ended a call.
func errorOf(problem any) error {
	err, _ := problem.(error)
	for _, known := range []any{new(*thrownError), new(*OutsideError), new(*BudgetError), new(*endedError)} {
		if err != nil && errors.As(err, known) {
			return err
		}
	}
	return fmt.Errorf("can't be rehearsed: the evaluation failed with %v", problem)
}

// machine is what a call needs beside its code.
type machine struct {
	*Meter
	depth int
	stack []value // the arguments of the calls that are under way
}

// enter counts a call within a call. The caller takes it back, unless it panics.
func (m *machine) enter() {
	if m.depth++; m.depth > MostCalls {
		panic(m.exceeded("has more than %d calls within calls", MostCalls))
	}
}

// code is a function's code.
type code struct {
	steps  int // that a call takes, but for what is counted while it runs
	slots  int
	params []parameter
	rest   int   // the slot of ...rest, or -1
	self   int   // the slot of the function's own name, or -1
	vars   []int // the slots that are undefined at first, instead of unset
	body   expr
}

type parameter struct {
	slot      int
	otherwise expr // nil if the parameter has no default
}

// frame has the variables of a call.
type frame struct {
	slots []value
	outer *frame
}

// closure is a function with the variables around it.
type closure struct {
	code  *code
	outer *frame
}

// expr evaluates a compiled expression.
type expr func(m *machine, f *frame) value

// run runs a function on a frame without values.
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

// call calls a value.
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

// copied copies elements into a list of their own.
func (m *machine) copied(elements []value) []value {
	m.allocate(valueBytes * len(elements))
	return append(make([]value, 0, len(elements)), elements...)
}

// argument is an argument, undefined if it is missing.
func argument(args []value, i int) value {
	if i < len(args) {
		return args[i]
	}
	return undefinedValue
}
