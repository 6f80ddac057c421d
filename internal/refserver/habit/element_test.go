// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func elementDifferences() map[string]difference {
	ids := func(c *servertest.Client) string {
		alert := c.Made("alert", Object{"alert_items": []any{Object{"ref_id": "A"}}})
		function := c.Made("function", Object{"function_items": []any{Object{"ref_id": "A"}}})
		same := func(kind, field string, made Object) bool {
			before := servertest.Items(c.T, read(c, kind, made), field)
			c.Do("PATCH", c.Path(kind, made), Object{"name": "other"})
			after := servertest.Items(c.T, read(c, kind, made), field)
			return len(before) == len(after) && before[0]["id"] == after[0]["id"]
		}
		return show(c, same("alert", "alert_items", alert), same("function", "function_items", function))
	}
	duplicates := func(c *servertest.Client) string {
		alert := read(c, "alert", c.Made("alert", Object{
			"tags":              []any{Object{"id": "1", "name": "a"}, Object{"id": "1", "name": "b"}, Object{"id": "2"}},
			"alert_items":       []any{Object{"ref_id": "A"}, Object{"ref_id": "A"}, Object{"ref_id": "B"}},
			"destinations_list": []any{"x", "y", "x"},
		}))
		return show(c, alert["tags"], len(servertest.Items(c.T, alert, "alert_items")), alert["destinations_list"])
	}
	arrays := func(c *servertest.Client) string {
		component := read(c, "component", c.Made("component", Object{
			"input":     []any{Object{"name": "a"}, Object{"name": "b"}},
			"endpoints": []any{Object{"name": "x", "port": 1}},
			"tags":      []any{Object{"id": "1"}, Object{"id": "2"}},
		}))
		alert := read(c, "alert", c.Made("alert", Object{
			"stmt_thresholds": []any{Object{"value": 1}, Object{"value": 2}}, "destinations_list": []any{"a", "b"},
		}))
		function := read(c, "function", c.Made("function", Object{"tags": []any{"u", "v"}}))
		return show(c, component["input"], component["endpoints"], component["tags"], alert["stmt_thresholds"], alert["destinations_list"],
			function["tags"])
	}
	const plain = `[{"name":"a"},{"name":"b"}] [{"name":"x","port":1}] [{"id":"1"},{"id":"2"}] [{"value":1},{"value":2}] ["a","b"] ["u","v"]`
	references := func(c *servertest.Client) string {
		function := read(c, "function", c.Made("function", Object{
			"target_attribute": Object{"id": "7", "name": "pressure", "type": "Number"}, "tags": []any{"u"},
			"function_items": []any{Object{"query_filter_asset": Object{"id": "8"}}},
		}))
		alert := read(c, "alert", c.Made("alert", Object{"tags": []any{Object{"id": "9", "name": "t"}}}))
		return show(c, function["target_attribute"], servertest.Items(c.T, function, "function_items")[0]["query_filter_asset"],
			function["tags"], alert["tags"])
	}
	const plainReferences = `{"id":"7","name":"pressure","type":"Number"} {"id":"8"} ["u"] [{"id":"9","name":"t"}]`
	const more = `"count":3,"created_at":"2020-01-01T00:00:00.000000Z","description":"",`
	const owner = `"owner":{"id":"1","name":"engine"}`
	return map[string]difference{
		"new-element-ids": {see: ids, with: "false false", without: "true true"},
		"no-duplicates": {
			see: duplicates, with: `[{"id":"1","name":"a"},{"id":"2"}] 2 ["x","y"]`,
			without: `[{"id":"1","name":"a"},{"id":"1","name":"b"},{"id":"2"}] 3 ["x","y","x"]`,
		},
		"own-elements": {
			see: arrays, with: `[{"name":"a"},{"name":"b"},{"name":"engine_own"}] [{"name":"x","port":1},{"name":"engine_own"}] ` +
				`[{"id":"1"},{"id":"2"},{"id":"engine-own","name":"engine-own"}] [{"value":1},{"value":2}] ["a","b"] ["u","v","engine-own"]`,
			without: plain,
		},
		"own-element-keys": {
			see: arrays, with: `[{"engine_key":{"revision":1},"name":"a"},{"engine_key":{"revision":1},"name":"b"}] ` +
				`[{"engine_key":{"revision":1},"name":"x","port":1}] ` +
				`[{"engine_key":{"revision":1},"id":"1"},{"engine_key":{"revision":1},"id":"2"}] ` +
				`[{"engine_key":{"revision":1},"value":1},{"engine_key":{"revision":1},"value":2}] ["a","b"] ["u","v"]`, without: plain,
		},
		"reordered-elements": {
			see: arrays, with: `[{"name":"b"},{"name":"a"}] [{"name":"x","port":1}] [{"id":"2"},{"id":"1"}] [{"value":1},{"value":2}] ["a",` +
				`"b"] ["v","u"]`, without: plain,
		},
		"rich-references": {
			see: references, with: `{` + more + `"id":"7","name":"pressure",` + owner + `,"type":"Number"} {` + more + `"id":"8",` + owner + `} ` +
				`[{` + more + `"id":"u","name":"u",` + owner + `}] [{` + more + `"id":"9","name":"t",` + owner + `}]`, without: plainReferences,
		},
		"renamed-references": {
			see: references, with: `{"id":"7","name":"The engine's 7","type":"Number"} {"id":"8","name":"The engine's 8"} ["u"] [{"id":"9",` +
				`"name":"The engine's 9"}]`,
			without: plainReferences,
		},
		"id-references": {see: references, with: `"7" "8" ["u"] ["9"]`, without: plainReferences},
	}
}
