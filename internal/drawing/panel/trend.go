// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import "math"

// maxTrend is the maximum number of points in the small chart behind a value.
const maxTrend = 120

// trend returns the lines of the small chart behind a value, as shares from 0 to 1 of the time range and of the range of values. A line
// ends where values are missing. An item with strings or fewer than three values has no trend.
func (i chartItem) trend(s span) (lines []points) {
	all, others := i.numeric(s)
	least, most, _ := extent(all)
	if others > 0 || len(all) < 3 {
		return nil
	}
	share := func(n, from, to float64) float64 {
		if to <= from {
			return 0.5
		}
		return math.Round((n-from)/(to-from)*1e4) / 1e4
	}
	kept := thinned(all, maxTrend)
	begin := 0
	for _, end := range append(gaps(all, kept), len(kept)-1) {
		var line points
		for _, p := range kept[begin : end+1] {
			line = append(line, [2]float64{share(p[0], millis(s.from), millis(s.until)), share(p[1], least, most)})
		}
		lines, begin = append(lines, line), end+1
	}
	return lines
}
