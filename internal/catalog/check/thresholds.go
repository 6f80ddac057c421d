// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// ThresholdOrder warns about thresholds that no value can reach. The engine takes the first threshold in the list that a value reaches:
// after "greater than 5", the threshold "greater than 8" is never reached (quirk 151 in quirks.go).
func ThresholdOrder(list, operator Value) {
	takesAll := covering(strings.ToLower(operator.Text()))
	if takesAll == nil {
		return
	}
	var earlier []Value
	for _, threshold := range list.Elements() {
		value := threshold.At("value")
		if value.Number() == nil {
			continue
		}
		for _, first := range earlier {
			if takesAll(first.Number().Cmp(value.Number())) {
				warnOfThreshold(value, first, operator.Text())
				break
			}
		}
		earlier = append(earlier, value)
	}
}

func warnOfThreshold(value, first Value, operator string) {
	const summary = "Threshold that is never reached"
	if value.Number().Cmp(first.Number()) == 0 {
		value.warn(summary, "%s is %s, and so is %s. Thresholds are checked in their order: one of the two has no effect.",
			value.Path, attribute.Digits(value.Number()), first.Path)
		return
	}
	value.warn(summary, "%s is %s, but with the operator %q every value that reaches it reaches %s, %s, before. Thresholds are checked in "+
		"their order: put this one first.",
		value.Path, attribute.Digits(value.Number()), operator, first.Path, attribute.Digits(first.Number()))
}

// covering returns a function for a threshold operator such as "gt", or nil for an unknown operator. The function reports whether every
// value that reaches a threshold also reaches a threshold earlier in the list. Its argument is -1, 0 or 1 if the earlier threshold is less,
// equal or greater.
func covering(operator string) func(comparison int) bool {
	switch operator {
	case "gt", "ge":
		return func(comparison int) bool { return comparison <= 0 }
	case "lt", "le":
		return func(comparison int) bool { return comparison >= 0 }
	case "eq":
		return func(comparison int) bool { return comparison == 0 }
	default:
		return nil
	}
}
