// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import "math"

// maxTrend is the maximum number of points in the small chart below a stat.
const maxTrend = 120

// trendLines returns the lines of the small chart below a stat (see Value.Trend). A new line begins after missing values. An item whose
// values are strings, or that has fewer than three values, has no lines.
func (i chartItem) trendLines(s span) (lines []points) {
	all, others := i.numbers(s)
	least, most, _ := valueRange(all)
	if others > 0 || len(all) < 3 {
		return nil
	}
	share := func(n, from, to float64) float64 {
		if to <= from {
			return 0.5
		}
		return math.Round((n-from)/(to-from)*1e4) / 1e4
	}
	kept := downsample(all, maxTrend)
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
