// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package foreign determines which kind of engine object another provider's resource manages. It looks at the end of the resource type:
// acme_alert and acme_engine_alert both manage alerts. Package provider uses the result for moved blocks, and the migrate command uses it
// to rewrite configurations. The package imports nothing from this module. Start reading at Of.
package foreign

import (
	"slices"
	"strings"
)

// Kind is a kind of engine object.
type Kind struct {
	Object string // name of the kind in package catalog, such as alert

	// Type is the object's type, if the name of the resource type implies it. For example, acme_connector implies "connector".
	Type string
}

// Resource returns this provider's resource type for the kind, such as engine_alert.
func (k Kind) Resource() string { return "engine_" + k.Object }

type ending struct {
	words string
	kind  Kind
}

// endings returns the known suffixes of resource types. If several of them match a resource type, the first one in the list applies.
func endings() []ending {
	return []ending{
		{"component_routine", Kind{Object: "routine"}},
		{"routine", Kind{Object: "routine"}},
		{"algorithm", Kind{Object: "component", Type: "algorithm"}},
		{"connector", Kind{Object: "component", Type: "connector"}},
		{"component", Kind{Object: "component"}},
		{"dashboard_tab", Kind{Object: "tab"}},
		{"tab", Kind{Object: "tab"}},
		{"dashboard_widget", Kind{Object: "widget"}},
		{"widget", Kind{Object: "widget"}},
		{"dashboard_chart", Kind{Object: "widget"}},
		{"dashboard", Kind{Object: "dashboard"}},
		{"alert", Kind{Object: "alert"}},
		{"node", Kind{Object: "node"}},
		{"function", Kind{Object: "function"}},
	}
}

// Of returns the kind of object that another provider's resource type manages. It returns false if the type's name does not end with the
// name of a kind, such as "_alert".
func Of(typeName string) (Kind, bool) {
	kind, _, ok := split(typeName)
	return kind, ok
}

// Named is like Of, but the resource type must consist of the provider's local name and a known ending. With the local name "acme", it
// accepts acme_alert and rejects acme_engine_alert. This makes a match with a resource of an unrelated system unlikely.
func Named(typeName, localName string) (Kind, bool) {
	kind, rest, ok := split(typeName)
	return kind, ok && rest == localName
}

// TypePatterns returns patterns for the resource types that manage the given kind of object, for example ["*_alert"] for "alert".
func TypePatterns(object string) []string {
	var fitting []string
	for _, e := range endings() {
		if e.kind.Object == object {
			fitting = append(fitting, "*_"+e.words)
		}
	}
	if object == "widget" {
		fitting = append(fitting, "*_dashboard_*_chart")
	}
	return fitting
}

// IsListed reports whether the interface document or a known client lists the widget type. Engines may support more types.
func IsListed(widgetType string) bool {
	return slices.Contains([]string{
		"timeseries", "line", "bar", "bargauge", "gauge", "stat", "table", "histogram", "text", "image",
		"alertlist", "alertevents", "assetlist", "actionlist", "commandlist",
	}, widgetType)
}

// split splits a resource type into the kind of object and the rest. For acme_alert, it returns the kind alert and the rest "acme".
func split(typeName string) (kind Kind, rest string, ok bool) {
	if before, chart, ok := cutChart(typeName); ok {
		return Kind{Object: "widget", Type: chart}, before, true
	}
	for _, e := range endings() {
		if before, ok := strings.CutSuffix(typeName, "_"+e.words); ok && before != "" {
			return e.kind, before, true
		}
	}
	return Kind{}, "", false
}

// cutChart splits the resource type of a chart or widget. For acme_dashboard_bar_gauge_chart, it returns "acme" and "bargauge", because the
// engine writes widget types as one word.
func cutChart(typeName string) (before, chart string, ok bool) {
	words := strings.Split(typeName, "_")
	at := slices.Index(words, "dashboard")
	last := len(words) - 1
	if at < 1 || at+1 >= last || words[last] != "chart" && words[last] != "widget" {
		return "", "", false
	}
	return strings.Join(words[:at], "_"), strings.Join(words[at+1:last], ""), true
}

// Attribute describes which attribute of this provider replaces an attribute of another provider, and how to convert its value.
type Attribute struct {
	Name string // name of this provider's attribute, or "" if Extra is set

	// If the value is in the "extra" attribute, Extra is its key there. If Name is set, Extra is "".
	Extra string

	// Words maps the other provider's values to the engine's values, if they differ.
	Words map[string]string

	// If the configuration does not declare the attribute, the other provider sends Default to the engine. If Default is "", it sends
	// nothing.
	Default string
}

// Attributes returns the attributes that have a different name in the engine's public provider (built on SDKv2) than in this provider. The
// keys are the public provider's names, such as time_window for stmt_time_window.
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

func logLevels() map[string]string {
	return map[string]string{"critical": "50", "error": "40", "warning": "30", "info": "20", "debug": "10", "all": "0"}
}

// Word returns the engine's form of a value that the other provider uses.
func (a Attribute) Word(value string) string {
	if word, ok := a.Words[value]; ok {
		return word
	}
	return value
}

// KeepsZero reports whether 0 may mean "not set" in a state that the engine's public provider wrote. The public provider does not send such
// a 0 to the engine. attribute is the attribute's name in our provider, such as position_x.
func KeepsZero(object, widgetType, attribute string) bool {
	if object != "widget" || widgetType == "table" && attribute == "number_of_decimals" {
		return false
	}
	return slices.Contains([]string{
		"position_x", "position_y", "number_of_decimals", "max_limit", "y_axis_min_limit", "y_axis_max_limit", "bucket_size",
		"categories_top_max_limit", "x_axis_max_ticks_limit",
	}, attribute)
}

// Extra returns the contents of the "extra" attribute, taken from the state of another provider's resource.
func Extra(object string, state map[string]any) map[string]any {
	keys := map[string]any{}
	for name, attribute := range Attributes(object) {
		if value, ok := state[name].(string); ok && attribute.Extra != "" && value != "" {
			keys[attribute.Extra] = attribute.Word(value)
		}
	}
	return keys
}
