// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"errors"
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

// formula is the expression of an item.
type formula struct {
	Value
	parsed *expression.Expression

	// report tells whether what is wrong with it breaks the item, or may: engines run the expressions of EXPRESSION items, in
	// the form of expression_plain where that is declared; what an expression does in other items is not shown (quirk 153).
	report reporter
}

func formulaOf(item Value) *formula {
	f := &formula{Value: item.At("expression"), parsed: &expression.Expression{}}
	f.report = f.warn
	if itemType(item) == "EXPRESSION" && !item.At("expression_plain").IsDeclared() {
		f.report = f.Refuse
	}
	return f
}

// checkExpressions checks the expressions of a list's items: what they name with $ has to be another item of the list, and
// no expression may be needed to calculate itself.
func checkExpressions(list Value) {
	all := itemsByName(list)
	formulas := map[string]*formula{}
	for _, item := range list.Elements() {
		f := formulaOf(item)
		if text := f.Text(); strings.TrimSpace(text) != "" {
			f.parse(item.At("expression_plain").IsDeclared())
			f.checkNames(list, all)
		}
		if name := item.At("ref_id").Text(); name != "" && formulas[name] == nil {
			formulas[name] = f
		}
	}
	search := cycleSearch{namedItems: all, formulas: formulas, visited: map[string]bool{}}
	for _, name := range all.names {
		search.from(name)
	}
}

// parse reports an expression that can't stand in a function, unless another text runs in its place.
func (f *formula) parse(hasPlain bool) {
	parsed, err := expression.Parse(f.Text())
	var wrong *expression.SyntaxError
	switch {
	case err == nil:
		f.parsed = parsed
	case hasPlain:
	case errors.As(err, &wrong) && wrong.Unsure:
		f.warn("Expression can't be read", "%s %v. If the engine knows this syntax, declare expression_plain beside it: it is not made of what can't be read.", f.Path, err)
	default:
		f.report("Wrong expression", "%s %v.", f.Path, err)
	}
}

// checkNames reports the names with $ of which there is no item, and warns of items that are named without it.
func (f *formula) checkNames(list Value, all namedItems) {
	for _, name := range f.parsed.Names {
		if all.lack(name) {
			f.report("No such item", "%s names $%s, but no item of %s has the ref_id %q; %s.", f.Path, name, list.Path, name, all.listed())
		}
	}
	for _, name := range f.parsed.Bare {
		if _, isItem := all.items[name]; isItem {
			f.warn("Item without $", "%s names %s, which is no item there. The value of the item with that ref_id is $%s.", f.Path, name, name)
		}
	}
}

// cycleSearch walks from item to item along the names in expressions. Items of other types than EXPRESSION read their
// values from the engine; what an expression does there is not shown (interface section 2.8).
type cycleSearch struct {
	namedItems
	formulas map[string]*formula
	way      []string // from the first item to where the walk is
	visited  map[string]bool
}

func (s *cycleSearch) from(name string) {
	f := s.formulas[name]
	if f == nil || s.visited[name] || itemType(s.items[name]) != "EXPRESSION" {
		return
	}
	s.visited[name] = true
	s.way = append(s.way, name)
	for _, next := range f.parsed.Names {
		if start := slices.Index(s.way, next); start >= 0 {
			reportCircle(f, append(slices.Clone(s.way[start:]), next))
			continue
		}
		s.from(next)
	}
	s.way = s.way[:len(s.way)-1]
}

// reportCircle reports the expression that closes a circle of names.
func reportCircle(f *formula, circle []string) {
	if len(circle) == 2 {
		f.report("Expression names itself", "%s names $%s, its own item. It has to name other items.", f.Path, circle[0])
		return
	}
	f.report("Expressions name each other", "%s closes a circle of expressions: $%s. None of them can be calculated before the others.",
		f.Path, strings.Join(circle, " names $"))
}

// AlertTarget wants the target variable of an alert to be the ref_id of an item (wire shapes section 7). Items that the
// configuration does not declare are the engine's.
func AlertTarget(target, list Value) { checkTarget(target, list, target.Refuse) }

// FunctionTarget warns where the target variable of a function is no item: the documents do not say that it is one (quirk
// 153).
func FunctionTarget(target, list Value) { checkTarget(target, list, target.warn) }

func checkTarget(target, list Value, report reporter) {
	if all := itemsByName(list); list.IsDeclared() && target.Text() != "" && attribute.ItemName().Has(target.Text()) && all.lack(target.Text()) {
		report("No such item", "%s is %q, but no item of %s has that ref_id; %s.", target.Path, target.Text(), list.Path, all.listed())
	}
}
