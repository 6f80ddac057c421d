// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"github.com/engine-platform/terraform-provider-engine/internal/attribute"
)

// InOrder refuses two numbers of an object of which the one that comes last is less. distinct refuses equal ones too.
func InOrder(config Value, first, last string, distinct bool) {
	a, b := config.At(first), config.At(last)
	from, to := a.Number(), b.Number()
	if from == nil || to == nil {
		return
	}
	switch order := to.Cmp(from); {
	case order < 0:
		b.Refuse("Numbers out of order", "%s is %s, which is less than %s, %s. It has to be greater.", b.Path, attribute.Digits(to), first, attribute.Digits(from))
	case order == 0 && distinct:
		b.Refuse("Numbers out of order", "%s is %s, and so is %s. It has to be greater.", b.Path, attribute.Digits(to), first)
	}
}
