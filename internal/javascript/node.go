// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package javascript

// Op says what a node is.
type Op uint8

// The comment of an op says what Kids has, and what else.
const (
	Name     Op = iota // Text
	Word               // Text: this, super, import, new.target, import.meta
	Constant           // Text: null, true, false
	Number             // Text: as it is written
	BigInt             // Text: as it is written
	String             // Text: as it is written, with the quotes
	RegExp             // Text: as it is written
	Template           // the expressions; Words has the texts around them, as they are written
	Hole               // a missing element of an array

	Group       // the elements of a parenthesis
	Array       // the elements
	Object      // the properties
	Property    // the key if it is computed, and the value; Text is the key otherwise
	Spread      // one
	Function    // the parameters and the body; Text is the name, Flag tells an async function or a generator
	Arrow       // the parameters and the body, a Block or an expression; Flag tells an async function
	Class       // what it extends, and its members
	Unary       // one; Text is the operator, with "x" in front of ++ and -- behind the operand
	Binary      // two or more operands, which Words has the operators between; they are of one precedence, and ** has two operands
	Logic       // two or more operands; Text is the operator: && || ??
	Conditional // test, value, test, value, and so on, and what is left
	Assign      // target and value; Text is the operator
	Sequence    // two or more, of which the last one counts
	Chain       // the base and what is done with it: Member, Index, Call or Template
	Member      // Text; Flag tells ?.
	Index       // one; Flag tells ?.
	Call        // the arguments; Flag tells ?.
	New         // what is called, and the arguments

	Block     // the statements
	Declare   // the declarators: targets, or Assign; Text is var, let, const or using
	Return    // the value, if any
	If        // test, statement, test, statement, and so on, and the statement of the last else, if any
	Evaluate  // an expression as a statement
	Statement // any other: its expressions and statements; Text is its first word
)

// Node is a part of a text.
type Node struct {
	Op       Op
	Flag     bool
	Pos, End int // in bytes
	Text     string
	Words    []string
	Kids     []*Node

	// Declared are the names that the node declares for its kids.
	Declared []string
}
