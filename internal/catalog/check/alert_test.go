// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check_test

import (
	"strings"
	"testing"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

func TestNumbersAndTextsOfAlert(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ä", 401)
	wantProblems(t, "engine_alert", providertest.With(providertest.RateAlert(), map[string]any{
		"name":             " ",
		"status_text":      long,
		"stmt_time_window": 0,
		"stmt_operator":    "ne",
		"stmt_aggregation": "median",
		"alert_items": []any{
			providertest.With(providertest.QueryItem("A"), map[string]any{"query_limit": 0}),
			providertest.With(providertest.QueryItem("B"), map[string]any{"query_limit": 10001}),
		},
		"stmt_thresholds": []any{map[string]any{"value": 1, "status": "panic", "status_text": long}},
		"tags":            []any{map[string]any{"id": strings.Repeat("a", 101)}},
	}),
		`warning name: is " ", but`,
		"error status_text: has 401 characters, but it may have at most 400.",
		"warning stmt_time_window: is 0, but engines are only known to accept a whole number, 1 or more.",
		`error stmt_operator: is "ne", but`,
		`error stmt_aggregation: is "median", but`,
		"error alert_items[0].query_limit: is 0, but it has to be a whole number from 1 to 10000.",
		"error alert_items[1].query_limit: is 10001, but",
		`error stmt_thresholds[0].status: is "panic", but`,
		"error stmt_thresholds[0].status_text: has 401 characters, but it may have at most 400.",
		"error tags[0].id: has 101 characters, but it may have at most 100.",
	)
	wantProblems(t, "engine_alert", providertest.With(providertest.RateAlert(), map[string]any{
		"status_text":      strings.Repeat("ä", 400),
		"stmt_time_window": 1,
		"alert_items": []any{providertest.With(providertest.QueryItem("A"), map[string]any{
			"query_limit":          10000,
			"query_sort_direction": -1,
		})},
	}))
}

func TestTimeWindowOfAlert(t *testing.T) {
	t.Parallel()
	for _, window := range []any{300, "300", "5m", "1h 30m", nil, "", providertest.Unknown{}} {
		wantProblems(t, "engine_alert", providertest.With(providertest.RateAlert(), map[string]any{"stmt_time_window": window}))
	}
	for _, window := range []string{"ten minutes", "0m", "-5m"} {
		wantProblems(t, "engine_alert", providertest.With(providertest.RateAlert(), map[string]any{"stmt_time_window": window}),
			`warning stmt_time_window: is "`+window+`", but engines are only known to accept a number of seconds, or numbers above 0 with units of `+
				`ms, s, m, h, d or w, for example "5m".`)
	}
}

func TestThresholdOrder(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		operator any
		values   []any
		want     []string
	}{
		"gt, falling":  {operator: "gt", values: []any{8, 5, 2.5}},
		"ge, falling":  {operator: "ge", values: []any{8, 5}},
		"lt, rising":   {operator: "lt", values: []any{2, 5}},
		"le, rising":   {operator: "le", values: []any{2, 5}},
		"eq, distinct": {operator: "eq", values: []any{5, 2, 8}},
		"gt, rising": {
			operator: "gt", values: []any{5, 8},
			want: []string{`warning stmt_thresholds[1].value: stmt_thresholds[1].value is 8, but with the operator "gt" every value that ` +
				`reaches it reaches stmt_thresholds[0].value, 5, before. Thresholds are checked in their order: put this one first.`},
		},
		"ge, equal": {operator: "ge", values: []any{5, 5}, want: []string{"warning stmt_thresholds[1].value: is 5, and so is"}},
		"lt, falling": {
			operator: "lt", values: []any{5, 8, 2, 1},
			want: []string{
				"warning stmt_thresholds[2].value: reaches stmt_thresholds[0].value, 5, before",
				"warning stmt_thresholds[3].value: reaches",
			},
		},
		"le, equal": {operator: "le", values: []any{5, 5}, want: []string{"warning stmt_thresholds[1].value: is 5, and so is"}},
		"eq, equal": {operator: "eq", values: []any{5, 2, 5}, want: []string{`warning stmt_thresholds[2].value: ` +
			`stmt_thresholds[2].value is 5, and so is stmt_thresholds[0].value. Thresholds are checked in their order: one of the two has no ` +
			`effect.`}},
		"no operator":      {values: []any{5, 8}},
		"unknown operator": {operator: providertest.Unknown{}, values: []any{5, 8}},
		"unknown values":   {operator: "gt", values: []any{providertest.Unknown{}, 8, providertest.Unknown{}}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var thresholds []any
			for _, value := range c.values {
				thresholds = append(thresholds, map[string]any{"value": value, "status": "alert"})
			}
			wantProblems(t, "engine_alert", providertest.With(providertest.RateAlert(), map[string]any{
				"stmt_operator":   c.operator,
				"stmt_thresholds": thresholds,
			}), c.want...)
		})
	}
}

func TestNullDestination(t *testing.T) {
	t.Parallel()
	wantProblems(t, "engine_alert", providertest.With(providertest.RateAlert(), map[string]any{"destinations_list": []any{
		"a@example.com",
		nil,
	}}),
		"error destinations_list[1]: destinations_list[1] is null, but it has to be a text.")
	wantProblems(t, "engine_alert", providertest.With(providertest.RateAlert(), map[string]any{"destinations_list": []any{
		"a@example.com",
		providertest.Unknown{},
	}}))
	wantProblems(t, "engine_alert", providertest.With(providertest.RateAlert(), map[string]any{"destinations_list": providertest.Unknown{}}))
}

// The threshold operator "GT" must be treated like "gt": the plan must warn that the second threshold is never reached.
func TestOperatorInOtherCase(t *testing.T) {
	t.Parallel()
	thresholds := []any{map[string]any{"value": 5, "status": "alert"}, map[string]any{"value": 8, "status": "alert"}}
	wantProblems(t, "engine_alert", providertest.With(providertest.RateAlert(), map[string]any{
		"stmt_operator":   "GT",
		"stmt_thresholds": thresholds,
	}),
		`warning stmt_operator: stmt_operator is "GT", but`, "warning stmt_thresholds[1].value: reaches stmt_thresholds[0].value")
}
