// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package function

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	tffunction "github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// schedule is the result of the functions cron and rate: the attributes of a schedule (interface section 2.6). The attributes of the other
// kind are null. Both results have the same type, so that a condition in a configuration can choose between them.
type schedule struct {
	Type        string  `tfsdk:"type"`
	RateValue   *int64  `tfsdk:"rate_value"`
	RateUnit    *string `tfsdk:"rate_unit"`
	Minutes     *string `tfsdk:"cron_minutes"`
	Hours       *string `tfsdk:"cron_hours"`
	DaysOfMonth *string `tfsdk:"cron_dom"`
	Months      *string `tfsdk:"cron_month"`
	DaysOfWeek  *string `tfsdk:"cron_dow"`
	Years       *string `tfsdk:"cron_year"`
}

func scheduleReturn() tffunction.ObjectReturn {
	return tffunction.ObjectReturn{AttributeTypes: map[string]attr.Type{
		"type":         types.StringType,
		"rate_value":   types.Int64Type,
		"rate_unit":    types.StringType,
		"cron_minutes": types.StringType,
		"cron_hours":   types.StringType,
		"cron_dom":     types.StringType,
		"cron_month":   types.StringType,
		"cron_dow":     types.StringType,
		"cron_year":    types.StringType,
	}}
}
