// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package foreign

import "slices"

// Attribute is the counterpart of an attribute of another provider.
type Attribute struct {
	Name string // the attribute of this provider; "" if the counterpart is a key of extra

	// Extra is the key of the attribute extra, if this provider has no attribute for the value. It is the field's name on the wire.
	Extra string

	// Words translates values into the engine's words. Values that are not in it stay unchanged.
	Words map[string]string

	// Default is the value that the other provider sends if the attribute is not declared; "" if it sends none.
	Default string
}

// Attributes returns the counterparts of those attributes that have other names in another provider, by these names. They are the
// names of the engine's public provider, which is built on SDKv2.
func Attributes(object string) map[string]Attribute {
	switch object {
	case "alert":
		return map[string]Attribute{
			"time_window":     {Name: "stmt_time_window"},
			"thresholds":      {Name: "stmt_thresholds"},
			"operator":        {Name: "stmt_operator"},
			"aggregation":     {Name: "stmt_aggregation"},
			"target_variable": {Name: "stmt_target_variable"},
			"related_assets":  {Name: "assets"},
		}
	case "dashboard":
		return map[string]Attribute{"related_assets": {Name: "assets"}}
	case "component":
		return map[string]Attribute{
			"machine_instance_size": {Name: "deployment_capacity", Default: "large"},
			"log_level":             {Extra: "deployment_log_level", Words: logLevels(), Default: "info"},
			"restart_policy":        {Extra: "deployment_restart_policy", Default: "OnFailure"},
			"node":                  {Extra: "compute_node_id"},
		}
	default:
		return nil
	}
}

// logLevels returns the engine's numbers for log levels.
func logLevels() map[string]string {
	return map[string]string{"critical": "50", "error": "40", "warning": "30", "info": "20", "debug": "10", "all": "0"}
}

// Word returns the engine's word for a value of the attribute.
func (a Attribute) Word(value string) string {
	if word, ok := a.Words[value]; ok {
		return word
	}
	return value
}

// KeepsZero reports whether the public provider drops a 0 of this attribute: its state has the 0, but it never sends it to the
// engine. attribute is the name in this provider; widgetType is the type of the widget.
func KeepsZero(object, widgetType, attribute string) bool {
	if object != "widget" || widgetType == "table" && attribute == "number_of_decimals" {
		return false
	}
	return slices.Contains([]string{
		"position_x", "position_y", "number_of_decimals", "max_limit", "y_axis_min_limit", "y_axis_max_limit", "bucket_size",
		"categories_top_max_limit", "x_axis_max_ticks_limit",
	}, attribute)
}

// Extra returns the keys of the attribute extra, with values, that follow from the state of another provider's resource.
func Extra(object string, state map[string]any) map[string]any {
	keys := map[string]any{}
	for name, attribute := range Attributes(object) {
		if value, ok := state[name].(string); ok && attribute.Extra != "" && value != "" {
			keys[attribute.Extra] = attribute.Word(value)
		}
	}
	return keys
}
