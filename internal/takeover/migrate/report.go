// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// report collects what the user has to know about the migration.
type report struct {
	resources, data int // numbers of rewritten ones
	empty           int // number of empty values that were left out
	remarks         []remark
}

// remark is a message about a line of a file. The line number is from before the migration.
type remark struct {
	file      string
	line      int
	text      string
	undecided bool
}

// undecided adds a decision that the user has to make.
func (r *report) undecided(f *file, at int, format string, arguments ...any) {
	r.remarks = append(r.remarks, remark{file: f.path, line: f.line(at), text: fmt.Sprintf(format, arguments...), undecided: true})
}

// note adds a change that migrate made.
func (r *report) note(f *file, at int, format string, arguments ...any) {
	r.remarks = append(r.remarks, remark{file: f.path, line: f.line(at), text: fmt.Sprintf(format, arguments...)})
}

// elsewhere adds a decision about a file that was not read.
func (r *report) elsewhere(name, text string) {
	r.remarks = append(r.remarks, remark{file: name, line: 1, text: text, undecided: true})
}

// text returns the report as it is printed.
func (r *report) text(files int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "Resources rewritten: %d. Data sources: %d. Files changed: %d.\n", r.resources, r.data, files)
	if r.empty > 0 {
		fmt.Fprintf(&text, "Empty values left out, because the engine does not need them: %d.\n", r.empty)
	}
	r.list(&text, true, "For you to decide (line numbers are from before the migration):")
	r.list(&text, false, "Other changes (line numbers are from before the migration):")
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
