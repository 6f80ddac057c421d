// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

// pair is an object before and after the plan, with its parts. An added or removed object has nil in one of the fields.
type pair struct {
	before, after *object
	parts         []pair
	// change is "added", "removed", "changed: " with the names of attributes, "changed: " with the kind of the parts, or "".
	change string
}

// pairs finds objects with the same address in before and after. Removed objects come last.
func pairs(before, after []*object) []pair {
	var all []pair
	index := map[string]int{}
	for _, o := range after {
		index[o.address] = len(all)
		all = append(all, pair{after: o})
	}
	for _, o := range before {
		if at, ok := index[o.address]; ok {
			all[at].before = o
		} else {
			all = append(all, pair{before: o})
		}
	}
	for i := range all {
		p := &all[i]
		p.parts = pairs(p.before.ownParts(), p.after.ownParts())
		p.change = p.difference()
	}
	return all
}

func (o *object) ownParts() []*object {
	if o == nil {
		return nil
	}
	return o.parts
}

// either returns the object after the plan, or the object before it if the plan removes the object.
func (p pair) either() *object { return cmp.Or(p.after, p.before) }

func (p pair) isChanged() bool { return p.change != "" }

// changedFirst returns the pairs, with unchanged objects at the end.
func changedFirst(all []pair) []pair {
	slices.SortStableFunc(all, func(a, b pair) int { return cmp.Compare(min(1, len(b.change)), min(1, len(a.change))) })
	return all
}

func (p pair) difference() string {
	switch {
	case p.before == nil:
		return "added"
	case p.after == nil:
		return "removed"
	case p.before == p.after:
		return ""
	}
	var changed []string
	old, now := p.before.resource.Attributes(rehearsal.NotKnown), p.after.resource.Attributes(rehearsal.NotKnown)
	all := maps.Clone(old)
	maps.Copy(all, now)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if name == "id" || now[name] == rehearsal.NotKnown || reflect.DeepEqual(old[name], now[name]) {
			continue
		}
		if p.before.resource.IsSensitive(name) || p.after.resource.IsSensitive(name) {
			name += " (sensitive)"
		}
		changed = append(changed, name)
	}
	if i := slices.IndexFunc(p.parts, pair.isChanged); i >= 0 && len(changed) == 0 {
		changed = append(changed, p.parts[i].either().kind+"s")
	}
	if len(changed) == 0 {
		return ""
	}
	return "changed: " + strings.Join(changed, ", ")
}
