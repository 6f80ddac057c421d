// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func contentDifferences() map[string]difference {
	moving := func(c *servertest.Client) string {
		made := c.CreateMinimal("alert", Object{
			"alert_items": []any{Object{"ref_id": "A"}}, "tags": []any{Object{"id": "1"}},
		})
		first, second := c.Read("alert", made), c.Read("alert", made)
		item := servertest.Items(c.T, second, "alert_items")[0]
		return fmt.Sprint(servertest.JSON(c.T, first) == servertest.JSON(c.T, second), first["reads"] == second["reads"],
			item["last_ping"] != nil, slices.Sorted(maps.Keys(servertest.Items(c.T, second, "tags")[0])))
	}
	statuses := func(c *servertest.Client) string {
		alert, component := c.CreateMinimal("alert", nil), c.CreateMinimal("component", nil)
		function := c.CreateMinimal("function", Object{"status": "idle"})
		seen := map[string]bool{}
		for range 3 {
			seen[fmt.Sprint(c.Read("alert", alert)["status"])] = true
			seen[fmt.Sprint(c.Read("function", function)["status"])] = true
			seen[fmt.Sprint(c.Read("component", component)["deployment_status"])] = true
		}
		return strings.Join(slices.Sorted(maps.Keys(seen)), " ")
	}
	clock := func(c *servertest.Client) string {
		created := c.Do("POST", servertest.Paths["node"], Object{"name": "n", "type": "t"})
		date, err := http.ParseTime(created.Header.Get("Date"))
		made, errMade := time.Parse(time.RFC3339Nano, fmt.Sprint(created.Doc["created_at"]))
		return fmt.Sprint(date.Sub(made).Round(time.Minute), err, errMade)
	}
	ids := func(c *servertest.Client) string {
		alert := c.CreateMinimal("alert", Object{"alert_items": []any{Object{"ref_id": "A"}}})
		function := c.CreateMinimal("function", Object{"function_items": []any{Object{"ref_id": "A"}}})
		same := func(kind, field string, made Object) bool {
			before := servertest.Items(c.T, c.Read(kind, made), field)
			c.Do("PATCH", c.Path(kind, made), Object{"name": "other"})
			after := servertest.Items(c.T, c.Read(kind, made), field)
			return len(before) == len(after) && before[0]["id"] == after[0]["id"]
		}
		return fmt.Sprint(same("alert", "alert_items", alert), same("function", "function_items", function))
	}
	numbers := func(c *servertest.Client) string {
		widget := c.CreateMinimal("widget", Object{
			"height": 4, "y_axis_max_limit": 1.5, "thresholds": []any{Object{"value": 7}}, "refresh_interval": 30,
			"chart_items": []any{Object{"query_limit": 50}},
		})
		got := c.Do("GET", c.Path("widget", widget), nil).Body
		item := cut(got, `"query_limit":`)
		return strings.Join([]string{
			cut(got, `"height":`), cut(got, `"y_axis_max_limit":`), cut(got, `"value":`),
			cut(got, `"refresh_interval":`), item,
		}, " ")
	}
	return map[string]difference{
		"moving-fields":    {see: moving, with: "false false true [id last_ping reads]", without: "true true false [id]"},
		"other-clock":      {see: clock, with: "1h0m0s <nil> <nil>", without: "0s <nil> <nil>"},
		"own-status":       {see: statuses, with: "Stopped Unknown active alert failed no_alert no_data", without: "Stopped idle no_alert"},
		"new-element-ids":  {see: ids, with: "false false", without: "true true"},
		"text-numbers":     {see: numbers, with: `"4" "1.5" "7" "30" "50"`, without: "4 1.5 7 30 50"},
		"fraction-numbers": {see: numbers, with: "4.0 1.5 7.0 30.0 50.0", without: "4 1.5 7 30 50"},
	}
}

// cut returns the string, number, boolean or null that follows the first occurrence of prefix in a JSON response body.
func cut(body, prefix string) string {
	_, value, _ := strings.Cut(body, prefix)
	return value[:strings.IndexAny(value, ",}]")]
}
