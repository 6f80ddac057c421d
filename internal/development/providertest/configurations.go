// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"maps"
)

// Routine returns the attributes of an engine_routine whose config has two parameters: one named "first", and the given one, which is named
// "p" by default.
func Routine(parameter map[string]any) map[string]any {
	p := map[string]any{"name": "p"}
	maps.Copy(p, parameter)
	return map[string]any{
		"name": "Inference", "component_id": "component-1", "type": "inference", "input": []any{}, "output": []any{},
		"config": []any{map[string]any{"name": "first", "type": "str"}, p},
	}
}

// Item returns an element for a list such as alert_items, with the given ref_id, type (such as "QUERY") and additional attributes.
func Item(refID, kind string, attributes map[string]any) map[string]any {
	item := map[string]any{"ref_id": refID, "type": kind}
	maps.Copy(item, attributes)
	return item
}

// QueryItem returns an item of type QUERY with all required attributes.
func QueryItem(refID string) map[string]any {
	return Item(refID, "QUERY", map[string]any{
		"query_filter_asset":     map[string]any{"id": "pump"},
		"query_filter_attribute": map[string]any{"id": "flow"},
	})
}

// ExpressionItem returns an item of type EXPRESSION.
func ExpressionItem(refID, text string) map[string]any {
	return Item(refID, "EXPRESSION", map[string]any{"expression": text})
}

// MetadataItem returns an item of type METADATA with all required attributes.
func MetadataItem(refID string) map[string]any {
	return Item(refID, "METADATA", map[string]any{
		"query_filter_asset":    map[string]any{"id": "pump"},
		"query_filter_metadata": map[string]any{"id": "rated_flow"},
	})
}

// With returns a copy of a configuration in which the attributes in overrides are added or replaced. A nil value sets an attribute to null.
func With(config, overrides map[string]any) map[string]any {
	changed := map[string]any{}
	maps.Copy(changed, config)
	maps.Copy(changed, overrides)
	return changed
}

// RateAlert returns the attributes of an engine_alert with a rate schedule.
func RateAlert() map[string]any {
	return map[string]any{"name": "a", "severity": "SEV1", "type": "rate", "rate_value": 5, "rate_unit": "minute"}
}

// CronAlert returns the attributes of an engine_alert with a cron schedule.
func CronAlert() map[string]any {
	return map[string]any{
		"name": "a", "severity": "SEV1", "type": "cron",
		"cron_minutes": "0", "cron_hours": "6", "cron_dom": "?", "cron_month": "*", "cron_dow": "MON-FRI", "cron_year": "*",
	}
}

// The provider computes these strings: PlainOfA is the expression_plain for the expression "$A", and PlainOfPump is the query_plain for
// QueryItem.
const (
	PlainOfA    = `{"$function":{"body":"function ($A) { return $A }","args":["$A"],"lang":"js"}}`
	PlainOfPump = `[{"$match":{"asset":"pump","attribute":"flow"}}]`
)

// Connector returns the attributes of an engine_component of type connector.
func Connector() map[string]any {
	return map[string]any{
		"type": "connector", "name": "n", "version": "1", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
		"input": []any{}, "output": []any{}, "routines": []any{},
	}
}

// WithMember is like With, but for a single attribute.
func WithMember(state map[string]any, name string, value any) map[string]any {
	return With(state, map[string]any{name: value})
}
