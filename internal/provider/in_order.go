// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

// checkInOrder refuses two numbers of an object of which the one that comes last is less. distinct refuses equal ones too.
func checkInOrder(config part, first, last string, distinct bool) {
	a, b := config.in(first), config.in(last)
	from, to := a.number(), b.number()
	if from == nil || to == nil {
		return
	}
	switch order := to.Cmp(from); {
	case order < 0:
		b.refuse("Numbers out of order", "%s is %s, which is less than %s, %s. It has to be greater.", b.path, digits(to), first, digits(from))
	case order == 0 && distinct:
		b.refuse("Numbers out of order", "%s is %s, and so is %s. It has to be greater.", b.path, digits(to), first)
	}
}
