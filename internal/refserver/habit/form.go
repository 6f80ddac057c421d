// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/jsondoc"
	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// forms returns the habits (deviations from INTERFACE.md) that change how values appear in responses, for example "5m" instead of 300. Most
// of these habits also accept the changed form in request bodies. Some habits hide secrets.
func forms() map[string]hooks {
	return map[string]hooks{
		"text-durations":   {show: toDurations, readBody: fromDurations},
		"text-numbers":     {show: eachValue(toText), readBody: eachText(fromText)},
		"fraction-numbers": {show: eachValue(toFraction)},
		"numeric-crons":    {show: toNumericCrons, readBody: fromNumericCrons},
		"lower-case":       {show: eachText(toLowerCase), readBody: eachText(fromLowerCase)},
		"synonyms":         {show: eachText(toSynonym), readBody: eachText(fromSynonym)},
		"masked-secrets": {start: func(_ *Set, p parameter, h *hooks) {
			h.show = eachSecret(func(secret jsondoc.Object) { secret["value"] = p.text })
		}},
		"masked-secrets-null":   {show: eachSecret(func(secret jsondoc.Object) { secret["value"] = nil })},
		"masked-secrets-absent": {show: eachSecret(func(secret jsondoc.Object) { delete(secret, "value") })},
		"spelled-sensitive":     {show: replaceSensitive(true, "True"), readBody: replaceSensitive("True", true)},
	}
}

func eachSecret(hide func(secret jsondoc.Object)) func(c *Call, doc jsondoc.Object) {
	return eachObject(func(_ []table.Field, doc jsondoc.Object) {
		if _, present := doc["value"]; present && doc["sensitive"] == true {
			hide(doc)
		}
	})
}

func replaceSensitive(value, by any) func(c *Call, doc jsondoc.Object) {
	return eachObject(func(_ []table.Field, doc jsondoc.Object) {
		if doc["sensitive"] == value {
			doc["sensitive"] = by
		}
	})
}

// durationFields are the fields that contain a number of seconds or a string such as "5m".
var durationFields = []string{"refresh_interval", "relative_window_time", "stmt_time_window"}

var rateUnits = map[string]string{"minute": "m", "hour": "h", "day": "d"}

func toDurations(c *Call, doc jsondoc.Object) {
	for _, name := range durationFields {
		number, _ := doc[name].(json.Number)
		if count, err := number.Int64(); err == nil {
			doc[name] = ShortDuration(time.Duration(count) * time.Second)
		}
	}
	unit, _ := doc["rate_unit"].(string)
	number, isNumber := doc["rate_value"].(json.Number)
	if letter := rateUnits[unit]; isNumber && letter != "" && c.Table.Kind == "alert" {
		doc["rate_value"] = number.String() + letter
	}
}

// ShortDuration formats a duration without trailing zero units. For example, it returns "5m", while time.Duration.String returns "5m0s".
func ShortDuration(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

func fromDurations(c *Call, body jsondoc.Object) {
	for _, name := range durationFields {
		text, _ := body[name].(string)
		if d, err := time.ParseDuration(text); err == nil {
			body[name] = json.Number(strconv.FormatInt(int64(d/time.Second), 10))
		}
	}
	if text, isText := body["rate_value"].(string); isText && c.Table.Kind == "alert" {
		body["rate_value"] = strings.TrimRight(text, "mhd")
	}
}

func toText(field *table.Field, value any) any {
	if number, ok := value.(json.Number); ok && field.Type != table.JSON {
		return number.String()
	}
	return value
}

func fromText(field *table.Field, text string) any {
	if field.Numeric() && json.Valid([]byte(text)) && strings.ContainsAny(text[:1], "-0123456789") {
		return json.Number(text)
	}
	return text
}

func toFraction(_ *table.Field, value any) any {
	if number, ok := value.(json.Number); ok && !strings.ContainsAny(number.String(), ".eE") {
		return number + ".0"
	}
	return value
}

func toNumericCrons(c *Call, doc jsondoc.Object) {
	for name, value := range doc {
		text, _ := value.(string)
		if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text && isCronOfFunction(c, name) {
			doc[name] = json.Number(text)
		}
	}
}

func fromNumericCrons(c *Call, body jsondoc.Object) {
	for name, value := range body {
		if number, isNumber := value.(json.Number); isNumber && isCronOfFunction(c, name) {
			body[name] = number.String()
		}
	}
}

func isCronOfFunction(c *Call, name string) bool {
	return c.Table.Kind == "function" && strings.HasPrefix(name, "cron_")
}

func toLowerCase(field *table.Field, text string) any {
	if field.OneOf != nil || field.Name == "deployment_status" {
		return strings.ToLower(text)
	}
	return text
}

func fromLowerCase(field *table.Field, text string) any {
	for _, one := range field.OneOf {
		if strings.EqualFold(one, text) {
			return one
		}
	}
	return text
}

// aggregations contains the fields that accept the value "avg". The map value is true for fields that also accept "average".
var aggregations = map[string]bool{"labels_aggregation": true, "query_group_function": false, "stmt_aggregation": false}

func toSynonym(field *table.Field, text string) any {
	if _, isAggregation := aggregations[field.Name]; isAggregation {
		switch text {
		case "avg":
			return "average"
		case "average":
			return "avg"
		}
	}
	return text
}

func fromSynonym(field *table.Field, text string) any {
	if both, isAggregation := aggregations[field.Name]; isAggregation && !both && text == "average" {
		return "avg"
	}
	return text
}
