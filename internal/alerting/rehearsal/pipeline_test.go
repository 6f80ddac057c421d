// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

const (
	matchPump  = `{"$match": {"asset": "pump", "attribute": "pressure"}}`
	perDay     = `{"$set": {"timestamp": {"$dateTrunc": {"date": "$timestamp", "unit": "day", "binSize": 1, "timezone": "UTC"}}}}`
	groupByMax = `{"$group": {"_id": "$timestamp", "value": {"$max": "$value"}, "timestamp": {"$last": "$timestamp"}}}`
)

// plainQuery returns an alert whose item A has a query_plain with the given stages.
func plainQuery(t *testing.T, stages ...string) map[string]any {
	t.Helper()
	return rateAlert(t, `"alert_items": [{"ref_id": "A", "type": "QUERY", "query_plain": [`+strings.Join(stages, ", ")+`]}]`)
}

// TestPipelinesThatCannotBeRehearsed checks the messages for unsupported pipelines. Each map key is the second stage of a pipeline, and
// each map value is part of the message.
func TestPipelinesThatCannotBeRehearsed(t *testing.T) {
	t.Parallel()
	for stage, want := range map[string]string{
		`1`:                            `has a number where an object has to be`,
		`{}`:                           `[1] is not an object with one operator`,
		`{"$set": {}, "$match": {}}`:   `[1] is not an object with one operator`,
		`{"$bucket": {}}`:              `unknown field "$bucket"`,
		`{"$match": {"asset": 1}}`:     `has a number where a`,
		`{"$match": {"site": "west"}}`: `unknown field "site"`,
		`{"$set": {"value": 1}}`:       `unknown field "value"`,
		`{"$set": {"timestamp": {"$dateTrunc": {"unit": "day", "binSize": 2}}}}`:                  `binSize 1`,
		`{"$set": {"timestamp": {"$dateTrunc": {"unit": "day", "date": "$at"}}}}`:                 `date $timestamp`,
		`{"$set": {"timestamp": {"$dateTrunc": {"unit": "day", "timezone": "CET"}}}}`:             `timezone UTC`,
		`{"$addFields": {"timestamp": {"$dateTrunc": {"unit": "week"}}}}`:                         `[1] truncates to "week", but a unit is one of`,
		`{"$group": {"_id": "$value", "value": {"$max": "$value"}}}`:                              `_id $timestamp`,
		`{"$group": {"_id": "$timestamp"}}`:                                                       `one function`,
		`{"$group": {"_id": "$timestamp", "value": {"$max": "$value", "$min": "$value"}}}`:        `one function`,
		`{"$group": {"_id": "$timestamp", "value": {"$max": "$value"}, "size": {}}}`:              `unknown field "size"`,
		`{"$group": {"_id": "$timestamp", "value": {"$max": "$timestamp"}}}`:                      `value by "$max" of "$timestamp"`,
		`{"$group": {"_id": "$timestamp", "value": {"$push": "$value"}}}`:                         `value by "$push"`,
		`{"$group": {"_id": "$timestamp", "value": {"$max": "$value"}, "timestamp": {"$a": ""}}}`: `timestamp by "$a" of ""`,
	} {
		got := outcome(t, plainQuery(t, matchPump, stage), pressure(nil), Recording{})
		if !strings.HasPrefix(got, `misconfigured: alert_items["A"].query_plain`) || !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", stage, got, want)
		}
	}
	for _, stages := range []string{"", `{"$match": {"asset": "pump"}}`, groupByMax} {
		got := outcome(t, plainQuery(t, stages), pressure(nil), Recording{})
		if want := `misconfigured: alert_items["A"].query_plain has no $match of an asset and an attribute`; got != want {
			t.Errorf("%s: got %s, want %s", stages, got, want)
		}
	}
}

// TestFunctionsOfItems checks the results of alerts whose item declares a JavaScript function in expression_plain.
func TestFunctionsOfItems(t *testing.T) {
	t.Parallel()
	for plain, want := range map[string]string{
		`{"lang": "js", "body": "function () { return 7 }", "args": []}`:                  "warning 7 of 1 by 1",
		`{"lang": "js", "body": "function (a) { return a + 1 }", "args": [6]}`:            "warning 7 of 1 by 1",
		`{"lang": "js", "body": "function (a) { return a.length }", "args": ["4444444"]}`: "warning 7 of 1 by 1",
		`{"lang": "js", "args": []}`:                     `has no body`,
		`{"lang": "lua", "body": "function () {}"}`:      `is in the language "lua", but only js can be rehearsed`,
		`{"lang": "js", "body": "f", "args": ["$"]}`:     `has the argument "$", which`,
		`{"lang": "js", "body": "f", "args": [{}]}`:      `has the argument an object, which`,
		`{"lang": "js", "body": "f", "args": [[]]}`:      `has the argument a list, which`,
		`{"lang": "js", "body": "f"}, "$add": ["$A", 1]`: `unknown field "$add"`,
	} {
		plain = strings.Replace(plain, `"f"`, `"function (a) { return a }"`, 1)
		alert := rateAlert(t, `"alert_items": [{"ref_id": "A", "type": "EXPRESSION", "expression_plain": {"$function": `+plain+`}}]`)
		if got := outcome(t, alert, pressure(nil), Recording{}); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", plain, got, want)
		}
	}
}

// TestValuesOfBothKinds checks the maximum of values of different types. Numbers sort before strings, strings before booleans, and false
// before true.
func TestValuesOfBothKinds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ values, greatest string }{
		{`[3, 7, 5]`, "warning 7 of 1 by 1"},
		{`[7, 3]`, "warning 7 of 1 by 1"},
		{`["b", 9, "a"]`, `error: item A has the value "b", a string, which no threshold can be compared with`},
		{`["a", "b"]`, `error: item A has the value "b", a string, which no threshold can be compared with`},
		{`[true, 9]`, "no_alert 1 of 1"},
		{`[false, true, false]`, "no_alert 1 of 1"},
	} {
		var values []any
		if err := json.Unmarshal([]byte(c.values), &values); err != nil {
			t.Fatal(err)
		}
		alert := plainQuery(t, matchPump, perDay, groupByMax)
		if got := outcome(t, alert, pressure(every(time.Minute, append([]any{nil}, values...)...)), Recording{}); got != c.greatest {
			t.Errorf("%s: got %s, want %s", c.values, got, c.greatest)
		}
	}
}
