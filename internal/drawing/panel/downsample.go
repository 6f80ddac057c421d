// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import "math"

// downsample reduces a series to at most limit points without changing how its line looks. A limit below 3 has no effect. The algorithm is
// Steinarsson's largest-triangle-three-buckets: it keeps the first and the last point, and divides the others into groups of neighbors.
// From each group, it keeps the point that forms the largest triangle with the last kept point and the average of the next group.
func downsample(all points, limit int) points {
	if len(all) <= limit || limit < 3 {
		return all
	}
	kept := points{all[0]}
	// start returns the index of the first point in a group. To avoid rounding errors, which could exclude the last point, it divides only
	// once, after the multiplication.
	start := func(group int) int { return min(1+group*(len(all)-2)/(limit-2), len(all)) }
	for i := range limit - 2 {
		from, to := start(i), start(i+1)
		kept = append(kept, largestTriangle(kept[len(kept)-1], all[from:to], mean(all[to:start(i+2)])))
	}
	return append(kept, all[len(all)-1])
}

func mean(all points) (mean [2]float64) {
	for _, p := range all {
		mean[0] += p[0] / float64(len(all))
		mean[1] += p[1] / float64(len(all))
	}
	return mean
}

// largestTriangle returns the candidate that forms the largest triangle with the points a and c. The conversions to float64 prevent fused
// multiply-add instructions, which round differently on some processors.
func largestTriangle(a [2]float64, candidates points, c [2]float64) [2]float64 {
	best, area := candidates[0], -1.0
	for _, b := range candidates {
		if size := math.Abs(float64((a[0]-c[0])*(b[1]-a[1])) - float64((a[0]-b[0])*(c[1]-a[1]))); size > area {
			best, area = b, size
		}
	}
	return best
}
