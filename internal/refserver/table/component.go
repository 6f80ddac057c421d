// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

import "slices"

func components() *Table {
	return &Table{
		Kind:  "component",
		Paths: []string{"component/components"}, // Quirk 245: the components of all types.
		Typed: "component",
		Routes: slices.Concat(
			[]Route{{Operation: List, Path: "component"}},
			componentRoutes("algorithm"),
			componentRoutes("connector"),
			ofAnyComponent(routes("component/components/", "component/components/{id}/")),
		),
		ListPath: "component",
		Fields: []Field{
			identifier(),
			{Name: "type", Type: String, ServerSet: true},
			required(text("name")),
			text("description"),
			required(text("version")),
			required(parameters("input")),
			required(arrayOf("output", "Output", outputFields())),
			required(arrayOf("routines", "OfferedRoutine", offeredRoutineFields())),
			required(oneOf("deployment_capacity", "small", "medium", "large", "very_large", "")), // Quirk 250 adds the last two.
			arrayOf("custom_types", "CustomType", []Field{text("name"), parameters("fields")}),
			arrayOf("endpoints", "Endpoint", []Field{text("name"), integer("port")}),
			required(oneOf("deployment_type", "SERVICE_HOSTED", "SELF_HOSTED")), // Quirks 82 and 250.
			references("tags"),
			// A new component is stopped (quirk 4 in quirks.go).
			{Name: "deployment_active", Type: Boolean, ServerSet: true, Default: false},
			{Name: "deployment_status", Type: String, ServerSet: true, Default: "Stopped"},
		},
		Deployable: true,
	}
}

// componentRoutes returns the routes for one type of components. A create has the plural in its path (/component/pumps/), the other
// operations have the singular (/component/pump/).
func componentRoutes(word string) []Route {
	object := "component/" + word + "/{id}"
	return []Route{
		{Operation: Create, Path: "component/" + word + "s/", Component: word},
		{Operation: List, Path: "component/" + word, Component: word},
		{Operation: Read, Path: object, Component: word},
		{Operation: Update, Path: object, Component: word},
		{Operation: Delete, Path: object, Component: word},
		{Operation: Start, Path: object + "/start/", Component: word},
		{Operation: Stop, Path: object + "/stop/", Component: word},
	}
}

// ofAnyComponent sets the type of the given routes to AnyComponent: they serve components of all types, for example on the path
// component/components/ (quirk 245 in quirks.go).
func ofAnyComponent(routes []Route) []Route {
	for i := range routes {
		routes[i].Component = AnyComponent
	}
	return routes
}

// outputFields returns the fields of one output of a component (INTERFACE.md, wire shapes section 5).
func outputFields() []Field {
	return []Field{
		text("name"),
		arrayOf("fields", "OutputField", []Field{text("name"), text("description"), text("type"), boolean("filterable")}),
	}
}

// offeredRoutineFields returns the fields of a type of routine that a component offers (INTERFACE.md, wire shapes section 5).
func offeredRoutineFields() []Field {
	return []Field{
		text("name"),
		integer("max_instances"),
		parameters("config"),
		dataAddresses("input"),
		dataAddresses("output"),
	}
}

// routines returns the table that describes routines, the tasks of a component: their fields and paths (INTERFACE.md, interface sections
// 2.5 and 4.5).
func routines() *Table {
	return &Table{
		Kind:    "routine",
		Paths:   []string{"component/routines"},
		Routes:  routes("component/routines/", "component/routines/{id}"),
		Parents: map[string]string{"component_id": "component"},
		Fields: []Field{
			identifier(),
			required(text("name")),
			text("description"),
			{Name: "component_id", Type: String, Required: true, References: "component"},
			required(text("type")),
			required(parameters("config")),
			required(dataAddresses("input")),
			required(dataAddresses("output")),
		},
	}
}
