// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression"
	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

func listItems(all Names) string {
	if len(all.names) == 0 {
		return "the list has no items"
	}
	return "the items are " + strings.Join(all.names, ", ")
}

type formula struct {
	Value
	parsed *expression.Expression

	// report adds an error to the expression. It adds only a warning if the engine may ignore the expression, because the item's type is
	// not EXPRESSION or because the item declares expression_plain (quirk 153 in quirks.go). The same applies if the expression itself may
	// declare the names in it.
	report reporter
}

func formulaOf(item Value) *formula {
	f := &formula{Value: item.At("expression"), parsed: &expression.Expression{}}
	f.report = f.warn
	if itemType(item) == "EXPRESSION" && !item.At("expression_plain").IsDeclared() {
		f.report = f.Reject
	}
	return f
}

// checkExpressions checks the expressions of all items. It reports syntax errors, unknown names, and items that depend on themselves.
func checkExpressions(list Value) {
	all := NamesOf(list, "ref_id")
	formulas := map[string]*formula{}
	for _, item := range list.Elements() {
		f := formulaOf(item)
		if text := f.Text(); strings.TrimSpace(text) != "" {
			hasPlain := item.At("expression_plain").IsDeclared()
			f.parse(hasPlain)
			f.checkNames(list, all)
			if !hasPlain { // if hasPlain is true, the engine runs expression_plain instead
				f.checkGlobals(all)
			}
		}
		if name := item.At("ref_id").Text(); formulas[name] == nil {
			formulas[name] = f
		}
	}
	search := cycleSearch{Names: all, formulas: formulas, visited: map[string]bool{}}
	for _, name := range all.names {
		search.from(name)
	}
}

// parse sets f.parsed and reports a syntax error. If the item declares expression_plain, the engine ignores the expression, so parse
// reports no error.
func (f *formula) parse(hasPlain bool) {
	parsed, err := expression.Parse(f.Text())
	switch {
	case err == nil:
		if f.parsed = parsed; parsed.Outside != nil {
			f.report = f.warn // not an error, because the expression itself may declare some of the names
		}
	case !hasPlain:
		f.report("Invalid expression", "%s %v.", f.Path, err)
	}
}

// checkNames reports references to items that do not exist, and warns if an item's name is used without a "$" before it.
func (f *formula) checkNames(list Value, all Names) {
	for _, name := range f.parsed.Names {
		if all.mayHave(name) {
			continue
		}
		hint := ""
		if f.parsed.Outside != nil {
			hint = " If the expression declares $" + name + " itself, declare expression_plain too: the derived one takes it from an item."
		}
		f.report("No such item", "%s names $%s, but no item of %s has the ref_id %q; %s.%s", f.Path, name, list.Path, name, listItems(all),
			hint)
	}
	for _, name := range f.parsed.Globals {
		if _, isItem := all.elements[name]; isItem {
			f.warn("Item without $", "%s names %s without $. The value of the item with that ref_id is $%s.", f.Path, name, name)
		}
	}
}

// cycleSearch finds items that depend on themselves, such as A = $B + 1 and B = $A. Only items of type EXPRESSION can be part of a cycle
// (interface document, section 2.8).
type cycleSearch struct {
	Names
	formulas map[string]*formula // by ref_id
	path     []string            // the path from the first item to the current one
	visited  map[string]bool     // the ref_ids of the items that were checked
}

func (s *cycleSearch) from(name string) {
	f := s.formulas[name]
	if f == nil || s.visited[name] || itemType(s.elements[name]) != "EXPRESSION" {
		return
	}
	s.visited[name] = true
	s.path = append(s.path, name)
	for _, next := range f.parsed.Names {
		if start := slices.Index(s.path, next); start >= 0 {
			reportCircle(f, append(slices.Clone(s.path[start:]), next))
		}
		s.from(next) // returns immediately if next has already been visited
	}
	s.path = s.path[:len(s.path)-1]
}

// reportCircle reports that the expression f depends on itself. circle contains the ref_ids on the path from f back to itself.
func reportCircle(f *formula, circle []string) {
	if len(circle) == 2 {
		f.report("Expression names itself", "%s names $%s, its own item. It has to name other items.", f.Path, circle[0])
		return
	}
	f.report("Expressions name each other", "%s closes a circle of expressions: $%s. None of them can be calculated before the others.",
		f.Path, strings.Join(circle, " names $"))
}

// AlertTarget adds an error if an alert's target variable doesn't name an item (interface document, section 7 of "Wire shapes").
func AlertTarget(target, list Value) { checkTarget(target, list, target.Reject) }

// FunctionTarget warns if a function's target variable is not the ref_id of one of the function's items. This is only a warning, because
// the documentation does not require it (quirk 153 in quirks.go).
func FunctionTarget(target, list Value) { checkTarget(target, list, target.warn) }

func checkTarget(target, list Value, report reporter) {
	if all := NamesOf(list, "ref_id"); list.IsDeclared() && target.Text() != "" && attribute.ItemName().Has(target.Text()) &&
		!all.mayHave(target.Text()) {
		report("No such item", "%s is %q, but no item of %s has that ref_id; %s.", target.Path, target.Text(), list.Path, listItems(all))
	}
}
