// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
)

// parameter is a setting of a component, of its routines or of a custom type (wire shapes section 5).
func parameter() map[string]schema.Attribute {
	return attribute.WithExtra(map[string]schema.Attribute{
		"name":             attribute.Text(attribute.Required, "Name of the parameter. It identifies the parameter within its list.", attribute.NotBlank()),
		"description":      attribute.Text(attribute.Optional, "Description of the parameter."),
		"type":             attribute.Text(attribute.Required, "Type of the value: `str`, `int`, `float`, `bool`, `datetime`, `url`, `File`, `Asset`, `Attribute`, `Component`, `DataAddress`, `crontab`, or the name of one of the component's `custom_types`.", attribute.NotBlank()),
		"required":         attribute.Bool(attribute.Optional, "Whether the parameter has to have a value."),
		"multiple":         attribute.Bool(attribute.Optional, "Whether the value is an array of values of the type."),
		"sensitive":        attribute.Bool(attribute.Optional, "Whether the value is a secret, which the engine's applications hide. The provider shows it in no data source and no import, but Terraform keeps what is declared as `value`: keep secrets in placeholders, see there, or give them as `value_wo`."),
		"choices":          attribute.JSON("The values to choose from, an array."),
		"depends_on":       attribute.Text(attribute.Optional, "Name of the parameter that this one depends on, an element of the same list."),
		"value":            attribute.JSON("Value of the parameter, of its `type`. A text such as `${{secret.NAME}}` (in a configuration `$${{secret.NAME}}`) is a placeholder that the running component resolves."),
		"value_wo":         attribute.WriteOnly("Value of the parameter that Terraform keeps neither in its plan nor in its state, instead of `value`. It is sent for a new parameter and when `value_wo_version` changes; that of a `sensitive` parameter also along with every other change of its list, because an engine may hide what it has. Needs Terraform 1.11 or later."),
		"value_wo_version": attribute.Integer("Version of `value_wo`, any whole number. Another one sends the value again."),
	})
}

// dataAddress says where a routine reads or writes values: an attribute of an asset (wire shapes section 6).
func dataAddress() map[string]schema.Attribute {
	return attribute.WithExtra(map[string]schema.Attribute{
		"name":        attribute.Text(attribute.Required, "Name of the data address. It identifies the data address within its list.", attribute.NotBlank()),
		"description": attribute.Text(attribute.Optional, "Description of the data address."),
		"type":        attribute.Text(attribute.Optional, "Type of the address, normally `DataAddress`."),
		"value_type":  attribute.Text(attribute.Optional, "Type of the values at the address.", attribute.OneOf("Number", "String", "Boolean", "AssetAttribute")),
		"required":    attribute.Bool(attribute.Optional, "Whether the data address has to have a value."),
		"multiple":    attribute.Bool(attribute.Optional, "Whether the value is an array of addresses."),
		"sensitive":   attribute.Bool(attribute.Optional, "Whether the engine's applications hide the value. The provider shows it in no data source and no import."),
		"value":       attribute.OneOrMany("multiple", attribute.JSON("The address: `{ asset, attribute }` with the ids of both, or an array of those when `multiple` is true. Otherwise an array of one says the same as the one.")),
	})
}
