// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/engine-platform/terraform-provider-engine/internal/base/planfile"
)

// alert contains an alert as it will be after the planned changes, and as it was before them.
type alert struct {
	address string
	after   *planfile.Resource // nil for a removed alert
	before  *planfile.Resource // nil for a new alert, and for all alerts if readPlan decides that there is nothing to compare
	change  string             // new, changed or removed; "" for an unchanged alert, or if there is no comparison
}

// Values of alert.change.
const (
	added   = "new"
	changed = "changed"
	removed = "removed"
)

// readPlan returns the plan's alerts, changed ones first. With the option -before, which names an earlier plan or state, each alert is
// paired with the same alert there. Otherwise, if the plan changes an existing alert, the alerts are paired with their state before the
// plan. A plan without alerts is an error.
func (set settings) readPlan(ctx context.Context) ([]alert, error) {
	plan, err := planfile.Read(ctx, set.plan)
	if err != nil {
		return nil, err
	}
	before := plan.Prior
	if set.before != "" {
		if before, err = planfile.Read(ctx, set.before); err != nil {
			return nil, err
		}
		planfile.ShareSensitive(plan, before)
	}
	all := alertsOf(plan, before)
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no engine_alert; it has to be what terraform show -json prints of a plan or a state", set.plan)
	}
	isSame := func(a alert) bool { return a.change == "" }
	if set.before == "" && !slices.ContainsFunc(all, func(a alert) bool { return a.before != nil && !isSame(a) }) {
		for i := range all { // no existing alert has changed, so compare nothing
			all[i].before, all[i].change = nil, ""
		}
	}
	return slices.Concat(slices.DeleteFunc(slices.Clone(all), isSame), slices.DeleteFunc(all, func(a alert) bool { return !isSame(a) })), nil
}

// alertsOf returns the alerts that occur in either plan, sorted by address. before may be nil.
func alertsOf(after, before *planfile.Plan) (all []alert) {
	byAddress := map[string]*alert{}
	get := func(address string) *alert {
		if byAddress[address] == nil {
			byAddress[address] = &alert{address: address}
		}
		return byAddress[address]
	}
	for _, r := range after.Of("engine_alert") {
		get(r.Address).after = &r
	}
	if before != nil {
		for _, r := range before.Of("engine_alert") {
			get(r.Address).before = &r
		}
	}
	for _, address := range slices.Sorted(maps.Keys(byAddress)) {
		a := *byAddress[address]
		switch {
		case a.after == nil:
			a.change = removed
		case a.before == nil:
			a.change = added
		case differ(a.before.Attributes(nil), a.after.Attributes(nil)):
			a.change = changed
		}
		all = append(all, a)
	}
	return all
}

// differ reports whether the attributes of two resources differ. A missing attribute equals null.
func differ(a, b map[string]any) bool {
	for _, name := range slices.Concat(slices.Collect(maps.Keys(a)), slices.Collect(maps.Keys(b))) {
		if !reflect.DeepEqual(a[name], b[name]) {
			return true
		}
	}
	return false
}
