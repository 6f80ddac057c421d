// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func TestReadAlert(t *testing.T) {
	t.Parallel()
	item := map[string]any{"ref_id": "A", "query_limit": json.Number("10"), "query_filter_asset": map[string]any{"id": unknown{}}}
	value := tftypes.NewValue(tftypes.Object{AttributeTypes: map[string]tftypes.Type{
		"id": tftypes.String, "name": tftypes.String, "active": tftypes.Bool, "mute": tftypes.DynamicPseudoType,
		"stmt_time_window": tftypes.Number, "alert_items": tftypes.DynamicPseudoType,
	}}, map[string]tftypes.Value{
		"id":               tftypes.NewValue(tftypes.String, tftypes.UnknownValue),
		"name":             tftypes.NewValue(tftypes.String, "high"),
		"active":           tftypes.NewValue(tftypes.Bool, false),
		"mute":             tftypes.NewValue(tftypes.DynamicPseudoType, nil),
		"stmt_time_window": tftypes.NewValue(tftypes.Number, 600),
		"alert_items":      tftypes.NewValue(tftypes.DynamicPseudoType, tftypes.UnknownValue),
	})
	got, known, wrong := readAlert(value)
	if wrong != nil || !known {
		t.Fatal(known, wrong)
	}
	want := map[string]any{"id": unknown{}, "name": "high", "active": false, "stmt_time_window": json.Number("600"), "alert_items": unknown{}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, c := range []struct {
		value any
		want  bool
	}{{got, true}, {"a", false}, {item, true}, {[]any{"a", []any{unknown{}}}, true}, {map[string]any{"a": []any{json.Number("1")}}, false}} {
		if got := containsUnknown(c.value); got != c.want {
			t.Errorf("containsUnknown(%v) is %v", c.value, got)
		}
	}
}
