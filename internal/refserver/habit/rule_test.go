// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"fmt"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func ruleDifferences() map[string]difference {
	kinds := func(c *servertest.Client) string {
		got := c.Do("POST", servertest.Paths["alert"], c.Minimal("alert", servertest.Object{"severity": "SEV9"}))
		item := c.Do("POST", servertest.Paths["widget"], c.Minimal("widget", servertest.Object{"chart_items": []any{servertest.Object{"type": "MODEL"}}}))
		return fmt.Sprint(got.Status, " ", item.Status)
	}
	sizes := func(c *servertest.Client) string {
		tab := c.Do("POST", servertest.Paths["tab"], c.Minimal("tab", servertest.Object{"order": 1.5}))
		item := servertest.Object{"ref_id": "TOO_LONG", "query_limit": 20000}
		widget := c.Do("POST", servertest.Paths["widget"], c.Minimal("widget", servertest.Object{"chart_items": []any{item}}))
		return fmt.Sprint(tab.Status, " ", widget.Status)
	}
	names := func(c *servertest.Client) string {
		first, second := c.Made("node", servertest.Object{"name": "a"}), c.Made("node", servertest.Object{"name": "b"})
		return fmt.Sprint(c.Do("POST", servertest.Paths["node"], servertest.Object{"name": "a", "type": "t"}).Status,
			c.Do("PATCH", c.Path("node", second), servertest.Object{"name": "a"}).Status,
			c.Do("PATCH", c.Path("node", first), servertest.Object{"name": "a"}).Status)
	}
	offered := func(c *servertest.Client) string {
		component := c.Made("component", servertest.Object{"routines": []any{servertest.Object{"name": "training"}}})
		statuses := ""
		for _, kind := range []string{"training", "inference"} {
			body := c.Minimal("routine", servertest.Object{"component_id": component["id"], "type": kind})
			statuses += fmt.Sprint(c.Do("POST", servertest.Paths["routine"], body).Status, " ")
		}
		return statuses
	}
	orders := func(c *servertest.Client) string {
		dashboard := c.Made("dashboard", nil)["id"]
		first := c.Made("tab", servertest.Object{"dashboard": dashboard})
		second := c.Made("tab", servertest.Object{"dashboard": dashboard})
		return show(c, first["order"], second["order"], c.Made("tab", servertest.Object{"dashboard": dashboard, "order": 7})["order"])
	}
	nothing := func(c *servertest.Client) string {
		return fmt.Sprint(c.Do("PATCH", c.Path("node", c.Made("node", nil)), servertest.Object{}).Status)
	}
	items := func(c *servertest.Client) string {
		function := c.Made("function", servertest.Object{"function_items": []any{servertest.Object{"ref_id": "A"}, servertest.Object{"ref_id": "B"}}})
		first := servertest.Items(c.T, function, "function_items")[0]
		function = c.Patch("function", function, servertest.Object{"function_items": []any{
			servertest.Object{"id": first["id"], "label": "x"}, servertest.Object{"ref_id": "C"},
		}})
		text := ""
		for _, item := range servertest.Items(c.T, function, "function_items") {
			text += fmt.Sprint(item["ref_id"])
		}
		return text
	}
	joined := func(c *servertest.Client) string {
		alert := c.Made("alert", servertest.Object{
			"tags": []any{servertest.Object{"id": "1"}, servertest.Object{"id": "2"}}, "stmt_thresholds": []any{servertest.Object{"value": 1}},
		})
		alert = c.Patch("alert", alert, servertest.Object{
			"tags": []any{servertest.Object{"id": "3"}, servertest.Object{"id": "2", "name": "n"}}, "stmt_thresholds": []any{servertest.Object{"value": 2}},
		})
		text := show(c, alert["tags"], alert["stmt_thresholds"])
		return text + show(c, c.Patch("alert", alert, servertest.Object{"tags": []any{}})["tags"])
	}
	texts := func(c *servertest.Client) string {
		widget := c.Made("widget", servertest.Object{
			"name": " a\n", "timestamp_gte": "2024-05-06T07:08:09+02:00", "timestamp_lte": "now", "thresholds": []any{servertest.Object{"color": " red "}},
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
		"short-creates":         {short, `201 "" []`, `400 ["This field is required."] ["This field is required."]`},
		"more-kinds":            {kinds, "201 201", "400 400"},
		"wide-values":           {sizes, "201 201", "201 400"},
		"whole-numbers":         {sizes, "400 400", "201 400"},
		"unique-names":          {names, "400 400 200", "201 200 200"},
		"offered-routines":      {offered, "201 400 ", "201 201 "},
		"counted-tabs":          {orders, "0 1 7", "null null 7"},
		"empty-updates-refused": {nothing, "400", "200"},
		"replaced-items":        {items, "AC", "ABC"},
		"joined-elements": {
			joined, `[{"id":"3"},{"id":"2","name":"n"},{"id":"1"}] [{"value":2}][]`, `[{"id":"3"},{"id":"2","name":"n"}] [{"value":2}][]`,
		},
		"trimmed-texts": {texts, `"a" "2024-05-06T07:08:09+02:00" "now" [{"color":"red"}]`, plainTexts},
		"own-times":     {texts, `" a\n" "2024-05-06T05:08:09.000000Z" "now" [{"color":" red "}]`, plainTexts},
	}
}
