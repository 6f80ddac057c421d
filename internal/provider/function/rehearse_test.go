// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	tffunction "github.com/hashicorp/terraform-plugin-framework/function"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/expression/expressiontest"
)

// plain decodes JSON as a function argument: nulls are left out, and "?" becomes an unknown value.
func plain(t testing.TB, text string) any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return asPlain(value)
}

func members(t testing.TB, text string) map[string]any {
	t.Helper()
	object, ok := plain(t, text).(map[string]any)
	if !ok {
		t.Fatalf("%s is no object", text)
	}
	return object
}

func asPlain(v any) any {
	switch v := v.(type) {
	case string:
		if v == "?" {
			return unknown{}
		}
	case map[string]any:
		for name, member := range v {
			if v[name] = asPlain(member); member == nil {
				delete(v, name)
			}
		}
	case []any:
		for i, element := range v {
			v[i] = asPlain(element)
		}
	}
	return v
}

// pumpAlert runs every minute and fires if the latest pressure of the pump in that minute is above 8. Attributes that must not affect the
// runs are unknown ("?").
const pumpAlert = `{
	"id": "?", "name": "?", "description": null, "severity": "SEV1", "tags": "?",
	"type": "rate", "rate_value": "1", "rate_unit": "minute", "cron_dom": null,
	"alert_items": [{
		"ref_id": "A", "type": "QUERY", "label": "?", "expression": null, "query_limit": null, "query_plain": null,
		"query_filter_asset": {"id": "pump", "name": "?"}, "query_filter_attribute": {"id": "pressure", "name": null},
		"query_filter_metadata": null
	}],
	"stmt_time_window": "1m", "stmt_target_variable": "A", "stmt_operator": "gt", "stmt_aggregation": "last",
	"stmt_thresholds": [{"value": 8, "status": "alert", "status_text": "too high"}]
}`

func TestRehearse(t *testing.T) {
	t.Parallel()
	const short = `{"start": "2026-03-02T00:00:00Z", "step": "30s", "values": [1, 2, 3, 9, null, null, 9, 1]}`
	const fired = "fired at 2026-03-02T00:02:00Z, because the last value of A over 1m was 9, which is above 8 (stmt_thresholds[0])"
	// If a case has no alert, the test uses pumpAlert. If it has no options, the test passes null.
	for name, c := range map[string]struct{ alert, series, options, want string }{
		"by asset":  {series: `{"pump": {"pressure": ` + short + `}}`, want: fired},
		"by ref_id": {series: `{"A": ` + short + `}`, options: `{}`, want: fired},
		"points": {
			series: `{"A": [{"time": "2026-03-02T01:01:30+01:00", "value": 9}, {"time": "2026-03-02 00:00:00Z", "value": 1}, {"time": ` +
				`"2026-03-02T00:03:00", "value": null}]}`,
			options: `{"end": "2026-03-02T00:09:00Z"}`, want: fired,
		},
		"seconds": {series: `{"A": {"start": "2026-03-02T00:00:00Z", "step": 30, "values": [1, 2, 3, 9]}}`, want: fired},
		"a filter that is not known, and points by ref_id": {
			alert: strings.Replace(pumpAlert, `{"id": "pump", "name": "?"}`, `"?"`, 1), series: `{"A": ` + short + `}`,
			want: fired,
		},
		"a filter that is not known": {
			alert: strings.Replace(pumpAlert, `"id": "pump"`, `"id": "?"`, 1), series: `{"pump": {"pressure": ` + short + `}}`,
			want: "",
		},
		"a file in CSV": {
			series: strconv.Quote("time,pump/pressure\n2026-03-02T00:00:00Z,1\n2026-03-02T00:02:00Z,9\n2026-03-02T00:04:00Z,1\n"),
			want:   fired,
		},
		"a file in JSON":        {series: strconv.Quote(`{"pump": {"pressure": ` + short + `}}`), want: fired},
		"an operator not known": {alert: strings.Replace(pumpAlert, `"gt"`, `"?"`, 1), series: `{"A": ` + short + `}`, want: ""},
		"a value not known":     {series: `{"A": {"start": "2026-03-02T00:00:00Z", "step": 30, "values": [1, "?"]}}`, want: ""},
		"an option not known":   {series: `{"A": ` + short + `}`, options: `{"end": "?"}`, want: ""},
		"another asset": {
			series: `{"pump-2": {"pressure": ` + short + `}}`,
			want: "did not fire in 4 runs from 2026-03-02T00:01:00Z to 2026-03-02T00:04:00Z: item A had no value in the time window of any " +
				"run; " + `item A reads the attribute "pressure" of the asset "pump", but the data have no points of it; they have pump-2/pressure`,
		},
		"nothing declared": {
			alert: `{"type": "rate"}`, series: `{"pump": {"pressure": ` + short + `}}`,
			want: "did not run, because it is misconfigured: rate_unit is null, but it has to be one of minute, hour, day; " +
				"stmt_target_variable is not declared: nothing says which item is compared; stmt_aggregation is not declared; it is one of avg, " +
				"sum, min, max, last; stmt_operator is not declared; it is one of ge, le, eq, gt, lt; stmt_time_window is not declared: nothing " +
				"says how far back the values count; stmt_thresholds has no element: there is nothing that a value could reach; alert_items has " +
				"no element: there is nothing to compare",
		},
		"inactive": {
			alert: strings.Replace(pumpAlert, `"type": "rate"`, `"active": false, "type": "rate"`, 1), series: `{"A": ` + short + `}`,
			want: "did not run, because active is false",
		},
		"metadata": {
			alert: strings.Replace(pumpAlert, `"stmt_target_variable": "A"`, `"stmt_target_variable": "B"`, 1), series: `{"A": ` + short + `}`,
			options: `{"metadata": {"B": 1}}`,
			want:    `did not run, because it is misconfigured: stmt_target_variable is "B", but no item has that ref_id; there are A`,
		},
	} {
		result, err := rehearse(t.Context(), members(t, or(c.alert, pumpAlert)), plain(t, c.series), plain(t, or(c.options, "null")))
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case result == nil && c.want != "":
			t.Errorf("%s: is not known", name)
		case result != nil && result.Summary != c.want:
			t.Errorf("%s: %s", name, cmp.Diff(c.want, result.Summary))
		}
	}
}

func TestRehearseRefuses(t *testing.T) {
	t.Parallel()
	const good = `{"A": [{"time": "2026-03-02T00:00:00Z", "value": 1}]}`
	for _, c := range []struct {
		alert, series, options string
		argument               int64
		want                   string
	}{
		{
			series: `null`, argument: 1,
			want: `series is null, but it has to be an object {"ASSET": {"ATTRIBUTE": POINTS}} or {"REF_ID": POINTS}`,
		},
		{
			series: `"time,A\nnoon,1\n"`, argument: 1,
			want: `series:2:1: "noon" is not an ISO 8601 time such as 2026-01-01T00:00:00Z`,
		},
		{
			series: `"time,asset,value\n"`, argument: 1,
			want: `series:1:1: the columns are "time,asset,value"; a series file is JSON, or CSV that begins with the names of its columns: ` +
				`time,asset,attribute,value or time,ref_id,value, or time and a column ASSET/ATTRIBUTE or REF_ID for each series`,
		},
		{
			series: `{}`, argument: 1,
			want: `series has no points, so the time to rehearse is not known: add points, or set start and end in options`,
		},
		{
			series: `{"a": 5}`, argument: 1,
			want: `series["a"] is a number, but it has to be a list of {"time", "value"} or an object {"start", "step", "values"}, or an ` +
				`object of those by attribute`,
		},
		{
			series: `{"a": {"p": "x"}}`, argument: 1,
			want: `series["a"]["p"] is a text, but it has to be a list of {"time", "value"} or an object {"start", "step", "values"}`,
		},
		{
			series: `{"a": {"p": [1]}}`, argument: 1,
			want: `series["a"]["p"][0] is a number, but it has to be {"time": TIME, "value": VALUE}`,
		},
		{
			series: `{"a": {"p": [{"time": "x", "value": 1}]}}`, argument: 1,
			want: `series["a"]["p"][0].time is a text, but it has to be an ISO 8601 time`,
		},
		{
			series: `{"a": {"p": [{"value": 1}]}}`, argument: 1,
			want: `series["a"]["p"][0]: a point has both time and value`,
		},
		{
			series: `{"a": {"p": [{"time": "2026-03-02", "value": [1]}]}}`, argument: 1,
			want: `series["a"]["p"][0].value is a list, but it has to be a number, a boolean, a text or null`,
		},
		{
			series: `{"a": {"p": [{"timestamp": "2026-03-02", "value": 1}]}}`, argument: 1,
			want: `series["a"]["p"][0]: a point has time and value, and no "timestamp"`,
		},
		{
			series: `{"A": {"start": "2026-03-02", "step": "1 fortnight", "values": []}}`, argument: 1,
			want: `series["A"].step is a text, but it has to be a duration such as "10s" or a number of seconds`,
		},
		{
			series: `{"A": {"start": "2026-03-02", "step": 0, "values": []}}`, argument: 1,
			want: `series["A"].step: a step must be above 0`,
		},
		{
			series: `{"A": {"start": "2026-03-02", "step": 1}}`, argument: 1,
			want: `series["A"]: the series has no values`,
		},
		{
			series: `{"A": {"start": "2026-03-02", "step": 1, "values": [1, {}]}}`, argument: 1,
			want: `series["A"].values[1] is an object, but it has to be a number, a boolean, a text or null`,
		},
		{
			series: `{"B": []}`, argument: 1,
			want: `series["B"] is a list of points, but the alert has no QUERY item with the ref_id B. It has: A. To give points by ` +
				`asset, write series[ASSET][ATTRIBUTE]`,
		},
		{series: good, options: `5`, argument: 2, want: `options is a number, but it has to be an object with start, end, timezone and metadata`},
		{series: good, options: `{"begin": 1}`, argument: 2, want: `options has no begin; it has start, end, timezone and metadata`},
		{
			series: good, options: `{"start": "noon"}`, argument: 2,
			want: `options.start is a text, but it has to be an ISO 8601 time such as "2026-01-05T08:00:00Z"`,
		},
		{
			series: good, options: `{"timezone": "Mars"}`, argument: 2,
			want: `options.timezone is a text, but it has to be a name of the IANA database such as "Europe/Berlin"`,
		},
		{
			series: good, options: `{"metadata": {"a": {"f": []}}}`, argument: 2,
			want: `options.metadata: the value of a/f is not a number, boolean or text`,
		},
		{
			series: good, options: `{"end": "2026-03-01"}`, argument: 2,
			want: `options.end is 2026-03-01T00:00:00Z, but it has to be after the start, 2026-03-02T00:00:00Z`,
		},
		{
			series: good, options: `{"end": "2027-03-01"}`, argument: 2,
			want: `the alert runs 524160 times from 2026-03-02T00:00:00Z to 2027-03-01T00:00:00Z, but a result has at most 100000 runs: choose ` +
				`a shorter time by start and end`,
		},
	} {
		_, err := rehearse(t.Context(), members(t, or(c.alert, pumpAlert)), plain(t, c.series), plain(t, or(c.options, "null")))
		if err == nil || err.FunctionArgument == nil || *err.FunctionArgument != c.argument || err.Text != c.want {
			t.Errorf("%s %s: got %v, want %s", c.series, c.options, err, c.want)
		}
	}
}

func TestRehearseHostileExpressions(t *testing.T) {
	t.Parallel()
	for _, expression := range expressiontest.Hostile() {
		alert := map[string]any{
			"type": "rate", "rate_value": 1.0, "rate_unit": "minute", "stmt_target_variable": "B", "stmt_time_window": 60.0,
			"stmt_aggregation": "last", "stmt_operator": "gt",
			"stmt_thresholds": []any{map[string]any{"value": 1.0, "status": "alert"}},
			"alert_items": []any{
				map[string]any{"ref_id": "A", "type": "QUERY"},
				map[string]any{"ref_id": "B", "type": "EXPRESSION", "expression": expression},
			},
		}
		result, err := rehearse(t.Context(), alert, plain(t, `{"A": {"start": "2026-03-02T00:00:00Z", "step": "1m", "values": [1, 2, 3]}}`), nil)
		if err != nil || result == nil || result.Summary == "" {
			t.Errorf("%.100s: %v, %v", expression, result, err)
		}
	}
}

// TestPanicOfAFunction checks that a panic becomes an error of the call and does not end the provider.
func TestPanicOfAFunction(t *testing.T) {
	t.Parallel()
	broken := Function{Name: "broken", run: func(context.Context, tffunction.ArgumentsData) (any, *tffunction.FuncError) { panic("oh") }}
	var response tffunction.RunResponse
	broken.Run(t.Context(), tffunction.RunRequest{}, &response)
	if response.Error == nil || response.Error.Text != "broken failed with oh, which is a mistake of the provider" {
		t.Errorf("got %v", response.Error)
	}
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
