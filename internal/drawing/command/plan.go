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
	"regexp"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/base/planfile"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// estate is what a plan or state has of dashboards and alerts.
type estate struct {
	dashboards, alerts []*object // sorted by address, with numbers in numerical order
	unplaced           []string  // addresses of tabs and widgets whose parent is known after apply
	assets             []string  // names of all assets that objects mention, sorted
}

// object is a resource, or a page or tab of our own.
type object struct {
	address    string
	kind       string         // dashboard, tab, widget or alert
	attributes map[string]any // without sensitive values: everything that is shown comes from here
	rehearsed  map[string]any // of an alert, for package rehearsal, which hides the sensitive values that it contains
	resource   planfile.Resource
	parts      []*object // the tabs of a dashboard, or the widgets of a tab
}

func (o *object) name() string {
	return cmp.Or(panel.PlainText(o.attributes["name"], 200), o.address)
}

func newObject(r planfile.Resource) *object {
	o := &object{
		address: r.Address, kind: strings.TrimPrefix(r.Type, "engine_"), resource: r,
		attributes: r.Public(rehearsal.NotKnown, rehearsal.SensitiveText),
	}
	if o.attributes["name"] == rehearsal.NotKnown {
		o.attributes["name"] = r.Address + " (name known after apply)"
	}
	return o
}

// readEstates reads everything that can be drawn from the file of -plan, and from the file of -before or the plan's own state before the
// apply. What one of them hides, both hide. Without a change of anything that can be drawn, before is nil.
func (set settings) readEstates(ctx context.Context) (before, after *estate, err error) {
	now, err := planfile.Read(ctx, set.plan)
	if err != nil {
		return nil, nil, err
	}
	old := now.Prior
	if set.before != "" {
		if old, err = planfile.Read(ctx, set.before); err != nil {
			return nil, nil, err
		}
		planfile.ShareSensitive(old, now)
	}
	after = newEstate(now)
	if old != nil {
		before = newEstate(old)
	}
	if set.before == "" && (old == nil || len(before.dashboards)+len(before.alerts) == 0 || !before.differs(after)) {
		before = nil
	}
	return before, after, ctx.Err()
}

// differs reports whether an object of one estate was added, removed or changed in the other.
func (e *estate) differs(other *estate) bool {
	return slices.ContainsFunc(slices.Concat(pairs(e.dashboards, other.dashboards), pairs(e.alerts, other.alerts)), func(p pair) bool {
		return p.change() != ""
	})
}

func newEstate(plan *planfile.Plan) *estate {
	e := &estate{}
	for _, r := range plan.Of("engine_alert") {
		o := newObject(r)
		o.rehearsed = r.Marked(rehearsal.NotKnown, rehearsal.MarkSensitive)
		e.alerts = append(e.alerts, o)
	}
	e.place(plan)
	sortByNumber(e.dashboards)
	sortByNumber(e.alerts)
	assets := map[string]bool{}
	for _, r := range plan.Resources {
		collectAssets(newObject(r).attributes, assets)
	}
	e.assets = slices.Sorted(maps.Keys(assets))
	return e
}

var number = regexp.MustCompile("[0-9]+")

// sortByNumber sorts objects by their attribute order, and then by address: tab[2] comes before tab[10].
func sortByNumber(objects []*object) {
	keys := make(map[*object]string, len(objects))
	for _, o := range objects {
		keys[o] = number.ReplaceAllStringFunc(o.address, func(digits string) string { return fmt.Sprintf("%020s", digits) })
	}
	order := func(o *object) float64 {
		if n, ok := o.attributes["order"].(float64); ok {
			return n
		}
		return 0
	}
	slices.SortStableFunc(objects, func(a, b *object) int { return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(keys[a], keys[b])) })
}

// nameUnknown replaces ids that are known only after the apply by the name of the asset or attribute, or by the item's address. Recorded
// data can't be found by them, but there is a sample for each.
func (e *estate) nameUnknown() {
	visit([]*estate{e}, func(o *object, _ string) {
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

// place finds the tab of each widget and the dashboard of each tab. Those without a certain parent get a page or a tab of our own.
func (e *estate) place(plan *planfile.Plan) {
	dashboards, tabs := map[string]*object{}, map[string]*object{}
	page := func(address string) *object {
		if dashboards[address] == nil { // one of the pages for other parents
			dashboards[address] = &object{address: address, kind: "dashboard", attributes: map[string]any{"name": address}}
		}
		return dashboards[address]
	}
	for _, r := range plan.Of("engine_dashboard") {
		dashboards[r.Address] = newObject(r)
	}
	e.attach(plan, "engine_tab", "engine_dashboard", "dashboard", func(tab *object, address, _ string) *object {
		tabs[tab.address] = tab
		return page(address)
	})
	e.attach(plan, "engine_widget", "engine_tab", "tab", func(_ *object, owner, id string) *object {
		address := strings.TrimSpace(owner + " " + id)
		if tabs[address] == nil {
			name := map[string]string{afterApply: "Tab known after apply", notInPlan: strings.TrimSpace("Tab " + id)}[owner]
			tabs[address] = &object{address: address, kind: "tab", attributes: map[string]any{"name": name, "order": math.Inf(1)}}
			page(owner).parts = append(page(owner).parts, tabs[address])
		}
		return tabs[address]
	})
	for _, address := range slices.Sorted(maps.Keys(dashboards)) {
		sortByNumber(dashboards[address].parts)
		e.dashboards = append(e.dashboards, dashboards[address])
	}
}

// attach adds each resource of a type to the parts of its parent, which is a resource of parentType with the id in an attribute. The function
// parent returns the parent with an address. The address is afterApply or notInPlan if there is no certain parent. With notInPlan, id is the
// parent's id as it may be shown.
func (e *estate) attach(
	plan *planfile.Plan, resourceType, parentType, attribute string, parent func(o *object, address, id string) *object,
) {
	addresses, search := map[string]string{}, plan.Parents(parentType)
	for _, r := range plan.Of(parentType) {
		if id, _ := r.Values["id"].(string); id != "" {
			addresses[id] = r.Address
		}
	}
	for _, r := range plan.Of(resourceType) {
		o, shown := newObject(r), ""
		id, _ := r.Values[attribute].(string)
		address := addresses[id]
		if id == "" {
			var unknown bool
			if address, unknown = search.Of(r, attribute); unknown && address == "" {
				address = afterApply
				e.unplaced = append(e.unplaced, r.Address)
			}
		} else {
			shown, _ = o.attributes[attribute].(string)
		}
		if address == "" {
			address = notInPlan
		} else {
			shown = ""
		}
		owner := parent(o, address, shown)
		owner.parts = append(owner.parts, o)
	}
}

// These are the pages for tabs and widgets whose parent is not certain, or not there. They are no addresses of resources.
const (
	afterApply = "Parent known after apply"
	notInPlan  = "Parent not in this plan"
)

// pair is an object before and after the plan. An object that was added or removed has nil in one of the fields.
type pair struct{ before, after *object }

// pairs finds objects with the same address in the slices before and after. Removed objects come last.
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
	return all
}

// either returns the object after the plan, or the object before it if the plan removes the object.
func (p pair) either() *object { return cmp.Or(p.after, p.before) }

// parts returns the parts of both objects.
func (p pair) parts() []pair {
	var before, after []*object
	if p.before != nil {
		before = p.before.parts
	}
	if p.after != nil {
		after = p.after.parts
	}
	return pairs(before, after)
}

// change says how an object has changed: "added", "removed", "changed: " with the names of attributes, "changed: " with the kind of its
// parts, or "" for no change.
func (p pair) change() string {
	switch {
	case p.before == nil:
		return "added"
	case p.after == nil:
		return "removed"
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
	for _, part := range p.parts() {
		if len(changed) == 0 && part.change() != "" {
			changed = append(changed, part.either().kind+"s")
		}
	}
	if len(changed) == 0 {
		return ""
	}
	return "changed: " + strings.Join(changed, ", ")
}
