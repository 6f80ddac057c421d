// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func itemOf(refID, kind string, more map[string]any) map[string]any {
	item := map[string]any{"ref_id": refID, "type": kind}
	maps.Copy(item, more)
	return item
}

func query(refID string) map[string]any {
	return itemOf(refID, "QUERY", map[string]any{
		"query_filter_asset":     map[string]any{"id": "pump"},
		"query_filter_attribute": map[string]any{"id": "flow"},
	})
}

func expression(refID, text string) map[string]any {
	return itemOf(refID, "EXPRESSION", map[string]any{"expression": text})
}

func metadata(refID string) map[string]any {
	return itemOf(refID, "METADATA", map[string]any{
		"query_filter_asset":    map[string]any{"id": "pump"},
		"query_filter_metadata": map[string]any{"id": "rated_flow"},
	})
}

// itemCase holds for the items of alerts, functions and widgets. LIST in what is wanted stands for the name of the list.
type itemCase struct {
	items []any
	want  []string
}

func itemCases() map[string]itemCase {
	plain := func(name string) map[string]any { return map[string]any{name: "{}"} }
	return map[string]itemCase{
		"one of each":       {items: []any{query("A"), metadata("M"), expression("E", "$A / $M")}},
		"expression first":  {items: []any{expression("E", "$A"), query("A")}},
		"none":              {items: []any{}},
		"plain texts alone": {items: []any{itemOf("A", "QUERY", plain("query_plain")), itemOf("M", "METADATA", plain("query_plain")), itemOf("E", "EXPRESSION", plain("expression_plain"))}},
		"fields of every type": {items: []any{
			declared(query("A"), map[string]any{"expression": "$B", "query_group_unit": "hour"}),
			declared(metadata("B"), map[string]any{"expression": "$A", "query_sort_direction": 1}),
			declared(expression("C", "$A"), map[string]any{"query_plain": "[]", "query_group_function": "avg"}),
		}},
		"ref_id taken": {
			items: []any{query("A"), metadata("B"), query("A")},
			want:  []string{`error LIST[2].ref_id: LIST[2].ref_id is "A", but LIST[0] has that ref_id already.`},
		},
		"ref_ids that are no names": {
			items: []any{query("flow_1"), query("1"), query("a-b"), query("")},
			want: []string{
				`error LIST[0].ref_id: LIST[0].ref_id is "flow_1", but it has to be 1 to 5 letters, digits and underscores, the first no digit, for example "A" or "flow1".`,
				`error LIST[1].ref_id: is "1", but`,
				`error LIST[2].ref_id: is "a-b", but`,
				`error LIST[3].ref_id: is empty, but it has to be 1 to 5 letters`,
			},
		},
		"fields missing": {
			items: []any{itemOf("A", "QUERY", nil), itemOf("M", "METADATA", map[string]any{"query_filter_asset": map[string]any{"id": "pump"}}), itemOf("E", "EXPRESSION", nil), expression("F", " ")},
			want: []string{
				"error LIST[0].query_filter_asset: is missing: an item of the type QUERY needs query_filter_asset and query_filter_attribute, for example query_filter_asset = { id = \"pump-1\" } and",
				"error LIST[0].query_filter_attribute: is missing",
				"error LIST[1].query_filter_metadata: is missing: an item of the type METADATA needs query_filter_asset and query_filter_metadata, for example",
				"error LIST[2].expression: is missing: an item of the type EXPRESSION needs expression, for example expression = \"$A - $B\".",
				"error LIST[3].expression: is missing",
			},
		},
		"filters of other types": {
			items: []any{
				declared(query("A"), map[string]any{"query_filter_metadata": map[string]any{"id": "m"}}),
				declared(metadata("M"), map[string]any{"query_filter_attribute": map[string]any{"id": "a"}}),
				declared(expression("E", "$A"), map[string]any{"query_filter_asset": map[string]any{"id": notKnown{}}}),
			},
			want: []string{
				"error LIST[0].query_filter_metadata: can't be declared: an item of the type QUERY has no query_filter_metadata; it has query_filter_asset and query_filter_attribute.",
				"error LIST[1].query_filter_attribute: can't be declared",
				"error LIST[2].query_filter_asset: can't be declared: an item of the type EXPRESSION has no query_filter_asset; it has expression.",
			},
		},
		"no such item": {
			items: []any{query("A"), expression("E", "$A + $AB * $x"), declared(query("B"), map[string]any{"expression": "$C"})},
			want: []string{
				`error LIST[1].expression: names $AB, but no item of LIST has the ref_id "AB"; the items are A, E, B.`,
				`error LIST[1].expression: names $x, but`,
				`error LIST[2].expression: names $C, but`,
			},
		},
		"circles": {
			items: []any{expression("A", "$A + 1"), expression("B", "$C"), expression("C", "$D + $B"), expression("D", "$B"), expression("E", "$B")},
			want: []string{
				"error LIST[0].expression: names $A, its own item. It has to name other items.",
				"error LIST[3].expression: closes a circle of expressions: $B names $C names $D names $B. None of them can be calculated before the others.",
				"error LIST[2].expression: closes a circle of expressions: $B names $C names $B.",
			},
		},
		"expression that hides its end": {
			items: []any{query("A"), expression("E", "$A // flow")},
			want:  []string{"error LIST[1].expression: ends in a // comment"},
		},
		"numbers out of range": {
			items: []any{declared(query("A"), map[string]any{"query_sort_direction": 2})},
			want:  []string{"error LIST[0].query_sort_direction: is 2, but it has to be a whole number from -1 to 1."},
		},
		"blank filter": {
			items: []any{declared(query("A"), map[string]any{"query_filter_asset": map[string]any{"id": ""}})},
			want:  []string{`error LIST[0].query_filter_asset.id: is "", but`},
		},
		"unknown item":   {items: []any{notKnown{}, expression("E", "$A")}},
		"unknown ref_id": {items: []any{declared(query("A"), map[string]any{"ref_id": notKnown{}}), expression("E", "$X")}},
		"unknown type":   {items: []any{itemOf("A", "", map[string]any{"type": notKnown{}})}},
		"unknown fields": {items: []any{
			itemOf("A", "QUERY", map[string]any{"query_filter_asset": notKnown{}, "query_filter_attribute": notKnown{}, "query_filter_metadata": notKnown{}}),
			itemOf("E", "EXPRESSION", map[string]any{"expression": notKnown{}}),
		}},
	}
}

func TestItems(t *testing.T) {
	t.Parallel()
	lists := []struct {
		typeName, list string
		config         map[string]any
	}{
		{"engine_alert", "alert_items", rateAlert()},
		{"engine_function", "function_items", map[string]any{"name": "f"}},
		{"engine_widget", "chart_items", map[string]any{"name": "w", "tab": "t", "type": "line"}},
	}
	for _, l := range lists {
		for name, c := range itemCases() {
			t.Run(l.list+"/"+name, func(t *testing.T) {
				t.Parallel()
				want := slices.Clone(c.want)
				for i := range want {
					want[i] = strings.ReplaceAll(want[i], "LIST", l.list)
				}
				wantProblems(t, l.typeName, declared(l.config, map[string]any{l.list: c.items}), want...)
			})
		}
	}
}

func TestTargets(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		items any
		name  any
		want  []string
	}{
		"an item":          {items: []any{query("A"), expression("E", "$A")}, name: "E"},
		"none":             {items: []any{query("A")}, name: ""},
		"items elsewhere":  {name: "A"},
		"another":          {items: []any{query("A"), query("B")}, name: "C", want: []string{`error TARGET: is "C", but no item of LIST has that ref_id; the items are A, B.`}},
		"no items":         {items: []any{}, name: "A", want: []string{`error TARGET: is "A", but no item of LIST has that ref_id; the list has no items.`}},
		"no name":          {items: []any{query("A")}, name: "$A", want: []string{`error TARGET: is "$A", but it has to be 1 to 5 letters`}},
		"unknown items":    {items: notKnown{}, name: "A"},
		"one item unknown": {items: []any{query("A"), notKnown{}}, name: "B"},
		"unknown name":     {items: []any{query("A")}, name: notKnown{}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := func(list, target string) []string {
				var want []string
				for _, problem := range c.want {
					want = append(want, strings.NewReplacer("LIST", list, "TARGET", target).Replace(problem))
				}
				return want
			}
			wantProblems(t, "engine_alert", declared(rateAlert(), map[string]any{"alert_items": c.items, "stmt_target_variable": c.name}),
				in("alert_items", "stmt_target_variable")...)
			wantProblems(t, "engine_function", map[string]any{"name": "f", "function_items": c.items, "target_variable": c.name},
				in("function_items", "target_variable")...)
		})
	}
}
