// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package command

import (
	"fmt"
	"testing"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/alerting/rehearsal"
)

// TestSamplesOfDivisionsSuitTheScale checks the sample data for a widget that divides one attribute by another. The results must reach the
// widget's thresholds, but must not exceed its scale by much. However, if a second widget shows one of the two attributes directly, the
// range of that attribute depends only on the second widget.
func TestSamplesOfDivisionsSuitTheScale(t *testing.T) {
	t.Parallel()
	query := func(ref, attribute string) map[string]any {
		return map[string]any{
			"ref_id": ref, "type": "QUERY", "hidden": true, "query_filter_asset": map[string]any{"id": "pump"},
			"query_filter_attribute": map[string]any{"id": attribute},
		}
	}
	set := settings{now: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)}
	for _, c := range []struct {
		expression string
		limit      float64
	}{{"$A / $B", 1}, {"$A / $B", 40_000}, {"100 / $A", 3}, {"$A / 3600 / $B", 0.02}} {
		gauge := &object{address: "engine_widget.use", attributes: map[string]any{
			"type": "gauge", "max_limit": c.limit, "thresholds": []any{map[string]any{"value": c.limit / 2}},
			"chart_items": []any{
				query("A", "power"), query("B", "flow"), map[string]any{"ref_id": "C", "type": "EXPRESSION", "expression": c.expression},
			},
		}}
		shown := query("A", "flow")
		shown["hidden"] = false
		flow := &object{address: "engine_widget.flow", attributes: map[string]any{
			"type": "line", "y_axis_max_limit": 70.0, "chart_items": []any{shown},
		}}
		hints := set.hints(t.Context(), nil, []*object{gauge, flow})
		values := rehearsal.CompileChart(itemsOf(gauge.attributes), rehearsal.Recording{}).
			Values(t.Context(), set.sampleData(hints), set.now.Add(-24*time.Hour), set.now)
		if got := gauge.maxValue(values); got < c.limit/2 || got > c.limit*1.1 {
			t.Errorf("%s has the greatest value %v, want about %v", c.expression, got, c.limit)
		}
		if got := hints[rehearsal.Key{Asset: "pump", Attribute: "flow"}]; got.high != 70 {
			t.Errorf("%s changed the range of the flow to %v", c.expression, got)
		}
	}
}

// TestUnknownAssetsHaveSamples checks that the picture shows sample data for an asset that the plan creates, whose id is still unknown. If
// the user passes recorded data instead, the picture must explain that there is no data for an unknown id.
func TestUnknownAssetsHaveSamples(t *testing.T) {
	t.Parallel()
	item := func(ref, name string) string {
		const form = `{"ref_id": %q, "type": "QUERY", "query_filter_asset": {"name": %q}, "query_filter_attribute": {"id": "pressure"}}`
		return fmt.Sprintf(form, ref, name)
	}
	unknown := `{"query_filter_asset": {"id": true}}`
	plan := `{"planned_values": {"root_module": {"resources": [` + resource("engine_widget.x", "engine_widget",
		`{"name": "n", "type": "bargauge", "chart_items": [`+item("A", "North")+`, `+item("B", "South")+`]}`) +
		`]}}, "resource_changes": [{"address": "engine_widget.x", "change": {"after_unknown": {"chart_items": [` + unknown + `, ` + unknown + `]}}}]}`
	for want, more := range map[string][]string{
		"North pressure": nil, "has a filter that is known after apply": {"-series", write(t, t.TempDir(), "day.csv", day)},
	} {
		_, written := draw(t, t.TempDir(), plan, append(more, "-width", "900")...)
		checkContains(t, written, map[string][]string{"dashboard-parent-not-in-this-plan-tab.svg": {`viewBox="0 0 900 `, want}})
	}
}
