// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit_test

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/servertest"
)

func spellingDifferences() map[string]difference {
	numbers := func(c *servertest.Client) string {
		widget := c.Made("widget", servertest.Object{
			"height": 4, "y_axis_max_limit": 1.5, "thresholds": []any{servertest.Object{"value": 7}}, "refresh_interval": 30,
			"chart_items": []any{servertest.Object{"query_limit": 50}},
		})
		got := c.Do("GET", c.Path("widget", widget), nil).Body
		item := cut(got, `"query_limit":`)
		return strings.Join([]string{cut(got, `"height":`), cut(got, `"y_axis_max_limit":`), cut(got, `"value":`), cut(got, `"refresh_interval":`), item}, " ")
	}
	durations := func(c *servertest.Client) string {
		alert := read(c, "alert", c.Made("alert", servertest.Object{
			"type": "rate", "rate_value": 5, "rate_unit": "hour", "stmt_time_window": 5400,
		}))
		widget := read(c, "widget", c.Made("widget", servertest.Object{"refresh_interval": 90}))
		return show(c, alert["rate_value"], alert["stmt_time_window"], widget["refresh_interval"])
	}
	words := func(c *servertest.Client) string {
		alert := read(c, "alert", c.Made("alert", servertest.Object{
			"severity": "SEV3", "alert_items": []any{servertest.Object{"type": "QUERY", "label": "ABC"}},
		}))
		component := read(c, "component", c.Made("component", nil))
		item := servertest.Items(c.T, alert, "alert_items")[0]
		return show(c, alert["severity"], item["type"], item["label"], component["deployment_type"], component["deployment_status"])
	}
	synonyms := func(c *servertest.Client) string {
		made := c.Made("widget", servertest.Object{
			"labels_aggregation": "average", "chart_items": []any{servertest.Object{"query_group_function": "avg"}},
		})
		widget, alert := read(c, "widget", made), read(c, "alert", c.Made("alert", servertest.Object{"stmt_aggregation": "avg"}))
		return show(c, widget["labels_aggregation"], servertest.Items(c.T, widget, "chart_items")[0]["query_group_function"], alert["stmt_aggregation"])
	}
	return map[string]difference{
		"text-numbers":     {numbers, `"4" "1.5" "7" "30" "50"`, "4 1.5 7 30 50"},
		"fraction-numbers": {numbers, "4.0 1.5 7.0 30.0 50.0", "4 1.5 7 30 50"},
		"text-durations":   {durations, `"5h" "1h30m" "1m30s"`, "5 5400 90"},
		"lower-case":       {words, `"sev3" "query" "ABC" "service_hosted" "stopped"`, `"SEV3" "QUERY" "ABC" "SERVICE_HOSTED" "Stopped"`},
		"synonyms":         {synonyms, `"avg" "average" "average"`, `"average" "avg" "avg"`},
	}
}

// cut gives what stands behind a text until the value ends.
func cut(body, before string) string {
	_, value, _ := strings.Cut(body, before)
	return value[:strings.IndexAny(value, ",}]")]
}
