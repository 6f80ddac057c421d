// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// report reports a wrong value. It is an error if the documents exclude the value. It is a warning if they leave it open, so that any
// object of an engine can be imported as it is.
func report(diags *diag.Diagnostics, isOpen bool, at path.Path, summary, value, right string) {
	if isOpen {
		diags.AddAttributeWarning(at, summary, fmt.Sprintf("%s is %s, but what engines are known to take is %s.", at, value, right))
		return
	}
	diags.AddAttributeError(at, summary, fmt.Sprintf("%s is %s, but it has to be %s.", at, value, right))
}
