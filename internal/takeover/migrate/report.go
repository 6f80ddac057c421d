// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package migrate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
)

// report collects what the user has to know about the migration.
type report struct {
	resources, data int // numbers of rewritten ones
	empty           int // number of empty values that were left out

	decisions []remark // decisions that the user has to make
	notes     []remark // other changes that migrate made
}

// remark is a message about a line of a file. The line number is from before the migration.
type remark struct {
	file string
	line int
	text string
}

// undecided adds a decision that the user has to make.
func (r *report) undecided(at hcl.Range, format string, arguments ...any) {
	r.decisions = append(r.decisions, remark{at.Filename, at.Start.Line, fmt.Sprintf(format, arguments...)})
}

// note adds a change that migrate made.
func (r *report) note(at hcl.Range, format string, arguments ...any) {
	r.notes = append(r.notes, remark{at.Filename, at.Start.Line, fmt.Sprintf(format, arguments...)})
}

// text returns the report as it is printed.
func (r *report) text(files int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "Resources rewritten: %d. Data sources: %d. Files changed: %d.\n", r.resources, r.data, files)
	if r.empty > 0 {
		fmt.Fprintf(&text, "Empty values left out, because the engine does not need them: %d.\n", r.empty)
	}
	list(&text, "For you to decide", r.decisions)
	list(&text, "Other changes", r.notes)
	return document.VisibleLines(text.String())
}

func list(text *strings.Builder, title string, remarks []remark) {
	if len(remarks) == 0 {
		return
	}
	slices.SortStableFunc(remarks, func(a, b remark) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	fmt.Fprintf(text, "\n%s (line numbers are from before the migration):\n", title)
	for _, m := range slices.Compact(remarks) {
		fmt.Fprintf(text, "  %s:%d: %s\n", m.file, m.line, m.text)
	}
}
