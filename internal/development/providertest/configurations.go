// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"maps"
)

// Routine is a routine with one parameter in its configuration, after one that has the name "first".
func Routine(parameter map[string]any) map[string]any {
	p := map[string]any{"name": "p"}
	maps.Copy(p, parameter)
	return map[string]any{
		"name": "Inference", "component_id": "component-1", "type": "inference", "input": []any{}, "output": []any{},
		"config": []any{map[string]any{"name": "first", "type": "str"}, p},
	}
}

// Item is an item with a name, a kind and further attributes.
func Item(refID, kind string, more map[string]any) map[string]any {
	item := map[string]any{"ref_id": refID, "type": kind}
	maps.Copy(item, more)
	return item
}

// QueryItem is a whole item of the type QUERY.
func QueryItem(refID string) map[string]any {
	return Item(refID, "QUERY", map[string]any{
		"query_filter_asset":     map[string]any{"id": "pump"},
		"query_filter_attribute": map[string]any{"id": "flow"},
	})
}

// ExpressionItem is an item of the type EXPRESSION.
func ExpressionItem(refID, text string) map[string]any {
	return Item(refID, "EXPRESSION", map[string]any{"expression": text})
}

// MetadataItem is a whole item of the type METADATA.
func MetadataItem(refID string) map[string]any {
	return Item(refID, "METADATA", map[string]any{
		"query_filter_asset":    map[string]any{"id": "pump"},
		"query_filter_metadata": map[string]any{"id": "rated_flow"},
	})
}

// With is a configuration with more attributes; nil takes one out.
func With(config map[string]any, more map[string]any) map[string]any {
	changed := map[string]any{}
	maps.Copy(changed, config)
	maps.Copy(changed, more)
	return changed
}

// RateAlert is a whole alert with a rate.
func RateAlert() map[string]any {
	return map[string]any{"name": "a", "severity": "SEV1", "type": "rate", "rate_value": 5, "rate_unit": "minute"}
}

// CronAlert is a whole alert with a cron schedule.
func CronAlert() map[string]any {
	return map[string]any{
		"name": "a", "severity": "SEV1", "type": "cron",
		"cron_minutes": "0", "cron_hours": "6", "cron_dom": "?", "cron_month": "*", "cron_dow": "MON-FRI", "cron_year": "*",
	}
}

// Derived texts of an expression $A and of a QueryItem.
const (
	PlainOfA    = `{"$function":{"body":"function ($A) { return $A }","args":["$A"],"lang":"js"}}`
	PlainOfPump = `[{"$match":{"asset":"pump","attribute":"flow"}}]`
)

// Connector is a whole component.
func Connector() map[string]any {
	return map[string]any{
		"type": "connector", "name": "n", "version": "1", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
		"input": []any{}, "output": []any{}, "routines": []any{},
	}
}

// WithMember is a copy of a state with one attribute set.
func WithMember(state map[string]any, name string, value any) map[string]any {
	return With(state, map[string]any{name: value})
}
