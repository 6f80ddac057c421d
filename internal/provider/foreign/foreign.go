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

// Kind is the kind of object that the name of a resource type stands for.
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

// endings returns all endings. The first match wins, so a longer ending stands before a shorter one that it ends with.
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

// Of returns the kind of object that a resource type of another provider stands for.
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

// Fitting returns patterns for the types that stand for an object, for messages.
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
