// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

// dashboards is interface sections 2.1 and 4.1.
func dashboards() *Table {
	return &Table{
		Kind:  "dashboard",
		Paths: map[string]string{"dashboard/dashboards": ""},
		Fields: []Field{
			identifier(),
			required(text("name")),
			text("description"),
			arrayOf("assets", reference()),
			arrayOf("tags", reference()),
			createdAt(),
		},
	}
}

// tabs is interface sections 2.2 and 4.2.
func tabs() *Table {
	return &Table{
		Kind:    "tab",
		Paths:   map[string]string{"dashboard/tabs": ""},
		Parents: map[string]string{"dashboard": "dashboard"},
		Fields: []Field{
			identifier(),
			required(text("name")),
			// Quirk 8.
			{Name: "dashboard", Type: String, Required: true, References: "dashboard", CreateOnly: true},
			// Quirk 22.
			{Name: "order", Type: Integer, Min: new(int64(0)), NumericText: true},
		},
	}
}
