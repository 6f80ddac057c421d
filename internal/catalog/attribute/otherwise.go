// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
)

// Otherwise gives a text attribute a default value.
func Otherwise(value string, a schema.StringAttribute) schema.StringAttribute {
	a.Computed = true
	a.Default = stringdefault.StaticString(value)
	return a
}
