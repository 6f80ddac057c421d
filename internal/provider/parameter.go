// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// parameter is a setting of a component, of its routines or of a custom type (wire shapes section 5).
func parameter() map[string]schema.Attribute {
	return open(map[string]schema.Attribute{
		"name":        text(required, "Name of the parameter. It identifies the parameter within its list."),
		"description": text(optional, "Description of the parameter."),
		"type":        text(required, "Type of the value: `str`, `int`, `float`, `bool`, `datetime`, `url`, `File`, `Asset`, `Attribute`, `Component`, `DataAddress`, `crontab`, or the name of one of the component's `custom_types`."),
		"required":    flag(optional, "Whether the parameter has to have a value."),
		"multiple":    flag(optional, "Whether the value is an array of values of the type."),
		"sensitive":   flag(optional, "Whether the engine's applications hide the value. Terraform does not: keep secrets in placeholders, see `value`."),
		"choices":     anyJSON("The values to choose from, an array."),
		"depends_on":  text(optional, "Name of the parameter that this one depends on."),
		"value":       anyJSON("Value of the parameter. A text such as `${{secret.NAME}}` (in a configuration `$${{secret.NAME}}`) is a placeholder that the running component resolves."),
	})
}
