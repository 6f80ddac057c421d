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

// pair is an object before and after the planned changes.
type pair struct {
	before *object // nil if the plan adds the object
	after  *object // nil if the plan removes the object
	parts  []pair  // the tabs of a dashboard, or the widgets of a tab
	// change is "" if the plan does not change the object. Otherwise, it is "added", "removed", or a list of changed attributes, as in
	// "changed: max_limit, name". If only widgets of the object change, it is "changed: widgets".
	change string
}

// pairs returns a pair for each address, with the objects before and after the plan. Objects that the plan removes come last.
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
		p.parts = pairs(p.before.partsOrNil(), p.after.partsOrNil())
		p.change = p.describeChange()
	}
	return all
}

func (o *object) partsOrNil() []*object {
	if o == nil {
		return nil
	}
	return o.parts
}

// latest returns the object as planned. If the plan removes the object, it returns the object from before the plan.
func (p pair) latest() *object { return cmp.Or(p.after, p.before) }

func (p pair) isChanged() bool { return p.change != "" }

// changedFirst sorts the pairs so that unchanged objects come last, and returns them.
func changedFirst(all []pair) []pair {
	slices.SortStableFunc(all, func(a, b pair) int { return cmp.Compare(min(1, len(b.change)), min(1, len(a.change))) })
	return all
}

// describeChange returns the value for the change field. Set the parts field before calling it.
func (p pair) describeChange() string {
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
		changed = append(changed, p.parts[i].latest().kind+"s")
	}
	if len(changed) == 0 {
		return ""
	}
	return "changed: " + strings.Join(changed, ", ")
}
