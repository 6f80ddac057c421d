// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/engine-platform/terraform-provider-engine/internal/development/terraform"
)

// subject is a kind of object to measure. All objects of a measurement are alike except for their names.
type subject struct {
	name, resource, path string
	// attributes returns the attributes of each object, without name and description. It creates the objects that they refer to.
	attributes func(context.Context, *benchEngine) (map[string]any, error)
}

// alerts returns the subject of alerts with 34 attributes in the state: 21 of the alert with its id, 10 of its item and 3 of its
// threshold.
func alerts() subject {
	attributes := map[string]any{
		"severity": "SEV3", "type": "rate", "rate_value": 5, "rate_unit": "minute",
		"tags": []any{map[string]any{"id": "t-1"}}, "assets": []any{map[string]any{"id": "pump-1"}},
		"stmt_time_window": 600, "stmt_target_variable": "A", "stmt_operator": "ge", "stmt_aggregation": "avg",
		"active": true, "mute": false, "notify_no_data": true, "notify_error": true, "notify_timeout": false,
		"destinations_list": []any{"plant@example.com"},
		"alert_items":       []any{item("A", nil)},
		"stmt_thresholds":   []any{map[string]any{"value": 6.5, "status": "alert", "status_text": "Pressure is above 6.5 bar."}},
	}
	return subject{"alerts", "engine_alert", "/v3/engine/alert/alerts/", func(context.Context, *benchEngine) (map[string]any, error) {
		return attributes, nil
	}}
}

// widgets returns the subject of widgets with 6 items each, all on one tab.
func widgets() subject {
	return subject{"widgets of 6 items", "engine_widget", "/v3/engine/dashboard/charts/", func(ctx context.Context, e *benchEngine) (map[string]any, error) {
		dashboard, err := e.create(ctx, "/v3/engine/dashboard/dashboards/", map[string]any{"name": "Bench"})
		if err != nil {
			return nil, err
		}
		tab, err := e.create(ctx, "/v3/engine/dashboard/tabs/", map[string]any{"name": "Bench", "dashboard": dashboard})
		if err != nil {
			return nil, err
		}
		var items []any
		for i, name := range []string{"A", "B", "C", "D", "E", "F"} {
			items = append(items, item(name, map[string]any{"order": i, "color": "#1f77b4", "hidden": false}))
		}
		return map[string]any{
			"tab": tab, "type": "timeseries", "chart_items": items,
			"thresholds":     []any{map[string]any{"value": 6.5, "color": "red", "display_text": "High"}},
			"value_mappings": []any{map[string]any{"type": "exact_match", "match_value": "0", "order": 0, "display_text": "Off"}},
			"timestamp_gte":  "now - 7d", "timestamp_lte": "now", "refresh_interval": "30s", "timezone": "UTC",
			"height": 4, "width": 6, "position_x": 0, "position_y": 0, "labels_display": true, "labels_aggregation": "last",
			"number_of_decimals": 2, "show_line": true, "fill": false,
		}, nil
	}}
}

// item returns a query item with ten attributes and the given ones.
func item(name string, more map[string]any) map[string]any {
	a := map[string]any{
		"ref_id": name, "type": "QUERY", "label": "Pressure " + name,
		"query_filter_asset": map[string]any{"id": "pump-1"}, "query_filter_attribute": map[string]any{"id": "pressure"},
		"query_group_unit": "minute", "query_group_function": "avg",
		"query_sort_field": "timestamp", "query_sort_direction": -1, "query_limit": 1000,
	}
	maps.Copy(a, more)
	return a
}

const description = "Made by the benchmark."

// object returns the object with an index, with its name and description.
func (s subject) object(attributes map[string]any, index int) map[string]any {
	a := maps.Clone(attributes)
	a["name"], a["description"] = fmt.Sprintf("Object %d", index), description
	return a
}

// configuration returns a configuration with count objects and a backend. The variable "changed" says how many of them get another
// description.
func (s subject) configuration(attributes map[string]any, count int, backend map[string]any) map[string]any {
	declared := maps.Clone(attributes)
	declared["count"] = count
	declared["name"] = "Object ${count.index}"
	declared["description"] = fmt.Sprintf("${count.index < var.changed ? \"Changed.\" : %q}", description)
	return map[string]any{
		"terraform": map[string]any{
			"required_providers": map[string]any{"engine": map[string]any{"source": terraform.ProviderAddress}},
			"backend":            backend,
		},
		"variable": map[string]any{"changed": map[string]any{"type": "number", "default": 0}},
		"resource": map[string]any{s.resource: map[string]any{"all": declared}},
	}
}

// create creates the objects of a configuration in the engine, without Terraform, and returns the state that Terraform would have
// after that.
func (s subject) create(ctx context.Context, e *benchEngine, attributes map[string]any, count int) (state []byte, err error) {
	schemas, err := newEchoServer().GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err
	}
	instances := make([]any, count)
	for i := range instances {
		a := s.object(attributes, i)
		id, err := e.create(ctx, s.path, a)
		if err != nil {
			return nil, err
		}
		a["id"] = id
		whole := withNulls(a, schemas.ResourceSchemas[s.resource].Block.Attributes)
		instances[i] = map[string]any{"index_key": i, "schema_version": 0, "attributes": whole}
	}
	return json.Marshal(map[string]any{
		"version": 4, "terraform_version": "1.0.0", "serial": 1, "lineage": "bench", "outputs": map[string]any{},
		"resources": []any{map[string]any{
			"mode": "managed", "type": s.resource, "name": "all",
			"provider": fmt.Sprintf("provider[%q]", terraform.ProviderAddress), "instances": instances,
		}},
	})
}

// withNulls returns an object with null for each missing attribute, at any depth, as Terraform writes it to a state. The time of an
// apply or destroy depends on the size of the state.
func withNulls(object map[string]any, attributes []*tfprotov6.SchemaAttribute) map[string]any {
	whole := map[string]any{}
	for _, a := range attributes {
		switch value := object[a.Name].(type) {
		case map[string]any:
			whole[a.Name] = withNulls(value, a.NestedType.Attributes)
		case []any:
			list := slices.Clone(value)
			for i, element := range list {
				if element, ok := element.(map[string]any); ok {
					list[i] = withNulls(element, a.NestedType.Attributes)
				}
			}
			whole[a.Name] = list
		default:
			whole[a.Name] = value
		}
	}
	return whole
}
