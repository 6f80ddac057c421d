// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"slices"
	"sort"
)

// longGap is how many usual intervals may lie between two points before a line ends at the first and begins again at the second.
const longGap = 3

// gaps returns the indexes of the points after which values are missing. kept are those of the points in all that are drawn.
func gaps(all, kept [][2]float64) (indexes []int) {
	longest := longGap * usualInterval(all)
	for i := 1; i < len(all); i++ {
		if longest == 0 || all[i][0]-all[i-1][0] <= longest {
			continue
		}
		next := sort.Search(len(kept), func(k int) bool { return kept[k][0] >= all[i][0] })
		if last := next - 1; len(indexes) == 0 || indexes[len(indexes)-1] != last { // kept has the first and the last point of all
			indexes = append(indexes, last)
		}
	}
	return indexes
}

// usualInterval returns the time that nine of ten neighboring points lie apart at most. It returns 0 if there are fewer than two intervals.
func usualInterval(points [][2]float64) float64 {
	var intervals []float64
	for i := 1; i < len(points); i++ {
		if interval := points[i][0] - points[i-1][0]; interval > 0 {
			intervals = append(intervals, interval)
		}
	}
	if len(intervals) < 2 {
		return 0
	}
	slices.Sort(intervals)
	return intervals[(len(intervals)-1)*9/10]
}
