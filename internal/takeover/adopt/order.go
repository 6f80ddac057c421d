// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package adopt

import (
	"cmp"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog"
)

// first lists the attributes that come first in every object, in this order. The examples have the same order. Other attributes
// follow alphabetically, and those in last come at the end.
var first = []string{
	"ref_id", "id", "name", "dashboard", "tab", "component_id", "description", "severity", "version", "assets", "tags", "type", "order",
	"deployment_capacity", "deployment_type",
	"rate_value", "rate_unit", "cron_minutes", "cron_hours", "cron_dom", "cron_month", "cron_dow", "cron_year",
	"match_value", "range_start", "range_end", "regular_expression",
	"label", "value_type", "filterable", "required", "multiple", "sensitive", "choices", "depends_on",
	"value", "status", "status_text", "color", "display_text", "hidden",
	"query_filter_asset", "query_filter_attribute", "query_filter_metadata", "query_group_unit", "query_group_function",
	"query_sort_field", "query_sort_direction", "query_limit", "query_plain", "expression", "expression_plain",
	"config", "input", "output", "routines", "fields", "alert_items", "chart_items", "function_items",
	"stmt_target_variable", "stmt_aggregation", "stmt_time_window", "stmt_operator", "stmt_thresholds",
	"time_window", "target_variable", "target_asset", "target_attribute", "value_mappings", "thresholds",
	"timestamp_gte", "timestamp_lte", "refresh_interval",
}

var last = []string{"width", "height", "position_x", "position_y", "min_width", "min_height", "timeouts"}

// inOrder returns a function that compares the names of attributes at a place. If the object's path contains its type, the
// attribute named "type" comes first.
func inOrder(p place) func(a, b string) int {
	rank := func(name string) int {
		if len(p.path) == 0 && p.object.kind.Typed() && name == catalog.TypeWord {
			return -1
		}
		if at := slices.Index(first, name); at >= 0 {
			return at
		}
		return len(first) + 1 + slices.Index(last, name)
	}
	return func(a, b string) int { return cmp.Or(rank(a)-rank(b), strings.Compare(a, b)) }
}
