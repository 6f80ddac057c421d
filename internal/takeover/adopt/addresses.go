// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"maps"
	"slices"
	"strings"
)

// addresses finds the address of an object's resource: one that this run writes, or one that the folder already has.
type addresses struct {
	written index
	known   map[string]map[string]string // all addresses, by kind and id
	refers  map[*object][]*object        // the written objects that each written object refers to
}

// newAddresses returns the addresses of the objects to write, and of those that the folder already declares.
func newAddresses(written []*object, kept map[string]map[string]string) *addresses {
	a := &addresses{written: indexOf(written), known: kept, refers: map[*object][]*object{}}
	for _, o := range written {
		a.known[o.kind.Name][o.id] = o.address()
		if parent := a.written[o.kind.Parent][o.parent()]; parent != nil {
			a.refers[o] = append(a.refers[o], parent)
		}
	}
	return a
}

// kindsOf returns the kinds of the objects with the given id.
func (a *addresses) kindsOf(id string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(a.known)), func(kind string) bool { return a.known[kind][id] == "" })
}

// refer returns the address by which one object may refer to another; "" if there is none. It is also "" if the reference would
// close a circle, because Terraform could not order the two.
func (a *addresses) refer(from *object, kind, id string) string {
	if to := a.written[kind][id]; to != nil {
		if a.reaches(to, from, map[*object]bool{}) {
			return ""
		}
		if !slices.Contains(a.refers[from], to) {
			a.refers[from] = append(a.refers[from], to)
		}
	}
	return a.known[kind][id]
}

// reaches reports whether references lead from one object to another.
func (a *addresses) reaches(from, to *object, seen map[*object]bool) bool {
	if from == to {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	return slices.ContainsFunc(a.refers[from], func(next *object) bool { return a.reaches(next, to, seen) })
}

// ids returns the ids of all resources by resource type and label.
func (a *addresses) ids() map[string]map[string]string {
	all := map[string]map[string]string{}
	for kind, byID := range a.known {
		labels := map[string]string{}
		for id, address := range byID {
			labels[strings.TrimPrefix(address, typeName(kind)+".")] = id
		}
		all[typeName(kind)] = labels
	}
	return all
}
