// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/document"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// spellings answer values in other words than they were sent in, and take these words as well.
func spellings() []Habit {
	numeric := []string{"tab", "widget", "component", "alert", "function"}
	return []Habit{
		{
			Name: "text-durations", Summary: "what the interface calls string or number comes back as a time such as \"5m\"",
			Quirks: []int{13}, Kinds: []string{"widget", "alert"},
			points: func(*Set, parameter) points { return points{document: toDurations, body: fromDurations} },
		},
		{
			Name: "text-numbers", Summary: "numbers come back as text",
			Quirks: []int{13}, Kinds: numeric, Group: "numbers",
			points: func(*Set, parameter) points { return points{document: toText, body: fromText} },
		},
		{
			Name: "fraction-numbers", Summary: "whole numbers come back with a fraction, as 5.0",
			Quirks: []int{13}, Kinds: numeric, Group: "numbers",
			points: func(*Set, parameter) points { return points{document: toFractions} },
		},
		{
			Name: "numeric-crons", Summary: "the cron fields of functions are taken as numbers too, and come back as numbers where they are such",
			Quirks: []int{252}, Kinds: []string{"function"},
			points: func(*Set, parameter) points { return points{document: toNumericCrons, body: fromNumericCrons} },
		},
		{
			Name: "lower-case", Summary: "words from lists of values come back in lower case, also those of a deployment",
			Quirks: []int{13}, Kinds: []string{"widget", "component", "routine", "alert", "function"},
			points: func(*Set, parameter) points { return points{document: toLowerCase, body: fromLowerCase} },
		},
		{
			Name: "synonyms", Summary: "average comes back for avg, and avg where average was sent",
			Quirks: []int{13}, Kinds: []string{"widget", "alert", "function"},
			points: func(*Set, parameter) points { return points{document: toSynonyms, body: fromSynonyms} },
		},
	}
}

// The fields that hold times, and their units in seconds; a rate has a unit of its own.
var durationFields = map[string]time.Duration{
	"refresh_interval": time.Second, "relative_window_time": time.Second, "stmt_time_window": time.Second,
}

var rateUnits = map[string]string{"minute": "m", "hour": "h", "day": "d"}

func toDurations(c *Call, doc document.Object) {
	for name, unit := range durationFields {
		if number, ok := doc[name].(json.Number); ok {
			if count, err := number.Int64(); err == nil {
				doc[name] = shortDuration(time.Duration(count) * unit)
			}
		}
	}
	unit, _ := doc["rate_unit"].(string)
	number, ok := doc["rate_value"].(json.Number)
	if letter := rateUnits[unit]; ok && letter != "" && c.Table.Kind == "alert" {
		doc["rate_value"] = number.String() + letter
	}
}

// shortDuration is a time without the units that are zero: 5m, not 5m0s.
func shortDuration(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

func fromDurations(c *Call, body document.Object) error {
	for name, unit := range durationFields {
		if text, isText := body[name].(string); isText {
			if d, err := time.ParseDuration(text); err == nil {
				body[name] = json.Number(strconv.FormatInt(int64(d/unit), 10))
			}
		}
	}
	if text, isText := body["rate_value"].(string); isText && c.Table.Kind == "alert" {
		body["rate_value"] = strings.TrimRight(text, "mhd")
	}
	return nil
}

func toText(c *Call, doc document.Object) {
	values(c.Table.Fields, doc, func(field *table.Field, value any) any {
		if number, ok := value.(json.Number); ok && field.Type != table.JSON {
			return number.String()
		}
		return value
	})
}

func fromText(c *Call, body document.Object) error {
	values(c.Table.Fields, body, func(field *table.Field, value any) any {
		text, isText := value.(string)
		if isText && field.Numeric() && json.Valid([]byte(text)) && strings.ContainsAny(text[:1], "-0123456789") {
			return json.Number(text)
		}
		return value
	})
	return nil
}

func toFractions(c *Call, doc document.Object) {
	values(c.Table.Fields, doc, func(_ *table.Field, value any) any {
		number, ok := value.(json.Number)
		if ok && !strings.ContainsAny(number.String(), ".eE") {
			return number + ".0"
		}
		return value
	})
}

func toNumericCrons(c *Call, doc document.Object) {
	for name, value := range doc {
		text, _ := value.(string)
		if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text && isCronOfFunction(c, name) {
			doc[name] = json.Number(text)
		}
	}
}

func fromNumericCrons(c *Call, body document.Object) error {
	for name, value := range body {
		if number, isNumber := value.(json.Number); isNumber && isCronOfFunction(c, name) {
			body[name] = number.String()
		}
	}
	return nil
}

func isCronOfFunction(c *Call, name string) bool {
	return c.Table.Kind == "function" && strings.HasPrefix(name, "cron_")
}

func toLowerCase(c *Call, doc document.Object) {
	values(c.Table.Fields, doc, func(field *table.Field, value any) any {
		text, isText := value.(string)
		if isText && (field.OneOf != nil || field.Name == "deployment_status") {
			return strings.ToLower(text)
		}
		return value
	})
}

func fromLowerCase(c *Call, body document.Object) error {
	values(c.Table.Fields, body, func(field *table.Field, value any) any {
		text, isText := value.(string)
		for _, one := range field.OneOf {
			if isText && strings.EqualFold(one, text) {
				return one
			}
		}
		return value
	})
	return nil
}

// aggregations are the fields that know both words for an average, and whether they know both when they are sent.
var aggregations = map[string]bool{"labels_aggregation": true, "query_group_function": false, "stmt_aggregation": false}

func toSynonyms(c *Call, doc document.Object) {
	values(c.Table.Fields, doc, func(field *table.Field, value any) any {
		if _, there := aggregations[field.Name]; there {
			switch value {
			case "avg":
				return "average"
			case "average":
				return "avg"
			}
		}
		return value
	})
}

func fromSynonyms(c *Call, body document.Object) error {
	values(c.Table.Fields, body, func(field *table.Field, value any) any {
		if both, there := aggregations[field.Name]; there && !both && value == "average" {
			return "avg"
		}
		return value
	})
	return nil
}
