// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

// Section is a group of attributes on a documentation page.
type Section struct {
	Title      string
	Attributes []string // in documentation order
}

// MemberOrder returns the order in which the documentation lists the attributes of list elements and nested objects. One order is enough
// for all of them, because an attribute name has the same meaning everywhere.
func MemberOrder() []string {
	return []string{
		"ref_id", "id", "name", "type", "value_type", "label", "description",
		"query_filter_asset", "query_filter_attribute", "query_filter_metadata", "query_group_unit", "query_group_function",
		"query_sort_field", "query_sort_direction", "query_limit", "query_plain", "expression", "expression_plain", "color", "hidden",
		"order", "match_value", "range_start", "range_end", "regular_expression",
		"value", "value_wo", "value_wo_version", "sensitive", "status", "status_text", "display_text", "required", "multiple",
		"choices", "depends_on", "max_instances", "config", "input", "output", "fields", "filterable", "port", "create", "update", "delete",
		"extra",
	}
}
