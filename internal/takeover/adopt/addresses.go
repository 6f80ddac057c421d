// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"maps"
	"slices"
)

// addresses finds the address of an object's resource: one that this run writes, or one that the folder already has.
type addresses struct {
	written index
	kept    map[string]map[string]string // addresses of the folder's resources, by kind and id
	kinds   map[string][]string          // the kinds of objects that have an id
	refers  map[*object][]*object        // the written objects that each written object refers to
}

func newAddresses(written []*object, kept map[string]map[string]string) *addresses {
	a := &addresses{written: indexOf(written), kept: kept, kinds: map[string][]string{}, refers: map[*object][]*object{}}
	for kind, byID := range kept {
		for id := range byID {
			a.kinds[id] = append(a.kinds[id], kind)
		}
	}
	for _, o := range written {
		a.kinds[o.id] = append(a.kinds[o.id], o.kind.Name)
		if parent := a.written[o.kind.Parent][o.parent()]; parent != nil {
			a.refers[o] = append(a.refers[o], parent)
		}
	}
	return a
}

// kindsOf returns the kinds of the objects with the given id.
func (a *addresses) kindsOf(id string) []string { return slices.Sorted(slices.Values(a.kinds[id])) }

// refer returns the address by which one object may refer to another; "" if there is none. It is also "" if the reference would
// close a circle, because Terraform could not order the two.
func (a *addresses) refer(from *object, kind, id string) string {
	to := a.written[kind][id]
	if to == nil {
		return a.kept[kind][id]
	}
	if a.reaches(to, from, map[*object]bool{}) {
		return ""
	}
	if !slices.Contains(a.refers[from], to) {
		a.refers[from] = append(a.refers[from], to)
	}
	return to.address()
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
	note := func(typeName, label, id string) {
		if all[typeName] == nil {
			all[typeName] = map[string]string{}
		}
		all[typeName][label] = id
	}
	for kind, byID := range a.kept {
		for id, address := range byID {
			note(typeName(kind), address[len(typeName(kind))+1:], id)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(a.written)) {
		for id, o := range a.written[kind] {
			note(o.typeName(), o.label, id)
		}
	}
	return all
}
