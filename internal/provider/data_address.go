// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// dataAddress says where a routine reads or writes values: an attribute of an asset (wire shapes section 6).
func dataAddress() map[string]schema.Attribute {
	return open(map[string]schema.Attribute{
		"name":        text(required, "Name of the data address. It identifies the data address within its list.", notBlank()),
		"description": text(optional, "Description of the data address."),
		"type":        text(optional, "Type of the address, normally `DataAddress`."),
		"value_type":  text(optional, "Type of the values at the address: `Number`, `String` or `Boolean`."),
		"required":    flag(optional, "Whether the data address has to have a value."),
		"multiple":    flag(optional, "Whether the value is an array of addresses."),
		"sensitive":   flag(optional, "Whether the engine's applications hide the value."),
		"value":       anyJSON("The address: `{ asset, attribute }` with the ids of both, or an array of those when `multiple` is true."),
	})
}

// checkDataAddresses checks a list of data addresses.
func checkDataAddresses(list part) {
	checkUnique(list, "name")
	for _, address := range list.each() {
		checkValue(address.in("value"), address.in("multiple"), "DataAddress", addressType())
	}
}
