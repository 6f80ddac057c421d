// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"errors"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// listItems lists the names of items for a message.
func listItems(all Names) string {
	if len(all.names) == 0 {
		return "the list has no items"
	}
	return "the items are " + strings.Join(all.names, ", ")
}

// formula is the expression of an item.
type formula struct {
	Value
	parsed *expression.Expression

	// report is Refuse or warn. A mistake is an error only where the engine runs the text, which is known only of EXPRESSION items without
	// expression_plain. The use of expressions in other items is not documented (quirk 153).
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

// checkExpressions checks that expressions name only items of the list, and that no item depends on its own value.
func checkExpressions(list Value) {
	all := NamesOf(list, "ref_id")
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
	search := cycleSearch{Names: all, formulas: formulas, visited: map[string]bool{}}
	for _, name := range all.names {
		search.from(name)
	}
}

// parse reports an expression that does not parse. If expression_plain is declared, the engine runs that text instead.
func (f *formula) parse(hasPlain bool) {
	parsed, err := expression.Parse(f.Text())
	var wrong *expression.SyntaxError
	switch {
	case err == nil:
		f.parsed = parsed
	case hasPlain:
	case errors.As(err, &wrong) && wrong.Unsure:
		f.warn("Expression can't be read", "%s %v. If the engine knows this syntax, declare expression_plain too: the provider derives it "+
			"only from expressions that it can parse.", f.Path, err)
	default:
		f.report("Wrong expression", "%s %v.", f.Path, err)
	}
}

// checkNames reports $names without an item, and warns about items that an expression names without the $.
func (f *formula) checkNames(list Value, all Names) {
	for _, name := range f.parsed.Names {
		if !all.mayHave(name) {
			f.report("No such item", "%s names $%s, but no item of %s has the ref_id %q; %s.", f.Path, name, list.Path, name, listItems(all))
		}
	}
	for _, name := range f.parsed.Bare {
		if _, isItem := all.elements[name]; isItem {
			f.warn("Item without $", "%s names %s without $. The value of the item with that ref_id is $%s.", f.Path, name, name)
		}
	}
}

// cycleSearch finds cycles among EXPRESSION items. The walk ends at items of other types, whose values come from the engine (interface
// section 2.8).
type cycleSearch struct {
	Names
	formulas map[string]*formula
	way      []string // the path from the first item to the current one
	visited  map[string]bool
}

func (s *cycleSearch) from(name string) {
	f := s.formulas[name]
	if f == nil || s.visited[name] || itemType(s.elements[name]) != "EXPRESSION" {
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

// reportCircle reports the expression that closes a cycle.
func reportCircle(f *formula, circle []string) {
	if len(circle) == 2 {
		f.report("Expression names itself", "%s names $%s, its own item. It has to name other items.", f.Path, circle[0])
		return
	}
	f.report("Expressions name each other", "%s closes a circle of expressions: $%s. None of them can be calculated before the others.",
		f.Path, strings.Join(circle, " names $"))
}

// AlertTarget refuses a target variable of an alert that is not the ref_id of an item (wire shapes section 7). If the configuration
// declares no items, the engine has them, and nothing is checked.
func AlertTarget(target, list Value) { checkTarget(target, list, target.Refuse) }

// FunctionTarget warns about a target variable of a function that is not the ref_id of an item. It is only a warning, because the documents
// do not exclude such a target (quirk 153).
func FunctionTarget(target, list Value) { checkTarget(target, list, target.warn) }

func checkTarget(target, list Value, report reporter) {
	if all := NamesOf(list, "ref_id"); list.IsDeclared() && target.Text() != "" && attribute.ItemName().Has(target.Text()) &&
		!all.mayHave(target.Text()) {
		report("No such item", "%s is %q, but no item of %s has that ref_id; %s.", target.Path, target.Text(), list.Path, listItems(all))
	}
}
