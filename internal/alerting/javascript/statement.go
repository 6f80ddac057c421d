// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package javascript

func (p *parser) block() *Node {
	pos := p.token.pos
	p.expect("{")
	n := p.inBrackets(func() *Node {
		return p.scoped(false, func() *Node { return p.node(Block, pos, p.statements()...) })
	})
	p.expect("}")
	n.End = p.lastEnd
	return n
}

// statements parses statements up to a closing brace, or up to the next case or default of a switch.
func (p *parser) statements() []*Node {
	var list []*Node
	for !p.is("}", "case", "default") {
		list = append(list, p.statement())
	}
	return list
}

func (p *parser) body() *Node { return p.nested(p.statement) }

// endOfStatement reads a semicolon. The semicolon may be missing before a line break, a closing brace and the end of the text.
func (p *parser) endOfStatement() {
	if !p.accept(";") && !p.is("}") && !p.token.newline && p.token.kind != endOfText {
		panic(p.unexpected())
	}
}

func (p *parser) statement() *Node {
	if p.token.kind == endOfText {
		panic(p.incomplete())
	}
	pos := p.token.pos
	switch {
	case p.is("{"):
		return p.block()
	case p.is(";"):
		return p.leaf(Statement)
	case p.is("var", "const"), p.is("let", "using") && p.beginsDeclaration():
		n := p.declaration()
		p.endOfStatement()
		return n
	case p.is("function"), p.is("async") && p.beginsAsyncFunction():
		return p.functionDeclaration()
	case p.is("class"):
		n := p.class()
		if n.Text != "" {
			p.declare(&Node{Op: Name, Text: n.Text}, false)
		}
		return n
	case p.is("if"):
		return p.ifStatement()
	case p.is("return"):
		n := p.leaf(Return)
		if !p.is(";", "}") && !p.token.newline && p.token.kind != endOfText {
			n.Kids = []*Node{p.expression()}
		}
		p.endOfStatement()
		n.End = p.lastEnd
		return n
	case p.is("for", "while", "do", "switch", "try", "throw", "break", "continue", "debugger", "with"):
		n := p.otherStatement()
		n.End = p.lastEnd
		return n
	case p.isName() && p.peek().text == ":":
		n := p.leaf(Statement)
		p.next()
		n.Kids = []*Node{p.body()}
		return n
	}
	n := p.node(Evaluate, pos, p.expression())
	p.endOfStatement()
	n.End = p.lastEnd
	return n
}

// beginsDeclaration reports whether the current word, let or using, begins a declaration. In let + 1, let is the name of a variable.
func (p *parser) beginsDeclaration() bool {
	next := p.peek()
	if next.kind == word {
		return !isReserved(next.text) && next.text != "of" && (p.is("let") || !next.newline)
	}
	return p.is("let") && next.kind == punctuator && (next.text == "[" || next.text == "{")
}

func (p *parser) beginsAsyncFunction() bool {
	next := p.peek()
	return next.text == "function" && !next.newline
}

func (p *parser) functionDeclaration() *Node {
	pos := p.token.pos
	async := p.accept("async")
	n := p.functionExpression(pos, async)
	if n.Text == "" {
		panic(p.wrong(pos, "a function that is a statement needs a name"))
	}
	p.declare(&Node{Op: Name, Text: n.Text}, false)
	return n
}

// declaration parses a declaration such as let a = 1, b, without the semicolon.
func (p *parser) declaration() *Node {
	n := p.leaf(Declare)
	for {
		target := p.target()
		p.declare(target, n.Text == "var")
		if p.accept("=") {
			pos := target.Pos
			target = p.node(Assign, pos, target, p.assignment())
			target.Text, target.End = "=", p.lastEnd
		}
		n.Kids = append(n.Kids, target)
		if !p.accept(",") {
			n.End = p.lastEnd
			return n
		}
	}
}

// target parses what a declaration declares: a name, or a pattern such as [b, c].
func (p *parser) target() *Node {
	if p.is("[", "{") {
		return p.primary()
	}
	return p.name()
}

func (p *parser) ifStatement() *Node {
	n := p.node(If, p.token.pos)
	for p.accept("if") {
		n.Kids = append(n.Kids, p.condition(), p.body())
		if !p.accept("else") {
			break
		}
		if !p.is("if") {
			n.Kids = append(n.Kids, p.body())
			break
		}
	}
	n.End = p.lastEnd
	return n
}

func (p *parser) condition() *Node {
	p.expect("(")
	n := p.inBrackets(p.expression)
	p.expect(")")
	return n
}

// otherStatement parses loops and all other statements. Package calculation refuses almost all of these statements, but FreeNames must find
// the names in them.
func (p *parser) otherStatement() *Node {
	n := p.leaf(Statement)
	switch n.Text {
	case "for":
		return p.loop(n)
	case "while", "with":
		n.Kids = []*Node{p.condition(), p.body()}
		return n
	case "do":
		body := p.body()
		p.expect("while")
		n.Kids = []*Node{body, p.condition()}
		p.accept(";")
		return n
	case "switch":
		return p.switchStatement(n)
	case "try":
		return p.try(n)
	case "throw":
		if p.token.newline {
			panic(p.unexpected())
		}
		n.Kids = []*Node{p.expression()}
	case "break", "continue":
		if p.isName() && !p.token.newline {
			p.next()
		}
	}
	p.endOfStatement()
	return n
}

func (p *parser) loop(n *Node) *Node {
	return p.scoped(false, func() *Node {
		p.accept("await")
		p.expect("(")
		p.nested(func() *Node {
			p.loopHead(n)
			return n
		})
		p.expect(")")
		n.Kids = append(n.Kids, p.body())
		return n
	})
}

func (p *parser) loopHead(n *Node) {
	if !p.is(";") {
		p.noIn = true
		if p.is("var", "const") || p.is("let", "using") && p.beginsDeclaration() {
			n.Kids = append(n.Kids, p.declaration())
		} else {
			n.Kids = append(n.Kids, p.expression())
		}
		p.noIn = false
		if p.accept("in") || p.accept("of") {
			n.Kids = append(n.Kids, p.expression())
			return
		}
	}
	p.expect(";")
	if !p.is(";") {
		n.Kids = append(n.Kids, p.expression())
	}
	p.expect(";")
	if !p.is(")") {
		n.Kids = append(n.Kids, p.expression())
	}
}

func (p *parser) switchStatement(n *Node) *Node {
	n.Kids = []*Node{p.condition()}
	p.expect("{")
	cases := p.inBrackets(func() *Node {
		return p.scoped(false, func() *Node {
			block := p.node(Block, p.token.pos)
			for !p.is("}") {
				if !p.accept("default") {
					p.expect("case")
					block.Kids = append(block.Kids, p.expression())
				}
				p.expect(":")
				block.Kids = append(block.Kids, p.statements()...)
			}
			return block
		})
	})
	p.expect("}")
	n.Kids = append(n.Kids, cases)
	return n
}

func (p *parser) try(n *Node) *Node {
	n.Kids = []*Node{p.block()}
	handled := false
	if p.accept("catch") {
		handled = true
		n.Kids = append(n.Kids, p.scoped(false, func() *Node {
			handler := p.node(Statement, p.token.pos)
			if p.accept("(") {
				p.declare(p.target(), false)
				p.expect(")")
			}
			handler.Kids = []*Node{p.block()}
			return handler
		}))
	}
	if p.accept("finally") {
		n.Kids = append(n.Kids, p.block())
	} else if !handled {
		panic(p.unexpected())
	}
	return n
}
