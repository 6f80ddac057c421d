// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package check

import (
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/catalog/attribute"
)

// An earlier threshold covers a later one, which then has no effect, if earlier.Cmp(later) is one of the numbers listed for the operator.
var covers = map[string][]int{"gt": {-1, 0}, "ge": {-1, 0}, "lt": {0, 1}, "le": {0, 1}, "eq": {0}}

// ThresholdOrder warns about thresholds that have no effect, such as "greater than 8" after "greater than 5". The engine uses the first
// threshold in the list that a value reaches (quirk 151 in quirks.go).
func ThresholdOrder(list, operator Value) {
	covering := covers[strings.ToLower(operator.Text())]
	var earlier []Value
	for _, threshold := range list.Elements() {
		value := threshold.At("value")
		if value.Number() == nil {
			continue
		}
		for _, first := range earlier {
			if slices.Contains(covering, first.Number().Cmp(value.Number())) {
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
		value.warn(summary, "%s is %s, and so is %s. Thresholds are checked in their order, so one of the two has no effect.",
			value.Path, attribute.Digits(value.Number()), first.Path)
		return
	}
	value.warn(summary, "%s is %s, but with the operator %q every value that reaches it reaches %s, %s, before. Thresholds are checked in "+
		"their order: put this one first.",
		value.Path, attribute.Digits(value.Number()), operator, first.Path, attribute.Digits(first.Number()))
}
