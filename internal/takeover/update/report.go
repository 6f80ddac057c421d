// Copyright (c) The terraform-provider-engine authors.
// SPDX-License-Identifier: MPL-2.0

package update

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/engine-platform/terraform-provider-engine/internal/base/document"
	"github.com/engine-platform/terraform-provider-engine/internal/base/newfile"
	"github.com/engine-platform/terraform-provider-engine/internal/takeover/configuration"
)

// difference is an attribute whose configured value differs from the engine's value. Line is the line number before any edits.
type difference struct {
	Address   string   `json:"address"`
	Attribute string   `json:"attribute,omitempty"`
	File      string   `json:"file,omitempty"`
	Line      int      `json:"line,omitempty"`
	Declared  string   `json:"configuration,omitempty"` // in HCL syntax; "" if the value may be a secret
	Engine    string   `json:"engine,omitempty"`
	Reason    string   `json:"reason,omitempty"` // why the value was not written
	Others    []string `json:"others,omitempty"` // what else an edit would change

	owner *object
}

// root returns the name of the top-level attribute, such as alert_items for alert_items[0].label.
func (d difference) root() string {
	name, _, _ := strings.Cut(strings.ReplaceAll(d.Attribute, "[", "."), ".")
	return name
}

// result is the report that -json prints. Its fields are described in the guide "The command line".
type result struct {
	Directory string       `json:"folder"`
	Written   bool         `json:"written"`
	Read      int          `json:"read"`
	Files     []file       `json:"files"`
	Changes   []difference `json:"changes"`
	Decisions []difference `json:"decisions"`
	Deleted   []difference `json:"deleted"`
}

type file struct {
	Path       string `json:"path"`
	Difference string `json:"difference,omitempty"` // only with -dry-run
}

// print prints the report. In a dry run, it first prints the diffs of the files.
func (r *run) print(files []newfile.File, stdout, stderr io.Writer) error {
	r.Directory, r.Written = r.Dir.Path, !r.DryRun
	for _, c := range r.changes {
		r.Changes = append(r.Changes, c.difference)
	}
	for _, list := range [][]difference{r.Changes, r.Decisions, r.Deleted} {
		slices.SortStableFunc(list, func(a, b difference) int {
			return cmp.Or(cmp.Compare(a.File, b.File), a.Line-b.Line, cmp.Compare(a.Address, b.Address), cmp.Compare(a.Attribute, b.Attribute))
		})
	}
	for _, f := range files {
		one := file{Path: f.Name}
		if r.DryRun {
			one.Difference = string((&configuration.File{Path: f.Name, Src: f.Was}).Difference("a/"+f.Name, f.Text))
		}
		r.Files = append(r.Files, one)
	}
	if r.JSON {
		return document.Print(stdout, r.result)
	}
	for _, f := range r.Files {
		if _, err := io.WriteString(stdout, f.Difference); err != nil {
			return err
		}
	}
	if r.DryRun {
		stdout = stderr
	}
	_, err := io.WriteString(stdout, r.text())
	return err
}

func (r result) text() string {
	var text strings.Builder
	fmt.Fprintf(&text, "Objects read: %d.\n", r.Read)
	section := func(title string, all []difference) {
		if len(all) > 0 {
			fmt.Fprintf(&text, "\n%s\n", title)
		}
		for _, d := range all {
			fmt.Fprintf(&text, "  %s\n", d.text())
		}
	}
	title := "Written"
	if !r.Written {
		title = "Would be written"
	}
	section(title+" (lines are from before the edit):", r.Changes)
	section("For you to decide (configuration -> engine); an apply restores the value of the configuration:", r.Decisions)
	section("Deleted in the engine. Remove the block, or let the next apply create the object again:", r.Deleted)
	fmt.Fprintf(&text, "\n%d to write, %d to decide, %d deleted\n", len(r.Changes), len(r.Decisions), len(r.Deleted))
	return document.VisibleLines(text.String())
}

func (d difference) text() string {
	text := strings.TrimSuffix(d.Address+"."+d.Attribute, ".")
	if d.File != "" {
		text = fmt.Sprintf("%s:%d: %s", d.File, d.Line, text)
	}
	if d.Declared+d.Engine != "" {
		text += fmt.Sprintf(": %s -> %s", d.Declared, d.Engine)
	}
	if d.Reason != "" {
		text += ": " + d.Reason
	}
	if len(d.Others) > 0 {
		const most = 10
		text += ": " + document.First(d.Others, most, ", ")
	}
	return text
}
