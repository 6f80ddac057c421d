// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

// checkThresholdOrder warns of thresholds that no value can reach: they are checked in their order, and an earlier one takes
// every value that the threshold would take.
func checkThresholdOrder(list, operator part) {
	takesAll := covering(operator.text())
	if takesAll == nil {
		return
	}
	var earlier []part
	for _, threshold := range list.each() {
		value := threshold.in("value")
		if value.number() == nil {
			continue
		}
		for _, first := range earlier {
			if takesAll(first.number().Cmp(value.number())) {
				warnOfThreshold(value, first, operator.text())
				break
			}
		}
		earlier = append(earlier, value)
	}
}

func warnOfThreshold(value, first part, operator string) {
	const summary = "Threshold that is never reached"
	if value.number().Cmp(first.number()) == 0 {
		value.warn(summary, "%s is %s, and so is %s. Thresholds are checked in their order: one of the two has no effect.",
			value.path, digits(value.number()), first.path)
		return
	}
	value.warn(summary, "%s is %s, but with the operator %q every value that reaches it reaches %s, %s, before. Thresholds are checked in their order: put this one first.",
		value.path, digits(value.number()), operator, first.path, digits(first.number()))
}

// covering says for an operator, by the comparison of an earlier threshold with a later one, whether the earlier takes all
// values of the later; nil for an operator that is not known.
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
