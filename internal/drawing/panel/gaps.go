// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"slices"
	"sort"
)

// A chart connects two points with a line only if the time between them is at most maxGap times the typical interval.
const maxGap = 3

// gaps returns the indexes of the visible points that are followed by missing values.
func gaps(all, visible points) (indexes []int) {
	longest := maxGap * typicalInterval(all)
	for i := 1; i < len(all); i++ {
		if longest == 0 || all[i][0]-all[i-1][0] <= longest {
			continue
		}
		next := sort.Search(len(visible), func(k int) bool { return visible[k][0] >= all[i][0] })
		if last := next - 1; len(indexes) == 0 || indexes[len(indexes)-1] != last {
			indexes = append(indexes, last)
		}
	}
	return indexes
}

// typicalInterval returns the 90th percentile of the intervals between neighboring points, or 0 if there are fewer than two intervals.
func typicalInterval(all points) float64 {
	var intervals []float64
	for i := 1; i < len(all); i++ {
		if interval := all[i][0] - all[i-1][0]; interval > 0 {
			intervals = append(intervals, interval)
		}
	}
	if len(intervals) < 2 {
		return 0
	}
	slices.Sort(intervals)
	return intervals[(len(intervals)-1)*9/10]
}
