// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package provider

// moment is a field that holds an ISO 8601 time or a relative text such as "now - 7d" (wire shapes section 4). Two ISO
// spellings of one instant mean the same: engines answer UTC with microseconds (wire shapes section 1), also for a time
// that was given without an offset.
type moment struct{ textForm }

func aMoment() moment {
	return moment{textForm{
		form: `an ISO 8601 time such as "2026-01-05T08:00:00Z", or "now" with or without a distance in s, m, h, d, w, M or y, such as "now - 7d"`,
		has: func(text string) bool {
			_, absolute := parseInstant(text)
			_, relative := parseRelative(text)
			return absolute || relative
		},
	}}
}

// SameMeaning implements lens.Meaning.
func (moment) SameMeaning(engine, declared string) bool {
	e, isInstant := parseInstant(engine)
	d, isAlso := parseInstant(declared)
	return isInstant && isAlso && e.Equal(d.Time)
}
