// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package catalog

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// parameter returns the attributes of a parameter or of a field in a custom type (interface document, section 5 of "Wire shapes").
func parameter() map[string]schema.Attribute {
	return attribute.WithExtra(map[string]schema.Attribute{
		"name":        attribute.RequiredString("Name of the parameter. It identifies the parameter within its list.", attribute.WarnBlank()),
		"description": attribute.String("Description of the parameter."),
		"type": attribute.RequiredString("Type of the value: `str`, `int`, `float`, `bool`, `datetime`, `url`, `File`, `Asset`, "+
			"`Attribute`, `Component`, `DataAddress`, `crontab`, or the name of one of the component's `custom_types`.", attribute.WarnBlank()),
		"required": attribute.Bool("Whether the parameter must have a value."),
		"multiple": attribute.Bool("Whether the value is an array of values of the type."),
		"sensitive": attribute.Bool("Whether the value is a secret, which the engine's applications hide. Data sources and imports do " +
			"not show it." + attribute.StoredSecret),
		"choices":    attribute.JSON("Array of the values that the parameter may have."),
		"depends_on": attribute.String("Name of a different parameter in the same list, on which this parameter depends."),
		"value": attribute.JSON("Value of the parameter, which should match its `type`. For a secret, write the placeholder " +
			"`$${{secret.NAME}}`. The running component replaces it with the engine's secret of that name."),
		"value_wo": attribute.WriteOnly("Value of the parameter, instead of `value`. Terraform stores it neither in its plan nor in its " +
			"state. The provider sends the value when the parameter is new and when `value_wo_version` changes. If the parameter is " +
			"`sensitive`, the provider also sends the value with every other change of the list, because an engine may hide its own value. " +
			"Needs Terraform 1.11 or later."),
		"value_wo_version": attribute.Integer("Version of `value_wo`, any integer. Change it to send the value again."),
	})
}

// dataAddress returns the attributes of a data address, which identifies an asset's attribute (interface document, section 6 of "Wire
// shapes").
func dataAddress() map[string]schema.Attribute {
	return attribute.WithExtra(map[string]schema.Attribute{
		"name": attribute.RequiredString("Name of the data address. It identifies the data address within its list.",
			attribute.WarnBlank()),
		"description": attribute.String("Description of the data address."),
		"type":        attribute.String("Type of the address, normally `DataAddress`."),
		"value_type":  attribute.String("Type of the values at the address.", attribute.OneOf("Number", "String", "Boolean", "AssetAttribute")),
		"required":    attribute.Bool("Whether the data address must have a value."),
		"multiple":    attribute.Bool("Whether the value is an array of addresses."),
		"sensitive":   attribute.Bool("Whether the engine's applications hide the value. Data sources and imports do not show it."),
		"value": attribute.OneOrMany("multiple", attribute.JSON("The address: an object `{ asset, attribute }` with the ids of both. "+
			"If `multiple` is true, the value is an array of addresses. If not, an array with one address means the same as the address.")),
	})
}
