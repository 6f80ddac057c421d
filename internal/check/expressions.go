// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
	"github.com/engine-platform/terraform-provider-engine/internal/expression"
)

// namedItems are the items of a list by ref_id, in their order.
type namedItems struct {
	names []string
	items map[string]Value
	open  bool // there may be more: not all are known
}

func itemsByName(list Value) namedItems {
	all := namedItems{items: map[string]Value{}, open: !list.IsKnown()}
	for _, item := range list.Elements() {
		name := item.At("ref_id")
		all.open = all.open || !name.IsKnown()
		if _, taken := all.items[name.Text()]; !taken && name.Text() != "" {
			all.items[name.Text()] = item
			all.names = append(all.names, name.Text())
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
func checkExpressions(list Value) {
	all := itemsByName(list)
	for _, item := range list.Elements() {
		formula := item.At("expression")
		if !item.At("expression_plain").IsDeclared() {
			checkFunctionText(formula)
		}
		for _, name := range expression.Names(formula.Text()) {
			if all.lack(name) {
				formula.Refuse("No such item", "%s names $%s, but no item of %s has the ref_id %q; %s.", formula.Path, name, list.Path, name, all.listed())
			}
		}
	}
	search := cycleSearch{namedItems: all, visited: map[string]bool{}}
	for _, name := range all.names {
		search.from(name)
	}
}

// checkFunctionText refuses an expression that can't stand in a function.
func checkFunctionText(formula Value) {
	if strings.TrimSpace(formula.Text()) == "" {
		return
	}
	if _, err := expression.Plain(formula.Text()); err != nil {
		formula.Refuse("Wrong expression", "%s %v.", formula.Path, err)
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
	if s.visited[name] || item.At("type").Text() != "EXPRESSION" {
		return
	}
	s.visited[name] = true
	s.way = append(s.way, name)
	formula := item.At("expression")
	for _, next := range expression.Names(formula.Text()) {
		if start := slices.Index(s.way, next); start >= 0 {
			s.report(formula, append(slices.Clone(s.way[start:]), next))
			continue
		}
		s.from(next)
	}
	s.way = s.way[:len(s.way)-1]
}

// report refuses the expression that closes a circle of names.
func (s *cycleSearch) report(formula Value, circle []string) {
	if len(circle) == 2 {
		formula.Refuse("Expression names itself", "%s names $%s, its own item. It has to name other items.", formula.Path, circle[0])
		return
	}
	formula.Refuse("Expressions name each other", "%s closes a circle of expressions: $%s. None of them can be calculated before the others.",
		formula.Path, strings.Join(circle, " names $"))
}

// Target wants the name of a target variable to be that of an item. Items that the configuration does not declare are
// the engine's.
func Target(target, list Value) {
	if all := itemsByName(list); list.IsDeclared() && target.Text() != "" && attribute.ItemName().Has(target.Text()) && all.lack(target.Text()) {
		target.Refuse("No such item", "%s is %q, but no item of %s has that ref_id; %s.", target.Path, target.Text(), list.Path, all.listed())
	}
}
