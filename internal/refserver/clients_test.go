// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package refserver_test

import (
	"net/http"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

// TestComponentsOfAllTypes checks that clients can create, list, read, update, start and delete components of all types at
// component/components/. There, the body of a create contains the type (quirk 245 in quirks.go).
func TestComponentsOfAllTypes(t *testing.T) {
	const all = "/v3/engine/component/components"
	c := servertest.Serve(t, refserver.Options{})
	algorithm := c.Made("component", nil)
	pump := c.Must(http.StatusCreated, "POST", all+"/", c.Minimal("component", Object{"type": "pumps"}))
	if pump["type"] != "pump" {
		t.Errorf("the type is %v", pump["type"])
	}
	c.CheckMethods("GET, POST", all)
	servertest.Equal(t, c.Get(all)["results"], servertest.JSON(t, []any{algorithm, pump}))
	servertest.Equal(t, c.Get(all + "/?type=pump")["results"], servertest.JSON(t, []any{pump}))
	id := servertest.Text(t, pump, "id")
	for _, own := range []string{all + "/" + id, all + "/" + id + "/"} {
		c.CheckMethods("DELETE, GET, PATCH", own)
		servertest.Equal(t, c.Get(own), servertest.JSON(t, pump))
		if got := c.Must(http.StatusOK, "PATCH", own, Object{"version": "2", "type": "algorithm"}); got["version"] != "2" ||
			got["type"] != "pump" {
			t.Errorf("after an update the component is %v", got)
		}
		c.Must(http.StatusOK, "PATCH", own, Object{"version": pump["version"]})
	}
	servertest.Equal(t, c.Must(http.StatusOK, "POST", all+"/"+id+"/start/", nil)["deployment_status"], `"Running"`)
	c.Get("/v3/engine/component/pump/" + id)
	c.Must(http.StatusNoContent, "DELETE", all+"/"+id, nil)
	c.Must(http.StatusNotFound, "GET", "/v3/engine/component/pump/"+id, nil)

	for _, word := range []any{nil, "", "routines", "component", "objects", "a.b", 5} {
		c.RejectedFor("type", "POST", all+"/", c.Minimal("component", Object{"type": word}))
	}
	c.RejectedFor("type", "POST", all+"/", c.Minimal("component", nil))
	for _, path := range []string{"/v3/engine/component/component/", "/v3/engine/component/object/", "/v3/engine/component/objects/"} {
		c.Must(http.StatusNotFound, "GET", path, nil)
	}
}

// TestObjectsOfCustomTypes checks that a server has instances of custom types at component/objects/ if Options.Collections contains this
// path (quirk 246 in quirks.go).
func TestObjectsOfCustomTypes(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{Collections: []string{"component/objects"}})
	const all = "/v3/engine/component/objects/"
	first := c.Must(http.StatusCreated, "POST", all, Object{"name": "a", "component_id": "1", "type": "Pump", "data": Object{"power": 7.5}})
	second := c.Must(http.StatusCreated, "POST", all, Object{"name": "b", "component_id": "2", "type": "Valve", "data": []any{}})
	for query, want := range map[string][]any{
		"": {first, second}, "?component_id=2": {second}, "?type=Pump": {first}, "?component_id=1&type=Valve": {},
		"?type__in=Pump,Valve": {first, second},
	} {
		servertest.Equal(t, c.Get(all + query)["results"], servertest.JSON(t, want))
	}
	own := all + servertest.Text(t, first, "id") + "/"
	servertest.Equal(t, c.Must(http.StatusOK, "PATCH", own, Object{"data": Object{"flow": 1}})["data"], `{"flow":1}`)
	c.Must(http.StatusNoContent, "DELETE", own, nil)
}

// TestValuesStayAsTheyWereSent checks that the server returns values as a client sent them. For example, a time window may be "1h" or 3600
// (quirk 247 in quirks.go), and a tag may be a string or a JSON object (quirk 253 in quirks.go).
func TestValuesStayAsTheyWereSent(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	for _, window := range []any{"1h", "3600", 3600.0, 0.5} {
		widget := c.Made("widget", Object{"relative_window_time": window, "refresh_interval": window})
		servertest.Equal(t, []any{widget["relative_window_time"], widget["refresh_interval"]}, servertest.JSON(t, []any{window, window}))
	}
	servertest.Equal(t, c.Made("alert", Object{"severity": "sev1"})["severity"], `"sev1"`)
	c.RejectedFor("type", "POST", servertest.Paths["alert"], c.Minimal("alert", Object{"type": "CRON"})) // Only severity ignores case.
	tags := []any{"plain", Object{"id": "1", "name": "Tag"}, Object{"id": "2", "color": "red"}}
	function := c.Made("function", Object{"tags": tags})
	servertest.Equal(t, function["tags"], servertest.JSON(t, tags))
	servertest.Equal(t, c.Patch("function", function, Object{"name": "other"})["tags"], servertest.JSON(t, tags))

	mapping := servertest.Items(t, c.Made("widget", Object{"value_mappings": []any{Object{"match_value": "1"}}}), "value_mappings")[0]
	servertest.Equal(t, []any{mapping["type"], mapping["match_value"], mapping["range_start"]}, `[null,"1",null]`)
	c.RejectedFor("value_mappings", "POST", servertest.Paths["widget"],
		c.Minimal("widget", Object{"value_mappings": []any{Object{"type": ""}}}))
}

// TestEmptyTextsOfItems checks that an item's label and query_plain are "" if a client sends null or omits them (quirks 36 and 249 in
// quirks.go).
func TestEmptyTextsOfItems(t *testing.T) {
	c := servertest.Serve(t, refserver.Options{})
	for kind, list := range map[string]string{"widget": "chart_items", "alert": "alert_items", "function": "function_items"} {
		items := servertest.Items(t, c.Made(kind, Object{list: []any{
			Object{"ref_id": "A", "type": "EXPRESSION"},
			Object{"ref_id": "B", "label": "", "query_plain": "", "expression": ""},
			Object{"ref_id": "C", "label": nil, "query_plain": nil},
			Object{"ref_id": "D", "label": "d", "query_plain": "[]"},
		}}), list)
		var got []any
		for _, item := range items {
			got = append(got, item["label"], item["query_plain"], item["expression"])
		}
		servertest.Equal(t, got, `["","",null,"","","","","",null,"d","[]",null]`)
	}
}
