// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

// The same mistake in an item of an alert, a function or a widget must give the same problem.
func TestItems(t *testing.T) {
	t.Parallel()
	for _, l := range []struct {
		typeName, list string
		config         map[string]any
	}{
		{typeName: "engine_alert", list: "alert_items", config: providertest.RateAlert()},
		{typeName: "engine_function", list: "function_items", config: map[string]any{"name": "f"}},
		{typeName: "engine_widget", list: "chart_items", config: map[string]any{"name": "w", "tab": "t", "type": "line"}},
	} {
		t.Run(l.list, func(t *testing.T) {
			t.Parallel()
			checkCases(t, "items", l.typeName, func(c problemCase) map[string]any {
				for i := range c.Problems {
					c.Problems[i] = strings.ReplaceAll(c.Problems[i], "LIST", l.list)
				}
				return providertest.With(l.config, map[string]any{l.list: c.Items})
			})
		})
	}
}

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
		"an item":         {items: []any{providertest.QueryItem("A"), providertest.ExpressionItem("E", "$A")}, name: "E"},
		"none":            {items: []any{providertest.QueryItem("A")}, name: ""},
		"items elsewhere": {name: "A"},
		"another": {
			items: []any{providertest.QueryItem("A"), providertest.QueryItem("B")}, name: "C",
			want: []string{`error TARGET: is "C", but no item of LIST has that ref_id; the items are A, B.`},
		},
		"no items": {items: []any{}, name: "A", want: []string{`error TARGET: is "A", but no item of LIST has that ref_id; the list ` +
			`has no items.`}},
		"no name": {items: []any{providertest.QueryItem("A")}, name: "a-b", want: []string{`warning TARGET: is "a-b", but ` +
			`engines are only known to accept letters`}},
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
			wantProblems(t, "engine_alert", providertest.With(providertest.RateAlert(), map[string]any{
				"alert_items":          c.items,
				"stmt_target_variable": c.name,
			}),
				in("alert_items", "stmt_target_variable")...)
			wantProblems(t, "engine_function", map[string]any{"name": "f", "function_items": c.items, "target_variable": c.name},
				usual(in("function_items", "target_variable"))...)
		})
	}
}
