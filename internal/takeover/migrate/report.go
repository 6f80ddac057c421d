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

type report struct {
	resources, data int    // numbers of rewritten ones
	empty           int    // number of empty values that were left out
	isIdle          bool   // no resource is of another provider of the engine
	isOutside       bool   // something is outside the folder, or behind a link, and was not read
	state           string // the file with the state; "" if no state was read
	objects         int    // number of objects in the state that belong to rewritten resources

	decisions []remark // decisions that the user has to make
	notes     []remark // other changes that migrate made
}

// remark is a message about a line of a configuration file. Lines are counted in the file before the migration.
type remark struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// undecided adds a message to the report about something that the user has to decide, such as an attribute that became a comment.
func (r *report) undecided(at hcl.Range, format string, arguments ...any) {
	r.decisions = append(r.decisions, remark{at.Filename, at.Start.Line, fmt.Sprintf(format, arguments...)})
}

func (r *report) note(at hcl.Range, format string, arguments ...any) {
	r.notes = append(r.notes, remark{at.Filename, at.Start.Line, fmt.Sprintf(format, arguments...)})
}

func (r *report) text(files int) string {
	var text strings.Builder
	if r.isIdle && len(r.decisions) == 0 {
		return "Nothing was rewritten: no resource and no data source in the folder is of another provider of the engine.\n" + r.stateLine()
	}
	fmt.Fprintf(&text, "Resources rewritten: %d. Data sources: %d. Files changed: %d.\n", r.resources, r.data, files)
	text.WriteString(r.stateLine())
	if r.empty > 0 {
		fmt.Fprintf(&text, "Empty values left out, because the engine does not need them: %d.\n", r.empty)
	}
	list(&text, "For you to decide", r.decisions)
	list(&text, "Other changes", r.notes)
	return document.VisibleLines(text.String())
}

func (r *report) stateLine() string {
	switch {
	case r.state == "":
		return "State: none was read.\n"
	case r.objects == 0:
		return fmt.Sprintf("State: %s was read, but it has no object of the rewritten resources.\n", r.state)
	}
	return fmt.Sprintf("State: %s was read. Objects of the rewritten resources in it: %d.\n", r.state, r.objects)
}

func list(text *strings.Builder, title string, remarks []remark) {
	if len(remarks) == 0 {
		return
	}
	fmt.Fprintf(text, "\n%s (line numbers are from before the migration):\n", title)
	for _, m := range inOrderOfFiles(remarks) {
		fmt.Fprintf(text, "  %s:%d: %s\n", m.File, m.Line, m.Text)
	}
}

// inOrderOfFiles sorts remarks by their places, and drops those that are there twice.
func inOrderOfFiles(remarks []remark) []remark {
	sorted := slices.SortedStableFunc(slices.Values(remarks), func(a, b remark) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return slices.Compact(append([]remark{}, sorted...)) // not nil, so that JSON has []
}

// result is the report as JSON (-json). The guide "The command line" describes it.
type result struct {
	Folder      string        `json:"folder"`
	Written     bool          `json:"written"`
	Files       []changedFile `json:"files"`
	Resources   int           `json:"resources"`
	DataSources int           `json:"data_sources"`
	EmptyValues int           `json:"empty_values"`
	State       string        `json:"state"`
	InState     int           `json:"state_objects"`
	Decisions   []remark      `json:"decisions"`
	Changes     []remark      `json:"changes"`
}

type changedFile struct {
	Path       string `json:"path"`
	New        bool   `json:"new"`
	Difference string `json:"difference,omitempty"` // only with -dry-run
}

func (r *report) json(set settings, changes []change) result {
	printed := result{
		Folder: set.dir, Written: !set.dryRun, Files: []changedFile{}, Resources: r.resources, DataSources: r.data, EmptyValues: r.empty,
		State: r.state, InState: r.objects,
		Decisions: inOrderOfFiles(r.decisions), Changes: inOrderOfFiles(r.notes),
	}
	for _, c := range changes {
		file := changedFile{Path: c.Path, New: c.isNew}
		if set.dryRun {
			file.Difference = string(c.difference())
		}
		printed.Files = append(printed.Files, file)
	}
	return printed
}
