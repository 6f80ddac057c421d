// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"

	"github.com/engine-platform/terraform-provider-engine/internal/provider"
)

// ruleLayers returns the four objects that a module merges for one alert: the module's defaults, the rule catalog's defaults, a rule, and
// the user's overrides.
func ruleLayers() list {
	thresholds := list{object{"value": 8, "status": "alert", "text": "high"}, object{"value": 7, "status": "warning", "text": nil}}
	defaults := object{
		"severity": "SEV4", "rate": "5 minutes", "cron": nil, "window": 600, "aggregation": "avg", "operator": "gt",
		"destinations": list{"a@example.com"},
		"tags":         list{object{"id": "plant", "name": nil}}, "notify_no_data": true, "notify_error": true, "mute": false, "active": true,
		"assets": list{"*"},
	}
	rule := object{
		"description": "Pressure", "attribute": "pressure", "items": nil, "target": nil, "thresholds": thresholds,
		"threshold": nil, "severity": "SEV2",
	}
	return list{defaults, object{"severity": "SEV3", "mute": true}, rule, object{"thresholds": nil, "threshold": 9}}
}

func BenchmarkCallFunction(b *testing.B) {
	catalog := "version: 1\ndefaults: {severity: SEV4, rate: 5m}\nrules:\n"
	for i := range 100 {
		catalog += fmt.Sprintf("  r%d: {attribute: pressure, operator: gt, threshold: 8, window: 10m, tags: [a]}\n", i)
	}
	alert := object{
		"name": "Pressure", "type": "rate", "rate_value": "5", "rate_unit": "minute", "stmt_time_window": "600",
		"stmt_target_variable": "C",
		"stmt_aggregation":     "avg", "stmt_operator": "gt", "stmt_thresholds": list{
			object{"value": 8, "status": "alert"},
			object{"value": 7, "status": "warning"},
		},
		"alert_items": list{
			object{"ref_id": "A", "type": "QUERY", "query_filter_attribute": object{"id": "a1", "name": "pressure"}},
			object{"ref_id": "C", "type": "EXPRESSION", "expression": "$A * 2"},
		},
	}
	for name, argument := range map[string]any{"deep_merge": ruleLayers(), "rule_catalog": catalog, "describe": alert} {
		b.Run(name, func(b *testing.B) {
			server := provider.NewServer("test")()
			parameter := cty.DynamicPseudoType
			if name == "rule_catalog" {
				parameter = cty.String
			}
			sent := encode(b, literal(argument), parameter)
			b.ReportAllocs()
			for b.Loop() {
				resp, err := server.CallFunction(b.Context(), &tfprotov6.CallFunctionRequest{Name: name, Arguments: []*tfprotov6.DynamicValue{sent}})
				if err != nil || resp.Error != nil {
					b.Fatal(err, resp)
				}
			}
		})
	}
}

// BenchmarkCallFunctionFloor measures the minimum time of a deep_merge call. It decodes the objects to merge and encodes one of them, but
// does not merge anything.
func BenchmarkCallFunctionFloor(b *testing.B) {
	sent := encode(b, literal(ruleLayers()), cty.DynamicPseudoType)
	b.ReportAllocs()
	for b.Loop() {
		value, err := sent.Unmarshal(tftypes.DynamicPseudoType)
		if err != nil {
			b.Fatal(err)
		}
		var layers []tftypes.Value
		if err := value.As(&layers); err != nil {
			b.Fatal(err)
		}
		if _, err := tfprotov6.NewDynamicValue(tftypes.DynamicPseudoType, layers[0]); err != nil {
			b.Fatal(err)
		}
	}
}
