// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/base/planfile"
)

type estate struct {
	dashboards []dashboard
	alerts     []object
	assets     []string // names of all assets that objects mention, sorted
}

type object struct {
	address    string
	attributes map[string]any
}

type dashboard struct {
	object
	tabs []tab
}

type tab struct {
	object
	order   float64
	widgets []object
}

func (o object) name() string {
	name, _ := o.attributes["name"].(string)
	return cmp.Or(name, o.address)
}

// sensitive is shown instead of a value that is marked as sensitive.
const sensitive = "sensitive value"

func newObject(r planfile.Resource) object {
	return object{r.Address, r.Public(rehearsal.NotKnown, sensitive)}
}

// readEstate reads everything that can be drawn from a plan or a state.
func readEstate(file string) (*estate, error) {
	plan, err := planfile.Read(file)
	if err != nil {
		return nil, err
	}
	e := &estate{}
	for _, r := range plan.Of("engine_alert") {
		e.alerts = append(e.alerts, newObject(r))
	}
	e.dashboards = place(plan)
	assets := map[string]bool{}
	for _, r := range plan.Resources {
		collectAssets(newObject(r).attributes, assets)
	}
	e.assets = slices.Sorted(maps.Keys(assets))
	return e, nil
}

// nameUnknown replaces ids that are known only after the apply by the name of the asset or attribute, or by the item's address. Recorded
// data can't be found by them, but there is a sample for each.
func (e *estate) nameUnknown() {
	items([]*estate{e}, func(item map[string]any, owner object, _ []any) {
		for _, filter := range []string{"query_filter_asset", "query_filter_attribute", "query_filter_metadata"} {
			reference, _ := item[filter].(map[string]any)
			if id := reference["id"]; id == nil || id != rehearsal.NotKnown {
				continue
			}
			name, _ := reference["name"].(string)
			if name == "" || name == rehearsal.NotKnown {
				ref, _ := item["ref_id"].(string)
				name = owner.address + " " + ref
			}
			reference["id"] = name
		}
	})
}

func collectAssets(value any, names map[string]bool) {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			switch list, isList := member.([]any); {
			case name == "assets" && isList:
				for _, asset := range list {
					addAsset(asset, names)
				}
			case name == "query_filter_asset" || name == "target_asset":
				addAsset(member, names)
			default:
				collectAssets(member, names)
			}
		}
	case []any:
		for _, element := range value {
			collectAssets(element, names)
		}
	}
}

func addAsset(reference any, names map[string]bool) {
	members, _ := reference.(map[string]any)
	for _, key := range []string{"name", "id"} {
		if name, _ := members[key].(string); name != "" && name != rehearsal.NotKnown {
			names[name] = true
			return
		}
	}
}

// place finds the tab of each widget and the dashboard of each tab.
func place(plan *planfile.Plan) []dashboard {
	dashboards := map[string]*dashboard{}
	for _, r := range plan.Of("engine_dashboard") {
		dashboards[r.Address] = &dashboard{object: newObject(r)}
	}
	tabs, owners := map[string]*tab{}, map[string]string{}
	for _, r := range plan.Of("engine_tab") {
		t := &tab{object: newObject(r)}
		t.order, _ = t.attributes["order"].(float64)
		tabs[r.Address] = t
		owners[r.Address], _ = parent(plan, r, "dashboard", "engine_dashboard")
	}
	for _, r := range plan.Of("engine_widget") {
		address, candidates := parent(plan, r, "tab", "engine_tab")
		if tabs[address] == nil {
			owner := commonOwner(candidates, owners)
			name := address
			if owner != elsewhere {
				address = owner + " " + address
				name = "One of the tabs, known after apply"
			}
			owners[address] = owner
			if tabs[address] == nil {
				tabs[address] = &tab{object: object{address, map[string]any{"name": name}}, order: math.Inf(1)}
			}
		}
		tabs[address].widgets = append(tabs[address].widgets, newObject(r))
	}
	for _, address := range slices.Sorted(maps.Keys(tabs)) {
		owner := owners[address]
		if dashboards[owner] == nil {
			dashboards[owner] = &dashboard{object: object{owner, map[string]any{"name": owner}}}
		}
		dashboards[owner].tabs = append(dashboards[owner].tabs, *tabs[address])
	}
	var all []dashboard
	for _, address := range slices.Sorted(maps.Keys(dashboards)) {
		d := dashboards[address]
		slices.SortStableFunc(d.tabs, func(a, b tab) int { return cmp.Compare(a.order, b.order) })
		all = append(all, *d)
	}
	return all
}

// elsewhere is the address of a tab or dashboard that is not in the plan, or that is known only after the apply.
const elsewhere = "elsewhere"

// parent finds the tab of a widget, or the dashboard of a tab, by the id in the attribute. If the plan does not show which resource has
// this id, address begins with "elsewhere", and possible has the resources that may have it.
func parent(plan *planfile.Plan, r planfile.Resource, attribute, resourceType string) (address string, possible []planfile.Resource) {
	candidates := plan.Of(resourceType)
	id, _ := r.Attributes(nil)[attribute].(string)
	if id != "" {
		for _, c := range candidates {
			if c.Values["id"] == id {
				return c.Address, nil
			}
		}
		return elsewhere + " " + id, nil
	}
	found := plan.Referred(r, attribute, resourceType)
	if len(found) == 0 { // A local hides what is referred to. What is in the same module is probably meant.
		found = slices.DeleteFunc(slices.Clone(candidates), func(c planfile.Resource) bool { return c.Module != r.Module })
	}
	if len(found) == 0 {
		found = candidates
	}
	if len(found) == 1 {
		return found[0].Address, nil
	}
	return elsewhere, found
}

// commonOwner returns the dashboard that contains all the tabs. If the tabs are on several dashboards, it returns "elsewhere".
func commonOwner(tabs []planfile.Resource, owners map[string]string) string {
	owner := ""
	for _, t := range tabs {
		if owner != "" && owner != owners[t.Address] {
			return elsewhere
		}
		owner = owners[t.Address]
	}
	return cmp.Or(owner, elsewhere)
}

// mark says how an object has changed: "added", "removed", "changed: " with the names of attributes, or "" for no change.
func mark(before, after *object) string {
	switch {
	case before == nil:
		return "added"
	case after == nil:
		return "removed"
	}
	var changed []string
	all := maps.Clone(before.attributes)
	maps.Copy(all, after.attributes)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		old, now := before.attributes[name], after.attributes[name]
		if name == "id" || now == rehearsal.NotKnown || reflect.DeepEqual(old, now) {
			continue
		}
		changed = append(changed, name)
	}
	if len(changed) == 0 {
		return ""
	}
	return fmt.Sprintf("changed: %s", strings.Join(changed, ", "))
}
