// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package table

// components is interface sections 2.4 and 4.4.
func components() *Table {
	return &Table{
		Kind: "component",
		Paths: map[string]string{
			"component/algorithm": "algorithm", "component/algorithms": "algorithm",
			"component/connector": "connector", "component/connectors": "connector",
		},
		ListPath: "component",
		Fields: []Field{
			identifier(),
			{Name: "type", Type: String, ServerSet: true},
			required(text("name")),
			text("description"),
			required(text("version")),
			required(arrayOf("input", parameterFields())),
			required(arrayOf("output", outputFields())),
			required(arrayOf("routines", offeredRoutineFields())),
			required(oneOf("deployment_capacity", "small", "medium", "large")),
			arrayOf("custom_types", []Field{text("name"), arrayOf("fields", parameterFields())}),
			arrayOf("endpoints", []Field{text("name"), integer("port")}),
			required(oneOf("deployment_type", "SERVICE_HOSTED")),
			arrayOf("tags", reference()),
			// Quirk 4.
			{Name: "deployment_active", Type: Boolean, ServerSet: true, Default: false},
			{Name: "deployment_status", Type: String, ServerSet: true, Default: "Stopped"},
		},
		Deployable: true,
	}
}

// outputFields are those of a component's outputs (wire shapes section 5).
func outputFields() []Field {
	return []Field{
		text("name"),
		arrayOf("fields", []Field{text("name"), text("description"), text("type"), boolean("filterable")}),
	}
}

// offeredRoutineFields are those of the kinds of routine that a component offers (wire shapes section 5).
func offeredRoutineFields() []Field {
	return []Field{
		text("name"),
		integer("max_instances"),
		arrayOf("config", parameterFields()),
		arrayOf("input", dataAddressFields()),
		arrayOf("output", dataAddressFields()),
	}
}

// routines is interface sections 2.5 and 4.5.
func routines() *Table {
	return &Table{
		Kind:    "routine",
		Paths:   map[string]string{"component/routines": ""},
		Parents: map[string]string{"component_id": "component"},
		Fields: []Field{
			identifier(),
			required(text("name")),
			text("description"),
			{Name: "component_id", Type: String, Required: true, References: "component"},
			required(text("type")),
			required(arrayOf("config", parameterFields())),
			required(arrayOf("input", dataAddressFields())),
			required(arrayOf("output", dataAddressFields())),
		},
	}
}
