// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package panel

import (
	"slices"
	"testing"
)

// With 1497 points and room for 85, each part of the line has 18.01 points. The rounding of this number must not lose the last one.
func TestThinnedKeepsThePointBeforeTheEnd(t *testing.T) {
	t.Parallel()
	points := make([][2]float64, 1497)
	for i := range points {
		points[i][0] = float64(i)
	}
	points[1495][1] = 1000
	if kept := thinned(points, 85); !slices.Contains(kept, points[1495]) {
		t.Errorf("the peak is missing in %v", kept)
	}
}
