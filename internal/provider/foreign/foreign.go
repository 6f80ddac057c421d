// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package foreign maps resource types of other providers to objects of the engine. The names of these providers are not known in
// advance, so the last words of a type decide: acme_alert and acme_engine_alert are both alerts. The provider uses this to move
// states, and the migrate subcommand to rewrite configurations.
//
// It imports no other package of this module. Start reading at Of.
package foreign

import (
	"slices"
	"strings"
)

// Kind is the kind of object that a resource type of another provider manages.
type Kind struct {
	Object string // the name in package catalog; the resource type is engine_<Object>

	// Type is the value of the object's attribute type, if the resource type implies one: "algorithm", for example, or the type of
	// a widget. Otherwise it is "".
	Type string
}

// Resource returns the type of this provider's resource for the kind.
func (k Kind) Resource() string { return "engine_" + k.Object }

// ending maps the last words of a type's name to a kind of object.
type ending struct {
	words string
	kind  Kind
}

// endings returns all endings. The first match wins, so component_routine comes before routine.
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

// Of returns the kind of object that a resource type of another provider manages. It decides by the last words of the name.
func Of(typeName string) (Kind, bool) {
	kind, _, ok := split(typeName)
	return kind, ok
}

// Named is a stricter Of: the name of the type must be just the provider's local name and an ending. It misses some types of the
// engine, but rarely takes another type for one.
func Named(typeName, localName string) (Kind, bool) {
	kind, rest, ok := split(typeName)
	return kind, ok && rest == localName
}

// Fitting returns patterns, such as *_alert, of the resource types that manage a kind of object. Error messages show them.
func Fitting(object string) []string {
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

// IsListed reports whether a type of widget is known from the interface description or from what other clients send. Engines may
// have more types.
func IsListed(widgetType string) bool {
	return slices.Contains([]string{
		"timeseries", "line", "bar", "bargauge", "gauge", "stat", "table", "histogram", "text", "image",
		"alertlist", "alertevents", "assetlist", "actionlist", "commandlist",
	}, widgetType)
}

// split returns the kind of object of a type, and the part of the name before the ending.
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

// cutChart splits a type such as acme_dashboard_bar_gauge_chart into "acme" and "bargauge". The engine writes the types of its
// widgets as one word.
func cutChart(typeName string) (before, chart string, ok bool) {
	words := strings.Split(typeName, "_")
	at := slices.Index(words, "dashboard")
	last := len(words) - 1
	if at < 1 || at+1 >= last || words[last] != "chart" && words[last] != "widget" {
		return "", "", false
	}
	return strings.Join(words[:at], "_"), strings.Join(words[at+1:last], ""), true
}

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

// Attributes returns this provider's counterparts of those attributes that have another name in the engine's public provider. The keys are
// the names in the public provider, which is built on SDKv2.
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
