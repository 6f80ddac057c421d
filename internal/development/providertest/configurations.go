// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package providertest

import (
	"maps"
)

// Routine returns the attributes of an engine_routine. Its attribute config is a list of two parameters: one with the name "first",
// followed by the given one.
func Routine(parameter map[string]any) map[string]any {
	p := map[string]any{"name": "p"}
	maps.Copy(p, parameter)
	return map[string]any{
		"name": "Inference", "component_id": "component-1", "type": "inference", "input": []any{}, "output": []any{},
		"config": []any{map[string]any{"name": "first", "type": "str"}, p},
	}
}

// Item returns an element of a list attribute such as alert_items. kind is the element's type, such as "QUERY". The parameter more has
// further attributes.
func Item(refID, kind string, more map[string]any) map[string]any {
	item := map[string]any{"ref_id": refID, "type": kind}
	maps.Copy(item, more)
	return item
}

// QueryItem returns an element of a list attribute such as alert_items. It has the type QUERY and all attributes that a query needs.
func QueryItem(refID string) map[string]any {
	return Item(refID, "QUERY", map[string]any{
		"query_filter_asset":     map[string]any{"id": "pump"},
		"query_filter_attribute": map[string]any{"id": "flow"},
	})
}

// ExpressionItem returns an element of a list attribute such as alert_items, with the type EXPRESSION and the given expression.
func ExpressionItem(refID, text string) map[string]any {
	return Item(refID, "EXPRESSION", map[string]any{"expression": text})
}

// MetadataItem returns an element of a list attribute such as alert_items. It has the type METADATA and all attributes that this type
// needs.
func MetadataItem(refID string) map[string]any {
	return Item(refID, "METADATA", map[string]any{
		"query_filter_asset":    map[string]any{"id": "pump"},
		"query_filter_metadata": map[string]any{"id": "rated_flow"},
	})
}

// With returns a copy of a configuration with the attributes in the parameter more added or replaced. To set an attribute to null, pass nil
// as its value.
func With(config map[string]any, more map[string]any) map[string]any {
	changed := map[string]any{}
	maps.Copy(changed, config)
	maps.Copy(changed, more)
	return changed
}

// RateAlert returns the attributes of an engine_alert that runs at a fixed rate (type = "rate").
func RateAlert() map[string]any {
	return map[string]any{"name": "a", "severity": "SEV1", "type": "rate", "rate_value": 5, "rate_unit": "minute"}
}

// CronAlert returns the attributes of an engine_alert with a cron schedule (type = "cron").
func CronAlert() map[string]any {
	return map[string]any{
		"name": "a", "severity": "SEV1", "type": "cron",
		"cron_minutes": "0", "cron_hours": "6", "cron_dom": "?", "cron_month": "*", "cron_dow": "MON-FRI", "cron_year": "*",
	}
}

// The provider computes these texts: PlainOfA is the expression_plain of the expression "$A", and PlainOfPump is the query_plain of
// QueryItem.
const (
	PlainOfA    = `{"$function":{"body":"function ($A) { return $A }","args":["$A"],"lang":"js"}}`
	PlainOfPump = `[{"$match":{"asset":"pump","attribute":"flow"}}]`
)

// Connector returns the attributes of an engine_component of the type connector.
func Connector() map[string]any {
	return map[string]any{
		"type": "connector", "name": "n", "version": "1", "deployment_capacity": "small", "deployment_type": "SERVICE_HOSTED",
		"input": []any{}, "output": []any{}, "routines": []any{},
	}
}

// WithMember returns a copy of a resource's attributes, in which one attribute has the given value.
func WithMember(state map[string]any, name string, value any) map[string]any {
	return With(state, map[string]any{name: value})
}
