// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table_test

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

type Object = servertest.Object

// TestRepliesShowEveryField checks that a response contains every field of its kind of object, and that ids and times have the correct
// format (INTERFACE.md, wire shapes section 1).
func TestRepliesShowEveryField(t *testing.T) {
	uuid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	moment := regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$`)
	c := servertest.Serve(t, refserver.Options{})
	for _, kind := range servertest.Kinds {
		doc := c.Made(kind, nil)
		var fields []string
		for _, r := range servertest.Tables[kind].Fields {
			fields = append(fields, r.Name)
		}
		slices.Sort(fields)
		if got := slices.Sorted(maps.Keys(doc)); !slices.Equal(got, fields) {
			t.Errorf("%s has %v, want %v", kind, got, fields)
		}
		if !uuid.MatchString(servertest.Text(t, doc, "id")) {
			t.Errorf("the id %v is no UUID v4", doc["id"])
		}
		if at, ok := doc["created_at"].(string); ok && !moment.MatchString(at) {
			t.Errorf("created_at is %s", at)
		}
	}
}

// TestUnknownKeysAreKept checks that the server stores and returns unknown keys, such as "my key", even after an update of other fields.
func TestUnknownKeysAreKept(t *testing.T) {
	for _, kind := range servertest.Kinds {
		c := servertest.Serve(t, refserver.Options{})
		doc := c.Made(kind, Object{"my key": Object{"a": []any{1.5, "ü<&>\u2028\"\\"}}, "my_null": nil})
		servertest.Equal(t, doc["my key"], `{"a":[1.5,"ü<&>\u2028\"\\"]}`)
		if value, there := doc["my_null"]; !there || value != nil {
			t.Errorf("my_null is %v", value)
		}
		doc = c.Patch(kind, doc, Object{"my_other": true, "name": "new"})
		servertest.Equal(t, []any{doc["my key"], doc["my_other"]}, `[{"a":[1.5,"ü<&>\u2028\"\\"]},true]`)
	}
}

func TestNumbersKeepTheirDigits(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	id := servertest.Text(t, c.Made("node", nil), "id")
	got := c.Do("PATCH", servertest.Paths["node"]+id, `{"x": 12345678901234567890.123456789, "y": [1e3, -0]}`)
	for _, digits := range []string{`"x":12345678901234567890.123456789`, `"y":[1e3,-0]`} {
		if !strings.Contains(got.Body, digits) {
			t.Errorf("%s is not in %s", digits, got.Body)
		}
	}
}

// TestPatchChangesOnlyWhatIsSent checks that a PATCH changes only the fields in its body (INTERFACE.md, section 4.9).
func TestPatchChangesOnlyWhatIsSent(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	for _, kind := range servertest.Kinds {
		doc := c.Made(kind, Object{"extra": 1.0})
		want := maps.Clone(doc)
		want["name"] = "new"
		servertest.Equal(t, c.Patch(kind, doc, Object{"name": "new"}), servertest.JSON(t, want))
		if kind != "alert" {
			servertest.Equal(t, c.Patch(kind, doc, Object{}), servertest.JSON(t, want))
		}
		servertest.Equal(t, c.Read(kind, doc), servertest.JSON(t, want))
	}
}

// TestPatchReplacesArrays checks that an array in a PATCH replaces the whole stored array. Tests in package rule cover the exception,
// function_items.
func TestPatchReplacesArrays(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	alert := c.Made("alert", Object{
		"alert_items":     []any{Object{"ref_id": "A"}, Object{"ref_id": "B"}},
		"stmt_thresholds": []any{Object{"value": 1, "status": "alert"}, Object{"value": 2}},
		"tags":            []any{Object{"id": "1"}, Object{"id": "2"}},
	})
	alert = c.Patch("alert", alert, Object{
		"alert_items":     []any{Object{"ref_id": "C"}},
		"stmt_thresholds": []any{},
		"tags":            []any{Object{"id": "3", "name": "x"}},
	})
	if list := servertest.Items(t, alert, "alert_items"); len(list) != 1 || list[0]["ref_id"] != "C" {
		t.Errorf("alert_items are %v", list)
	}
	servertest.Equal(t, []any{alert["stmt_thresholds"], alert["tags"]}, `[[],[{"id":"3","name":"x"}]]`)
}

// TestElements checks that the server adds missing fields to array elements, but not to references (quirks 11 and 249 in quirks.go).
func TestElements(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	widget := c.Made("widget", Object{
		"chart_items": []any{Object{"ref_id": "A", "more": 1}},
		"thresholds":  []any{Object{"value": 1}},
	})
	component := c.Made("component", Object{
		"input":    []any{Object{"name": "p", "value": nil}},
		"routines": []any{Object{"name": "training", "input": []any{Object{"name": "a"}}}},
		"tags":     []any{Object{"id": "1"}},
	})
	servertest.Equal(t, []any{component["input"], component["routines"], component["tags"]}, `[[{
		"name": "p", "description": null, "type": null, "required": null, "multiple": null, "sensitive": null, "choices": null,
		"depends_on": null, "value": null
	}], [{"name": "training", "max_instances": null, "config": [], "output": [], "input": [{
		"name": "a", "description": null, "type": null, "value_type": null, "required": null, "multiple": null, "sensitive": null, "value": null
	}]}], [{"id": "1"}]]`)
	item := servertest.Items(t, widget, "chart_items")[0]
	if len(servertest.Text(t, item, "id")) != 36 {
		t.Errorf("the id of the item is %v", item["id"])
	}
	delete(item, "id")
	servertest.Equal(t, item, `{
		"ref_id": "A", "more": 1, "type": null, "label": "", "order": null, "color": null, "hidden": false,
		"expression": null, "expression_plain": null, "query_plain": "", "query_filter_asset": null,
		"query_filter_attribute": null, "query_filter_metadata": null, "query_group_unit": null,
		"query_group_function": null, "query_sort_field": null, "query_sort_direction": -1, "query_limit": 10000
	}`)
	servertest.Equal(t, widget["thresholds"], `[{"value":1,"color":null,"display_text":null}]`)
}

// TestElementIDs checks that an element keeps its id only if an element of the stored array has the same id. Other elements must get new
// ids (quirk 12 in quirks.go). The server must reject an update that contains an id twice (quirk 84 in quirks.go).
func TestElementIDs(t *testing.T) {
	for kind, field := range map[string]string{"widget": "chart_items", "alert": "alert_items"} {
		c := servertest.Serve(t, refserver.Options{})
		doc := c.Made(kind, Object{field: []any{Object{"ref_id": "A", "id": "mine"}, Object{"ref_id": "B"}}})
		before := servertest.Items(t, doc, field)
		a, b := servertest.Text(t, before[0], "id"), servertest.Text(t, before[1], "id")
		if a == "mine" || a == b {
			t.Errorf("%s: ids %q and %q", kind, a, b)
		}
		doc = c.Patch(kind, doc, Object{field: []any{
			Object{"ref_id": "B", "id": b, "label": "b"},
			Object{"ref_id": "C", "id": "unknown"},
			Object{"ref_id": "A", "id": a},
			Object{"ref_id": "E", "id": 5},
		}})
		after := servertest.Items(t, doc, field)
		if after[0]["id"] != b || after[0]["label"] != "b" || after[2]["id"] != a {
			t.Errorf("%s: the ids are not kept: %v", kind, after)
		}
		// Two elements can't have the same id (quirk 84 in quirks.go).
		for _, id := range []string{a, "unknown"} {
			c.RejectedFor(field, "PATCH", c.Path(kind, doc), Object{field: []any{
				Object{"ref_id": "A", "id": id}, Object{"ref_id": "D", "id": id},
			}})
		}
		servertest.Equal(t, c.Read(kind, doc), servertest.JSON(t, doc))
		seen := map[string]bool{"unknown": true}
		for _, item := range after {
			if id := servertest.Text(t, item, "id"); seen[id] {
				t.Errorf("%s: the id %q is there twice or was taken over", kind, id)
			} else {
				seen[id] = true
			}
		}
	}
}

// TestCascade checks that deleting an object deletes the objects below it, but no others.
func TestCascade(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	dashboard := c.Made("dashboard", nil)
	tab := c.Made("tab", Object{"dashboard": dashboard["id"]})
	c.Made("tab", Object{"dashboard": dashboard["id"]})
	widget := c.Made("widget", Object{"tab": tab["id"]})
	component := c.Made("component", nil)
	routine := c.Made("routine", Object{"component_id": component["id"]})
	otherTab, otherRoutine := c.Made("tab", nil), c.Made("routine", nil)
	otherWidget := c.Made("widget", Object{"tab": otherTab["id"]})
	moved := c.Made("widget", Object{"tab": tab["id"]})
	c.Patch("widget", moved, Object{"tab": otherTab["id"]})

	c.Must(http.StatusNoContent, "DELETE", c.Path("dashboard", dashboard), nil)
	c.Must(http.StatusNoContent, "DELETE", c.Path("component", component), nil)
	c.Must(http.StatusNotFound, "GET", c.Path("tab", tab), nil)
	c.Must(http.StatusNotFound, "GET", c.Path("widget", widget), nil)
	c.Must(http.StatusNotFound, "GET", c.Path("routine", routine), nil)
	for kind, left := range map[string][]Object{
		"tab": {otherTab}, "routine": {otherRoutine},
		"widget": {otherWidget, c.Read("widget", moved)},
	} {
		servertest.Equal(t, c.Get(servertest.Paths[kind])["results"], servertest.JSON(t, left))
	}

	c.Must(http.StatusNoContent, "DELETE", c.Path("tab", otherTab), nil)
	c.Must(http.StatusNotFound, "GET", c.Path("widget", otherWidget), nil)
}
