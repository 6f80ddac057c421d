// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package rehearsal

import (
	"testing"
	"time"
)

// BenchmarkRehearse measures a query, a grouped query and two expressions, with 1,000 overlapping time windows over 100,000 points.
func BenchmarkRehearse(b *testing.B) {
	points := make([]Point, 100_000)
	for i := range points {
		points[i] = Point{midnight.Add(time.Duration(i) * 3 * time.Second), float64(i % 97)} // 300,000 s: one run every 5 minutes
	}
	data := pressure(points)
	for name, alert := range map[string]map[string]any{
		"query": rateAlert(b, ""),
		"groups": rateAlert(b, `"alert_items": [{"ref_id": "A", "type": "QUERY", "query_filter_asset": "pump", `+
			`"query_filter_attribute": "pressure", "query_group_unit": "minute", "query_group_function": "avg"}]`),
		"expression": alertWithExpression(b, "$A / 2 > 3 ? $A : 0"),
		"calls":      alertWithExpression(b, "Math.max($A, 1) + Math.round($A) * 2"),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				timeline, err := Compile(alert, Recording{Start: midnight}).Rehearse(b.Context(), data, midnight,
					midnight.Add(300_000*time.Second))
				if err != nil || len(timeline.Runs) != 1000 || timeline.Statuses()[Error]+timeline.Statuses()[Misconfigured] > 0 {
					b.Fatal(len(timeline.Runs), timeline.Statuses(), err)
				}
			}
		})
	}
}
