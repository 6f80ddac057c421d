// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package servertest

import (
	"encoding/json"
	"maps"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/table"
)

// PressureAlert returns an alert that runs every five minutes. Its status becomes "alert" if the asset's last pressure is above 9, and
// "warning" if it is above 8. The fields in extra are added to the alert, or replace its fields.
func PressureAlert(asset string, extra Object) Object {
	alert := Object{
		"name": "Pressure", "severity": "SEV2", "type": "rate", "rate_value": 5, "rate_unit": "minute",
		"stmt_time_window": 300, "stmt_target_variable": "A", "stmt_aggregation": "last", "stmt_operator": "gt",
		"stmt_thresholds": []any{
			Object{"value": 9, "status": "alert", "status_text": "far too high"},
			Object{"value": 8, "status": "warning", "status_text": "too high"},
		},
		"alert_items": []any{Object{
			"ref_id": "A", "type": "QUERY",
			"query_filter_asset": Object{"id": asset}, "query_filter_attribute": Object{"id": "pressure"},
			"query_plain": `[{"$match": {"asset": "` + asset + `", "attribute": "pressure"}}]`,
		}},
	}
	maps.Copy(alert, extra)
	return alert
}

// ValidValues returns examples of valid values for a field. If the field contains a parent's id, ValidValues creates the parent.
func (c *Client) ValidValues(f table.Field) []any {
	c.T.Helper()
	switch {
	case f.Elements == table.Label:
		return []any{[]any{"a", "b"}, []any{Object{"id": "1", "name": "a"}}, []any{}}
	case f.Type == table.Array:
		element := f
		element.Type, element.OneOf = f.Elements, nil
		return []any{c.ValidValues(element), []any{}}
	case f.References != "":
		return []any{c.CreateMinimal(f.References, nil)["id"]}
	case f.Type == table.Object:
		whole := Object{"unknown_key": 1.0}
		for _, inner := range f.Fields {
			if !inner.ServerSet {
				whole[inner.Name] = c.ValidValues(inner)[0]
			}
		}
		return []any{whole}
	}
	return validScalars(f)
}

func validScalars(f table.Field) []any {
	if len(f.OneOf) > 0 {
		var values []any
		for _, one := range f.OneOf {
			values = append(values, one)
		}
		return values
	}
	switch f.Type {
	case table.Boolean:
		if f.Name == "deleted" {
			return []any{false} // With true, the server would remove the item.
		}
		return []any{true, false}
	case table.Integer:
		values := []any{1.0, json.Number("1.0")}
		for _, bound := range []*int64{f.Min, f.Max} {
			if bound != nil {
				values = append(values, *bound)
			}
		}
		return values
	case table.Number:
		values := []any{1.5, 2.0, -1e-7}
		if f.NumericText {
			values = append(values, "12", " 1.5 ")
		}
		return values
	case table.Text:
		values := []any{"30s", 30.0, 0.5, -1.0, ""}
		if f.NumericText {
			values = append(values, "12", " 1.5 ", "0x1")
		}
		return values
	case table.JSON:
		return []any{Object{"asset": "1"}, 5.0, "x", true, []any{1.0, nil}}
	default:
		return []any{strings.Repeat("é", max(1, f.MaxLength)), ""}
	}
}
