// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/engine-platform/terraform-provider-engine/internal/providertest"
)

// The interface document closes some lists of values; lists of examples are open.
func TestListedValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		object         Object
		path           string
		taken, refused string // "" where nothing is refused
	}{
		{widget(), "type", "heatmap", ""},
		{widget(), "labels_aggregation", "average", "median"},
		{widget(), "labels_aggregation", "avg", "AVERAGE"},
		{widget(), "labels_placement", "right", "left"},
		{widget(), "line_interpolation_style", "dotted", ""},
		{widget(), "timeseries_type", "area", ""},
		{widget(), "chart_items.type", "METADATA", "metadata"},
		{component(), "type", "bridge", ""},
		{component(), "deployment_capacity", "large", "huge"},
		{component(), "deployment_type", "SERVICE_HOSTED", "SELF_HOSTED"},
		{routine(), "type", "cleaning", ""},
		{alert(), "severity", "SEV8", "SEV9"},
		{alert(), "severity", "sev1", "sev9"},
		{alert(), "type", "cron", "manual"},
		{alert(), "rate_unit", "day", "week"},
		{alert(), "stmt_operator", "ge", "ne"},
		{alert(), "stmt_aggregation", "last", "median"},
		{alert(), "status", "snoozed", ""},
		{node(), "type", "edge", ""},
		{function(), "type", "event", ""},
		{function(), "status", "paused", ""},
		{function(), "rate_unit", "week", ""},
		{function(), "function_items.type", "EXPRESSION", "QUERY_ALL"},
	} {
		t.Run(c.object.Name+"/"+c.path+"/"+c.taken, func(t *testing.T) {
			a, ok := providertest.AttributeAt(t, c.object.Attributes, c.path).(schema.StringAttribute)
			if !ok {
				t.Fatalf("%s is no text", c.path)
			}
			if refuses(t, a, c.taken) {
				t.Errorf("%q is refused", c.taken)
			}
			if c.refused != "" && !refuses(t, a, c.refused) {
				t.Errorf("%q is taken", c.refused)
			}
		})
	}
}

func refuses(t *testing.T, a schema.StringAttribute, value string) bool {
	t.Helper()
	var resp validator.StringResponse
	for _, v := range a.Validators {
		v.ValidateString(t.Context(), validator.StringRequest{ConfigValue: types.StringValue(value)}, &resp)
	}
	return resp.Diagnostics.HasError()
}
