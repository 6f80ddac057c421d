// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// dynamic converts a Go value to the Terraform value of a literal: a tuple for []any, an object for a map. []float64 becomes a list of
// numbers.
func dynamic(v any) tftypes.Value {
	switch v := v.(type) {
	case nil:
		return tftypes.NewValue(tftypes.DynamicPseudoType, nil)
	case string:
		return tftypes.NewValue(tftypes.String, v)
	case bool:
		return tftypes.NewValue(tftypes.Bool, v)
	case []float64:
		numbers := make([]tftypes.Value, len(v))
		for i, n := range v {
			numbers[i] = tftypes.NewValue(tftypes.Number, n)
		}
		return tftypes.NewValue(tftypes.List{ElementType: tftypes.Number}, numbers)
	case []any:
		elements, elementTypes := make([]tftypes.Value, len(v)), make([]tftypes.Type, len(v))
		for i, element := range v {
			elements[i] = dynamic(element)
			elementTypes[i] = elements[i].Type()
		}
		return tftypes.NewValue(tftypes.Tuple{ElementTypes: elementTypes}, elements)
	case map[string]any:
		members, memberTypes := map[string]tftypes.Value{}, map[string]tftypes.Type{}
		for name, member := range v {
			members[name] = dynamic(member)
			memberTypes[name] = members[name].Type()
		}
		return tftypes.NewValue(tftypes.Object{AttributeTypes: memberTypes}, members)
	default:
		return tftypes.NewValue(tftypes.Number, v)
	}
}

// BenchmarkRehearseCall measures 1,000 runs over 100,000 points, given as a list of numbers, as a tuple (in which every element has its own
// type), and as the text of a CSV file.
func BenchmarkRehearseCall(b *testing.B) {
	alert := map[string]any{
		"type": "rate", "rate_value": 5, "rate_unit": "minute", "stmt_time_window": "10m", "stmt_target_variable": "A",
		"stmt_aggregation": "avg", "stmt_operator": "gt",
		"alert_items":     []any{map[string]any{"ref_id": "A", "type": "QUERY"}},
		"stmt_thresholds": []any{map[string]any{"value": 8, "status": "alert"}},
	}
	numbers, literal := make([]float64, 100_000), make([]any, 100_000)
	for i := range numbers {
		numbers[i], literal[i] = float64(i%97), i%97
	}
	var file strings.Builder
	file.WriteString("time,A\n")
	start := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	for i, n := range numbers {
		fmt.Fprintf(&file, "%s,%v\n", start.Add(time.Duration(3*i)*time.Second).Format(time.RFC3339), n)
	}
	short := func(values tftypes.Value) tftypes.Value {
		members := map[string]tftypes.Value{"start": dynamic(start.Format(time.RFC3339)), "step": dynamic("3s"), "values": values}
		shortType := tftypes.Object{AttributeTypes: map[string]tftypes.Type{
			"start": tftypes.String, "step": tftypes.String,
			"values": values.Type(),
		}}
		return tftypes.NewValue(tftypes.Object{AttributeTypes: map[string]tftypes.Type{"A": shortType}},
			map[string]tftypes.Value{"A": tftypes.NewValue(shortType, members)})
	}
	for name, data := range map[string]tftypes.Value{
		"list": short(dynamic(numbers)), "literal": short(dynamic(literal)),
		"file": dynamic(file.String()),
	} {
		b.Run(name, func(b *testing.B) {
			var sent []*tfprotov6.DynamicValue
			for _, argument := range []tftypes.Value{dynamic(alert), data} {
				value, err := tfprotov6.NewDynamicValue(tftypes.DynamicPseudoType, argument)
				if err != nil {
					b.Fatal(err)
				}
				sent = append(sent, &value)
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
