// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func elementDifferences() map[string]difference {
	ids := func(c *servertest.Client) string {
		alert := c.Made("alert", servertest.Object{"alert_items": []any{servertest.Object{"ref_id": "A"}}})
		function := c.Made("function", servertest.Object{"function_items": []any{servertest.Object{"ref_id": "A"}}})
		same := func(kind, field string, made servertest.Object) bool {
			before := servertest.Items(c.T, read(c, kind, made), field)
			c.Do("PATCH", c.Path(kind, made), servertest.Object{"name": "other"})
			after := servertest.Items(c.T, read(c, kind, made), field)
			return len(before) == len(after) && before[0]["id"] == after[0]["id"]
		}
		return show(c, same("alert", "alert_items", alert), same("function", "function_items", function))
	}
	duplicates := func(c *servertest.Client) string {
		alert := read(c, "alert", c.Made("alert", servertest.Object{
			"tags":              []any{servertest.Object{"id": "1", "name": "a"}, servertest.Object{"id": "1", "name": "b"}, servertest.Object{"id": "2"}},
			"alert_items":       []any{servertest.Object{"ref_id": "A"}, servertest.Object{"ref_id": "A"}, servertest.Object{"ref_id": "B"}},
			"destinations_list": []any{"x", "y", "x"},
		}))
		return show(c, alert["tags"], len(servertest.Items(c.T, alert, "alert_items")), alert["destinations_list"])
	}
	arrays := func(c *servertest.Client) string {
		component := read(c, "component", c.Made("component", servertest.Object{
			"input":     []any{servertest.Object{"name": "a"}, servertest.Object{"name": "b"}},
			"endpoints": []any{servertest.Object{"name": "x", "port": 1}},
			"tags":      []any{servertest.Object{"id": "1"}, servertest.Object{"id": "2"}},
		}))
		alert := read(c, "alert", c.Made("alert", servertest.Object{
			"stmt_thresholds": []any{servertest.Object{"value": 1}, servertest.Object{"value": 2}}, "destinations_list": []any{"a", "b"},
		}))
		function := read(c, "function", c.Made("function", servertest.Object{"tags": []any{"u", "v"}}))
		return show(c, component["input"], component["endpoints"], component["tags"], alert["stmt_thresholds"], alert["destinations_list"], function["tags"])
	}
	const plain = `[{"name":"a"},{"name":"b"}] [{"name":"x","port":1}] [{"id":"1"},{"id":"2"}] [{"value":1},{"value":2}] ["a","b"] ["u","v"]`
	references := func(c *servertest.Client) string {
		function := read(c, "function", c.Made("function", servertest.Object{
			"target_attribute": servertest.Object{"id": "7", "name": "pressure", "type": "Number"}, "tags": []any{"u"},
			"function_items": []any{servertest.Object{"query_filter_asset": servertest.Object{"id": "8"}}},
		}))
		alert := read(c, "alert", c.Made("alert", servertest.Object{"tags": []any{servertest.Object{"id": "9", "name": "t"}}}))
		return show(c, function["target_attribute"], servertest.Items(c.T, function, "function_items")[0]["query_filter_asset"], function["tags"], alert["tags"])
	}
	const plainReferences = `{"id":"7","name":"pressure","type":"Number"} {"id":"8"} ["u"] [{"id":"9","name":"t"}]`
	const more = `"count":3,"created_at":"2020-01-01T00:00:00.000000Z","description":"",`
	const owner = `"owner":{"id":"1","name":"engine"}`
	return map[string]difference{
		"new-element-ids": {ids, "false false", "true true"},
		"no-duplicates": {
			duplicates, `[{"id":"1","name":"a"},{"id":"2"}] 2 ["x","y"]`,
			`[{"id":"1","name":"a"},{"id":"1","name":"b"},{"id":"2"}] 3 ["x","y","x"]`,
		},
		"own-elements": {
			arrays, `[{"name":"a"},{"name":"b"},{"name":"engine_own"}] [{"name":"x","port":1},{"name":"engine_own"}] ` +
				`[{"id":"1"},{"id":"2"},{"id":"engine-own","name":"engine-own"}] [{"value":1},{"value":2}] ["a","b"] ["u","v","engine-own"]`, plain,
		},
		"own-element-keys": {
			arrays, `[{"engine_key":{"revision":1},"name":"a"},{"engine_key":{"revision":1},"name":"b"}] [{"engine_key":{"revision":1},"name":"x","port":1}] ` +
				`[{"engine_key":{"revision":1},"id":"1"},{"engine_key":{"revision":1},"id":"2"}] ` +
				`[{"engine_key":{"revision":1},"value":1},{"engine_key":{"revision":1},"value":2}] ["a","b"] ["u","v"]`, plain,
		},
		"reordered-elements": {
			arrays, `[{"name":"b"},{"name":"a"}] [{"name":"x","port":1}] [{"id":"2"},{"id":"1"}] [{"value":1},{"value":2}] ["a","b"] ["v","u"]`, plain,
		},
		"rich-references": {
			references, `{` + more + `"id":"7","name":"pressure",` + owner + `,"type":"Number"} {` + more + `"id":"8",` + owner + `} ` +
				`[{` + more + `"id":"u","name":"u",` + owner + `}] [{` + more + `"id":"9","name":"t",` + owner + `}]`, plainReferences,
		},
		"renamed-references": {
			references, `{"id":"7","name":"The engine's 7","type":"Number"} {"id":"8","name":"The engine's 8"} ["u"] [{"id":"9","name":"The engine's 9"}]`,
			plainReferences,
		},
		"id-references": {references, `"7" "8" ["u"] ["9"]`, plainReferences},
	}
}
