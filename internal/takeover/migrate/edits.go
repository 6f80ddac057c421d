// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"cmp"
	"regexp"
	"slices"
)

// edit replaces a part of a file by a text.
type edit struct {
	from, to int
	text     string
}

// edits holds the edits of one file, grouped by the 4 KiB part in which they begin. Each resource looks up just its own part of the
// file.
type edits map[int][]edit

// partBytes is the size of a part.
const partBytes = 4096

func (e edits) add(one edit) {
	part := one.from / partBytes
	e[part] = append(e[part], one)
}

// within returns the edits between two offsets in the order in which they apply. At the same offset, insertions come first, then
// the longer edit, which hides shorter ones.
func (e edits) within(from, to int) []edit {
	var found []edit
	for part := from / partBytes; part <= to/partBytes; part++ {
		for _, one := range e[part] {
			if one.from >= from && one.to <= to {
				found = append(found, one)
			}
		}
	}
	insertsFirst := func(one edit) int { return min(one.to-one.from, 1) }
	slices.SortStableFunc(found, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(insertsFirst(a), insertsFirst(b)), cmp.Compare(b.to, a.to))
	})
	return found
}

// comma matches the comma after an element on the same line; separator matches the text between two elements.
var (
	comma     = regexp.MustCompile(`^[ \t]*,?[ \t]*`)
	separator = regexp.MustCompile(`^[ \t\r\n]*,?[ \t\r\n]*$`)
)

// cut removes an element of a list or object that ends at end, together with the comma after it. For the last element that is the
// comma before it. The previous element ends at previous. Comments between the two stay.
func (f *file) cut(previous, from, to, end int, isLast bool) {
	if isLast && separator.MatchString(f.raw(previous, from)) {
		from = previous
	} else {
		to += len(comma.FindString(f.raw(to, end)))
	}
	f.splice(from, to, "")
}
