// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

// checkUnique refuses the elements of a list whose key is that of an earlier element.
func checkUnique(list part, key string) {
	first := map[string]part{}
	for _, element := range list.each() {
		name := element.in(key)
		text := name.text()
		if text == "" {
			continue
		}
		if earlier, taken := first[text]; taken {
			name.refuse("Name is taken", "%s is %q, which %s has already. Elements of a list have different values of %s.", name.path, text, earlier.path, key)
			continue
		}
		first[text] = element
	}
}
