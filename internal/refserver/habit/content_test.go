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

func read(c *servertest.Client, kind string, doc Object) Object {
	c.T.Helper()
	return c.Read(kind, doc)
}

// show returns values as JSON, separated by spaces. To keep the result short, it omits null fields in array elements.
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

func withoutNulls(elements []any) []any {
	short := make([]any, len(elements))
	for i, element := range elements {
		short[i] = element
		if object, isObject := element.(Object); isObject {
			object = maps.Clone(object)
			maps.DeleteFunc(object, func(_ string, value any) bool { return value == nil })
			short[i] = object
		}
	}
	return short
}

func keys(doc Object) string { return strings.Join(slices.Sorted(maps.Keys(doc)), " ") }

func contentDifferences() map[string]difference {
	secrets := func(c *servertest.Client) string {
		config := servertest.Items(c.T, read(c, "routine", c.Made("routine", Object{"config": secretParameters()})), "config")
		for _, parameter := range config {
			maps.DeleteFunc(parameter, func(name string, value any) bool { return name != "value" && value == nil })
		}
		stored := c.Server.Objects("routine")[0]["config"]
		return servertest.JSON(c.T, config) + strings.TrimPrefix(show(c, stored), show(c, secretParameters()))
	}
	const plain = `[{"name":"key","sensitive":true,"value":"hunter2"},{"name":"open","sensitive":false,"value":"all"}]`
	moving := func(c *servertest.Client) string {
		made := c.Made("alert", Object{
			"alert_items": []any{Object{"ref_id": "A"}}, "tags": []any{Object{"id": "1"}},
		})
		first, second := read(c, "alert", made), read(c, "alert", made)
		item := servertest.Items(c.T, second, "alert_items")[0]
		return show(c, servertest.JSON(c.T, first) == servertest.JSON(c.T, second), first["reads"] == second["reads"],
			item["last_ping"] != nil, keys(servertest.Items(c.T, second, "tags")[0]))
	}
	statuses := func(c *servertest.Client) string {
		alert, component, function := c.Made("alert", nil), c.Made("component", nil), c.Made("function", Object{"status": "idle"})
		seen := map[string]bool{}
		for range 3 {
			seen[fmt.Sprint(read(c, "alert", alert)["status"])] = true
			seen[fmt.Sprint(read(c, "function", function)["status"])] = true
			seen[fmt.Sprint(read(c, "component", component)["deployment_status"])] = true
		}
		return strings.Join(slices.Sorted(maps.Keys(seen)), " ")
	}
	clock := func(c *servertest.Client) string {
		created := c.Do("POST", servertest.Paths["node"], Object{"name": "n", "type": "t"})
		date, err := http.ParseTime(created.Header.Get("Date"))
		made, errMade := time.Parse(time.RFC3339Nano, fmt.Sprint(created.Doc["created_at"]))
		return fmt.Sprint(date.Sub(made).Round(time.Minute), err, errMade)
	}
	blanks := func(c *servertest.Client) string {
		made := c.Made("function", Object{"function_items": []any{Object{"ref_id": "A"}}})
		doc := read(c, "function", made)
		item := servertest.Items(c.T, doc, "function_items")[0]
		_, there := doc["target_attribute"]
		widget := read(c, "widget", c.Made("widget", Object{"thresholds": []any{Object{"value": 1}}}))
		threshold := servertest.Items(c.T, widget, "thresholds")[0]
		return show(c, there, doc["description"], doc["target_asset"], item["label"], item["query_filter_asset"], len(item) < 15, keys(threshold))
	}
	const notPadded = `true null null "" null false "color display_text value"`
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
	short := func(c *servertest.Client) string {
		body := c.Minimal("component", nil)
		for _, name := range []string{"deployment_capacity", "input", "output", "routines"} {
			delete(body, name)
		}
		got := c.Do("POST", servertest.Paths["component"], body)
		return fmt.Sprint(got.Status, " ", show(c, got.Doc["deployment_capacity"], got.Doc["input"]))
	}
	return map[string]difference{
		"masked-secrets":        {see: secrets, with: strings.Replace(plain, "hunter2", "********", 1), without: plain},
		"masked-secrets-null":   {see: secrets, with: strings.Replace(plain, `"hunter2"`, "null", 1), without: plain},
		"masked-secrets-absent": {see: secrets, with: strings.Replace(plain, `,"value":"hunter2"`, "", 1), without: plain},
		"spelled-sensitive":     {see: secrets, with: strings.Replace(plain, `"sensitive":true`, `"sensitive":"True"`, 1), without: plain},
		"moving-fields":         {see: moving, with: `false false true "id last_ping reads"`, without: `true true false "id"`},
		"other-clock":           {see: clock, with: "1h0m0s <nil> <nil>", without: "0s <nil> <nil>"},
		"own-status":            {see: statuses, with: "Stopped Unknown active alert failed no_alert no_data", without: "Stopped idle no_alert"},
		"bare":                  {see: blanks, with: `false null null null null true "value"`, without: notPadded},
		"padded": {
			see: blanks, with: `true "" {"id":"","name":""} "" {"id":"","name":""} false "color display_text value"`,
			without: notPadded,
		},
		"new-element-ids":  {see: ids, with: "false false", without: "true true"},
		"text-numbers":     {see: numbers, with: `"4" "1.5" "7" "30" "50"`, without: "4 1.5 7 30 50"},
		"fraction-numbers": {see: numbers, with: "4.0 1.5 7.0 30.0 50.0", without: "4 1.5 7 30 50"},
		"short-creates":    {see: short, with: `201 "" []`, without: `400 ["This field is required."] ["This field is required."]`},
	}
}

// cut returns the JSON value after the first occurrence of before in a response body.
func cut(body, before string) string {
	_, value, _ := strings.Cut(body, before)
	return value[:strings.IndexAny(value, ",}]")]
}
