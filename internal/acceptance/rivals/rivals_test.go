// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package rivals

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

// owner is a kind of object with a list of items, such as alert_items. config declares the other required attributes of the object.
type owner struct{ kind, list, config string }

func owners() []owner {
	return []owner{
		{"alert", "alert_items", "severity = \"SEV1\"\ntype = \"rate\"\nrate_value = 5\nrate_unit = \"minute\""},
		{"function", "function_items", ""},
		{"widget", "chart_items", "type = \"line\"\ntab = engine_tab.it.id"},
	}
}

// declared returns a configuration of the object whose list has an item A with the given label, followed by the items in more.
func (o owner) declared(r *race, label, more string) string {
	return r.Config(fmt.Sprintf(`
resource "engine_dashboard" "it" {
  name = "dashboard"
}

resource "engine_tab" "it" {
  name      = "tab"
  dashboard = engine_dashboard.it.id
}

resource "engine_%s" "it" {
  name = "it"
  %s
  %s = [
    { ref_id = "A", type = "QUERY", query_filter_asset = { id = "pump" }, query_filter_attribute = { id = "flow" }, label = %q },
    %s
  ]
}
`, o.kind, o.config, o.list, label, more))
}

func item(refID string) map[string]any {
	return map[string]any{
		"id": "outside-" + refID, "ref_id": refID, "type": "EXPRESSION", "expression": "$A", "expression_plain": providertest.PlainOfA,
		"color": "#ff0000",
	}
}

func (r *race) items(o owner) map[string]map[string]any {
	elements, _ := r.object(o.kind)[o.list].([]any)
	items := map[string]map[string]any{}
	for _, element := range elements {
		item, _ := element.(map[string]any)
		items[fmt.Sprint(item["ref_id"])] = item
	}
	return items
}

// edited returns a function that changes the item with the given ref_id in a document.
func (o owner) edited(refID string, change func(item map[string]any)) func(doc map[string]any) {
	return func(doc map[string]any) {
		elements, _ := doc[o.list].([]any)
		for _, element := range elements {
			if item, _ := element.(map[string]any); item["ref_id"] == refID {
				change(item)
			}
		}
	}
}

func (o owner) added(refID string) func(doc map[string]any) {
	return func(doc map[string]any) {
		elements, _ := doc[o.list].([]any)
		doc[o.list] = append(elements, item(refID))
	}
}

func (r *race) wantItems(o owner, want ...string) {
	r.Helper()
	if got := slices.Sorted(maps.Keys(r.items(o))); !slices.Equal(got, want) {
		r.Errorf("the items are %v, want %v", got, want)
	}
}

// TestRivals lets somebody else write to every kind of object with items, at different moments. One case is missing: on an engine without
// ETags, the provider can't notice a write between its read and its update.
func TestRivals(t *testing.T) {
	t.Parallel()
	for _, o := range owners() {
		for _, c := range []struct {
			at     moment
			habits []string
		}{{beforeApply, []string{"weak-etags"}}, {beforeApply, []string{"no-etags"}}, {beforePatch, nil}} {
			t.Run(strings.TrimSpace(fmt.Sprintf("%s %s %s", o.kind, c.at, strings.Join(c.habits, ""))), func(t *testing.T) {
				t.Parallel()
				testRivals(startRace(t, c.habits...), o, c.at)
			})
		}
	}
}

func testRivals(r *race, o owner, at moment) {
	const more = `{ ref_id = "G", type = "EXPRESSION", expression = "$A" },`
	r.apply(o.declared(r, "before", more))

	// Somebody else changes other attributes of the item that the plan changes. The configuration does not declare these attributes, so the
	// values must stay.
	r.rival(at, o.kind, o.edited("A", func(item map[string]any) { item["query_sort_field"], item["color"] = "theirs", "red" }))
	r.apply(o.declared(r, "first", more))
	if a := r.items(o)["A"]; a["label"] != "first" || a["query_sort_field"] != "theirs" || a["color"] != "red" {
		r.Errorf("the item is %v", a)
	}
	r.wantWarnings()

	// Somebody else changes the same attribute that the plan changes. The update overwrites this value, and a warning must quote it.
	r.rival(at, o.kind, o.edited("A", func(item map[string]any) { item["label"] = "theirs" }))
	r.apply(o.declared(r, "mine", more))
	if a := r.items(o)["A"]; a["label"] != "mine" {
		r.Errorf("the item is %v", a)
	}
	r.wantWarnings([]string{"Somebody else has changed the " + o.kind, o.list + `[0].label was "theirs" and is now "mine"`})

	// Somebody else changes query_plain. The provider computes this string, so the apply must restore it.
	r.rival(at, o.kind, o.edited("A", func(item map[string]any) { item["query_plain"] = `"theirs"` }))
	r.apply(o.declared(r, "derived", more))
	if a := r.items(o)["A"]; a["query_plain"] == `"theirs"` {
		r.Errorf("the item is %v", a)
	}
	r.wantWarnings([]string{"Somebody else has changed the " + o.kind, `query_plain of the item "A" was`, "theirs"})

	r.rival(at, o.kind, o.added("Z"))
	r.applyUnsettled(o.declared(r, "added", ""))
	r.wantAddedKept(o)
	r.apply(o.declared(r, "added", ""))
	r.wantItems(o, "A")
}

// wantAddedKept checks the engine after an apply that changed item A and removed item G while somebody else added item Z. Z must be
// unchanged, and one warning must name Z.
func (r *race) wantAddedKept(o owner) {
	r.Helper()
	r.wantItems(o, "A", "Z")
	items := r.items(o)
	want, got := item("Z"), items["Z"]
	for name := range want {
		if document.Encode(got[name]) != document.Encode(want[name]) {
			r.Errorf("the item was %v and is %v", want, got)
		}
	}
	if items["A"]["label"] != "added" {
		r.Errorf("the planned item is %v", items["A"])
	}
	r.wantWarnings([]string{"Somebody else has added", `the element "Z" of ` + o.list, "next plan"})
}

// TestRivalWithoutEnd lets somebody else write before every update. After five attempts, the apply must fail, with the object and the state
// unchanged.
func TestRivalWithoutEnd(t *testing.T) {
	t.Parallel()
	for _, o := range owners() {
		t.Run(o.kind, func(t *testing.T) {
			t.Parallel()
			r := startRace(t)
			r.apply(o.declared(r, "before", ""))
			count := 0
			stop := r.Before(func(request *http.Request) {
				if request.Method == http.MethodPatch {
					count++
					r.edit(o.kind, func(doc map[string]any) { doc["description"] = fmt.Sprint(count) })
				}
			})
			err := r.tryApply(o.declared(r, "mine", ""))
			if err == nil || !strings.Contains(strings.Join(strings.Fields(err.Error()), " "), "else keeps changing the "+o.kind) {
				t.Errorf("the error is %v", err)
			}
			stop()
			if a := r.items(o)["A"]; a["label"] != "before" || count != 5 {
				t.Errorf("after %d tries the item is %v", count, a)
			}
			r.apply(o.declared(r, "mine", ""))
		})
	}
}

// TestRequestsOfAnUpdate checks that an update without a rival takes two requests: a read, and a PATCH with the ETag of that read.
func TestRequestsOfAnUpdate(t *testing.T) {
	t.Parallel()
	for _, o := range owners() {
		t.Run(o.kind, func(t *testing.T) {
			t.Parallel()
			r := startRace(t)
			r.apply(o.declared(r, "before", ""))
			mine := o.declared(r, "mine", "")
			for _, config := range []string{mine, strings.Replace(mine, `name = "it"`, `name = "renamed"`, 1)} {
				r.rival(beforeApply, o.kind, func(map[string]any) {})
				r.apply(config)
				if got := r.asked(o.kind); got != "GET PATCH*" {
					t.Errorf("asked %s, want GET PATCH*", got)
				}
				r.wantWarnings()
			}
		})
	}
}

// TestRivalsOfPlainFields lets somebody else write to a string and to a list of strings that the plan changes too. The apply must overwrite
// the string, keep the added list element, and warn about both.
func TestRivalsOfPlainFields(t *testing.T) {
	t.Parallel()
	for _, at := range []moment{beforeApply, beforePatch} {
		t.Run(string(at), func(t *testing.T) {
			t.Parallel()
			r := startRace(t)
			declared := func(severity string, more string) string {
				return r.Config(fmt.Sprintf(`
resource "engine_alert" "it" {
  name              = "it"
  severity          = %q
  type              = "rate"
  rate_value        = 5
  rate_unit         = "minute"
  destinations_list = ["a@example.com"%s]
}
`, severity, more))
			}
			r.apply(declared("SEV1", ""))
			r.rival(at, "alert", func(doc map[string]any) {
				doc["severity"], doc["destinations_list"] = "SEV3", []any{"a@example.com", "z@example.com"}
			})
			r.applyUnsettled(declared("SEV2", `, "b@example.com"`))
			alert := r.object("alert")
			want := `["a@example.com","b@example.com","z@example.com"]`
			if document.Encode(alert["destinations_list"]) != want || alert["severity"] != "SEV2" {
				t.Errorf("the alert is %v", alert)
			}
			r.wantWarnings([]string{"Somebody else has added to the alert", `the element "z@example.com" of destinations_list`},
				[]string{"Somebody else has changed the alert", `severity was "SEV3" and is now "SEV2"`})
		})
	}
}

const boards = `
resource "engine_dashboard" "it" {
  name        = %q
  description = "described"
  tags        = [%s]
  assets      = [{ id = "pump" }]
}

resource "engine_tab" "it" {
  name      = %q
  dashboard = engine_dashboard.it.id
  order     = 1
}
`

// TestRivalOfADashboardAndATab lets somebody else write to an undeclared field, and add an element to a list that the plan changes. The
// apply must keep both, and warn about the element.
func TestRivalOfADashboardAndATab(t *testing.T) {
	t.Parallel()
	for _, at := range []moment{beforeApply, beforePatch} {
		t.Run(string(at), func(t *testing.T) {
			t.Parallel()
			r := startRace(t)
			r.apply(r.Config(fmt.Sprintf(boards, "it", `{ id = "a" }`, "it")))
			r.rival(at, "dashboard", func(doc map[string]any) {
				doc["tags"], doc["note"] = []any{map[string]any{"id": "z", "name": "Z"}, map[string]any{"id": "a"}}, "theirs"
			})
			r.rival(at, "tab", func(doc map[string]any) { doc["note"] = "theirs" })
			r.applyUnsettled(r.Config(fmt.Sprintf(boards, "mine", `{ id = "a" }, { id = "b" }`, "mine")))
			dashboard, tab := r.object("dashboard"), r.object("tab")
			want := `[{"id":"a"},{"id":"b"},{"id":"z","name":"Z"}]`
			if document.Encode(dashboard["tags"]) != want || dashboard["name"] != "mine" || dashboard["note"] != "theirs" {
				t.Errorf("the dashboard is %v", dashboard)
			}
			if tab["name"] != "mine" || tab["note"] != "theirs" {
				t.Errorf("the tab is %v", tab)
			}
			r.wantWarnings([]string{"Somebody else has added to the dashboard", `the element "z" of tags`})
		})
	}
}

// TestRivalOfARunningComponent lets somebody else add a parameter with a secret while the component stops for an update. The update must
// keep the parameter and its value, and no warning may quote the value.
func TestRivalOfARunningComponent(t *testing.T) {
	t.Parallel()
	r := startRace(t)
	config := func(label string) string {
		return r.Config(fmt.Sprintf(`resource "engine_component" "it" {
			type                = "algorithm"
			name                = "it"
			version             = "1"
			deployment_capacity = "small"
			running             = true
			input               = [{ name = "key", type = "str", description = %q }]
			output              = []
			routines            = []
		}`, label))
	}
	added := map[string]any{"name": "token", "type": "str", "sensitive": true, "value": "their secret value"}
	stopped := sync.OnceFunc(func() {
		r.edit("component", func(doc map[string]any) {
			input, _ := doc["input"].([]any)
			doc["input"] = append(input, added)
		})
	})
	r.apply(config("before"))
	r.takeWarnings()
	r.Before(func(request *http.Request) {
		if strings.HasSuffix(strings.Trim(request.URL.Path, "/"), "/stop") {
			stopped()
		}
	})
	r.applyUnsettled(config("mine"))
	input, _ := r.object("component")["input"].([]any)
	if len(input) != 2 || !document.Includes(input[1], added) {
		t.Errorf("the parameters are %v", input)
	}
	warnings := strings.Join(r.takeWarnings(), "\n")
	if !strings.Contains(warnings, `the element "token" of input`) || strings.Contains(warnings, "their secret") {
		t.Errorf("the warnings are %q", warnings)
	}
}

// TestRenamedReferenceIsNoRival adds a second tag on an engine that responds with tag names different from those that the provider sent.
// The provider must not warn that somebody else has renamed the first tag.
func TestRenamedReferenceIsNoRival(t *testing.T) {
	t.Parallel()
	r := startRace(t, "renamed-references")
	declared := func(more string) string {
		return r.Config(fmt.Sprintf(boards, "it", `{ id = "t1", name = "mine" }`+more, "it"))
	}
	r.apply(declared(""))
	r.wantWarnings()
	r.apply(declared(`, { id = "t2" }`))
	r.wantWarnings()
}
