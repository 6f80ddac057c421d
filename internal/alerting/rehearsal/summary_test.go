// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"testing"
	"time"
)

// TestSummary checks the summaries of an alert that runs twice. At 0:05, the average of the values 1 to 5 is 3. At 0:10, the average of the
// values 6 to 10 is 8.
func TestSummary(t *testing.T) {
	t.Parallel()
	data := pressure(every(time.Minute, nil, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
	const span = "did not fire in 2 runs from 2026-03-02T00:05:00Z to 2026-03-02T00:10:00Z: "
	for more, want := range map[string]string{
		`"stmt_operator": "ge"`: "fired at 2026-03-02T00:10:00Z, because the average of A over 5m was 8, which is at or above 8 " +
			"(stmt_thresholds[0])",
		``: span + "the highest average of A over 5m was 8, at 2026-03-02T00:10:00Z, which is not above 8 " +
			"(stmt_thresholds[0])",
		`"stmt_operator": "lt", "stmt_thresholds": [{"value": 2.5, "status": "alert"}]`: span + "the lowest average of A over 5m was 3, at " +
			"2026-03-02T00:05:00Z, which is not below 2.5 (stmt_thresholds[0])",
		`"stmt_aggregation": "max", "stmt_operator": "ge", "stmt_thresholds": [{"value": 99, "status": "alert"}]`: span + "the maximum of A " +
			"over 5m was 10, at 2026-03-02T00:10:00Z, which is not at or above 99 (stmt_thresholds[0])",
		`"stmt_aggregation": "min", "stmt_thresholds": [{"value": 99, "status": "alert"}]`: span + "the highest minimum of A over 5m was 6, at " +
			"2026-03-02T00:10:00Z, which is not above 99 (stmt_thresholds[0])",
		`"stmt_operator": "eq", "stmt_thresholds": [{"value": 7, "status": "alert"}]`: span + "the average of A over 5m was 8, at " +
			"2026-03-02T00:10:00Z, which is not equal to 7 (stmt_thresholds[0])",
		`"stmt_thresholds": [{"value": 1, "status": "warning"}, {"value": 7.5, "status": "alert"}]`: span + "the highest average of A over " +
			"5m was 8, at 2026-03-02T00:10:00Z, which is above 7.5 (stmt_thresholds[1]), " +
			"but stmt_thresholds[0] comes first and is reached too: 1 makes it warning",
		`"stmt_thresholds": [{"value": 1, "status": "warning"}]`: span + "no threshold has the status alert",
		`"alert_items": [{"ref_id": "A", "type": "QUERY", "query_filter_asset": "pump", "query_filter_attribute": "flow"}]`: span +
			`item A had no value in the time window of any run; item A reads the attribute "flow" of the asset "pump", but the data have no ` +
			`points of it; of that asset they have "pressure"`,
		`"alert_items": [{"ref_id": "A", "type": "QUERY", "query_filter_asset": "pmp", "query_filter_attribute": "pressure"}]`: span +
			`item A had no value in the time window of any run; item A reads the attribute "pressure" of the asset "pmp", but the data have no ` +
			`points of it; they have pump/pressure`,
		`"stmt_target_variable": "B", "alert_items": [{"ref_id": "A", "type": "QUERY", "query_filter_asset": "pump", ` +
			`"query_filter_attribute": "flow"}, {"ref_id": "B", "type": "EXPRESSION", "expression": "$A"}]`: span +
			`item B had no value in the time window of any run; item A reads the attribute "flow" of the asset "pump", but the data have no ` +
			`points of it; of that asset they have "pressure"`,
		`"alert_items": [{"ref_id": "A", "type": "EXPRESSION", "expression": "null.length"}]`: span +
			"2 runs ended in an error, the first with: item A: the expression throws TypeError: Cannot read property 'length' of null",
		`"alert_items": [{"ref_id": "A", "type": "EXPRESSION", "expression": "7"}]`: span +
			"the highest average of A over 5m was 7, at 2026-03-02T00:05:00Z, which is not above 8 (stmt_thresholds[0])",
		`"stmt_target_variable": "B", "alert_items": [{` + pumpQuery + `}, {"ref_id": "B", "type": "EXPRESSION", ` +
			`"expression": "$A > 5 && $A < 8 ? $A : null"}]`: span + "the highest average of B over 5m was 6.5, at 2026-03-02T00:10:00Z, which " +
			"is not above 8 (stmt_thresholds[0]); 1 run had no data",
		`"stmt_operator": "ne"`: "did not run, because it is misconfigured: " +
			"stmt_operator is \"ne\", but it has to be one of ge, le, eq, gt, lt",
		`"stmt_operator": "ne", "active": false`: "did not run, because active is false",
		`"active": false`:                        "did not run, because active is false",
		`"rate_unit": "hour"`:                    "did not run: its schedule has no run in this time",
	} {
		a := Compile(rateAlert(t, `"stmt_time_window": "5m"`+map[bool]string{false: ", " + more}[more == ""]), Recording{Start: midnight})
		timeline, err := a.Rehearse(t.Context(), data, midnight, midnight.Add(10*time.Minute))
		if got := timeline.Summary; err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", more, got, err, want)
		}
	}
}

// TestStatusOfTheLastRun checks that a timeline has the status of its last run, or no_alert without runs.
func TestStatusOfTheLastRun(t *testing.T) {
	t.Parallel()
	for want, runs := range map[string][]Run{NoAlert: nil, NoData: {{Status: Alerting}, {Status: NoData}}} {
		if got := (Timeline{Runs: runs}).Status(); got != want {
			t.Errorf("%v: got %s, want %s", runs, got, want)
		}
	}
}
