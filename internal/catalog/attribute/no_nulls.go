// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// noNulls refuses null elements in lists of texts (wire shapes section 7).
type noNulls struct{ oneValue }

// ValidateList implements validator.List.
func (noNulls) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	for i, element := range req.ConfigValue.Elements() {
		if at := req.Path.AtListIndex(i); element.IsNull() {
			resp.Diagnostics.AddAttributeError(at, "Element is null", fmt.Sprintf("%s is null, but it has to be a text.", at))
		}
	}
}
