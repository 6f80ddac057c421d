// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

// dashboards returns the table that describes dashboards: their fields and paths (INTERFACE.md, interface sections 2.1 and 4.1).
func dashboards() *Table {
	return &Table{
		Kind:   "dashboard",
		Paths:  []string{"dashboard/dashboards"},
		Routes: routes("dashboard/dashboards/", "dashboard/dashboards/{id}/"),
		Fields: []Field{
			identifier(),
			required(text("name")),
			text("description"),
			references("assets"),
			references("tags"),
			createdAt(),
		},
	}
}

// tabs returns the table that describes the tabs of dashboards: their fields and paths (INTERFACE.md, interface sections 2.2 and 4.2).
func tabs() *Table {
	return &Table{
		Kind:  "tab",
		Paths: []string{"dashboard/tabs"},
		Routes: []Route{
			{Operation: Create, Path: "dashboard/tabs/"},
			{Operation: List, Path: "dashboard/tabs/"},
			{Operation: Read, Path: "dashboard/tabs/{id}"},
			{Operation: Update, Path: "dashboard/tabs/{id}/"},
			{Operation: Delete, Path: "dashboard/tabs/{id}/"},
		},
		Parents: map[string]string{"dashboard": "dashboard"},
		Fields: []Field{
			identifier(),
			required(text("name")),
			// An update can't move a tab to another dashboard (quirk 8 in quirks.go).
			{Name: "dashboard", Type: String, Required: true, References: "dashboard", CreateOnly: true},
			// order is null unless a client sends it, because the engine does not number tabs (quirk 22 in quirks.go). It may be any
			// number (quirk 80 in quirks.go).
			{Name: "order", Type: Number, NumericText: true},
		},
	}
}
