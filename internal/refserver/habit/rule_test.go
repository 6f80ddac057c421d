// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func ruleDifferences() map[string]difference {
	kinds := func(c *servertest.Client) string {
		got := c.Do("POST", servertest.Paths["alert"], c.Minimal("alert", Object{"severity": "SEV9"}))
		item := c.Do("POST", servertest.Paths["widget"], c.Minimal("widget", Object{"chart_items": []any{Object{"type": "MODEL"}}}))
		return fmt.Sprint(got.Status, " ", item.Status)
	}
	sizes := func(c *servertest.Client) string {
		tab := c.Do("POST", servertest.Paths["tab"], c.Minimal("tab", Object{"order": 1.5}))
		item := Object{"ref_id": "TOO_LONG", "query_limit": 20000}
		widget := c.Do("POST", servertest.Paths["widget"], c.Minimal("widget", Object{"chart_items": []any{item}}))
		return fmt.Sprint(tab.Status, " ", widget.Status)
	}
	names := func(c *servertest.Client) string {
		first, second := c.Made("node", Object{"name": "a"}), c.Made("node", Object{"name": "b"})
		return fmt.Sprint(c.Do("POST", servertest.Paths["node"], Object{"name": "a", "type": "t"}).Status,
			c.Do("PATCH", c.Path("node", second), Object{"name": "a"}).Status,
			c.Do("PATCH", c.Path("node", first), Object{"name": "a"}).Status)
	}
	offered := func(c *servertest.Client) string {
		component := c.Made("component", Object{"routines": []any{Object{"name": "training"}}})
		statuses := ""
		for _, kind := range []string{"training", "inference"} {
			body := c.Minimal("routine", Object{"component_id": component["id"], "type": kind})
			statuses += fmt.Sprint(c.Do("POST", servertest.Paths["routine"], body).Status, " ")
		}
		return statuses
	}
	orders := func(c *servertest.Client) string {
		dashboard := c.Made("dashboard", nil)["id"]
		first := c.Made("tab", Object{"dashboard": dashboard})
		second := c.Made("tab", Object{"dashboard": dashboard})
		return show(c, first["order"], second["order"], c.Made("tab", Object{"dashboard": dashboard, "order": 7})["order"])
	}
	nothing := func(c *servertest.Client) string {
		return fmt.Sprint(c.Do("PATCH", c.Path("node", c.Made("node", nil)), Object{}).Status)
	}
	items := func(c *servertest.Client) string {
		function := c.Made("function", Object{"function_items": []any{Object{"ref_id": "A"}, Object{"ref_id": "B"}}})
		first := servertest.Items(c.T, function, "function_items")[0]
		function = c.Patch("function", function, Object{"function_items": []any{
			Object{"id": first["id"], "label": "x"}, Object{"ref_id": "C"},
		}})
		text := ""
		for _, item := range servertest.Items(c.T, function, "function_items") {
			text += fmt.Sprint(item["ref_id"])
		}
		return text
	}
	joined := func(c *servertest.Client) string {
		alert := c.Made("alert", Object{
			"tags": []any{Object{"id": "1"}, Object{"id": "2"}}, "stmt_thresholds": []any{Object{"value": 1}},
		})
		alert = c.Patch("alert", alert, Object{
			"tags": []any{Object{"id": "3"}, Object{"id": "2", "name": "n"}}, "stmt_thresholds": []any{Object{"value": 2}},
		})
		text := show(c, alert["tags"], alert["stmt_thresholds"])
		return text + show(c, c.Patch("alert", alert, Object{"tags": []any{}})["tags"])
	}
	texts := func(c *servertest.Client) string {
		widget := c.Made("widget", Object{
			"name": " a\n", "timestamp_gte": "2024-05-06T07:08:09+02:00", "timestamp_lte": "now", "thresholds": []any{Object{"color": " red "}},
		})
		return show(c, widget["name"], widget["timestamp_gte"], widget["timestamp_lte"], widget["thresholds"])
	}
	const plainTexts = `" a\n" "2024-05-06T07:08:09+02:00" "now" [{"color":" red "}]`
	short := func(c *servertest.Client) string {
		body := c.Minimal("component", nil)
		for _, name := range []string{"deployment_capacity", "input", "output", "routines"} {
			delete(body, name)
		}
		got := c.Do("POST", servertest.Paths["component"], body)
		return fmt.Sprint(got.Status, " ", show(c, got.Doc["deployment_capacity"], got.Doc["input"]))
	}
	return map[string]difference{
		"short-creates":         {see: short, with: `201 "" []`, without: `400 ["This field is required."] ["This field is required."]`},
		"more-kinds":            {see: kinds, with: "201 201", without: "400 400"},
		"wide-values":           {see: sizes, with: "201 201", without: "201 400"},
		"whole-numbers":         {see: sizes, with: "400 400", without: "201 400"},
		"unique-names":          {see: names, with: "400 400 200", without: "201 200 200"},
		"offered-routines":      {see: offered, with: "201 400 ", without: "201 201 "},
		"counted-tabs":          {see: orders, with: "0 1 7", without: "null null 7"},
		"empty-updates-refused": {see: nothing, with: "400", without: "200"},
		"replaced-items":        {see: items, with: "AC", without: "ABC"},
		"joined-elements": {
			see: joined, with: `[{"id":"3"},{"id":"2","name":"n"},{"id":"1"}] [{"value":2}][]`,
			without: `[{"id":"3"},{"id":"2","name":"n"}] [{"value":2}][]`,
		},
		"trimmed-texts": {see: texts, with: `"a" "2024-05-06T07:08:09+02:00" "now" [{"color":"red"}]`, without: plainTexts},
		"own-times":     {see: texts, with: `" a\n" "2024-05-06T05:08:09.000000Z" "now" [{"color":" red "}]`, without: plainTexts},
	}
}
