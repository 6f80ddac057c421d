// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

import "fmt"

// checkValue tells whether a value agrees with its type and with whether there are multiple values, and refuses it when it
// does not. Null stands for no value, and a placeholder for any.
func checkValue(value, multiple part, typeName string, t valueType) bool {
	decoded, ok := value.decoded()
	if !ok || decoded == nil || isPlaceholder(decoded) {
		return true
	}
	isMultiple, isKnown := multiple.truth()
	elements, isArray := decoded.([]any)
	switch {
	case isArray && !isMultiple && isKnown && len(elements) > 0:
		value.refuse("Value does not agree with multiple", "%s is an array, but %s is not true. Declare multiple = true, or one value: %s, for example jsonencode(%s).",
			value.path, multiple.path, t.takes, t.example)
		return false
	case isArray:
		return checkElements(value, elements, typeName, t)
	case isMultiple:
		value.refuse("Value does not agree with multiple", "%s is %s, but %s is true, so it has to be an array, for example jsonencode([%s]).",
			value.path, kindOf(decoded), multiple.path, t.example)
		return false
	case !t.fits(decoded):
		refuseValue(value, value.path.String(), decoded, typeName, t)
		return false
	}
	return true
}

// checkElements refuses the first element that does not fit.
func checkElements(value part, elements []any, typeName string, t valueType) bool {
	for i, element := range elements {
		if element != nil && !isPlaceholder(element) && !t.fits(element) {
			refuseValue(value, fmt.Sprintf("Element %d (from 0) of %s", i, value.path), element, typeName, t)
			return false
		}
	}
	return true
}

func refuseValue(value part, which string, wrong any, typeName string, t valueType) {
	value.refuse("Value does not agree with type", "%s is %s, but a value of the type %q is %s, for example jsonencode(%s).",
		which, kindOf(wrong), typeName, t.takes, t.example)
}

// truth tells whether a part is true, and whether that is known; what is not declared is false.
func (p part) truth() (isTrue, isKnown bool) {
	if p.known() && p.value.As(&isTrue) == nil {
		return isTrue, true
	}
	return false, !p.declared()
}
