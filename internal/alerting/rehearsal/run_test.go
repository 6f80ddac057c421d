// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestTimeline compares runs with results computed by hand. For the first 30 minutes, the data has one value per minute: ten values of 4,
// ten of 7 and ten of 10. After that, there are no values.
func TestTimeline(t *testing.T) {
	t.Parallel()
	var values []any
	for _, v := range []any{4, 7, 10, nil, nil} {
		for range 10 {
			values = append(values, v)
		}
	}
	a := Compile(rateAlert(t, ""), Recording{Start: midnight})
	timeline, err := a.Rehearse(t.Context(), pressure(every(time.Minute, values...)), midnight, midnight.Add(45*time.Minute))
	if err != nil {
		t.Fatal(err, a.Problems())
	}
	// The values are 4 from 0:00 to 0:09, 7 from 0:10 to 0:19, and 10 from 0:20 to 0:29.
	want := []string{
		"5 no_alert 4",    // 0:00 to 0:05: six values of 4
		"10 no_alert 4.3", // 0:01 to 0:10: nine values of 4 and one of 7
		"15 no_alert 5.8", // 0:06 to 0:15: four values of 4 and six of 7, in total 58
		"20 warning 7.3",  // 0:11 to 0:20: nine values of 7 and one of 10, in total 73
		"25 alert 8.8",    // 0:16 to 0:25: four values of 7 and six of 10, in total 88
		"30 alert 10",     // 0:21 to 0:30: nine values of 10
		"35 alert 10",     // 0:26 to 0:35: four values of 10
		"40 no_data",      // 0:31 to 0:40: none
		"45 no_data",
	}
	if diff := cmp.Diff(want, shortForms(timeline)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for range a.Runs(t.Context(), Series{}, midnight, midnight.Add(time.Hour)) {
		break // The sequence must end here.
	}
	changes := []Change{
		{midnight.Add(20 * time.Minute), "no_alert", "warning", "", ""},
		{midnight.Add(25 * time.Minute), "warning", "alert", "", "too high"},
		{midnight.Add(40 * time.Minute), "alert", "no_data", "too high", ""},
	}
	if diff := cmp.Diff(changes, timeline.Changes); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestItemsOfARun checks the value that a run reports for each item: the average if all values are numbers, the last value if some are
// strings, and nil if there are no points.
func TestItemsOfARun(t *testing.T) {
	t.Parallel()
	query := func(attribute string) any {
		return map[string]any{
			"ref_id": attribute, "type": "QUERY", "query_filter_asset": "pump", "query_filter_attribute": attribute,
		}
	}
	alert := rateAlert(t, `"stmt_target_variable": "flow"`)
	alert["alert_items"] = []any{
		query("flow"), query("mode"), query("none"),
		map[string]any{"ref_id": "size", "type": "METADATA"},
		map[string]any{"ref_id": "double", "type": "EXPRESSION", "expression": "$flow * $size"},
	}
	data := Series{{"pump", "flow"}: every(time.Minute, 1, 2, 6), {"pump", "mode"}: every(time.Minute, 1, "on", "off")}
	a := Compile(alert, Recording{Metadata: map[Key]any{{"", "size"}: 2.0}})
	run := a.Run(t.Context(), data, midnight.Add(5*time.Minute))
	want := map[string]any{"flow": 3.0, "mode": "off", "none": nil, "size": 2.0, "double": 6.0}
	if diff := cmp.Diff(want, run.Items); diff != "" {
		t.Errorf("-want +got:\n%s\n%v", diff, a.Problems())
	}
}
