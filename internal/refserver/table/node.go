// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

// nodes returns the table that describes nodes, the machines of an engine: their fields and paths (INTERFACE.md, interface sections 2.7
// and 4.7).
func nodes() *Table {
	return &Table{
		Kind:   "node",
		Paths:  []string{"compute/nodes/all"},
		Routes: routes("compute/nodes/all/", "compute/nodes/all/{id}/"),
		Fields: []Field{
			identifier(),
			required(text("name")),
			required(text("type")),
			// A new node is active (quirk 15 in quirks.go).
			{Name: "status", Type: String, ServerSet: true, Default: "active"},
			createdAt(),
		},
	}
}
