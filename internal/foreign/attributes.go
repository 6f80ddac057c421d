// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package foreign

import "slices"

// Attribute says where an attribute of another provider is kept here.
type Attribute struct {
	Name string // the attribute of this provider; "" for a key of extra

	// Extra is the key of extra for what has no attribute, by its name on the wire.
	Extra string

	// Words are the engine's words for those of the attribute. Other values are the same on both sides.
	Words map[string]string

	// Default is what the other provider sends for an attribute that is not declared; "" for nothing.
	Default string
}

// Attributes returns the attributes of a kind of object that another provider calls otherwise, by the names that it has for them.
// They are those of the engine's public SDKv2 provider.
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

// logLevels are the numbers by which the engine knows the levels.
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

// KeepsZero reports whether the public provider keeps the number 0 of an attribute to itself: its state has the zero and the engine
// has nothing. The attribute is named as here, and widgetType is the type of a widget.
func KeepsZero(object, widgetType, attribute string) bool {
	if object != "widget" || widgetType == "table" && attribute == "number_of_decimals" {
		return false
	}
	return slices.Contains([]string{
		"position_x", "position_y", "number_of_decimals", "max_limit", "y_axis_min_limit", "y_axis_max_limit", "bucket_size",
		"categories_top_max_limit", "x_axis_max_ticks_limit",
	}, attribute)
}

// Extra returns the keys of extra that the state of a foreign resource stands for, with their values.
func Extra(object string, state map[string]any) map[string]any {
	keys := map[string]any{}
	for name, attribute := range Attributes(object) {
		if value, ok := state[name].(string); ok && attribute.Extra != "" && value != "" {
			keys[attribute.Extra] = attribute.Word(value)
		}
	}
	return keys
}
