// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"fmt"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func formDifferences() map[string]difference {
	numbers := func(c *servertest.Client) string {
		widget := c.Made("widget", Object{
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
	durations := func(c *servertest.Client) string {
		alert := read(c, "alert", c.Made("alert", Object{
			"type": "rate", "rate_value": 5, "rate_unit": "hour", "stmt_time_window": 5400,
		}))
		widget := read(c, "widget", c.Made("widget", Object{"refresh_interval": 90, "relative_window_time": 3600}))
		return show(c, alert["rate_value"], alert["stmt_time_window"], widget["refresh_interval"], widget["relative_window_time"])
	}
	words := func(c *servertest.Client) string {
		alert := read(c, "alert", c.Made("alert", Object{
			"severity": "SEV3", "alert_items": []any{Object{"type": "QUERY", "label": "ABC"}},
		}))
		component := read(c, "component", c.Made("component", nil))
		item := servertest.Items(c.T, alert, "alert_items")[0]
		return show(c, alert["severity"], item["type"], item["label"], component["deployment_type"], component["deployment_status"])
	}
	synonyms := func(c *servertest.Client) string {
		made := c.Made("widget", Object{
			"labels_aggregation": "average", "chart_items": []any{Object{"query_group_function": "avg"}},
		})
		widget, alert := read(c, "widget", made), read(c, "alert", c.Made("alert", Object{"stmt_aggregation": "avg"}))
		return show(c, widget["labels_aggregation"], servertest.Items(c.T, widget, "chart_items")[0]["query_group_function"],
			alert["stmt_aggregation"])
	}
	crons := func(c *servertest.Client) string {
		body := Object{"type": "cron", "cron_minutes": 5, "cron_hours": "7", "cron_dom": "05", "cron_month": "*"}
		if got := c.Do("POST", servertest.Paths["function"], c.Minimal("function", body)); got.Status != 201 {
			return fmt.Sprint(got.Status, " ", show(c, got.Doc))
		}
		function := c.Server.Objects("function")[0]
		shown := read(c, "function", function)
		return show(c, shown["cron_minutes"], shown["cron_hours"], shown["cron_dom"], shown["cron_month"], function["cron_minutes"])
	}
	return map[string]difference{
		"numeric-crons":    {see: crons, with: `5 7 "05" "*" "5"`, without: `400 {"cron_minutes":["Must be a string."]}`},
		"text-numbers":     {see: numbers, with: `"4" "1.5" "7" "30" "50"`, without: "4 1.5 7 30 50"},
		"fraction-numbers": {see: numbers, with: "4.0 1.5 7.0 30.0 50.0", without: "4 1.5 7 30 50"},
		"text-durations":   {see: durations, with: `"5h" "1h30m" "1m30s" "1h"`, without: "5 5400 90 3600"},
		"lower-case": {
			see: words, with: `"sev3" "query" "ABC" "service_hosted" "stopped"`,
			without: `"SEV3" "QUERY" "ABC" "SERVICE_HOSTED" "Stopped"`,
		},
		"synonyms": {see: synonyms, with: `"avg" "average" "average"`, without: `"average" "avg" "avg"`},
	}
}

// cut returns the JSON value after the first occurrence of a string in a response body.
func cut(body, before string) string {
	_, value, _ := strings.Cut(body, before)
	return value[:strings.IndexAny(value, ",}]")]
}
