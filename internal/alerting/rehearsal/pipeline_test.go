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

// plainQuery returns an alert whose item A has the given stages as its query_plain.
func plainQuery(t *testing.T, stages ...string) map[string]any {
	t.Helper()
	return statement(t, `"alert_items": [{"ref_id": "A", "type": "QUERY", "query_plain": [`+strings.Join(stages, ", ")+`]}]`)
}

// TestWrongPipelines checks the messages for the pipelines that can't be rehearsed.
func TestWrongPipelines(t *testing.T) {
	t.Parallel()
	for stage, want := range map[string]string{
		`1`:                            ` [1] is not an object with one operator`,
		`{"$set": {}, "$match": {}}`:   ` [1] is not an object with one operator`,
		`{"$match": {"asset": 1}}`:     ` [1].$match compares asset with something else than a text`,
		`{"$match": {"site": "west"}}`: ` [1].$match has a field "site", which points don't have: they have asset and attribute`,
		`{"$set": {"value": 1}}`:       ` [1].$set sets something else than timestamp`,
		`{"$set": {"timestamp": {"$dateTrunc": {"unit": "day"}}, "value": 1}}`: ` [1].$set sets something else than timestamp`,
		`{"$set": {"timestamp": "$$NOW"}}`:                                     ` [1].$set sets timestamp to something else than $dateTrunc`,
		`{"$set": {"timestamp": {"$dateAdd": {"unit": "day"}}}}`:               ` [1].$set sets timestamp to something else than $dateTrunc`,
		`{"$set": {"timestamp": {"$dateTrunc": {"unit": "day", "binSize": 2}}}}`: ` [1].$set has binSize of $dateTrunc as 2, which can't be ` +
			`rehearsed`,
		`{"$set": {"timestamp": {"$dateTrunc": {"unit": "day", "date": "$at"}}}}`: ` [1].$set has date of $dateTrunc as "$at", which can't be ` +
			`rehearsed`,
		`{"$set": {"timestamp": {"$dateTrunc": {"unit": "day", "timezone": "CET"}}}}`: ` [1].$set has timezone of $dateTrunc as "CET", which ` +
			`can't be rehearsed`,
		`{"$set": {"timestamp": {"$dateTrunc": {"unit": "week"}}}}`: ` [1].$set truncates to "week", but a unit is one of second, minute, ` +
			`hour, day, month`,
		`{"$group": {"_id": "$value"}}`:                 ` [1].$group groups by something else than $timestamp`,
		`{"$group": {"_id": "$timestamp"}}`:             ` [1].$group makes no value`,
		`{"$group": {"_id": "$timestamp", "value": 1}}`: ` [1].$group has a field "value" that is not an object with one operator`,
		`{"$group": {"_id": "$timestamp", "value": {"$max": "$value"}, "size": {"$max": "$value"}}}`: ` [1].$group makes "size" by "$max" of ` +
			`"$value", which can't be rehearsed`,
		`{"$group": {"_id": "$timestamp", "value": {"$max": "$timestamp"}}}`: ` [1].$group makes "value" by "$max" of "$timestamp", which ` +
			`can't be rehearsed`,
		`{"$group": {"_id": "$timestamp", "value": {"$push": "$value"}}}`: ` [1].$group makes "value" by "$push" of "$value", which can't be ` +
			`rehearsed`,
		`{"$group": {"_id": "$timestamp", "value": {"$max": "$value"}, "timestamp": {"$avg": "$timestamp"}}}`: ` [1].$group makes "timestamp" ` +
			`by "$avg" of "$timestamp", which can't be rehearsed`,
	} {
		got := outcome(t, plainQuery(t, matchPump, stage), pressure(nil), Recording{})
		if want := `misconfigured: alert_items["A"].query_plain` + want; got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", stage, got, want)
		}
	}
	for stages, want := range map[string]string{
		"":                              " is not a pipeline, which is a list of stages",
		`{"$match": {"asset": "pump"}}`: " has no $match of an asset and an attribute",
		groupByMax:                      " has no $match of an asset and an attribute",
	} {
		got := outcome(t, plainQuery(t, stages), pressure(nil), Recording{})
		if want := `misconfigured: alert_items["A"].query_plain` + want; got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", stages, got, want)
		}
	}
}

// TestPlainScripts checks which expression_plain can be rehearsed.
func TestPlainScripts(t *testing.T) {
	t.Parallel()
	for plain, want := range map[string]string{
		`{"lang": "js", "body": "function () { return 7 }", "args": []}`:                  "warning 7 of 1 by 1",
		`{"lang": "js", "body": "function (a) { return a + 1 }", "args": [6]}`:            "warning 7 of 1 by 1",
		`{"lang": "js", "body": "function (a) { return a.length }", "args": ["4444444"]}`: "warning 7 of 1 by 1",
		`{"lang": "js", "args": []}`: `misconfigured: alert_items["A"].expression_plain has no body`,
		`{"lang": "js", "body": "function (a) { return a }", "args": ["$"]}`: `misconfigured: alert_items["A"].expression_plain has the argument "$", which can't ` +
			`be rehearsed: it is not an item such as $A`,
		`{"lang": "js", "body": "function (a) { return a }", "args": [{}]}`: `misconfigured: alert_items["A"].expression_plain has the argument an object, which ` +
			`can't be rehearsed: it is not an item such as $A`,
		`{"lang": "js", "body": "function (a) { return a }", "args": [[]]}`: `misconfigured: alert_items["A"].expression_plain has the argument a list, which ` +
			`can't be rehearsed: it is not an item such as $A`,
	} {
		alert := statement(t, `"alert_items": [{"ref_id": "A", "type": "EXPRESSION", "expression_plain": {"$function": `+plain+`}}]`)
		if got := outcome(t, alert, pressure(nil), Recording{}); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", plain, got, want)
		}
	}
}

// TestValuesOfBothKinds checks the order of values: numbers and booleans come before texts, and false before true.
func TestValuesOfBothKinds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ values, greatest string }{
		{`[3, 7, 5]`, "warning 7 of 1 by 1"},
		{`[7, 3]`, "warning 7 of 1 by 1"},
		{`["b", 9, "a"]`, `error: item A has the value "b", a text, which no threshold can be compared with`},
		{`["a", "b"]`, `error: item A has the value "b", a text, which no threshold can be compared with`},
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
