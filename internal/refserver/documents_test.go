// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
)

// Every reply shows every field of the table, and the id and the time of creation have the form of wire shapes section 1.
func TestRepliesShowEveryField(t *testing.T) {
	uuid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	moment := regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$`)
	c := serve(t, refserver.Options{})
	for _, kind := range kinds {
		doc := c.made(kind, nil)
		var fields []string
		for _, r := range rows(interfaceTables[kind]) {
			fields = append(fields, r.name)
		}
		slices.Sort(fields)
		if got := slices.Sorted(maps.Keys(doc)); !slices.Equal(got, fields) {
			t.Errorf("%s has %v, want %v", kind, got, fields)
		}
		if !uuid.MatchString(text(t, doc, "id")) {
			t.Errorf("the id %v is no UUID v4", doc["id"])
		}
		if at, ok := doc["created_at"].(string); ok && !moment.MatchString(at) {
			t.Errorf("created_at is %s", at)
		}
	}
}

// Keys that no table knows are kept, also inside elements, and survive an update (wire shapes section 1).
func TestUnknownKeysAreKept(t *testing.T) {
	for _, kind := range kinds {
		c := serve(t, refserver.Options{})
		doc := c.made(kind, object{"my key": object{"a": []any{1.5, "ü<&>\u2028\"\\"}}, "my_null": nil})
		equal(t, doc["my key"], `{"a":[1.5,"ü<&>\u2028\"\\"]}`)
		if value, there := doc["my_null"]; !there || value != nil {
			t.Errorf("my_null is %v", value)
		}
		doc = c.patch(kind, doc, object{"my_other": true, "name": "new"})
		equal(t, []any{doc["my key"], doc["my_other"]}, `[{"a":[1.5,"ü<&>\u2028\"\\"]},true]`)
	}
}

// Numbers keep their digits.
func TestNumbersKeepTheirDigits(t *testing.T) {
	c := serve(t, refserver.Options{})
	id := text(t, c.made("node", nil), "id")
	got := c.do("PATCH", paths["node"]+id, `{"x": 12345678901234567890.123456789, "y": [1e3, -0]}`)
	for _, digits := range []string{`"x":12345678901234567890.123456789`, `"y":[1e3,-0]`} {
		if !strings.Contains(got.body, digits) {
			t.Errorf("%s is not in %s", digits, got.body)
		}
	}
}

// PATCH changes only the fields that are sent (interface section 4.9).
func TestPatchChangesOnlyWhatIsSent(t *testing.T) {
	c := serve(t, refserver.Options{})
	for _, kind := range kinds {
		doc := c.made(kind, object{"extra": 1.0})
		want := maps.Clone(doc)
		want["name"] = "new"
		equal(t, c.patch(kind, doc, object{"name": "new"}), asJSON(t, want))
		if kind != "alert" {
			equal(t, c.patch(kind, doc, object{}), asJSON(t, want))
		}
		equal(t, c.must(http.StatusOK, "GET", c.path(kind, doc), nil), asJSON(t, want))
	}
}

// Arrays but function_items are replaced as a whole.
func TestPatchReplacesArrays(t *testing.T) {
	c := serve(t, refserver.Options{})
	alert := c.made("alert", object{
		"alert_items":     []any{object{"ref_id": "A"}, object{"ref_id": "B"}},
		"stmt_thresholds": []any{object{"value": 1, "status": "alert"}, object{"value": 2}},
		"tags":            []any{object{"id": "1"}, object{"id": "2"}},
	})
	alert = c.patch("alert", alert, object{
		"alert_items":     []any{object{"ref_id": "C"}},
		"stmt_thresholds": []any{},
		"tags":            []any{object{"id": "3", "name": "x"}},
	})
	if list := items(t, alert, "alert_items"); len(list) != 1 || list[0]["ref_id"] != "C" {
		t.Errorf("alert_items are %v", list)
	}
	equal(t, []any{alert["stmt_thresholds"], alert["tags"]}, `[[],[{"id":"3","name":"x"}]]`)
}

// Items are completed; elements without an id of their own are kept as they were sent (quirk 11).
func TestElements(t *testing.T) {
	c := serve(t, refserver.Options{})
	widget := c.made("widget", object{
		"chart_items": []any{object{"ref_id": "A", "more": 1}},
		"thresholds":  []any{object{"value": 1}},
	})
	item := items(t, widget, "chart_items")[0]
	if len(text(t, item, "id")) != 36 {
		t.Errorf("the id of the item is %v", item["id"])
	}
	delete(item, "id")
	equal(t, item, `{
		"ref_id": "A", "more": 1, "type": null, "label": null, "order": null, "color": null, "hidden": false,
		"expression": null, "expression_plain": null, "query_plain": null, "query_filter_asset": null,
		"query_filter_attribute": null, "query_filter_metadata": null, "query_group_unit": null,
		"query_group_function": null, "query_sort_field": null, "query_sort_direction": -1, "query_limit": 10000
	}`)
	equal(t, widget["thresholds"], `[{"value":1}]`)
}

// The id of an element is kept when the array had it (quirk 12).
func TestElementIDs(t *testing.T) {
	for kind, field := range map[string]string{"widget": "chart_items", "alert": "alert_items"} {
		c := serve(t, refserver.Options{})
		doc := c.made(kind, object{field: []any{object{"ref_id": "A", "id": "mine"}, object{"ref_id": "B"}}})
		before := items(t, doc, field)
		a, b := text(t, before[0], "id"), text(t, before[1], "id")
		if a == "mine" || a == b {
			t.Errorf("%s: ids %q and %q", kind, a, b)
		}
		doc = c.patch(kind, doc, object{field: []any{
			object{"ref_id": "B", "id": b, "label": "b"},
			object{"ref_id": "C", "id": "unknown"},
			object{"ref_id": "A", "id": a},
			object{"ref_id": "D", "id": a},
			object{"ref_id": "E", "id": 5},
		}})
		after := items(t, doc, field)
		if after[0]["id"] != b || after[0]["label"] != "b" || after[2]["id"] != a {
			t.Errorf("%s: the ids are not kept: %v", kind, after)
		}
		seen := map[string]bool{"unknown": true}
		for _, item := range after {
			if id := text(t, item, "id"); seen[id] {
				t.Errorf("%s: the id %q is there twice or was taken over", kind, id)
			} else {
				seen[id] = true
			}
		}
	}
}

// Deleting an object deletes what belongs to it.
func TestCascade(t *testing.T) {
	c := serve(t, refserver.Options{})
	dashboard := c.made("dashboard", nil)
	tab := c.made("tab", object{"dashboard": dashboard["id"]})
	c.made("tab", object{"dashboard": dashboard["id"]})
	widget := c.made("widget", object{"tab": tab["id"]})
	component := c.made("component", nil)
	routine := c.made("routine", object{"component_id": component["id"]})
	otherTab, otherRoutine := c.made("tab", nil), c.made("routine", nil)
	otherWidget := c.made("widget", object{"tab": otherTab["id"]})
	moved := c.made("widget", object{"tab": tab["id"]})
	c.patch("widget", moved, object{"tab": otherTab["id"]})

	c.must(http.StatusNoContent, "DELETE", c.path("dashboard", dashboard), nil)
	c.must(http.StatusNoContent, "DELETE", c.path("component", component), nil)
	c.must(http.StatusNotFound, "GET", c.path("tab", tab), nil)
	c.must(http.StatusNotFound, "GET", c.path("widget", widget), nil)
	c.must(http.StatusNotFound, "GET", c.path("routine", routine), nil)
	for kind, left := range map[string][]object{
		"tab": {otherTab}, "routine": {otherRoutine},
		"widget": {otherWidget, c.must(http.StatusOK, "GET", c.path("widget", moved), nil)},
	} {
		equal(t, c.must(http.StatusOK, "GET", paths[kind], nil)["results"], asJSON(t, left))
	}

	c.must(http.StatusNoContent, "DELETE", c.path("tab", otherTab), nil)
	c.must(http.StatusNotFound, "GET", c.path("widget", otherWidget), nil)
}
