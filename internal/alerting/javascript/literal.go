// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package javascript

import "slices"

// primary parses a literal, a name, or an expression in brackets, without the operators around it.
func (p *parser) primary() *Node {
	switch t := p.token; t.kind {
	case number:
		n := p.leaf(Number)
		if n.Text[len(n.Text)-1] == 'n' {
			n.Op = BigInt
		}
		return n
	case text:
		return p.leaf(String)
	case private: // #x in object
		n := p.leaf(Word)
		if !p.is("in") {
			err := p.unexpected()
			err.Unsure = true
			panic(err)
		}
		return n
	case word:
		return p.wordOrName()
	}
	switch {
	case p.is("("):
		return p.group()
	case p.is("["):
		n, _ := p.elements(Array, "]")
		return n
	case p.is("{"):
		return p.object()
	case p.is("`"):
		return p.template()
	case p.is("/", "/="):
		p.token.end = p.regExp(p.token.pos)
		p.token.text = p.source[p.token.pos:p.token.end]
		return p.leaf(RegExp)
	default:
		panic(p.unexpected())
	}
}

// wordOrName parses a name, or a value that begins with a keyword, such as null, this or function.
func (p *parser) wordOrName() *Node {
	pos := p.token.pos
	switch {
	case p.is("null", "true", "false"):
		return p.leaf(Constant)
	case p.is("this", "super"):
		return p.leaf(Word)
	case p.is("import"):
		n := p.leaf(Word)
		if !p.is("(", ".") {
			panic(p.unexpected())
		}
		return n
	case p.is("function"):
		return p.functionExpression(pos, false)
	case p.is("class"):
		return p.class()
	case p.is("async"):
		if next := p.peek(); next.kind == word && !next.newline && !next.escaped {
			if next.text == "function" {
				p.next()
				return p.functionExpression(pos, true)
			}
			if !isReserved(next.text) {
				return p.asyncParameter()
			}
		}
	}
	return p.name()
}

// asyncParameter parses "async x" in async x => y. It returns the same node as for the call async(x).
func (p *parser) asyncParameter() *Node {
	async := p.leaf(Name)
	call := p.node(Call, p.token.pos, p.name())
	if !p.is("=>") {
		panic(p.unexpected())
	}
	return p.node(Chain, async.Pos, async, call)
}

func (p *parser) template() *Node {
	n := p.node(Template, p.token.pos)
	from := p.token.end
	for at := from; ; at++ {
		switch {
		case at >= len(p.source):
			panic(p.wrong(n.Pos, "the template that begins here is not closed"))
		case p.source[at] == '\\':
			at++
		case p.source[at] == '`':
			n.Words = append(n.Words, p.source[from:at])
			p.token.end = at + 1
			p.next()
			n.End = p.lastEnd
			return n
		case p.source[at] == '$' && at+1 < len(p.source) && p.source[at+1] == '{':
			n.Words = append(n.Words, p.source[from:at])
			p.token.end = at + 2
			n.Kids = append(n.Kids, p.inBrackets(func() *Node {
				p.next()
				return p.expression()
			}))
			if !p.is("}") {
				panic(p.unexpected())
			}
			from, at = p.token.end, p.token.end-1
		}
	}
}

// object parses {a: 1}, or in a declaration the pattern {a, b: c}.
func (p *parser) object() *Node {
	n := p.node(Object, p.token.pos)
	p.next()
	p.inBrackets(func() *Node {
		for !p.is("}") {
			n.Kids = append(n.Kids, p.property())
			if !p.is("}") {
				p.expect(",")
			}
		}
		return n
	})
	p.next()
	n.End = p.lastEnd
	return n
}

func (p *parser) property() *Node {
	pos := p.token.pos
	if p.is("...") {
		n := p.leaf(Spread)
		n.Kids = []*Node{p.assignment()}
		return n
	}
	isName := p.isName()
	name := &Node{Op: Name, Pos: pos, End: p.token.end, Text: p.token.text}
	n, async, generator := p.memberHead()
	switch {
	case p.is("("):
		n.Kids = append(n.Kids, p.method(async, generator))
	case p.accept(":"):
		n.Kids = append(n.Kids, p.assignment())
	case isName && n.Pos == pos && len(n.Kids) == 0 && p.is("="): // a default value in a pattern
		p.next()
		value := p.node(Assign, pos, name, p.assignment())
		value.Text = "="
		n.Kids = []*Node{value}
	case isName && n.Pos == pos && len(n.Kids) == 0 && p.is(",", "}"):
		n.Kids = []*Node{name}
	default:
		panic(p.unexpected())
	}
	n.End = p.lastEnd
	return n
}

// memberHead parses what stands before the value of a property or class member, such as "static async *x". generator is true for *.
func (p *parser) memberHead() (n *Node, async, generator bool) {
	for p.is("get", "set", "async", "static", "accessor") {
		next := p.peek()
		isKey := next.kind == punctuator && slices.Contains([]string{"(", ":", ",", "}", "=", ";"}, next.text) || next.kind == endOfText
		if isKey || next.newline && !p.is("static", "get", "set") {
			break
		}
		async = async || p.is("async")
		p.next()
		if p.is("{") { // static { }
			return p.node(Property, p.token.pos), async, false
		}
	}
	generator = p.accept("*")
	n = p.node(Property, p.token.pos)
	switch p.token.kind {
	case word, text, number, private:
		n.Text = p.token.text
		p.next()
	default:
		p.expect("[")
		n.Kids = []*Node{p.inBrackets(p.assignment)}
		p.expect("]")
	}
	return n, async, generator
}

// method parses the parameters and the body of a method: (a) { return a } in x(a) { return a }.
func (p *parser) method(async, generator bool) *Node {
	pos := p.token.pos
	parameters, _ := p.elements(Group, ")")
	return p.function(Function, pos, parameters.Kids, async, generator, p.block)
}

func (p *parser) functionExpression(pos int, async bool) *Node {
	p.next()
	generator := p.accept("*")
	name := ""
	if !p.is("(") {
		name = p.name().Text
	}
	if !p.is("(") {
		panic(p.unexpected())
	}
	parameters, _ := p.elements(Group, ")")
	n := p.function(Function, pos, parameters.Kids, async, generator, p.block)
	if n.Text = name; name != "" {
		n.Declared = append(n.Declared, name)
	}
	return n
}

// function returns the node of a function. It calls body to parse the function's body, in which the parameters are declared.
func (p *parser) function(op Op, pos int, parameters []*Node, async, generator bool, body func() *Node) *Node {
	outerAsync, outerGenerator := p.async, p.generator
	p.async, p.generator = async, generator
	n := p.scoped(true, func() *Node {
		for _, parameter := range parameters {
			p.declare(parameter, false)
		}
		if op == Function && !p.is("{") {
			panic(p.unexpected())
		}
		return p.node(op, pos, append(slices.Clip(parameters), body())...)
	})
	p.async, p.generator = outerAsync, outerGenerator
	n.Flag, n.End = async || generator, p.lastEnd
	return n
}

func (p *parser) class() *Node {
	n := p.node(Class, p.token.pos)
	p.next()
	if p.isName() {
		n.Text = p.token.text
		n.Declared = []string{p.token.text}
		p.next()
	}
	if p.accept("extends") {
		n.Kids = append(n.Kids, p.nested(p.chain))
	}
	if !p.is("{") {
		panic(p.unexpected())
	}
	p.next()
	p.inBrackets(func() *Node {
		for !p.is("}") {
			if !p.accept(";") {
				n.Kids = append(n.Kids, p.classMember())
			}
		}
		return n
	})
	p.next()
	n.End = p.lastEnd
	return n
}

func (p *parser) classMember() *Node {
	n, async, generator := p.memberHead()
	switch {
	case p.is("{"):
		n.Kids = append(n.Kids, p.function(Function, p.token.pos, nil, false, false, p.block))
	case p.is("("):
		n.Kids = append(n.Kids, p.method(async, generator))
	default:
		if p.accept("=") {
			n.Kids = append(n.Kids, p.assignment())
		}
		p.endOfStatement()
	}
	return n
}
