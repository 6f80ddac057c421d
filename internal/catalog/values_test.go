// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/development/providertest"
)

// TestListedValues sets values that no list has. The interface document calls some lists complete: other values are refused. Lists of
// examples are open: other values are accepted, or get a warning.
func TestListedValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		object                 Object
		path                   string
		taken, warned, refused string // "" if the list has no such value
	}{
		{widget(), "type", "heatmap", "", ""},
		{widget(), "labels_aggregation", "average", "", "median"},
		{widget(), "labels_aggregation", "avg", "AVERAGE", "mean"},
		{widget(), "labels_placement", "right", "", "left"},
		{widget(), "line_interpolation_style", "rect", "dotted", ""},
		{widget(), "timeseries_type", "bar", "area", ""},
		{widget(), "orientation", "vertical", "upright", ""},
		{widget(), "histogram_type", "numerical", "number", ""},
		{widget(), "sorting", "count", "counted", ""},
		{widget(), "chart_items.query_group_unit", "", "week", ""},
		{widget(), "chart_items.query_group_function", "avg", "median", ""},
		{widget(), "chart_items.type", "METADATA", "metadata", "META"},
		{component(), "type", "bridge", "", ""},
		{component(), "deployment_capacity", "large", "", "huge"},
		{component(), "deployment_type", "SERVICE_HOSTED", "HOSTED", ""},
		{component(), "deployment_type", "SELF_HOSTED", "", ""},
		{component(), "deployment_capacity", "very_large", "LARGE", "huge"},
		{component(), "deployment_capacity", "", "", ""},
		{widget(), "value_mappings.type", "regex", "", "exact"},
		{widget(), "relative_window_time", "1h", "", ""},
		{widget(), "relative_window_time", "3600", "-1", ""},
		{routine(), "type", "cleaning", "", ""},
		{alert(), "severity", "SEV8", "", "SEV9"},
		{alert(), "severity", "sev1", "", "sev9"},
		{alert(), "type", "cron", "", "manual"},
		{alert(), "rate_unit", "day", "", "week"},
		{alert(), "stmt_operator", "ge", "GE", "ne"},
		{alert(), "stmt_aggregation", "last", "", "median"},
		{alert(), "status", "no_data", "snoozed", ""},
		{node(), "type", "edge", "", ""},
		{function(), "type", "rate", "event", ""},
		{function(), "target_attribute.type", "Number", "number", "float"},
		{routine(), "input.value_type", "Number", "NUMBER", "float"},
		{routine(), "input.value_type", "AssetAttribute", "", ""},
		{function(), "status", "paused", "", ""},
		{function(), "rate_unit", "week", "", ""},
		{function(), "function_items.type", "EXPRESSION", "", "QUERY_ALL"},
	} {
		t.Run(c.object.Name+"/"+c.path+"/"+c.taken, func(t *testing.T) {
			a, ok := providertest.AttributeAt(t, c.object.Attributes, c.path).(schema.StringAttribute)
			if !ok {
				t.Fatalf("%s is no text", c.path)
			}
			if found := said(t, a, c.taken); len(found) > 0 {
				t.Errorf("%q is not taken: %v", c.taken, found)
			}
			if c.warned != "" && !slices.Equal(said(t, a, c.warned), []diag.Severity{diag.SeverityWarning}) {
				t.Errorf("there is no warning of %q", c.warned)
			}
			if c.refused != "" && !slices.Equal(said(t, a, c.refused), []diag.Severity{diag.SeverityError}) {
				t.Errorf("%q is taken", c.refused)
			}
		})
	}
}

// said returns the severities of the diagnostics that an attribute's validators report for a value.
func said(t *testing.T, a schema.StringAttribute, value string) []diag.Severity {
	t.Helper()
	var resp validator.StringResponse
	for _, v := range a.Validators {
		v.ValidateString(t.Context(), validator.StringRequest{ConfigValue: types.StringValue(value)}, &resp)
	}
	var severities []diag.Severity
	for _, d := range resp.Diagnostics {
		severities = append(severities, d.Severity())
	}
	return severities
}
