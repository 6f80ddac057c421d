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

// report is the output of migrate, printed as text or, with -json, as JSON. Its fields are described in the guide "The command line".
type report struct {
	Directory   string        `json:"folder"`
	Written     bool          `json:"written"`
	Files       []changedFile `json:"files"`
	Resources   int           `json:"resources"` // number of rewritten resources
	DataSources int           `json:"data_sources"`
	EmptyValues int           `json:"empty_values"` // number of empty values left out
	State       string        `json:"state"`        // the state file; "" if no state was read
	InState     int           `json:"state_objects"`
	Decisions   []remark      `json:"decisions"` // decisions that the user has to make
	Changes     []remark      `json:"changes"`   // other changes that migrate made

	isIdle    bool // nothing to migrate: no resource belongs to a different provider for the engine
	isOutside bool // a module outside the directory, or a link, was not read
}

type changedFile struct {
	Path       string `json:"path"`
	New        bool   `json:"new"`
	Difference string `json:"difference,omitempty"` // only with -dry-run
}

// remark is a message about a line in a configuration file. Line is the line number before the migration.
type remark struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// addUndecided adds a message about a problem that only the user can resolve, such as an attribute that migrate has commented out.
func (r *report) addUndecided(at hcl.Range, format string, arguments ...any) {
	r.Decisions = append(r.Decisions, remark{at.Filename, at.Start.Line, fmt.Sprintf(format, arguments...)})
}

func (r *report) note(at hcl.Range, format string, arguments ...any) {
	r.Changes = append(r.Changes, remark{at.Filename, at.Start.Line, fmt.Sprintf(format, arguments...)})
}

func (r *report) text() string {
	var text strings.Builder
	if r.isIdle && len(r.Decisions) == 0 {
		return "Nothing was rewritten: no resource and no data source in the directory belongs to a different provider of the engine.\n" + r.stateLine()
	}
	fmt.Fprintf(&text, "Resources rewritten: %d. Data sources: %d. Files changed: %d.\n", r.Resources, r.DataSources, len(r.Files))
	text.WriteString(r.stateLine())
	if r.EmptyValues > 0 {
		fmt.Fprintf(&text, "Empty values left out, because the engine does not need them: %d.\n", r.EmptyValues)
	}
	list(&text, "For you to decide", r.Decisions)
	list(&text, "Other changes", r.Changes)
	return document.VisibleLines(text.String())
}

func (r *report) stateLine() string {
	switch {
	case r.State == "":
		return "State: none was read.\n"
	case r.InState == 0:
		return fmt.Sprintf("State: %s was read, but it has no object of the rewritten resources.\n", r.State)
	}
	return fmt.Sprintf("State: %s was read. Objects of the rewritten resources in it: %d.\n", r.State, r.InState)
}

func list(text *strings.Builder, title string, remarks []remark) {
	if len(remarks) > 0 {
		fmt.Fprintf(text, "\n%s (line numbers are from before the migration):\n", title)
	}
	for _, m := range remarks {
		fmt.Fprintf(text, "  %s:%d: %s\n", m.File, m.Line, m.Text)
	}
}

// inOrderOfFiles returns the messages sorted by file and line, without duplicates.
func inOrderOfFiles(remarks []remark) []remark {
	sorted := slices.SortedStableFunc(slices.Values(remarks), func(a, b remark) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return slices.Compact(append([]remark{}, sorted...)) // never nil, so that the JSON contains []
}

// finish adds the changed files to the report and sorts its messages.
func (r *report) finish(set settings, changes []change) {
	r.Directory, r.Written, r.Files = set.dir, !set.dryRun, []changedFile{}
	r.Decisions, r.Changes = inOrderOfFiles(r.Decisions), inOrderOfFiles(r.Changes)
	for _, c := range changes {
		file := changedFile{Path: c.Path, New: c.isNew}
		if set.dryRun {
			file.Difference = string(c.difference())
		}
		r.Files = append(r.Files, file)
	}
}
