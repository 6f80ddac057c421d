// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package calculation

import (
	js "github.com/engine-platform/terraform-provider-engine/internal/alerting/javascript"
)

type scope struct {
	names    map[string]*variable
	code     *code // the function that contains the scope
	outer    *scope
	function *scope // the outermost scope of that function
}

// variable is a variable or parameter of the JavaScript. slot is the position of its value in a frame.
type variable struct {
	slot     int
	lexical  bool // let or const: reading it before its declaration throws
	constant bool
	isSelf   bool // the name of a function expression inside itself; assignments to it have no effect
}

// find looks up a variable in this scope and the scopes around it. depth is how many functions lie between the use of the variable and its
// declaration. v is nil for an unknown name.
func (s *scope) find(name string) (v *variable, depth int) {
	for ; s != nil; s = s.outer {
		if v := s.names[name]; v != nil {
			return v, depth
		}
		if s == s.function {
			depth++
		}
	}
	return nil, 0
}

func (s *scope) declare(name string) *variable {
	v := &variable{slot: s.code.slots}
	s.code.slots++
	s.names[name] = v
	return v
}

func (c *compiler) isUnknown(name string) bool {
	v, _ := c.scope.find(name)
	return v == nil && name != "undefined" && name != "NaN" && name != "Infinity" && globalFunction(name) == nil && !isStandardGlobal(name)
}

func (f *frame) at(depth int) *frame {
	for ; depth > 0; depth-- {
		f = f.outer
	}
	return f
}

func (v *variable) read(name string, depth int) expr {
	slot := v.slot
	if depth == 0 && !v.lexical {
		return func(_ *machine, f *frame) value { return f.slots[slot] }
	}
	return func(_ *machine, f *frame) value {
		found := f.at(depth).slots[slot]
		if found.kind == unset {
			panic(thrown("ReferenceError", "Cannot access '"+name+"' before initialization"))
		}
		return found
	}
}

// write returns a closure that assigns to the variable. For a const, the closure throws a TypeError.
func (v *variable) write(name string, depth int) func(f *frame, to value) {
	read := v.read(name, depth)
	return func(f *frame, to value) {
		read(nil, f)
		switch {
		case v.constant:
			panic(thrown("TypeError", "Assignment to constant variable."))
		case !v.isSelf:
			f.at(depth).slots[v.slot] = to
		}
	}
}

// function compiles a JavaScript function. Async functions and generators are not supported.
func (c *compiler) function(n *js.Node) *code {
	if n.Flag {
		panic(c.outside(n, "an async function or a generator"))
	}
	outer := c.scope
	defer func() { c.scope = outer }()
	f := &code{rest: -1, self: -1}
	c.scope = &scope{names: map[string]*variable{}, code: f, outer: outer}
	c.scope.function = c.scope
	if n.Text != "" {
		v := c.scope.declare(n.Text)
		v.isSelf = true
		f.self = v.slot
	}
	last := len(n.Kids) - 1
	for _, p := range n.Kids[:last] {
		c.parameter(f, p)
	}
	if body := n.Kids[last]; body.Op != js.Block {
		f.body = c.expr(body)
	} else {
		statements := c.block(body)
		f.body = func(m *machine, f *frame) value {
			v, _ := statements(m, f)
			return v
		}
	}
	return f
}

func (c *compiler) parameter(f *code, n *js.Node) {
	target, otherwise := n, (*js.Node)(nil)
	switch n.Op {
	case js.Assign:
		target, otherwise = n.Kids[0], n.Kids[1]
	case js.Spread:
		target = n.Kids[0]
	}
	if target.Op != js.Name {
		panic(c.outside(target, "a pattern"))
	}
	v := c.scope.declare(target.Text)
	if n.Op == js.Spread {
		f.rest = v.slot
		f.vars = append(f.vars, v.slot)
		return
	}
	p := parameter{slot: v.slot}
	if otherwise != nil {
		v.lexical = true // an earlier parameter's default must not read this one
		p.otherwise = c.expr(otherwise)
	}
	f.params = append(f.params, p)
}

func (c *compiler) closure(n *js.Node) expr {
	code := c.function(n)
	return func(m *machine, f *frame) value {
		m.allocate(valueBytes)
		return value{kind: function, ref: &callable{closure: &closure{code, f}}}
	}
}

// statement is a compiled statement. For a return statement, it returns the value and true.
type statement func(m *machine, f *frame) (value, bool)

// block compiles the statements between braces. The caller sets c.scope before: a new scope for a plain block, the function's scope for the
// body of a function.
func (c *compiler) block(n *js.Node) statement {
	var functions []func(m *machine, f *frame)
	for _, kid := range n.Kids {
		if kid.Op == js.Declare {
			c.declareAll(kid)
		}
		c.declareVars(kid)
	}
	for _, kid := range n.Kids {
		if kid.Op == js.Function {
			v := c.scope.declare(kid.Text)
			closure, slot := c.closure(kid), v.slot
			functions = append(functions, func(m *machine, f *frame) { f.slots[slot] = closure(m, f) })
		}
	}
	var list []statement
	for _, kid := range n.Kids {
		if kid.Op != js.Function {
			list = append(list, c.statement(kid))
		}
	}
	return func(m *machine, f *frame) (value, bool) {
		for _, declare := range functions {
			declare(m, f)
		}
		for _, run := range list {
			if v, returned := run(m, f); returned {
				return v, true
			}
		}
		return undefinedValue, false
	}
}

func (c *compiler) declareAll(n *js.Node) {
	if n.Text == "var" {
		return
	}
	for _, kid := range n.Kids {
		target := c.target(kid)
		if c.scope.names[target.Text] != nil {
			panic(c.outside(target, "a second "+target.Text))
		}
		v := c.scope.declare(target.Text)
		v.lexical, v.constant = true, n.Text == "const"
	}
}

// declareVars adds the variables of all var statements to the scope of the function. It also finds var statements in nested blocks and if
// statements.
func (c *compiler) declareVars(n *js.Node) {
	switch n.Op {
	case js.Block, js.If:
		for _, kid := range n.Kids {
			c.declareVars(kid)
		}
	case js.Declare:
		for _, kid := range n.Kids {
			if name := c.target(kid).Text; n.Text == "var" && c.scope.function.names[name] == nil {
				v := c.scope.function.declare(name)
				c.scope.code.vars = append(c.scope.code.vars, v.slot)
			}
		}
	}
}

// target returns the name in the declaration "x" or "x = 1". It panics for a pattern such as [a, b].
func (c *compiler) target(n *js.Node) *js.Node {
	if n.Op == js.Assign {
		n = n.Kids[0]
	}
	if n.Op != js.Name {
		panic(c.outside(n, "a pattern"))
	}
	return n
}

func (c *compiler) statement(n *js.Node) statement {
	c.scope.code.steps++
	switch n.Op {
	case js.Block:
		outer := c.scope
		defer func() { c.scope = outer }()
		c.scope = &scope{names: map[string]*variable{}, code: outer.code, outer: outer, function: outer.function}
		for _, kid := range n.Kids {
			if kid.Op == js.Function {
				panic(c.outside(kid, "a function within a block"))
			}
		}
		return c.block(n)
	case js.Declare:
		return c.declaration(n)
	case js.Return:
		if len(n.Kids) == 0 {
			return func(*machine, *frame) (value, bool) { return undefinedValue, true }
		}
		result := c.expr(n.Kids[0])
		return func(m *machine, f *frame) (value, bool) { return result(m, f), true }
	case js.If:
		return c.ifStatement(n)
	case js.Evaluate:
		run := c.expr(n.Kids[0])
		return func(m *machine, f *frame) (value, bool) {
			run(m, f)
			return undefinedValue, false
		}
	case js.Statement:
		switch n.Text {
		case ";":
			return func(*machine, *frame) (value, bool) { return undefinedValue, false }
		case "throw":
			what := c.expr(n.Kids[0])
			return func(m *machine, f *frame) (value, bool) { panic(&thrownError{message: m.nameOf(what(m, f))}) }
		}
	}
	panic(c.outside(n, wordOf(n)))
}

func (c *compiler) declaration(n *js.Node) statement {
	if n.Text == "using" {
		panic(c.outside(n, n.Text))
	}
	var slots []int
	var values []expr
	for _, kid := range n.Kids {
		v, _ := c.scope.find(c.target(kid).Text)
		initial := constant(undefinedValue)
		switch {
		case kid.Op == js.Assign:
			initial = c.expr(kid.Kids[1])
		case n.Text == "var":
			continue
		}
		slots, values = append(slots, v.slot), append(values, initial)
	}
	return func(m *machine, f *frame) (value, bool) {
		for i, initial := range values {
			f.slots[slots[i]] = initial(m, f)
		}
		return undefinedValue, false
	}
}

func (c *compiler) ifStatement(n *js.Node) statement {
	var tests []expr
	var branches []statement
	for i := 0; i+1 < len(n.Kids); i += 2 {
		tests = append(tests, c.expr(n.Kids[i]))
		branches = append(branches, c.statement(n.Kids[i+1]))
	}
	if len(n.Kids)%2 == 1 {
		tests = append(tests, constant(booleanOf(true)))
		branches = append(branches, c.statement(n.Kids[len(n.Kids)-1]))
	}
	return func(m *machine, f *frame) (value, bool) {
		for i, test := range tests {
			if test(m, f).truth() {
				return branches[i](m, f)
			}
		}
		return undefinedValue, false
	}
}

// assign compiles an assignment such as x = 1, x += 1 or x ??= 1.
func (c *compiler) assign(n *js.Node) expr {
	variable, depth := c.variable(n.Kids[0])
	name := n.Kids[0].Text
	right := c.expr(n.Kids[1])
	read, write := variable.read(name, depth), variable.write(name, depth)
	word := n.Text[:len(n.Text)-1]
	operator := operatorOf(word)
	return func(m *machine, f *frame) value {
		var to value
		switch {
		case word == "":
			to = right(m, f)
		case operator != noOperator:
			before := read(m, f)
			to = m.apply(operator, before, right(m, f))
		default:
			if to = read(m, f); decides(word, to) {
				return to
			}
			to = right(m, f)
		}
		write(f, to)
		return to
	}
}

// step compiles ++ and --.
func (c *compiler) step(n *js.Node) expr {
	variable, depth := c.variable(n.Kids[0])
	read, write := variable.read(n.Kids[0].Text, depth), variable.write(n.Kids[0].Text, depth)
	by := 1.0
	if n.Text[len(n.Text)-1] == '-' {
		by = -1
	}
	return func(m *machine, f *frame) value {
		before := m.toNumber(read(m, f))
		write(f, numberOf(before+by))
		if n.Text[0] == 'x' {
			return numberOf(before)
		}
		return numberOf(before + by)
	}
}

// variable returns the variable on the left of an assignment. It panics for anything else, such as a.b.
func (c *compiler) variable(n *js.Node) (v *variable, depth int) {
	if n.Op == js.Name {
		v, depth = c.scope.find(n.Text)
	}
	if v == nil {
		panic(c.outside(n, "an assignment to something else than a variable of the function"))
	}
	return v, depth
}
