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

// read gives the object as it is read.
func read(c *servertest.Client, kind string, doc servertest.Object) servertest.Object {
	c.T.Helper()
	return c.Must(200, "GET", c.Path(kind, doc), nil)
}

// show gives values as JSON, side by side.
func show(c *servertest.Client, values ...any) string {
	c.T.Helper()
	var texts []string
	for _, value := range values {
		if elements, isArray := value.([]any); isArray {
			value = withoutNulls(elements)
		}
		texts = append(texts, servertest.JSON(c.T, value))
	}
	return strings.Join(texts, " ")
}

// keys gives those of an object.
// withoutNulls gives elements without the keys that complete them.
func withoutNulls(elements []any) []any {
	short := make([]any, len(elements))
	for i, element := range elements {
		short[i] = element
		if object, isObject := element.(servertest.Object); isObject {
			object = maps.Clone(object)
			maps.DeleteFunc(object, func(_ string, value any) bool { return value == nil })
			short[i] = object
		}
	}
	return short
}

func keys(doc servertest.Object) string { return strings.Join(slices.Sorted(maps.Keys(doc)), " ") }

func contentDifferences() map[string]difference {
	secrets := func(c *servertest.Client) string {
		config := servertest.Items(c.T, read(c, "routine", c.Made("routine", servertest.Object{"config": secretParameters()})), "config")
		for _, parameter := range config {
			maps.DeleteFunc(parameter, func(name string, value any) bool { return name != "value" && value == nil })
		}
		stored := c.Server.Objects("routine")[0]["config"]
		return servertest.JSON(c.T, config) + strings.TrimPrefix(show(c, stored), show(c, secretParameters()))
	}
	const plain = `[{"name":"key","sensitive":true,"value":"hunter2"},{"name":"open","sensitive":false,"value":"all"}]`
	moving := func(c *servertest.Client) string {
		made := c.Made("alert", servertest.Object{
			"alert_items": []any{servertest.Object{"ref_id": "A"}}, "tags": []any{servertest.Object{"id": "1"}},
		})
		first, second := read(c, "alert", made), read(c, "alert", made)
		item := servertest.Items(c.T, second, "alert_items")[0]
		return show(c, servertest.JSON(c.T, first) == servertest.JSON(c.T, second), first["reads"] == second["reads"],
			item["last_ping"] != nil, keys(servertest.Items(c.T, second, "tags")[0]))
	}
	statuses := func(c *servertest.Client) string {
		alert, component, function := c.Made("alert", nil), c.Made("component", nil), c.Made("function", servertest.Object{"status": "idle"})
		seen := map[string]bool{}
		for range 3 {
			seen[fmt.Sprint(read(c, "alert", alert)["status"])] = true
			seen[fmt.Sprint(read(c, "function", function)["status"])] = true
			seen[fmt.Sprint(read(c, "component", component)["deployment_status"])] = true
		}
		return strings.Join(slices.Sorted(maps.Keys(seen)), " ")
	}
	clock := func(c *servertest.Client) string {
		created := c.Do("POST", servertest.Paths["node"], servertest.Object{"name": "n", "type": "t"})
		date, err := http.ParseTime(created.Header.Get("Date"))
		made, errMade := time.Parse(time.RFC3339Nano, fmt.Sprint(created.Doc["created_at"]))
		return fmt.Sprint(date.Sub(made).Round(time.Minute), err, errMade)
	}
	blanks := func(c *servertest.Client) string {
		made := c.Made("function", servertest.Object{"function_items": []any{servertest.Object{"ref_id": "A"}}})
		doc := read(c, "function", made)
		item := servertest.Items(c.T, doc, "function_items")[0]
		_, there := doc["target_attribute"]
		widget := read(c, "widget", c.Made("widget", servertest.Object{"thresholds": []any{servertest.Object{"value": 1}}}))
		threshold := servertest.Items(c.T, widget, "thresholds")[0]
		return show(c, there, doc["description"], doc["target_asset"], item["label"], item["query_filter_asset"], len(item) < 15, keys(threshold))
	}
	const notPadded = `true null null "" null false "color display_text value"`
	defaults := func(c *servertest.Client) string {
		widget := read(c, "widget", c.Made("widget", servertest.Object{"width": 5}))
		alert := read(c, "alert", c.Made("alert", servertest.Object{"type": "cron"}))
		return show(c, widget["fill"], widget["height"], widget["width"], widget["labels_placement"], widget["timezone"], alert["rate_unit"], alert["mute"])
	}
	return map[string]difference{
		"own-defaults":          {defaults, `true 1 5 "bottom" null null false`, `null null 5 null null null false`},
		"masked-secrets":        {secrets, strings.Replace(plain, "hunter2", "********", 1), plain},
		"masked-secrets-null":   {secrets, strings.Replace(plain, `"hunter2"`, "null", 1), plain},
		"masked-secrets-absent": {secrets, strings.Replace(plain, `,"value":"hunter2"`, "", 1), plain},
		"spelled-sensitive":     {secrets, strings.Replace(plain, `"sensitive":true`, `"sensitive":"True"`, 1), plain},
		"moving-fields":         {moving, `false false true "id last_ping reads"`, `true true false "id"`},
		"other-clock":           {clock, "1h0m0s <nil> <nil>", "0s <nil> <nil>"},
		"own-status":            {statuses, "Stopped Unknown active alert failed no_alert no_data", "Stopped idle no_alert"},
		"bare":                  {blanks, `false null null null null true "value"`, notPadded},
		"padded":                {blanks, `true "" {"id":"","name":""} "" {"id":"","name":""} false "color display_text value"`, notPadded},
	}
}
