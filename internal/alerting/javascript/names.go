// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package javascript

// FreeNames returns the names that a node uses without declaring them, in order of first use, without duplicates.
func FreeNames(n *Node) []string {
	s := search{declared: map[string]int{}, found: map[string]bool{}}
	s.visit(n)
	return s.names
}

// search is the state of FreeNames. declared counts the enclosing scopes that declare each name.
type search struct {
	declared map[string]int
	found    map[string]bool
	names    []string
}

func (s *search) visit(n *Node) {
	if n.Op == Name && s.declared[n.Text] == 0 && !s.found[n.Text] {
		s.found[n.Text] = true
		s.names = append(s.names, n.Text)
	}
	for _, name := range n.Declared {
		s.declared[name]++
	}
	for _, kid := range n.Kids {
		s.visit(kid)
	}
	for _, name := range n.Declared {
		s.declared[name]--
	}
}
