// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// BenchmarkRehearseCall measures a call to the rehearse function with 1,000 runs over 100,000 points. The points are a list of numbers, a
// tuple (in which every element has its own type), or the contents of a CSV file.
func BenchmarkRehearseCall(b *testing.B) {
	alert := object{
		"type": "rate", "rate_value": 5, "rate_unit": "minute", "stmt_time_window": "10m", "stmt_target_variable": "A",
		"stmt_aggregation": "avg", "stmt_operator": "gt",
		"alert_items":     list{object{"ref_id": "A", "type": "QUERY"}},
		"stmt_thresholds": list{object{"value": 8, "status": "alert"}},
	}
	list, tuple := make([]cty.Value, 100_000), make(list, 100_000)
	var file strings.Builder
	file.WriteString("time,A\n")
	start := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	for i := range list {
		list[i], tuple[i] = cty.NumberIntVal(int64(i%97)), i%97
		fmt.Fprintf(&file, "%s,%d\n", start.Add(time.Duration(3*i)*time.Second).Format(time.RFC3339), i%97)
	}
	short := func(values cty.Value) cty.Value {
		return cty.ObjectVal(map[string]cty.Value{"A": cty.ObjectVal(map[string]cty.Value{
			"start": cty.StringVal(start.Format(time.RFC3339)), "step": cty.StringVal("3s"), "values": values,
		})})
	}
	for name, data := range map[string]cty.Value{
		"list": short(cty.ListVal(list)), "literal": short(literal(tuple)), "file": cty.StringVal(file.String()),
	} {
		b.Run(name, func(b *testing.B) {
			sent := []*tfprotov6.DynamicValue{
				encode(b, literal(alert), cty.DynamicPseudoType), encode(b, data, cty.DynamicPseudoType),
			}
			server := provider.NewServer("test")()
			b.ReportAllocs()
			b.ResetTimer()
			for b.Loop() {
				resp, err := server.CallFunction(b.Context(), &tfprotov6.CallFunctionRequest{Name: "rehearse", Arguments: sent})
				if err != nil || resp.Error != nil {
					b.Fatal(err, resp.Error)
				}
			}
		})
	}
}
