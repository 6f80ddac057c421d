// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
	"github.com/engine-platform/terraform-provider-engine/internal/base/planfile"
	"github.com/engine-platform/terraform-provider-engine/internal/drawing/panel"
)

// contents holds the dashboards and alerts of a plan or a state.
type contents struct {
	dashboards, alerts []*object // in the order of sortByNumber
	unplaced           []string  // the addresses of tabs and widgets whose parent is known only after apply
	assets             []string  // the sorted names of all assets that objects refer to
}

// object is a dashboard, tab, widget or alert resource. It can also stand for a dashboard or tab that is not in the plan itself, if tabs or
// widgets in the plan belong to it.
type object struct {
	address    string
	kind       string         // dashboard, tab, widget or alert
	attributes map[string]any // with sensitive values replaced; pictures show only these
	rehearsed  map[string]any // an alert's attributes for its rehearsal; marks on sensitive values make package rehearsal hide them
	outcome    outcome        // the result of an alert's rehearsal; set by gallery.world
	resource   planfile.Resource
	parts      []*object // the tabs of a dashboard, or the widgets of a tab
}

func (o *object) name() string {
	return cmp.Or(panel.PlainText(o.attributes["name"], 200), o.address)
}

func newObject(r planfile.Resource) *object {
	o := &object{
		address: r.Address, kind: strings.TrimPrefix(r.Type, "engine_"), resource: r,
		attributes: r.PublicAttributes(rehearsal.NotKnown, rehearsal.SensitiveText),
	}
	if o.attributes["name"] == rehearsal.NotKnown {
		o.attributes["name"] = r.Address + " (name known after apply)"
	}
	return o
}

// readContents reads the dashboards and alerts before the plan (e.before) and after it (e.after). It takes e.before from the -before file
// or from the prior state in the plan. If neither is available, e.before and e.after are the same pointer. If a value is sensitive in one
// of the two, it is hidden in both.
func (set settings) readContents(ctx context.Context) (e beforeAfter[*contents], err error) {
	now, err := planfile.Read(ctx, set.plan)
	if err != nil {
		return e, err
	}
	old := now.Prior
	if set.before != "" {
		if old, err = planfile.Read(ctx, set.before); err != nil {
			return e, err
		}
		planfile.ShareSensitive(old, now)
	}
	after := newContents(now)
	if e.before, e.after = after, after; old != nil {
		before := newContents(old)
		if set.before != "" || !before.isEmpty() && before.differs(after) {
			e.before = before
		}
	}
	return e, ctx.Err()
}

func (e *contents) isEmpty() bool { return len(e.dashboards)+len(e.alerts) == 0 }

// differs reports whether any dashboard or alert differs between e and other, or exists in only one of them.
func (e *contents) differs(other *contents) bool {
	all := slices.Concat(pairs(e.dashboards, other.dashboards), pairs(e.alerts, other.alerts))
	return slices.ContainsFunc(all, pair.isChanged)
}

func newContents(plan *planfile.Plan) *contents {
	e := &contents{}
	for _, r := range plan.Of("engine_alert") {
		o := newObject(r)
		o.rehearsed = r.MarkedAttributes(rehearsal.NotKnown, rehearsal.MarkSensitive)
		e.alerts = append(e.alerts, o)
	}
	e.buildDashboards(plan)
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

// sortByNumber sorts objects by their order attribute and then by address. The address tab[2] precedes tab[10], because 2 is less than 10.
func sortByNumber(objects []*object) {
	keys := make(map[*object]string, len(objects))
	for _, o := range objects {
		keys[o] = number.ReplaceAllStringFunc(o.address, func(digits string) string { return fmt.Sprintf("%020s", digits) })
	}
	order := func(o *object) float64 { n, _ := o.attributes["order"].(float64); return n }
	slices.SortStableFunc(objects, func(a, b *object) int { return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(keys[a], keys[b])) })
}

// nameUnknownIDs replaces each asset or attribute id that is known only after apply with the name of that asset or attribute, because the
// sample data depends on the ids. If the name is unknown too, the replacement consists of the object's address and the item's ref_id.
func (o *object) nameUnknownIDs() {
	for _, item := range slices.Concat(panel.Objects(itemsOf(o.attributes)), panel.Objects(itemsOf(o.rehearsed))) {
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
}

// collectAssets finds the assets that value refers to. It adds the name of each asset to names, or the id if the name is not set.
func collectAssets(value any, names map[string]bool) {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			switch list, isList := member.([]any); {
			case name == "assets" && isList:
				addAssets(names, list...)
			case name == "query_filter_asset" || name == "target_asset":
				addAssets(names, member)
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

func addAssets(names map[string]bool, references ...any) {
	for _, reference := range panel.Objects(references) {
		for _, key := range []string{"name", "id"} {
			if name, _ := reference[key].(string); name != "" && name != rehearsal.NotKnown {
				names[name] = true
				break
			}
		}
	}
}

// buildDashboards adds each widget to its tab and each tab to its dashboard. A placeholder replaces a parent that is unknown or missing.
func (e *contents) buildDashboards(plan *planfile.Plan) {
	dashboards, tabs := map[string]*object{}, map[string]*object{}
	dashboard := func(address string) *object {
		if dashboards[address] == nil { // afterApply or notInPlan
			dashboards[address] = &object{address: address, kind: "dashboard", attributes: map[string]any{"name": address}}
		}
		return dashboards[address]
	}
	for _, r := range plan.Of("engine_dashboard") {
		dashboards[r.Address] = newObject(r)
	}
	e.attachToParents(plan, "engine_tab", "engine_dashboard", "dashboard", func(tab *object, address, _ string) *object {
		tabs[tab.address] = tab
		return dashboard(address)
	})
	e.attachToParents(plan, "engine_widget", "engine_tab", "tab", func(_ *object, owner, id string) *object {
		address := strings.TrimSpace(owner + " " + id)
		if tabs[address] == nil {
			name := map[string]string{afterApply: "Tab known after apply", notInPlan: strings.TrimSpace("Tab " + id)}[owner]
			tabs[address] = &object{address: address, kind: "tab", attributes: map[string]any{"name": name, "order": math.Inf(1)}}
			dashboard(owner).parts = append(dashboard(owner).parts, tabs[address])
		}
		return tabs[address]
	})
	for _, address := range slices.Sorted(maps.Keys(dashboards)) {
		sortByNumber(dashboards[address].parts)
		e.dashboards = append(e.dashboards, dashboards[address])
	}
}

// attachToParents adds each resource of resourceType, such as a tab, to the parts of its parent, such as a dashboard. attribute is the name
// of the resource's attribute that contains the parent's id. parent is a function that returns the object for the parent's address. Instead
// of an address, it gets notInPlan if the plan does not contain the parent, and afterApply if the parent is known only after the apply.
func (e *contents) attachToParents(
	plan *planfile.Plan, resourceType, parentType, attribute string, parent func(o *object, address, id string) *object,
) {
	addresses, search := map[string]string{}, plan.Parents(parentType)
	for _, r := range plan.Of(parentType) {
		if id, _ := r.Values["id"].(string); id != "" {
			addresses[id] = r.Address
		}
	}
	for _, r := range plan.Of(resourceType) {
		o := newObject(r)
		id, _ := r.Values[attribute].(string)
		address, shown := addresses[id], ""
		if id == "" {
			var unknown bool
			if address, unknown = search.Of(r, attribute); unknown && address == "" {
				address = afterApply
				e.unplaced = append(e.unplaced, r.Address)
			}
		}
		if address == "" {
			if address = notInPlan; id != "" {
				shown, _ = o.attributes[attribute].(string)
			}
		}
		owner := parent(o, address, shown)
		owner.parts = append(owner.parts, o)
	}
}

// These placeholders replace the address of a parent that is not known. Objects with such a parent are shown on dashboards with these
// names.
const (
	afterApply = "Parent known after apply"
	notInPlan  = "Parent not in this plan"
)
