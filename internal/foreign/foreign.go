// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

// Package foreign knows which resource types of other providers stand for which objects of the engine. Nobody knows these
// providers: the last words of a type's name decide, so that acme_alert and acme_engine_alert are both alerts. The provider
// takes over states by it, the migrate subcommand configurations.
//
// It imports no other part. Start reading at Of.
package foreign

import (
	"slices"
	"strings"
)

// Kind is an object of the engine as the name of a resource type tells it.
type Kind struct {
	Object string // as package catalog names it: the resource is engine_<Object>

	// Type is what the name says of the attribute "type" of the object: "algorithm", or the type of a widget; "" where it
	// says nothing.
	Type string
}

// Resource is the type of the resource that this provider has for the object.
func (k Kind) Resource() string { return "engine_" + k.Object }

// ending is how names of types end that stand for an object.
type ending struct {
	words string
	kind  Kind
}

// endings are tried in their order: what ends as another one does comes before it.
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

// Of is the object that a resource type of another provider stands for.
func Of(typeName string) (Kind, bool) {
	kind, _, ok := split(typeName)
	return kind, ok
}

// Named is the object that a type of the provider with the given local name stands for when there is nothing in the type's
// name but the two. It says less often than Of that a type is one of the engine, and is wrong less often.
func Named(typeName, localName string) (Kind, bool) {
	kind, rest, ok := split(typeName)
	return kind, ok && rest == localName
}

// Fitting are the endings of the types that stand for an object, for messages.
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

// IsListed tells whether the interface, or what its clients send, has a widget of a type. There may be more.
func IsListed(widgetType string) bool {
	return slices.Contains([]string{
		"timeseries", "line", "bar", "bargauge", "gauge", "stat", "table", "histogram", "text", "image",
		"alertlist", "alertevents", "assetlist", "actionlist", "commandlist",
	}, widgetType)
}

// split is a type's object and what comes before the words that say so.
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

// cutChart takes a type such as acme_dashboard_bar_gauge_chart apart. The engine writes the types of its widgets in one word.
func cutChart(typeName string) (before, chart string, ok bool) {
	words := strings.Split(typeName, "_")
	at := slices.Index(words, "dashboard")
	last := len(words) - 1
	if at < 1 || at+1 >= last || words[last] != "chart" && words[last] != "widget" {
		return "", "", false
	}
	return strings.Join(words[:at], "_"), strings.Join(words[at+1:last], ""), true
}
