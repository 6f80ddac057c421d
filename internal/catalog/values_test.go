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

// TestListedValues checks string attributes whose values the interface document lists. Listed values must be accepted. All other values
// must be rejected if the list is complete, and must cause a warning if the list only contains examples.
func TestListedValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		object                 Object
		path                   string
		taken, warned, refused string // a value that must be accepted, warned about or rejected; "" if there is none
	}{
		{object: widget(), path: "type", taken: "heatmap"},
		{object: widget(), path: "labels_aggregation", taken: "average", refused: "median"},
		{object: widget(), path: "labels_aggregation", taken: "avg", warned: "AVERAGE", refused: "mean"},
		{object: widget(), path: "labels_placement", taken: "right", refused: "left"},
		{object: widget(), path: "line_interpolation_style", taken: "rect", warned: "dotted"},
		{object: widget(), path: "timeseries_type", taken: "bar", warned: "area"},
		{object: widget(), path: "orientation", taken: "vertical", warned: "upright"},
		{object: widget(), path: "histogram_type", taken: "numerical", warned: "number"},
		{object: widget(), path: "sorting", taken: "count", warned: "counted"},
		{object: widget(), path: "chart_items.query_group_unit", warned: "week"},
		{object: widget(), path: "chart_items.query_group_function", taken: "avg", warned: "median"},
		{object: widget(), path: "chart_items.type", taken: "METADATA", warned: "metadata", refused: "META"},
		{object: component(), path: "type", taken: "bridge"},
		{object: component(), path: "deployment_capacity", taken: "large", refused: "huge"},
		{object: component(), path: "deployment_type", taken: "SERVICE_HOSTED", warned: "HOSTED"},
		{object: component(), path: "deployment_type", taken: "SELF_HOSTED"},
		{object: component(), path: "deployment_capacity", taken: "very_large", warned: "LARGE", refused: "huge"},
		{object: component(), path: "deployment_capacity"},
		{object: widget(), path: "value_mappings.type", taken: "regex", refused: "exact"},
		{object: widget(), path: "relative_window_time", taken: "1h"},
		{object: widget(), path: "relative_window_time", taken: "3600", warned: "-1"},
		{object: routine(), path: "type", taken: "cleaning"},
		{object: alert(), path: "severity", taken: "SEV8", refused: "SEV9"},
		{object: alert(), path: "severity", taken: "sev1", refused: "sev9"},
		{object: alert(), path: "type", taken: "cron", refused: "manual"},
		{object: alert(), path: "rate_unit", taken: "day", refused: "week"},
		{object: alert(), path: "stmt_operator", taken: "ge", warned: "GE", refused: "ne"},
		{object: alert(), path: "stmt_aggregation", taken: "last", refused: "median"},
		{object: alert(), path: "status", taken: "no_data", warned: "snoozed"},
		{object: node(), path: "type", taken: "edge"},
		{object: function(), path: "type", taken: "rate", warned: "event"},
		{object: function(), path: "target_attribute.type", taken: "Number", warned: "number", refused: "float"},
		{object: routine(), path: "input.value_type", taken: "Number", warned: "NUMBER", refused: "float"},
		{object: routine(), path: "input.value_type", taken: "AssetAttribute"},
		{object: function(), path: "status", taken: "paused"},
		{object: function(), path: "rate_unit", taken: "week"},
		{object: function(), path: "function_items.type", taken: "EXPRESSION", refused: "QUERY_ALL"},
	} {
		t.Run(c.object.Name+"/"+c.path+"/"+c.taken, func(t *testing.T) {
			a, ok := providertest.AttributeAt(t, c.object.Attributes, c.path).(schema.StringAttribute)
			if !ok {
				t.Fatalf("%s is no text", c.path)
			}
			if found := severitiesOf(t, a, c.taken); len(found) > 0 {
				t.Errorf("%q is not taken: %v", c.taken, found)
			}
			if c.warned != "" && !slices.Equal(severitiesOf(t, a, c.warned), []diag.Severity{diag.SeverityWarning}) {
				t.Errorf("there is no warning of %q", c.warned)
			}
			if c.refused != "" && !slices.Equal(severitiesOf(t, a, c.refused), []diag.Severity{diag.SeverityError}) {
				t.Errorf("%q is taken", c.refused)
			}
		})
	}
}

func severitiesOf(t *testing.T, a schema.StringAttribute, value string) []diag.Severity {
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
