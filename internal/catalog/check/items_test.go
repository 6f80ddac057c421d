// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

// itemCase is a test case for the items of alerts, functions and widgets. LIST in a wanted message stands for the name of the list.
type itemCase struct {
	items []any
	want  []string
}

func itemCases() map[string]itemCase {
	plain := func(name string) map[string]any { return map[string]any{name: "{}"} }
	return map[string]itemCase{
		"one of each":       {items: []any{providertest.QueryItem("A"), providertest.MetadataItem("M"), providertest.ExpressionItem("E", "$A / $M")}},
		"expression first":  {items: []any{providertest.ExpressionItem("E", "$A"), providertest.QueryItem("A")}},
		"none":              {items: []any{}},
		"plain texts alone": {items: []any{providertest.Item("A", "QUERY", plain("query_plain")), providertest.Item("M", "METADATA", plain("query_plain")), providertest.Item("E", "EXPRESSION", plain("expression_plain"))}},
		"fields of every type": {items: []any{
			providertest.With(providertest.QueryItem("A"), map[string]any{"expression": "$B", "query_group_unit": "hour"}),
			providertest.With(providertest.MetadataItem("B"), map[string]any{"expression": "$A", "query_sort_direction": 1}),
			providertest.With(providertest.ExpressionItem("C", "$A"), map[string]any{"query_plain": "[]", "query_group_function": "avg"}),
		}},
		"ref_id taken": {
			items: []any{providertest.QueryItem("A"), providertest.MetadataItem("B"), providertest.QueryItem("A")},
			want:  []string{`error LIST[2].ref_id: LIST[2].ref_id is "A", but LIST[0] has that ref_id already.`},
		},
		"ref_ids that are no names": {
			items: []any{providertest.QueryItem("flow_12"), providertest.QueryItem("1"), providertest.QueryItem("a-b"), providertest.QueryItem("")},
			want: []string{
				`error LIST[0].ref_id: LIST[0].ref_id has 7 characters, but it may have at most 5.`,
				`warning LIST[2].ref_id: is "a-b", but what engines are known to take is letters, digits and underscores, for example "A" or "flow1", for expressions to name it.`,
				`warning LIST[3].ref_id: is empty, but what engines are known to take is letters`,
			},
		},
		"fields missing": {
			items: []any{providertest.Item("A", "QUERY", nil), providertest.Item("M", "METADATA", map[string]any{"query_filter_asset": map[string]any{"id": "pump"}}), providertest.Item("E", "EXPRESSION", nil), providertest.ExpressionItem("F", " ")},
			want: []string{
				"warning LIST[0].query_filter_asset: is missing: an item of the type QUERY needs query_filter_asset and query_filter_attribute, for example query_filter_asset = { id = \"pump-1\" } and",
				"warning LIST[0].query_filter_attribute: is missing",
				"warning LIST[1].query_filter_metadata: is missing: an item of the type METADATA needs query_filter_asset and query_filter_metadata, for example",
				"warning LIST[2].expression: is missing: an item of the type EXPRESSION needs expression, for example expression = \"$A - $B\".",
				"warning LIST[3].expression: is missing",
			},
		},
		"filters of other types": {
			items: []any{
				providertest.With(providertest.QueryItem("A"), map[string]any{"query_filter_metadata": map[string]any{"id": "m"}}),
				providertest.With(providertest.MetadataItem("M"), map[string]any{"query_filter_attribute": map[string]any{"id": "a"}}),
				providertest.With(providertest.ExpressionItem("E", "$A"), map[string]any{"query_filter_asset": map[string]any{"id": providertest.Unknown{}}}),
			},
			want: []string{
				"warning LIST[0].query_filter_metadata: has no effect: an item of the type QUERY has no query_filter_metadata; it has query_filter_asset and query_filter_attribute.",
				"warning LIST[1].query_filter_attribute: has no effect",
				"warning LIST[2].query_filter_asset: has no effect: an item of the type EXPRESSION has no query_filter_asset; it has expression.",
			},
		},
		"no such item": {
			items: []any{providertest.QueryItem("A"), providertest.ExpressionItem("E", "$A + $AB * $x"), providertest.With(providertest.QueryItem("B"), map[string]any{"expression": "$C"})},
			want: []string{
				`error LIST[1].expression: names $AB, but no item of LIST has the ref_id "AB"; the items are A, E, B.`,
				`error LIST[1].expression: names $x, but`,
				`warning LIST[2].expression: names $C, but`,
			},
		},
		"circles": {
			items: []any{providertest.ExpressionItem("A", "$A + 1"), providertest.ExpressionItem("B", "$C"), providertest.ExpressionItem("C", "$D + $B"), providertest.ExpressionItem("D", "$B"), providertest.ExpressionItem("E", "$B")},
			want: []string{
				"error LIST[0].expression: names $A, its own item. It has to name other items.",
				"error LIST[3].expression: closes a circle of expressions: $B names $C names $D names $B. None of them can be calculated before the others.",
				"error LIST[2].expression: closes a circle of expressions: $B names $C names $B.",
			},
		},
		"expression that hides its end": {
			items: []any{providertest.QueryItem("A"), providertest.ExpressionItem("E", "$A // flow")},
			want:  []string{"error LIST[1].expression: ends in a // comment"},
		},
		"numbers out of range": {
			items: []any{providertest.With(providertest.QueryItem("A"), map[string]any{"query_sort_direction": 2})},
			want:  []string{"error LIST[0].query_sort_direction: is 2, but it has to be a whole number from -1 to 1."},
		},
		"items without $": {
			items: []any{providertest.QueryItem("A"), providertest.QueryItem("B"), providertest.ExpressionItem("E", "A + Math.max($B, B)")},
			want: []string{
				`warning LIST[2].expression: LIST[2].expression names A without $. The value of the item with that ref_id is $A.`,
				`warning LIST[2].expression: names B`,
			},
		},
		"names in a template and behind a regular expression": {
			items: []any{providertest.ExpressionItem("E", "`${`${$X}`}` + /'/.test($Y)")},
			want:  []string{`error LIST[0].expression: names $X`, `error LIST[0].expression: names $Y`},
		},
		"expression that does not parse": {
			items: []any{providertest.QueryItem("A"), providertest.ExpressionItem("E", "$A +* 2")},
			want:  []string{"error LIST[1].expression: LIST[1].expression does not parse: unexpected token * (line 1, column 5)."},
		},
		"expression of newer syntax": {
			items: []any{providertest.QueryItem("A"), providertest.ExpressionItem("E", "new (@sealed class {})()")},
			want:  []string{"warning LIST[1].expression: does not parse: unexpected character \"@\" (line 1, column 6). If the engine knows this syntax, declare expression_plain too"},
		},
		"expression that is shown alone": {
			items: []any{providertest.Item("E", "EXPRESSION", map[string]any{"expression": "A plus $B", "expression_plain": "{}"})},
		},
		"types in other case": {
			items: []any{providertest.With(providertest.QueryItem("A"), map[string]any{"type": "query"}), providertest.Item("E", "Expression", nil)},
			want: []string{
				`warning LIST[0].type: LIST[0].type is "query", but what engines are known to take is "QUERY", "EXPRESSION" or "METADATA".`,
				`warning LIST[1].type: is "Expression"`,
				`warning LIST[1].expression: is missing: an item of the type EXPRESSION`,
			},
		},
		"blank filter": {
			items: []any{providertest.With(providertest.QueryItem("A"), map[string]any{"query_filter_asset": map[string]any{"id": ""}})},
			want:  []string{`error LIST[0].query_filter_asset.id: is "", but`},
		},
		"unknown item":   {items: []any{providertest.Unknown{}, providertest.ExpressionItem("E", "$A")}},
		"unknown ref_id": {items: []any{providertest.With(providertest.QueryItem("A"), map[string]any{"ref_id": providertest.Unknown{}}), providertest.ExpressionItem("E", "$X")}},
		"unknown type":   {items: []any{providertest.Item("A", "", map[string]any{"type": providertest.Unknown{}})}},
		"unknown fields": {items: []any{
			providertest.Item("A", "QUERY", map[string]any{"query_filter_asset": providertest.Unknown{}, "query_filter_attribute": providertest.Unknown{}, "query_filter_metadata": providertest.Unknown{}}),
			providertest.Item("E", "EXPRESSION", map[string]any{"expression": providertest.Unknown{}}),
		}},
	}
}

func TestItems(t *testing.T) {
	t.Parallel()
	lists := []struct {
		typeName, list string
		config         map[string]any
	}{
		{"engine_alert", "alert_items", providertest.RateAlert()},
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
				wantProblems(t, l.typeName, providertest.With(l.config, map[string]any{l.list: c.items}), want...)
			})
		}
	}
}

// usual turns errors into warnings.
func usual(problems []string) []string {
	warnings := make([]string, len(problems))
	for i, problem := range problems {
		warnings[i] = strings.Replace(problem, "error ", "warning ", 1)
	}
	return warnings
}

func TestTargets(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		items any
		name  any
		want  []string
	}{
		"an item":          {items: []any{providertest.QueryItem("A"), providertest.ExpressionItem("E", "$A")}, name: "E"},
		"none":             {items: []any{providertest.QueryItem("A")}, name: ""},
		"items elsewhere":  {name: "A"},
		"another":          {items: []any{providertest.QueryItem("A"), providertest.QueryItem("B")}, name: "C", want: []string{`error TARGET: is "C", but no item of LIST has that ref_id; the items are A, B.`}},
		"no items":         {items: []any{}, name: "A", want: []string{`error TARGET: is "A", but no item of LIST has that ref_id; the list has no items.`}},
		"no name":          {items: []any{providertest.QueryItem("A")}, name: "a-b", want: []string{`warning TARGET: is "a-b", but what engines are known to take is letters`}},
		"unknown items":    {items: providertest.Unknown{}, name: "A"},
		"one item unknown": {items: []any{providertest.QueryItem("A"), providertest.Unknown{}}, name: "B"},
		"unknown name":     {items: []any{providertest.QueryItem("A")}, name: providertest.Unknown{}},
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
			wantProblems(t, "engine_alert", providertest.With(providertest.RateAlert(), map[string]any{"alert_items": c.items, "stmt_target_variable": c.name}),
				in("alert_items", "stmt_target_variable")...)
			wantProblems(t, "engine_function", map[string]any{"name": "f", "function_items": c.items, "target_variable": c.name},
				usual(in("function_items", "target_variable"))...)
		})
	}
}
