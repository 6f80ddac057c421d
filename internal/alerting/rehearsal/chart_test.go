// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// TestChart checks that a chart item gets its values even if other items in the chart fail.
func TestChart(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	data := Series{{"pump", "flow"}: {{now.Add(-time.Minute), 2.0}, {now, 3.0}}}
	flow := map[string]any{
		"ref_id": "A", "type": "QUERY", "query_filter_asset": map[string]any{"id": "pump"},
		"query_filter_attribute": map[string]any{"id": "flow"},
	}
	expression := func(ref, text string) any {
		return map[string]any{"ref_id": ref, "type": "EXPRESSION", "expression": text}
	}
	chart := CompileChart([]any{
		flow, expression("B", "$A * 2"), expression("C", "$A +"), expression("D", "$C + 1"), expression("E", "$E"), expression("F", "null.x"),
		"odd",
		map[string]any{
			"ref_id": "M", "type": "METADATA", "query_filter_asset": map[string]any{"id": "pump"},
			"query_filter_metadata": map[string]any{"id": "size"},
		},
	}, Recording{Metadata: map[Key]any{{"pump", "size"}: 7.0}})
	values := chart.Values(t.Context(), data, now.Add(-time.Hour), now)
	if want := []Point{{now.Add(-time.Minute), 4.0}, {now, 6.0}}; !reflect.DeepEqual(values["B"].Points, want) {
		t.Errorf("B is %v", values["B"])
	}
	if values["M"].Constant != 7.0 || values["C"].Err == "" || values["F"].Err == "" {
		t.Errorf("M is %v, C %v, F %v", values["M"], values["C"], values["F"])
	}
	problems := strings.Join(chart.Problems(), "\n")
	for _, want := range []string{
		`chart_items["C"].expression`, `chart_items["E"] needs its own value`,
		"chart_items[6].ref_id is not declared",
	} {
		if !strings.Contains(problems, want) {
			t.Errorf("the problems lack %q:\n%s", want, problems)
		}
	}
	if want := map[string]Key{"A": {"pump", "flow"}}; !reflect.DeepEqual(chart.Reads(), want) {
		t.Errorf("it reads %v", chart.Reads())
	}
}
