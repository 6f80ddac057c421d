// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import "slices"

// checkUnique refuses the elements of a list that have the name of an earlier one. key is the attribute that names them.
func checkUnique(list part, key string) {
	first := map[string]part{}
	for _, element := range list.each() {
		name := element.in(key)
		text := name.text()
		if text == "" {
			continue
		}
		if earlier, taken := first[text]; taken {
			name.refuse("Name is taken", "%s is %q, but %s has that %s already. The elements of a list have to differ in it.", name.path, text, earlier.path, key)
			continue
		}
		first[text] = element
	}
}

// nameSet are the names of a list's elements.
type nameSet struct {
	names []string
	open  bool // there may be more: not all are known
}

func namesOf(list part) nameSet {
	set := nameSet{open: list.declared() && !list.known()}
	for _, element := range list.each() {
		name := element.in("name")
		set.open = set.open || !name.known()
		set.names = append(set.names, name.text())
	}
	return set
}

func (s nameSet) mayHave(name string) bool { return s.open || slices.Contains(s.names, name) }
