// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/base/planfile"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

type estate struct {
	dashboards []dashboard
	alerts     []object
	unplaced   []string // addresses of tabs and widgets whose parent is known after apply
	assets     []string // names of all assets that objects mention, sorted
}

// object is a resource, or a page or tab of our own.
type object struct {
	address    string
	attributes map[string]any // without sensitive values: everything that is shown comes from here
	rehearsed  map[string]any // of an alert, for package rehearsal, which hides the sensitive values that it contains
	resource   planfile.Resource
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
	return cmp.Or(panel.PlainText(o.attributes["name"], 200), o.address)
}

func newObject(r planfile.Resource) object {
	o := object{address: r.Address, attributes: r.Public(rehearsal.NotKnown, rehearsal.SensitiveText), resource: r}
	if o.attributes["name"] == rehearsal.NotKnown {
		o.attributes["name"] = r.Address + " (name known after apply)"
	}
	return o
}

// readEstates reads everything that can be drawn from the files of -before and -plan. What one of them hides, both hide.
func (set settings) readEstates(ctx context.Context) (before, after *estate, err error) {
	now, err := planfile.Read(ctx, set.plan)
	if err != nil {
		return nil, nil, err
	}
	old := &planfile.Plan{}
	if set.before != "" {
		if old, err = planfile.Read(ctx, set.before); err != nil {
			return nil, nil, err
		}
		planfile.ShareSensitive(old, now)
	}
	return newEstate(old), newEstate(now), ctx.Err()
}

func newEstate(plan *planfile.Plan) *estate {
	e := &estate{}
	for _, r := range plan.Of("engine_alert") {
		o := newObject(r)
		o.rehearsed = r.Marked(rehearsal.NotKnown, rehearsal.MarkSensitive)
		e.alerts = append(e.alerts, o)
	}
	e.dashboards, e.unplaced = place(plan)
	assets := map[string]bool{}
	for _, r := range plan.Resources {
		collectAssets(newObject(r).attributes, assets)
	}
	e.assets = slices.Sorted(maps.Keys(assets))
	return e
}

// nameUnknown replaces ids that are known only after the apply by the name of the asset or attribute, or by the item's address. Recorded
// data can't be found by them, but there is a sample for each.
func (e *estate) nameUnknown() {
	visit([]*estate{e}, func(o object, _ string) {
		for _, element := range append(itemsOf(o.attributes), itemsOf(o.rehearsed)...) {
			item, _ := element.(map[string]any)
			for _, filter := range []string{"query_filter_asset", "query_filter_attribute", "query_filter_metadata"} {
				reference, _ := item[filter].(map[string]any)
				if id := reference["id"]; id == nil || id != rehearsal.NotKnown {
					continue
				}
				name, _ := reference["name"].(string)
				if name == "" || name == rehearsal.NotKnown {
					ref, _ := item["ref_id"].(string)
					name = o.address + " " + ref
				}
				reference["id"] = name
			}
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

// place finds the tab of each widget and the dashboard of each tab. unplaced has the addresses of those whose parent is known after apply.
func place(plan *planfile.Plan) (all []dashboard, unplaced []string) {
	dashboards, tabs := map[string]*dashboard{}, map[string]*tab{}
	onDashboard := func(t *tab, address string) {
		if dashboards[address] == nil { // one of the pages for other parents
			dashboards[address] = &dashboard{object: pageObject(address, address)}
		}
		dashboards[address].tabs = append(dashboards[address].tabs, *t)
	}
	for _, r := range plan.Of("engine_dashboard") {
		dashboards[r.Address] = &dashboard{object: newObject(r)}
	}
	owners := map[string]string{}
	ofTabs, ofWidgets := newParents(plan, "engine_dashboard", "dashboard"), newParents(plan, "engine_tab", "tab")
	for _, r := range plan.Of("engine_tab") {
		t := &tab{object: newObject(r)}
		t.order, _ = t.attributes["order"].(float64)
		tabs[r.Address] = t
		if owners[r.Address], _ = ofTabs.of(r); owners[r.Address] == afterApply {
			unplaced = append(unplaced, r.Address)
		}
	}
	for _, r := range plan.Of("engine_widget") {
		address, id := ofWidgets.of(r)
		if address == afterApply {
			unplaced = append(unplaced, r.Address)
		}
		if tabs[address] == nil || id != "" {
			owner := address
			address = strings.TrimSpace(owner + " " + id)
			if tabs[address] == nil {
				name := map[string]string{afterApply: "Tab known after apply", notInPlan: strings.TrimSpace("Tab " + id)}[owner]
				tabs[address], owners[address] = &tab{object: pageObject(address, name), order: math.Inf(1)}, owner
			}
		}
		tabs[address].widgets = append(tabs[address].widgets, newObject(r))
	}
	for _, address := range slices.Sorted(maps.Keys(tabs)) {
		onDashboard(tabs[address], owners[address])
	}
	for _, address := range slices.Sorted(maps.Keys(dashboards)) {
		d := dashboards[address]
		slices.SortStableFunc(d.tabs, func(a, b tab) int { return cmp.Compare(a.order, b.order) })
		all = append(all, *d)
	}
	return all, unplaced
}

// These are the pages for tabs and widgets whose parent is not certain, or not there. They are no addresses of resources.
const (
	afterApply = "Parent known after apply"
	notInPlan  = "Parent not in this plan"
)

func pageObject(address, name string) object {
	return object{address: address, attributes: map[string]any{"name": name}}
}

// parents finds the tabs of widgets, or the dashboards of tabs.
type parents struct {
	attribute string
	ids       map[string]string
	search    *planfile.Parents
}

func newParents(plan *planfile.Plan, resourceType, attribute string) parents {
	p := parents{attribute, map[string]string{}, plan.Parents(resourceType)}
	for _, r := range plan.Of(resourceType) {
		if id, _ := r.Values["id"].(string); id != "" {
			p.ids[id] = r.Address
		}
	}
	return p
}

// of returns the address of a resource's parent, afterApply or notInPlan. With notInPlan, id is the parent's id as it may be shown.
func (p parents) of(r planfile.Resource) (address, id string) {
	if id, _ := r.Values[p.attribute].(string); id != "" {
		if address := p.ids[id]; address != "" {
			return address, ""
		}
		shown, _ := newObject(r).attributes[p.attribute].(string)
		return notInPlan, shown
	}
	address, unknown := p.search.Of(r, p.attribute)
	switch {
	case !unknown:
		return notInPlan, ""
	case address == "":
		return afterApply, ""
	}
	return address, ""
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
	old, now := before.resource.Attributes(rehearsal.NotKnown), after.resource.Attributes(rehearsal.NotKnown)
	all := maps.Clone(old)
	maps.Copy(all, now)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if name == "id" || now[name] == rehearsal.NotKnown || reflect.DeepEqual(old[name], now[name]) {
			continue
		}
		if before.resource.IsSensitive(name) || after.resource.IsSensitive(name) {
			name += " (sensitive)"
		}
		changed = append(changed, name)
	}
	if len(changed) == 0 {
		return ""
	}
	return fmt.Sprintf("changed: %s", strings.Join(changed, ", "))
}
