// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package probe

import (
	"math"
	"time"

	"github.com/engine-platform/terraform-provider-engine/internal/refserver/habit"
)

// units are the units in which a measured time is given, the largest first.
var units = []time.Duration{time.Hour, time.Minute, time.Second, time.Millisecond}

// roundTime returns the roundest time that is longer than above and at most upTo, such as 50ms. A time is round if its number is 1, 2 or 5
// with zeros. If no such time lies in between, roundTime tries numbers with one other digit, then with two. Of several round times, it
// returns the one nearest to the middle.
func roundTime(above, upTo time.Duration) string {
	above = max(0, above)
	middle := time.Duration(math.Sqrt(float64(max(above, time.Millisecond)) * float64(max(upTo, time.Millisecond))))
	for _, digits := range [][]int{{1, 2, 5}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, twoDigits()} {
		var best time.Duration
		for _, unit := range units {
			for _, digit := range digits {
				for power := 1; power <= 100; power *= 10 {
					d := time.Duration(digit*power) * unit
					if d > above && d <= upTo && (best == 0 || near(float64(d), float64(middle)) < near(float64(best), float64(middle))) {
						best = d
					}
				}
			}
		}
		if best > 0 {
			return habit.ShortDuration(best)
		}
	}
	return habit.ShortDuration(max(time.Millisecond, upTo.Round(time.Millisecond)))
}

func twoDigits() []int {
	var numbers []int
	for n := 10; n < 100; n++ {
		numbers = append(numbers, n)
	}
	return numbers
}
