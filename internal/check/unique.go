// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"slices"
)

// Unique refuses the elements of a list that have the name of an earlier one. key is the attribute that names them.
func Unique(list Value, key string) {
	first := map[string]Value{}
	for _, element := range list.Elements() {
		name := element.At(key)
		text := name.Text()
		if text == "" {
			continue
		}
		if earlier, taken := first[text]; taken {
			name.Refuse("Name is taken", "%s is %q, but %s has that %s already. The elements of a list have to differ in it.", name.Path, text, earlier.Path, key)
			continue
		}
		first[text] = element
	}
}

// Names are the names of a list's elements.
type Names struct {
	names []string
	Open  bool // there may be more: not all are known
}

func NamesOf(list Value) Names {
	set := Names{Open: list.IsDeclared() && !list.IsKnown()}
	for _, element := range list.Elements() {
		name := element.At("name")
		set.Open = set.Open || !name.IsKnown()
		set.names = append(set.names, name.Text())
	}
	return set
}

func (s Names) mayHave(name string) bool { return s.Open || slices.Contains(s.names, name) }
