// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package main

import "testing"

// A ratio needs a sample of the floor from the same run, and a second sample of an operation would shift the runs.
func TestEveryRunHasAFloorAndNothingTwice(t *testing.T) {
	t.Parallel()
	s := settings{provider: "/provider"}
	for _, first := range []bool{true, false} {
		courses := s.lives(first)
		if courses[0].variant != floor() {
			t.Errorf("the first course is of %q", courses[0].name)
		}
		taken := map[string]bool{}
		for _, c := range courses {
			for _, o := range c.operations {
				what := o.name + " of " + c.name
				if taken[what] {
					t.Errorf("%s is measured twice in a run", what)
				}
				taken[what] = true
				if !courses[0].has(o) {
					t.Errorf("%s has no floor", what)
				}
			}
		}
		for _, barred := range []string{"fresh apply of provider", "plan without changes of provider", "destroy of provider", "plan without changes of provider at 50 ms"} {
			if !taken[barred] {
				t.Errorf("a run lacks the %s, which has a bar", barred)
			}
		}
	}
}
