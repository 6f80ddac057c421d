// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package javascript

import "strings"

// expression parses assignments with commas between them, such as a = 1, b.
func (p *parser) expression() *Node {
	first := p.assignment()
	if !p.is(",") {
		return first
	}
	kids := []*Node{first}
	for p.accept(",") {
		kids = append(kids, p.assignment())
	}
	return p.node(Sequence, first.Pos, kids...)
}

// assignment parses one expression up to a comma: an operation, a conditional a ? b : c, an assignment a = b or an arrow function.
func (p *parser) assignment() *Node {
	var branches []*Node
	for {
		n := p.operand()
		if p.is("?") {
			p.next()
			branches = append(branches, n, p.inBrackets(p.assignment))
			p.expect(":")
			continue
		}
		if branches == nil {
			return n
		}
		branches = append(branches, n)
		return p.node(Conditional, branches[0].Pos, branches...)
	}
}

// operand parses an assignment, an arrow function or an operation. In a ? b : c, it stops before the "?".
func (p *parser) operand() *Node {
	if p.generator && p.is("yield") {
		return p.yield()
	}
	left := p.binary(1)
	switch {
	case p.is("=>"):
		return p.arrow(left)
	case p.token.kind == punctuator && isAssignment(p.token.text):
		operator := p.token.text
		if !isTarget(left, operator) {
			panic(p.wrong(left.Pos, "invalid left-hand side in assignment"))
		}
		p.next()
		n := p.node(Assign, left.Pos, left, p.nested(p.assignment))
		n.Text, n.End = operator, p.lastEnd
		return n
	default:
		return left
	}
}

func isAssignment(operator string) bool {
	return strings.HasSuffix(operator, "=") && precedences[operator] == 0
}

// isTarget reports whether n may stand on the left of an assignment operator. f() = 1 is allowed, because some JavaScript engines accept
// it.
func isTarget(n *Node, operator string) bool {
	switch n.Op {
	case Name:
		return true
	case Group:
		return len(n.Kids) == 1 && isTarget(n.Kids[0], operator)
	case Array, Object:
		return operator == "="
	case Chain:
		last := n.Kids[len(n.Kids)-1]
		return last.Op != Template
	default:
		return false
	}
}

func (p *parser) yield() *Node {
	n := p.leaf(Statement)
	p.accept("*")
	if !p.token.newline && !p.is(")", "]", "}", ",", ";", ":", "in") && p.token.kind != endOfText {
		n.Kids = []*Node{p.nested(p.assignment)}
	}
	return n
}

// precedences ranks the operators of two operands. JavaScript applies an operator with a higher number first.
var precedences = map[string]int{
	"??": 1, "||": 2, "&&": 3, "|": 4, "^": 5, "&": 6, "==": 7, "!=": 7, "===": 7, "!==": 7,
	"in": 8, "<": 8, ">": 8, "<=": 8, ">=": 8, "instanceof": 8, "<<": 9, ">>": 9, ">>>": 9, "+": 10, "-": 10, "*": 11, "/": 11, "%": 11,
	"**": 12,
}

// precedence returns the rank of the current token in precedences, or 0 if the token is not in it.
func (p *parser) precedence() int {
	if p.token.kind != punctuator && p.token.kind != word || p.token.escaped || p.noIn && p.token.text == "in" {
		return 0
	}
	return precedences[p.token.text]
}

// binary parses operands with operators between them, such as a + b * c. It stops before an operator whose precedence is below least.
func (p *parser) binary(least int) *Node {
	left := p.unary()
	for {
		precedence := p.precedence()
		if precedence < least || precedence == 0 {
			return left
		}
		if precedence == 12 {
			left = p.power(left)
			continue
		}
		n := p.node(Binary, left.Pos, left)
		if precedence <= 3 {
			n.Op, n.Text = Logic, p.token.text
		}
		for p.precedence() == precedence {
			if n.Op == Binary {
				n.Words = append(n.Words, p.token.text)
			}
			p.next()
			n.Kids = append(n.Kids, p.binary(precedence+1))
		}
		p.checkMixed(n)
		n.End = p.lastEnd
		left = n
	}
}

// power parses ** and its right operand. a ** b ** c means a ** (b ** c).
func (p *parser) power(left *Node) *Node {
	if left.Op == Unary && !strings.ContainsAny(left.Text, "x") {
		panic(p.wrong(left.Pos, "an operator before the base of ** needs parentheses"))
	}
	p.next()
	n := p.node(Binary, left.Pos, left, p.nested(func() *Node { return p.binary(12) }))
	n.Words, n.End = []string{"**"}, p.lastEnd
	return n
}

// checkMixed panics if an operand of ?? is an operation with && or || without parentheses, which JavaScript forbids: a ?? b || c.
func (p *parser) checkMixed(n *Node) {
	for _, kid := range n.Kids {
		if n.Op == Logic && kid.Op == Logic && (n.Text == "??") != (kid.Text == "??") {
			panic(p.wrong(n.Pos, "?? together with && or || needs parentheses"))
		}
	}
}

// unary parses an operand with the operators directly before and after it, such as -a or a++.
func (p *parser) unary() *Node {
	pos := p.token.pos
	switch {
	case p.is("+", "-", "!", "~", "++", "--", "typeof", "void", "delete"), p.async && p.is("await"):
		operator := p.token.text
		p.next()
		operand := p.nested(p.unary)
		if strings.HasPrefix(operator, "++") || strings.HasPrefix(operator, "--") {
			p.checkStep(operand)
		}
		n := p.node(Unary, pos, operand)
		n.Text = operator
		return n
	}
	operand := p.chain()
	if p.is("++", "--") && !p.token.newline {
		p.checkStep(operand)
		n := p.node(Unary, pos, operand)
		n.Text = "x" + p.token.text
		p.next()
		n.End = p.lastEnd
		return n
	}
	return operand
}

func (p *parser) checkStep(operand *Node) {
	if !isTarget(operand, "++") {
		panic(p.wrong(operand.Pos, "++ and -- need a name, or a member"))
	}
}

// chain parses an operand and the members, indices, calls and templates after it, as in a.b[c](d).
func (p *parser) chain() *Node {
	if p.is("new") {
		return p.steps(p.construct(), true)
	}
	return p.steps(p.primary(), true)
}

func (p *parser) construct() *Node {
	pos := p.token.pos
	p.next()
	if p.accept(".") {
		n := p.leaf(Word)
		n.Text = "new." + n.Text
		return n
	}
	callee := p.nested(func() *Node {
		if p.is("new") {
			return p.steps(p.construct(), false)
		}
		return p.steps(p.primary(), false)
	})
	n := p.node(New, pos, callee)
	if p.is("(") {
		n.Kids = append(n.Kids, p.call().Kids...)
	}
	n.End = p.lastEnd
	return n
}

// steps parses the members, indices, calls and templates after base, as in a.b[c](d). If calls is false, it stops before a call.
func (p *parser) steps(base *Node, calls bool) *Node {
	kids := []*Node{base}
	for {
		step := p.step(calls)
		if step == nil {
			break
		}
		kids = append(kids, step)
	}
	if len(kids) == 1 {
		return base
	}
	return p.node(Chain, base.Pos, kids...)
}

// step parses a single .b, [c], (d) or template. It returns nil if none follows.
func (p *parser) step(calls bool) *Node {
	pos, optional := p.token.pos, false
	if calls && p.accept("?.") {
		optional = true
	}
	var n *Node
	switch {
	case p.is("("):
		if !calls {
			return nil
		}
		n = p.call()
	case p.accept("["):
		n = p.node(Index, pos, p.inBrackets(p.expression))
		p.expect("]")
	case p.is("`"):
		n = p.template()
	case optional, p.accept("."):
		if p.token.kind != word && p.token.kind != private {
			panic(p.unexpected())
		}
		n = p.leaf(Member)
	default:
		return nil
	}
	n.Flag, n.End = optional, p.lastEnd
	return n
}

func (p *parser) call() *Node {
	elements, _ := p.elements(Call, ")")
	return elements
}

// elements parses a list up to the closing bracket, such as [1, , ...x] or (a, b). In an array, an element may be missing between two
// commas. endsInComma is true for (a, b,).
func (p *parser) elements(op Op, closing string) (n *Node, endsInComma bool) {
	n = p.node(op, p.token.pos)
	p.next()
	p.inBrackets(func() *Node {
		for !p.is(closing) {
			endsInComma = false
			switch {
			case op == Array && p.accept(","):
				n.Kids = append(n.Kids, hole)
				continue
			case p.is("..."):
				spread := p.leaf(Spread)
				spread.Kids = []*Node{p.assignment()}
				spread.End = p.lastEnd
				n.Kids = append(n.Kids, spread)
			default:
				n.Kids = append(n.Kids, p.assignment())
			}
			if !p.is(closing) {
				p.expect(",")
				endsInComma = true
			}
		}
		return n
	})
	p.next()
	n.End = p.lastEnd
	return n, endsInComma
}

// group parses (a). It also parses the parameters (a, b) if => is the next token.
func (p *parser) group() *Node {
	n, endsInComma := p.elements(Group, ")")
	if p.is("=>") {
		return n
	}
	if len(n.Kids) == 0 || endsInComma || n.Kids[len(n.Kids)-1].Op == Spread {
		panic(p.unexpected())
	}
	if len(n.Kids) > 1 {
		n.Kids = []*Node{{Op: Sequence, Pos: n.Pos, End: n.End, Kids: n.Kids}}
	}
	return n
}

// arrow parses => and the body of an arrow function. left is the part before =>. It was parsed as an expression, and arrow converts it to
// parameters.
func (p *parser) arrow(left *Node) *Node {
	if p.token.newline {
		panic(p.unexpected())
	}
	parameters, async := []*Node{left}, false
	switch {
	case left.Op == Name:
	case left.Op == Group:
		parameters = left.Kids
	case left.Op == Chain && len(left.Kids) == 2 && left.Kids[0].Op == Name && left.Kids[0].Text == "async" && left.Kids[1].Op == Call:
		parameters, async = left.Kids[1].Kids, true
	default:
		panic(p.unexpected())
	}
	p.next()
	return p.function(Arrow, left.Pos, parameters, async, false, func() *Node {
		if p.is("{") {
			return p.block()
		}
		return p.nested(p.assignment)
	})
}
