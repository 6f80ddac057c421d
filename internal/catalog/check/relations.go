// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// Unique adds an error for each list element that has the same name as an earlier element. The key argument is the attribute that contains
// the name (interface document, sections 4 to 8 of "Wire shapes").
func Unique(list Value, key string) {
	first := map[string]Value{}
	for _, element := range list.Elements() {
		name := element.At(key)
		text := name.Text()
		if text == "" {
			continue
		}
		if earlier, taken := first[text]; taken {
			name.Reject("Name is taken", "%s is %q, but %s has that %s already. The elements of a list have to differ in it.", name.Path, text,
				earlier.Path, key)
			continue
		}
		first[text] = element
	}
}

// Names contains the names of a list's elements. Some names may be unknown in the plan.
type Names struct {
	names    []string         // each name once, in the order of the list
	elements map[string]Value // the first element with each name
	Open     bool             // the list or a name is unknown, so there may be more names

	Undeclared bool // the configuration does not declare the list, so there may be more names
}

// NamesOf returns the names of the elements in a list. The key argument is the attribute that contains the name.
func NamesOf(list Value, key string) Names {
	all := Names{elements: map[string]Value{}, Open: list.IsDeclared() && !list.IsKnown()}
	for _, element := range list.Elements() {
		name := element.At(key)
		all.Open = all.Open || !name.IsKnown()
		if _, taken := all.elements[name.Text()]; !taken && name.Text() != "" {
			all.elements[name.Text()] = element
			all.names = append(all.names, name.Text())
		}
	}
	return all
}

// mayHave reports whether the list contains the given name, or could contain it because some names are unknown or undeclared.
func (n Names) mayHave(name string) bool {
	return n.Open || n.Undeclared || slices.Contains(n.names, name)
}

// InOrder warns if two numbers are out of order, such as a minimum that is greater than the maximum (quirk 143 in quirks.go). The arguments
// first and last are the names of the two attributes. If distinct is true, InOrder also warns about equal numbers.
func InOrder(config Value, first, last string, distinct bool) {
	a, b := config.At(first), config.At(last)
	from, to := a.Number(), b.Number()
	if from == nil || to == nil {
		return
	}
	switch order := to.Cmp(from); {
	case order < 0:
		b.warn("Numbers out of order", "%s is %s, which is less than %s, %s. It should be greater.", b.Path, attribute.Digits(to), first,
			attribute.Digits(from))
	case order == 0 && distinct:
		b.warn("Numbers out of order", "%s is %s, and so is %s. It should be greater.", b.Path, attribute.Digits(to), first)
	}
}
