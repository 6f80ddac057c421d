// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"cmp"
	"regexp"
	"slices"
)

// edit puts a text in the place of a part of a file.
type edit struct {
	from, to int
	text     string
}

// edits are those of one file. They are kept by the part of the file that they begin in: each resource asks for its own.
type edits map[int][]edit

// partBytes is the size of such a part.
const partBytes = 4096

func (e edits) add(one edit) {
	part := one.from / partBytes
	e[part] = append(e[part], one)
}

// within returns the edits of a part of the file in the order in which they take place. Of two edits at one place that which only
// inserts comes first, then the larger one, which hides the other.
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

// comma follows an element that is not the last one of its line, separator stands between two elements.
var (
	comma     = regexp.MustCompile(`^[ \t]*,?[ \t]*`)
	separator = regexp.MustCompile(`^[ \t\r\n]*,?[ \t\r\n]*$`)
)

// cut removes an element of a list or an object that ends at end, with the comma after it; that of the last one is before it. The element
// before ends at previous. Comments between the two stay.
func (f *file) cut(previous, from, to, end int, isLast bool) {
	if isLast && separator.MatchString(f.raw(previous, from)) {
		from = previous
	} else {
		to += len(comma.FindString(f.raw(to, end)))
	}
	f.splice(from, to, "")
}
