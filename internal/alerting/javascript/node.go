// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package javascript

// Op is the kind of a node.
type Op uint8

// The comment of each Op says what the child nodes (Kids) are, and what Text, Words and Flag mean.
const (
	Name     Op = iota // Text is the name
	Word               // Text: this, super, import, new.target or import.meta
	Constant           // Text: null, true or false
	Number             // Text as written
	BigInt             // Text as written
	String             // Text as written, with quotes
	RegExp             // Text as written
	Template           // Kids: the embedded expressions; Words: the texts around them, as written
	Hole               // a missing element of an array: [a, , b]

	Group       // Kids: the elements in the parentheses
	Array       // Kids: the elements
	Object      // Kids: the properties
	Property    // Kids: the key if it is computed, then the value; Text is a key that is not computed
	Spread      // Kids: the expression after ...
	Function    // Kids: the parameters, then the body; Text is the name, Flag means async or generator
	Arrow       // Kids: the parameters, then the body (a Block or an expression); Flag means async
	Class       // Kids: the superclass if any, then the members
	Unary       // Kids: the operand; Text is the operator, with a leading "x" for postfix ++ and --
	Binary      // Kids: two or more operands (two for **); Words: the operators between them, all of one precedence
	Logic       // Kids: two or more operands; Text: &&, || or ??
	Conditional // Kids: test, value, test, value, ..., and the value of the last else
	Assign      // Kids: target, value; Text is the operator
	Sequence    // Kids: two or more expressions; the last one is the value
	Chain       // Kids: the base, then its steps: Member, Index, Call or Template
	Member      // Text is the name; Flag means ?.
	Index       // Kids: the index; Flag means ?.
	Call        // Kids: the arguments; Flag means ?.
	New         // Kids: the constructor, then the arguments

	Block     // Kids: the statements
	Declare   // Kids: the declarators (targets, or Assign); Text: var, let, const or using
	Return    // Kids: the value, if any
	If        // Kids: test, statement, test, statement, ..., and the statement of the last else, if any
	Evaluate  // Kids: the expression of the statement
	Statement // any other statement; Kids: its expressions and statements; Text is its first word
)

// Node is a node of the syntax tree. The constants of Op say what its fields mean.
type Node struct {
	Op       Op
	Flag     bool
	Pos, End int // byte offsets
	Text     string
	Words    []string
	Kids     []*Node

	// Declared lists the names that a function or block declares. Only the Kids of this node see them.
	Declared []string
}

// FreeNames returns the names that a node uses but does not declare: $A for ($x) => $x + $A. Each name is there once, in the order of first
// use.
func FreeNames(n *Node) []string {
	s := search{declared: map[string]int{}, found: map[string]bool{}}
	s.visit(n)
	return s.names
}

// search is the state of FreeNames. declared counts how many nodes around the current one declare a name.
type search struct {
	declared map[string]int
	found    map[string]bool
	names    []string
}

func (s *search) visit(n *Node) {
	if n.Op == Name && s.declared[n.Text] == 0 && !s.found[n.Text] {
		s.found[n.Text] = true
		s.names = append(s.names, n.Text)
	}
	for _, name := range n.Declared {
		s.declared[name]++
	}
	for _, kid := range n.Kids {
		s.visit(kid)
	}
	for _, name := range n.Declared {
		s.declared[name]--
	}
}
