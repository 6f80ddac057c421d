// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package habit

// preconditions leave clients without the tags that they make their writes depend on.
func preconditions() []Habit {
	habit := func(name, summary string, quirks []int, settings func(s *Settings)) Habit {
		return Habit{
			Name: name, Summary: summary, Quirks: quirks, Kinds: everyKind(), Group: "etags",
			points: func(*Set, parameter) points { return points{settings: settings} },
		}
	}
	return []Habit{
		habit("no-etags", "answers have no ETag, and If-Match is ignored", []int{180, 181}, func(s *Settings) { s.NoETags = true }),
		habit("weak-etags", "the ETags are weak, as a proxy that compresses makes them, and match no If-Match", []int{180},
			func(s *Settings) { s.WeakETags = true }),
	}
}
