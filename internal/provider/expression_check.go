// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"slices"
	"strings"
)

// namedItems are the items of a list by ref_id, in their order.
type namedItems struct {
	names []string
	items map[string]part
	open  bool // there may be more: not all are known
}

func itemsByName(list part) namedItems {
	all := namedItems{items: map[string]part{}, open: !list.known()}
	for _, item := range list.each() {
		name := item.in("ref_id")
		all.open = all.open || !name.known()
		if _, taken := all.items[name.text()]; !taken && name.text() != "" {
			all.items[name.text()] = item
			all.names = append(all.names, name.text())
		}
	}
	return all
}

// lack tells whether there is surely no item of the name.
func (n namedItems) lack(name string) bool {
	_, ok := n.items[name]
	return !ok && !n.open
}

// listed says which items there are.
func (n namedItems) listed() string {
	if len(n.names) == 0 {
		return "the list has no items"
	}
	return "the items are " + strings.Join(n.names, ", ")
}

// checkExpressions checks the expressions of a list's items: what they name with $ has to be another item of the list, and
// no expression may be needed to calculate itself.
func checkExpressions(list part) {
	all := itemsByName(list)
	for _, item := range list.each() {
		expression := item.in("expression")
		if !item.in("expression_plain").declared() {
			checkFunctionText(expression)
		}
		for _, name := range expressionNames(expression.text()) {
			if all.lack(name) {
				expression.refuse("No such item", "%s names $%s, but no item of %s has the ref_id %q; %s.", expression.path, name, list.path, name, all.listed())
			}
		}
	}
	search := cycleSearch{namedItems: all, visited: map[string]bool{}}
	for _, name := range all.names {
		search.from(name)
	}
}

// checkFunctionText refuses an expression that can't stand in a function.
func checkFunctionText(expression part) {
	if strings.TrimSpace(expression.text()) == "" {
		return
	}
	if _, err := expressionPlain(expression.text()); err != nil {
		expression.refuse("Wrong expression", "%s %v.", expression.path, err)
	}
}

// cycleSearch walks from item to item along the names in expressions. Items of other types than EXPRESSION read their
// values from the engine; what an expression does there is not shown (interface section 2.8).
type cycleSearch struct {
	namedItems
	way     []string // from the first item to where the walk is
	visited map[string]bool
}

func (s *cycleSearch) from(name string) {
	item := s.items[name]
	if s.visited[name] || item.in("type").text() != "EXPRESSION" {
		return
	}
	s.visited[name] = true
	s.way = append(s.way, name)
	expression := item.in("expression")
	for _, next := range expressionNames(expression.text()) {
		if start := slices.Index(s.way, next); start >= 0 {
			s.report(expression, append(slices.Clone(s.way[start:]), next))
			continue
		}
		s.from(next)
	}
	s.way = s.way[:len(s.way)-1]
}

// report refuses the expression that closes a circle of names.
func (s *cycleSearch) report(expression part, circle []string) {
	if len(circle) == 2 {
		expression.refuse("Expression names itself", "%s names $%s, its own item. It has to name other items.", expression.path, circle[0])
		return
	}
	expression.refuse("Expressions name each other", "%s closes a circle of expressions: $%s. None of them can be calculated before the others.",
		expression.path, strings.Join(circle, " names $"))
}

// checkTarget wants the name of a target variable to be that of an item. Items that the configuration does not declare are
// the engine's.
func checkTarget(target, list part) {
	if all := itemsByName(list); list.declared() && target.text() != "" && itemName().has(target.text()) && all.lack(target.text()) {
		target.refuse("No such item", "%s is %q, but no item of %s has that ref_id; %s.", target.path, target.text(), list.path, all.listed())
	}
}
