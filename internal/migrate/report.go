// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/document"
)

// report is what people have to know of a migration.
type report struct {
	resources, data int // that were rewritten
	empty           int // values that were left out
	remarks         []remark
}

// remark is about a place of a file as it was before.
type remark struct {
	file      string
	line      int
	text      string
	undecided bool
}

// undecided says what somebody has to decide.
func (r *report) undecided(f *file, at int, format string, arguments ...any) {
	r.remarks = append(r.remarks, remark{file: f.path, line: f.line(at), text: fmt.Sprintf(format, arguments...), undecided: true})
}

// note says what was done.
func (r *report) note(f *file, at int, format string, arguments ...any) {
	r.remarks = append(r.remarks, remark{file: f.path, line: f.line(at), text: fmt.Sprintf(format, arguments...)})
}

// elsewhere says what somebody has to do with a file that was not read.
func (r *report) elsewhere(name, text string) {
	r.remarks = append(r.remarks, remark{file: name, line: 1, text: text, undecided: true})
}

// text is the report as it is printed.
func (r *report) text(files int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "Resources rewritten: %d. Data sources: %d. Files changed: %d.\n", r.resources, r.data, files)
	if r.empty > 0 {
		fmt.Fprintf(&text, "Empty values left out, which the engine need not hold: %d.\n", r.empty)
	}
	r.list(&text, true, "To decide (lines are those before the change):")
	r.list(&text, false, "Done beside renaming (lines are those before the change):")
	return document.VisibleLines(text.String())
}

func (r *report) list(text *strings.Builder, undecided bool, title string) {
	remarks := slices.DeleteFunc(slices.Clone(r.remarks), func(m remark) bool { return m.undecided != undecided })
	if len(remarks) == 0 {
		return
	}
	slices.SortStableFunc(remarks, func(a, b remark) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	fmt.Fprintf(text, "\n%s\n", title)
	for _, m := range slices.Compact(remarks) {
		fmt.Fprintf(text, "  %s:%d: %s\n", m.file, m.line, m.text)
	}
}
