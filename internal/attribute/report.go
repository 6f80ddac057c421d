// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// report says that a value is not what it should be. What the documents exclude is an error. What they leave open is a
// warning, so that whatever an engine holds can be imported and left alone: the rule is a belief, with a number in the
// reference server's quirks.go.
func report(diags *diag.Diagnostics, isOpen bool, at path.Path, summary, value, right string) {
	if isOpen {
		diags.AddAttributeWarning(at, summary, fmt.Sprintf("%s is %s, but what engines are known to take is %s.", at, value, right))
		return
	}
	diags.AddAttributeError(at, summary, fmt.Sprintf("%s is %s, but it has to be %s.", at, value, right))
}
